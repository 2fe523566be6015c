./mad lint --static tests/cli/said-twice.mad
