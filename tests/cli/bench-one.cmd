./mad bench tic-tac-toe:nothing
