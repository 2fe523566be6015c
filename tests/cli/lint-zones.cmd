tests/lint_each.sh tests/cli/lint-zones.texts
