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
    local log status=0 closing='^([0-9]+) passed, ([0-9]+) failed$' p=0 f=1 began=$SECONDS
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [[ $(grep -E "$closing" "$log" | tail -n 1) =~ $closing ]]; then
        p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]}
        if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    fi
    if [ "$f" -gt 0 ]; then grep -vE "$closing" "$log" | tail -n 400 || true; fi
    rm -f "$log"
    while [[ $1 == env || $1 == *=* ]]; do shift; done
    printf '%-40s %6d passed, %d failed in %d s\n' "$(basename "$1") ${*:2:1}" "$p" "$f" \
        $((SECONDS - began))
    passed=$((passed + p))
    failed=$((failed + f))
}

# tally_step NAME COMMAND...: one step that passes when the command exits with 0; quiet then.
tally_step() {
    local name=$1 log status=0 began=$SECONDS
    shift
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        printf '%-40s passed in %d s\n' "$name" $((SECONDS - began))
    else
        failed=$((failed + 1))
        tail -n 200 "$log"
        printf '%-40s FAILED with exit code %d\n' "$name" "$status"
    fi
    rm -f "$log"
}

# tally_each FUNCTION ITEM...: `FUNCTION ITEM` for each item, as many at once as there are processors, each in a shell of
# its own. What they say comes in the order of the items, what they count in `passed` and `failed` is added up; one that
# breaks off has failed.
tally_each() {
    local function=$1 folder item begun=0 told=0
    shift
    folder=$(mktemp -d)
    for item in "$@"; do
        while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
        tally_tell
        {
            passed=0 failed=0
            "$function" "$item" || true
            echo "$passed $failed" >"$folder/$begun.tally"
        } >"$folder/$begun" 2>&1 </dev/null &
        begun=$((begun + 1))
    done
    wait
    tally_tell
    while [ $told -lt $begun ]; do
        echo "FAILED: it broke off" >>"$folder/$told"
        echo "0 1" >"$folder/$told.tally"
        tally_tell
    done
    rm -r "$folder"
}

# tally_tell: what the next ones of tally_each said and counted, as far as they have ended in their order.
tally_tell() {
    local p f
    while [ -s "$folder/$told.tally" ]; do
        read -r p f <"$folder/$told.tally"
        cat "$folder/$told"
        passed=$((passed + p)) failed=$((failed + f)) told=$((told + 1))
    done
}

# tally_line WORDS: `tally_run` of the words of one line, for tally_each.
tally_line() { tally_run $1; }

tally_end() {
    if [ $((passed + failed)) -eq 0 ]; then
        echo "FAILED: nothing was tested"
        failed=1
    fi
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
