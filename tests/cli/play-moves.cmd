./mad play chess --second you --fen "4k3/8/8/8/8/8/P7/4K1N1 w - - 0 1"
