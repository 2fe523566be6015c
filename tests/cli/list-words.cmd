./mad list draughts; ./mad list "3 check"; ./mad list aronson 2001 | head -4; ./mad list hex --json; ./mad list | awk "length(\$0) > 80"; ./mad list | head -8; ./mad list no such game
