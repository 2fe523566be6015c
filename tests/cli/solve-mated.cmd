./mad solve chess --fen "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
