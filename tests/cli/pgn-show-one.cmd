./mad pgn show --number 1 tests/cli/games/mixed.pgn | sed "s,^\(.RuleDigest\).*,\1 ...\"],"
