./mad lint --format short tests/cli/limit-two.mad
