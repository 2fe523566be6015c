./mad lint tests/cli/numbers-effects.mad
