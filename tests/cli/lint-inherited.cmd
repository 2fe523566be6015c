like() { printf 'mad 1\n\ngame "Inherited" like %s\n  about "Its reasons are those of its parent."\n\n' "$1"; cat; }
echo "hole d5" | like fox-and-hounds | ./mad lint --format short -
printf 'add to ends before the others\n  draw when exactly 4 empty\n' | like hex | ./mad lint --format short -
# A sentence of its own is its own to give a reason for.
printf 'piece Hog (G) of Black\n  move step backward or step backward-diagonal\n\nreplace Hound on b8 with Hog\n' | like fox-and-hounds | ./mad lint --format short -
