#!/bin/bash
# lint.sh - what `make lint` runs: layers, format of the C sources, `mad lint` on the rule files. A
# library file holds no game; it is linted as what a game like chess would use.
#
# usage: tests/lint.sh FILE.c ..., from the top folder, when ./mad is built.
set -u
. tests/tally.sh

tally_run tests/check_layers.sh
for file in "$@"; do
    if clang-format --style=file --dry-run -Werror "$file" >/dev/null 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED format: $file (make format)"
    fi
done
for file in rules/*.mad; do
    tally_step "mad lint $file" ./mad lint "$file"
done
user=$(mktemp --suffix=.mad)
trap 'rm -f "$user"' EXIT
for file in stdlib/*.mad; do
    printf 'mad 1\nuse %s\n\ngame "User" like chess\n' "$(basename "$file" .mad)" >"$user"
    tally_step "mad lint $file" ./mad lint "$user"
done
tally_end
