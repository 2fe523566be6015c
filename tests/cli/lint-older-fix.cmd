mad lint --static --fix --diff tests/cli/lint-older.mad
