./mad lint tests/cli/misspelt-change.mad
