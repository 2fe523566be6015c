./mad lint --static --format short tests/cli/lint-compounds.mad
