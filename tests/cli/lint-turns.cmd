tests/lint_each.sh tests/cli/lint-turns.texts
