./mad lint tests/cli/lint-players-named.mad
