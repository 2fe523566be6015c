tests/lint_each.sh tests/cli/lint-evidence.texts
