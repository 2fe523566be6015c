./mad lint tests/cli/numbers-range.mad
