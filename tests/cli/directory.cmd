./mad lint tests
