./mad lint tests/cli/lint-laid.mad; ./mad lint tests/cli/lint-laid.mad --variant stones-that-stand
