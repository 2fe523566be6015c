./mad moves tests/cli/limit-changes.mad
