mad lint tests/cli/plays-alone.mad
