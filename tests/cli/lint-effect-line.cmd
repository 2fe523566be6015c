./mad lint tests/cli/lint-effect-line.mad
