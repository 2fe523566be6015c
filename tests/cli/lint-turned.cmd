./mad lint tests/cli/lint-turned.mad
