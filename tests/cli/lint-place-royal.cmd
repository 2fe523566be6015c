./mad lint tests/cli/lint-place-royal.mad
