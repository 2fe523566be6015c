printf "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 2\nposition fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 2\nquit\n" | ./mad uci
