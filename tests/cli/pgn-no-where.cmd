./mad pgn show --where White tests/cli/games/mixed.pgn
