./mad lint tests/cli/use-twice.mad
