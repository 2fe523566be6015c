./mad lint --static --format short tests/cli/lint-unheard-mark.mad
