./mad lint tests/cli/out-of-place.mad
