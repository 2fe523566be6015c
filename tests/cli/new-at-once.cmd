./mad lint --static tests/cli/new-at-once.mad
