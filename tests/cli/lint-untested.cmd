mad lint --least info tests/cli/lint-untested.mad; mad lint tests/cli/lint-untested.mad
