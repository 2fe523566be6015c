#!/bin/bash
# lint.sh - what `make lint` runs: layers, format of the C sources, `mad lint` and `mad fmt` on the
# rule files.
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
for file in rules/*.mad stdlib/*.mad; do
    tally_step "mad lint $file" ./mad lint "$file"
done
tally_end
