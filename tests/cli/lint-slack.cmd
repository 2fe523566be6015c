tests/lint_each.sh tests/cli/lint-slack.texts
