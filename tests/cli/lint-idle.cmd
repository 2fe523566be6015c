./mad lint tests/cli/lint-idle.mad
