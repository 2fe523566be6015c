./mad pgn to-epd --number 2 tests/cli/games/mixed.pgn
