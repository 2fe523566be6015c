./mad play mad-elephant-shogi --depth 1 --toss ask --first program --second you --fen "k3r4/9/9/9/9/9/3P1P3/3PKP3/3GGG3[] b - - 0 1 flattened=G"
