./mad lint tests/cli/corner-fault.mad
