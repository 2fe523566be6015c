./mad lint --static tests/cli/numbers-lint.mad
