./mad lint tests/cli/hole-man.mad
