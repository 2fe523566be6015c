./mad lint tests/cli/lint-slow.mad
