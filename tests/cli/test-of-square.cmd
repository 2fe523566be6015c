./mad test tests/cli/test-of-square.mad; ./mad cover tests/cli/test-of-square.mad | tail -1
