# A name that an option has is given to nothing else.
for x in "castling-under-attack means allowed" "mark castling-under-attack lasts until cleared" "castling-under-attack is allowed"; do printf 'mad 1\ngame "Named" like chess\n%s\n' "$x" | ./mad lint --static -; done
