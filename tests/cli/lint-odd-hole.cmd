./mad lint tests/cli/odd-hole.mad
