tests/lint_each.sh tests/cli/lint-kept.texts
