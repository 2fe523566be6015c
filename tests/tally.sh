# tally.sh - counting for the runners in this folder; sourced, not run.
#
# Every runner ends with the line `N passed, N failed` and exits 1 when something failed. A runner of
# runners adds up the last lines of the others with `tally_run`.

passed=0
failed=0

# tally_run COMMAND ARGUMENT...: adds up the closing line of a command and shows the rest of what it
# says when something failed. A command without a closing line counts as one failure; so does one whose
# exit code denies its counts.
tally_run() {
    local log status=0 closing='^([0-9]+) passed, ([0-9]+) failed$' p=0 f=1
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [[ $(grep -E "$closing" "$log" | tail -n 1) =~ $closing ]]; then
        p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]}
        if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    fi
    if [ "$f" -gt 0 ]; then grep -vE "$closing" "$log" | tail -n 400 || true; fi
    rm -f "$log"
    printf '%-40s %6d passed, %d failed\n' "$(basename "$1") ${*:2:1}" "$p" "$f"
    passed=$((passed + p))
    failed=$((failed + f))
}

# tally_step NAME COMMAND...: one step that passes when the command exits with 0; quiet then.
tally_step() {
    local name=$1 log status=0
    shift
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        printf '%-40s passed\n' "$name"
    else
        failed=$((failed + 1))
        tail -n 200 "$log"
        printf '%-40s FAILED with exit code %d\n' "$name" "$status"
    fi
    rm -f "$log"
}

tally_end() {
    if [ $((passed + failed)) -eq 0 ]; then
        echo "FAILED: nothing was tested"
        failed=1
    fi
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
