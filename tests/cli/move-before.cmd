./mad lint tests/cli/move-before.mad
