./mad lint --static --format short tests/cli/lint-ranks.mad
