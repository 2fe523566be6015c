./mad pgn show tests/cli/games/mixed.pgn
