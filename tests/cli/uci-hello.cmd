./mad uci | sed -E 's/(default [a-z:-]+) var .* (var yarishogi)/\1 ... \2/; s/ var georgian-chess .*//'
