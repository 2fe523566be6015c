./mad lint tests/cli/lint-meant.mad
