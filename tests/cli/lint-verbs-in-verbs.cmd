./mad lint --static --format short tests/cli/lint-verbs-in-verbs.mad
