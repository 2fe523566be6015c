./mad test tests/cli/test-exclude.mad
