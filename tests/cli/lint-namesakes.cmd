./mad lint --static --least info tests/cli/lint-namesakes.mad | grep -v MAD9
