./mad lint --static tests/cli/drawn-large.mad
