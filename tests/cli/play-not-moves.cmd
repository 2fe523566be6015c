for moves in "4 4" "1 d1 d2 2 d3" "d1 2. d2 1" "d1 {not closed" "d1 (d2 (d3)"; do mad show connect-four --play "$moves" --json | grep -o '"fen":"[^ ]*'; done
