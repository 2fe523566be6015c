./mad lint tests/cli/misspelt-show.mad
