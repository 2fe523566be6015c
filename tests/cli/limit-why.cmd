./mad why tests/cli/limit-why.mad a1c2
