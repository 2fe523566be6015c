./mad play chess --depth 1 --fen "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1" --first program --second program
