./mad pgn check --json tests/cli/games/mixed.pgn
