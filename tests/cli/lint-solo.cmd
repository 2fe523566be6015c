# Men of nobody's alone are no army that has to stand in mirror image; who plays alone is told of no enemy, and the remedy does.
./mad lint --static tests/cli/lint-pegs.mad; f=tests/cli/lint-alone.mad; ./mad lint $f; { cat $f; echo "  mover loses when mover cannot move"; } | ./mad lint -
