array() { printf 'mad 1\n\ngame "Rows" like chess\n\nnew array\n'; printf '  %s\n' "$@"; }
empty='. . . . . . . .'
echo "--- a Bishop forgotten, a Pawn too few and two empty squares too many:"
array 'r n b q k n r' 'p p p p p p p' "$empty . ." "$empty" "$empty" "$empty" 'P P P P P P P P' 'R N B Q K B N R' | mad lint -
echo "--- one said twice, and an army that is turned half round:"
array 'r n b k q b n r' 'p p p p p p p p' "$empty" "$empty" "$empty" "$empty" 'P P P P P P P P' 'R N B B Q K B N R' | mad lint -
echo "--- nobody knows which:"
array 'r n b q k n r' 'p p p p p p p p' "$empty" "$empty" "$empty" "$empty" 'P P P P P P P P' 'R N B Q K N R' | mad lint -
echo "--- another army:"
array 'a b c d e f' 'p p p p p p p p' "$empty" "$empty" "$empty" "$empty" 'P P P P P P P P' 'R N B Q K B N R' | mad lint - | grep -A1 'rank 8'
echo "--- letters of nobody:"
array 'r n b q k z n r' 'p p p p p p p p' "$empty" "$empty" "$empty" "$empty" 'P P P P P P P P' 'R N B Q K B N R' | mad lint -
array 'r n b q k z n r' 'p p p p p p p p' "$empty" "$empty" "$empty" "$empty" 'P P P P P P P P' 'R N B Q K Z N R' | mad lint -
