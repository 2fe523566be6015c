./mad lint --static tests/cli/lint-happens.mad tests/cli/lint-happens-verb.mad
