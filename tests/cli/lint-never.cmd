tests/lint_each.sh tests/cli/lint-never.texts
