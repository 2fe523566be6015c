./mad test tests/cli/names-with-blanks.mad; ./mad fmt --diff tests/cli/names-with-blanks.mad
