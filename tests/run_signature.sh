#!/bin/bash
# run_signature.sh - compares what the search finds in every shipped game with the table
# tests/signature.tsv: positions looked at, depth, score and best move, as `mad bench` prints them.
# Any change of what the search does shows here; a change of the table is told in the commit.
#
# usage: tests/run_signature.sh [--bless]. MAD=path runs another program than ./mad.
set -u
. tests/tally.sh
table=tests/signature.tsv
heading='# What the search finds, as `mad bench` prints it: game, positions looked at, depth, score, best move.'

now=$("${MAD:-./mad}" bench 2>/dev/null </dev/null)
code=$?
if [ $code -ne 0 ]; then
    echo "FAILED mad bench: exit code $code"
    failed=1
    tally_end
    exit 1
fi
if [ "${1:-}" = --bless ]; then
    printf '%s\n' "$heading" "$now" >"$table"
    exit
fi

declare -A expected
while IFS= read -r line; do
    case $line in '#'*) ;; *) expected[${line%%$'\t'*}]=$line ;; esac
done <"$table"
while IFS= read -r line; do
    game=${line%%$'\t'*}
    if [ "$line" = "${expected[$game]:-}" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $game: expected ${expected[$game]:-no such game}, found $line"
    fi
    unset "expected[$game]"
done <<<"$now"
for game in "${!expected[@]}"; do
    failed=$((failed + 1))
    echo "FAILED $game: in the table, not among the games"
done
tally_end
