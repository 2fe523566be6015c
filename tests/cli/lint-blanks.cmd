./mad lint tests/cli/lint-blanks.mad
