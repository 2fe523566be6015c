./mad search tic-tac-toe --depth 9 --lines 3 --play "a1 c3" --json | sed "s/,\"depth.*//"
