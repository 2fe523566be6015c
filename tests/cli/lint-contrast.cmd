./mad lint --static tests/cli/lint-contrast.mad
