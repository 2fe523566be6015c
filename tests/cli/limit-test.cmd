./mad test tests/cli/limit-silent.mad
