./mad pgn check tests/cli/games/garbage.pgn
