./mad lint tests/cli/good
