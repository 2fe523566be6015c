#!/bin/bash
# run_perft.sh - compares counts of moves with the tables in tests/perft.
#
# usage: tests/run_perft.sh NODES|all [TABLE.tsv ...]. Rows of more than NODES are left out; those of
# few are counted a second time with every last move made.
# A table has the columns game, depth, nodes, fen (- for the array) and source, parted by tabs; a line
# that opens with # is a comment, one that opens with `game` names the columns. MAD=path runs another
# program than ./mad.
set -u
. tests/tally.sh

limit=${1:-25000000}
if [ $# -gt 0 ]; then shift; fi
if [ $# -eq 0 ]; then set -- tests/perft/*.tsv; fi
skipped=0

# count_moves GAME DEPTH FEN [OPTION]: the number, or what went wrong.
count_moves() {
    local fen=() answer
    if [ "$3" != - ]; then fen=(--fen "$3"); fi
    answer=$(timeout 3600 "${MAD:-./mad}" perft "$1" "$2" "${fen[@]}" --json "${@:4}" 2>&1 </dev/null) ||
        { echo "exit code $?: $answer"; return; }
    sed -n 's/.*"nodes": *\([0-9]*\).*/\1/p' <<<"$answer" | tail -n 1
}

while IFS=$'\t' read -r game depth nodes fen source; do
    case $game in '' | '#'* | game | variant) continue ;; esac
    if [ "$limit" != all ] && [ "$nodes" -gt "$limit" ]; then
        skipped=$((skipped + 1))
        continue
    fi
    counted=$(count_moves "$game" "$depth" "${fen:--}")
    made=$counted
    if [ "$nodes" -le 200000 ]; then
        made=$(count_moves "$game" "$depth" "${fen:--}" --make-leaves)
    fi
    if [ "$counted" = "$nodes" ] && [ "$made" = "$nodes" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $game depth $depth ${fen:--}: expected $nodes ($source), counted $counted, made $made"
    fi
done <<<"$(cat "$@")"
if [ $skipped -gt 0 ]; then echo "$skipped rows of more than $limit nodes left out"; fi
tally_end
