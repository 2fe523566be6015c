# A number stands nowhere: it is compared.
for x in "is on 3" "is next to 3" "is attacked" "is not on 3" "is 3"; do printf 'mad 1\ngame "Slip" like chess\ncounter checks for each player starts at 0\nwhen moved: increase checks by 1\nadd to ends before the others\n  mover wins when enemy is in check and (%s %s)\n' "mover's checks" "$x" | mad lint --static --format short -; done
