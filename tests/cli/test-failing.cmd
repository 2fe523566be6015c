./mad test tests/cli/tested.mad
