./mad lint --static --format short tests/cli/lint-verdicts-before.mad
