# A move that a test expects where the game is over, and one that fits several: which end, who has won, which moves.
./mad test tests/cli/test-over.mad | grep -A1 FAILED; ./mad lint tests/cli/test-over.mad 2>&1 | head -1
