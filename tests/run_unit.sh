#!/bin/bash
# run_unit.sh - runs the cmocka programs of one build and counts their tests.
#
# usage: tests/run_unit.sh build/release. Programs run in the top folder. One that ends badly without
# having named a failed test (a crash, a sanitizer's finding) counts as one failure.
set -u
. tests/tally.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for source in tests/unit/test_*.c; do
    [ -e "$source" ] || continue
    program=$1/${source%.c}
    status=0
    CMOCKA_MESSAGE_OUTPUT=TAP timeout 300 "$program" >"$log" 2>&1 </dev/null || status=$?
    good=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^not ok ' "$log")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
    if [ "$bad" -gt 0 ]; then
        echo "$program: $bad failed (exit code $status)"
        grep -v '^ok ' "$log" | tail -n 60
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
done
tally_end
