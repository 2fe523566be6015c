mad lint --static --format short tests/cli/lint-odd.mad; mad lint tests/cli/lint-odd-rows.mad
