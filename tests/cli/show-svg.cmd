./mad show tic-tac-toe --svg --play "S@b2 S@a1"; ./mad show dobutsu --piece L --svg
