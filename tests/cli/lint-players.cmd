./mad lint tests/cli/lint-players.mad
