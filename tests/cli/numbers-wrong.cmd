./mad lint tests/cli/numbers-wrong.mad
