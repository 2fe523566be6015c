./mad lint --fail-on warning tests/cli/warned.mad
