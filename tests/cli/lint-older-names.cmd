mad lint --static --fix --diff tests/cli/lint-older-names.mad; mad lint --static tests/cli/lint-older-names.mad 2>&1 | tail -n 3
