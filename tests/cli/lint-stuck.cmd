tests/lint_each.sh tests/cli/lint-stuck.texts
