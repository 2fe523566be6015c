./mad test tests/cli/limit-count.mad
