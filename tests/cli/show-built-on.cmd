# A variant of Go and a game like it are drawn as Go is, with stones where lines meet.
drawn() { ./mad show "$1" --svg | grep -o 'fill="none" stroke="#6b4d24"'; }; file=$(mktemp --suffix .mad); printf 'mad 1\ngame "Small Go" like go\nnew board 5 by 5\n' >"$file"; drawn go:go-on-19-by-19; drawn "$file"; drawn chess; rm "$file"
