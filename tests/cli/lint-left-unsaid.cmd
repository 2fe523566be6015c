./mad lint --static --format short tests/cli/lint-left-unsaid.mad
