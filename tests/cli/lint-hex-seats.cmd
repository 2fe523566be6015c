./mad lint --format short tests/cli/lint-hex-seats.mad
