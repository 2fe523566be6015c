./mad lint tests/cli/doubling.mad
