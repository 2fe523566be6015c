tests/lint_each.sh tests/cli/lint-unused-files.texts
