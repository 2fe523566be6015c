./mad pgn show -; ./mad pgn check - <tests/cli/pgn-players.in
