./mad pgn check --game tests/cli/stuck.mad tests/cli/games/mixed.pgn
