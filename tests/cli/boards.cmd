./mad test tests/cli/boards.mad && ./mad show tests/cli/boards.mad
