./mad uci | sed -E 's/(default [a-z:-]+) var almost var .* (var yarishogi)/\1 ... \2/'
