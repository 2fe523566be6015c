./mad moves tests/cli/hop-for-ever.mad; ./mad perft tests/cli/hop-for-ever.mad 2; ./mad lint tests/cli/hop-for-ever.mad
