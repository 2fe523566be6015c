./mad lint --static tests/cli/lint-of-square.mad
