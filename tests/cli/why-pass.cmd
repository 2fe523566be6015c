./mad why reversi pass --fen "Dd6/8/8/8/8/8/8/8 w - - 0 1"; ./mad why reversi pass
