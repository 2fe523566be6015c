./mad pgn chekc x.pgn
