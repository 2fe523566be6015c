./mad lint tests/cli/wrong-call.mad
