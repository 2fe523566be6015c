./mad play tests/cli/stuck.mad --second you --fen "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"
