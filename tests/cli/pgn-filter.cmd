./mad pgn filter --where Result=1-0,White=ann tests/cli/games/mixed.pgn | sed "s,^\(.RuleDigest\).*,\1 ...\"],"
