./mad playout tests/cli/limit-past.mad --games 1 --seed 1; echo $?; ./mad why go --fen "9/9/9/9/9/9/9/SSs6/1s1s5 w - - 0 1" --play "a1 c1" b1; echo $?
