./mad test tests/cli/tested.mad:more-tested --json
