./mad lint tests/cli/bring-to-here.mad
