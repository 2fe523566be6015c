tests/lint_each.sh tests/cli/lint-brackets.texts --static; tests/lint_each.sh tests/cli/lint-brackets.texts --static --unsafe --diff | grep "^[=+]"
