./mad lint tests/cli/lint-place.mad
