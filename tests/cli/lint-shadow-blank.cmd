./mad lint --static tests/cli/lint-shadow-blank.mad
