./mad lint tests/cli/faulty.mad chess
