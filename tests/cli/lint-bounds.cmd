./mad lint --budget 0 --format short tests/cli/lint-bounds.mad
