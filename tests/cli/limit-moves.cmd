./mad moves tests/cli/limit-choices.mad; echo $?; ./mad moves tests/cli/limit-silent.mad --play e4; echo $?
