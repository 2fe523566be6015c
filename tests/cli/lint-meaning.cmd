./mad lint --static tests/cli/lint-meaning.mad
