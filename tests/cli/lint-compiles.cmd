./mad lint tests/cli/lint-compiles.mad
