./mad lint tests/cli/misspelt.mad
