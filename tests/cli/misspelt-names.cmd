./mad lint tests/cli/misspelt-names.mad
