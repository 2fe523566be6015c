./mad lint tests/cli/dropped-on-one-rank.mad
