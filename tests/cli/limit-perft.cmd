./mad perft tests/cli/limit-silent.mad 1 --make-leaves; echo $?; ./mad perft tests/cli/limit-choices.mad 2; echo $?; ./mad playout tests/cli/limit-silent.mad --games 1; echo $?
