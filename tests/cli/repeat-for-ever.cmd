./mad test tests/cli/repeat-for-ever.mad
