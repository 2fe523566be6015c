./mad lint --least info --format github tests/cli/warned.mad
