./mad lint tests/cli/faulty-turns.mad; ./mad lint tests/cli/faulty-array.mad; ./mad lint tests/cli/half-turns.mad; ./mad moves marseillais --fen "4k3/8/8/8/8/8/8/4K3 w - - 0 1 turn=2"
