./mad lint tests/cli/lint-place-anew.mad
