tests/lint_each.sh tests/cli/lint-halves.texts
