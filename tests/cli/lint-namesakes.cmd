./mad lint --static --least info tests/cli/lint-namesakes.mad | grep -v MAD9; tests/lint_each.sh tests/cli/lint-namesakes.texts --static --least info | grep -v MAD9
