./mad pgn check tests/cli/games/mixed.pgn
