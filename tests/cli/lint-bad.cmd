./mad lint tests/cli/bad/*.mad
