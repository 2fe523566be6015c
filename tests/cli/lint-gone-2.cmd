./mad lint tests/cli/lint-gone-2.mad
