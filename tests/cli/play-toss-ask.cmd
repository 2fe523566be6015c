./mad play mad-elephant-shogi --second you --toss ask --fen "4k4/9/9/9/9/4P4/9/9/4K4[] b - - 0 1 flattened=P"
