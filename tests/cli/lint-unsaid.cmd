./mad lint --static tests/cli/lint-unsaid.mad
