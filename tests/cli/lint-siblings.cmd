./mad lint --static --format short tests/cli/lint-siblings.mad
