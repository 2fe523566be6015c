./mad lint tests/cli/turn-ends.mad; ./mad show --rules progressive | grep -n turn
