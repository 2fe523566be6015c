./mad lint --static tests/cli/lint-never-numbers.mad
