./mad lint tests/cli/lint-unheard.mad
