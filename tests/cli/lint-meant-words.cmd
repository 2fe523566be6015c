./mad lint tests/cli/lint-meant-words.mad
