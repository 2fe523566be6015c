./mad lint tests/cli/nearest-of-nobody.mad
