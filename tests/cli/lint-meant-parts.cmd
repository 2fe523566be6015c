./mad lint tests/cli/lint-meant-parts.mad
