./mad xboard | sed -E 's/almost,amazon,.*,yarishogi/almost,...,yarishogi/'
