./mad moves mad-elephant-shogi --play "P?4b:edge" --fen "4k4/9/9/9/9/4P4/9/9/4K4[] b - - 0 1 flattened=P"
