./mad play mad-elephant-shogi --second you --seed 3 --fen "4k4/9/9/9/9/4P4/9/9/4K4[] b - - 0 1 flattened=P"
