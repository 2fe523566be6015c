#!/bin/bash
# run_instructions.sh - compares the instructions that fixed counts of moves take with the table
# tests/instructions.tsv. A figure over 3 % above the table fails, until the table is changed with a
# reason in the commit; one that far below it wants the table lowered.
#
# usage: tests/run_instructions.sh [--bless]. Needs valgrind (callgrind), gcc 12 and a processor with
# AVX2 and BMI2, with which the table was made: elsewhere other instructions are counted.
# Only what happens inside the count itself is measured, not the loading of rule files.
set -u
. tests/tally.sh
table=tests/instructions.tsv

# measure GAME DEPTH FEN: instructions. A depth such as `20x` stands for so many random games; behind `3m` the
# moves of the last ply are made too; a man's name for finding out where he goes, as hovers, pages and pictures do.
measure() {
    local fen=() within=mad_vm_perft what=(perft "$1" "$2")
    if [ "$3" != - ]; then fen=(--fen "$3"); fi
    if [ "${2%x}" != "$2" ]; then
        within=mad_vm_play what=(playout "$1" --games "${2%x}" --seed 1)
    elif [ "${2%m}" != "$2" ]; then
        what=(perft "$1" "${2%m}" --make-leaves)
    elif [[ $2 == [A-Z]* ]]; then
        within=cli_piece_map_moves what=(show "$1" --piece "$2")
    fi
    valgrind --tool=callgrind --toggle-collect="$within" --callgrind-out-file=/dev/null \
        ./mad "${what[@]}" "${fen[@]}" 2>&1 >/dev/null </dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

if [ "${1:-}" = --bless ]; then
    rows=$(cat "$table")
    while IFS=$'\t' read -r game depth instructions fen; do
        case $game in
        '' | '#'* | game) printf '%s\n' "$game${depth:+	$depth}${instructions:+	$instructions}${fen:+	$fen}" ;;
        *) printf '%s\t%s\t%s\t%s\n' "$game" "$depth" "$(measure "$game" "$depth" "$fen")" "$fen" ;;
        esac
    done <<<"$rows" >"$table"
    exit
fi

while IFS=$'\t' read -r game depth instructions fen; do
    case $game in '' | '#'* | game) continue ;; esac
    measured=$(measure "$game" "$depth" "$fen")
    change=$(awk -v m="${measured:-0}" -v t="$instructions" 'BEGIN { printf "%+.1f", 100 * (m / t - 1) }')
    if [ -z "$measured" ] || awk -v c="$change" 'BEGIN { exit !(c > 3) }'; then
        failed=$((failed + 1))
        echo "FAILED $game depth $depth $fen: $instructions instructions in the table, ${measured:-none} counted ($change %)"
    else
        passed=$((passed + 1))
        awk -v c="$change" 'BEGIN { exit !(c < -3) }' &&
            echo "$game depth $depth $fen: $change %, lower the table (tests/run_instructions.sh --bless)"
    fi
done <"$table"
tally_end
