./mad pgn check nowhere.pgn
