./mad moves tests/cli/stuck.mad --fen "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"
