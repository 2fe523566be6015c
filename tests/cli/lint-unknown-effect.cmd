./mad lint --static tests/cli/lint-unknown-effect.mad
