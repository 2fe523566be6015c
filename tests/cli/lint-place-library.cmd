./mad lint tests/cli/lint-place-library.mad
