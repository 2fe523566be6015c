tests/lint_each.sh tests/cli/lint-views.texts --static --unsafe --diff | grep "^[=+w]"
