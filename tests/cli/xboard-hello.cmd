./mad xboard | sed -E 's/variants=".*,yarishogi/variants="...,yarishogi/'
