./mad lint --static --format short tests/cli/lint-passing.mad
