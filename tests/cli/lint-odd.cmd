mad lint --static tests/cli/lint-odd.mad; mad lint tests/cli/lint-odd-rows.mad
