mad lint --static tests/cli/lint-older.mad
