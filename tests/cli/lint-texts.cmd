./mad lint tests/cli/lint-texts.mad
