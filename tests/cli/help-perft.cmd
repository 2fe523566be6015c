./mad help perft
