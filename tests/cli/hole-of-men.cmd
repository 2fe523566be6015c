./mad lint tests/cli/hole-of-men.mad
