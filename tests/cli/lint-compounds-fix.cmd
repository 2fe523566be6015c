./mad lint --static --unsafe --diff tests/cli/lint-compounds.mad tests/cli/lint-verdicts.mad
