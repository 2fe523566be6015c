./mad test tests/cli/many-changes.mad
