./mad pgn filter tests/cli/games/mixed.pgn 2>/dev/null >once; ./mad pgn filter once | cmp - once && wc -l <once; rm once
