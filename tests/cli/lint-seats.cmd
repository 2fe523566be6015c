./mad lint --format short tests/cli/lint-seats.mad
