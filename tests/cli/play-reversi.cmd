./mad play reversi --second you --fen "Dd6/8/8/8/8/8/8/8 w - - 0 1"
