./mad lint tests/cli/lint-gone.mad
