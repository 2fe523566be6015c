#!/bin/bash
# run_rules.sh - the `test` blocks of every rule file, by `mad test`. The library holds no games; the
# rule files that use it test it.
#
# usage: tests/run_rules.sh [FILE.mad ...]. MAD=path runs another program than ./mad.
set -u
. tests/tally.sh

# test_file FILE.mad
test_file() {
    local log status=0 counts good bad
    log=$(mktemp)
    timeout 300 "${MAD:-./mad}" test "$1" >"$log" 2>&1 </dev/null || status=$?
    counts=$(grep -Eo '[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    good=${counts%% *}
    bad=${counts##*, }
    bad=${bad%% *}
    if [ "$status" -ne 0 ] && [ "${bad:-0}" -eq 0 ]; then bad=1; fi
    if [ "${bad:-0}" -gt 0 ]; then
        echo "FAILED mad test $1 (exit code $status)"
        cat "$log"
    fi
    rm -f "$log"
    passed=$((passed + ${good:-0}))
    failed=$((failed + ${bad:-0}))
}

if [ $# -eq 0 ]; then set -- rules/*.mad rules/examples/*.mad tests/rules/*.mad; fi
tally_each test_file "$@"
tally_end
