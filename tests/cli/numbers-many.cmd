./mad lint tests/cli/numbers-many.mad
