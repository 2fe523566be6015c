./mad lint tests/cli/lint-mark-shown.mad
