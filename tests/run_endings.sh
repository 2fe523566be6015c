#!/bin/bash
# run_endings.sh - plays out the won endings of tests/endings.tsv: the program against itself, each position twice, with
# 5,000 nodes a move and what was learned of the game, where mad comes with that. White has to win each of them before so
# many moves of one player each are made as `longest` says.
#
# usage: tests/run_endings.sh. MAD=path runs another program than ./mad.
set -u
. tests/tally.sh
mad=${MAD:-./mad}
nodes=5000 longest=150
export XDG_DATA_HOME=/nowhere XDG_DATA_DIRS=/nowhere LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

while IFS=$'\t' read -r game position; do
    case $game in '#'*) ;; *) printf '%s\n' "$position" >>"$work/$game" ;; esac
done <tests/endings.tsv

for openings in "$work"/*; do
    game=${openings##*/}
    result= games=$((2 * $(wc -l <"$openings")))
    "$mad" match "$game" --openings "$openings" --nodes $nodes --most $longest --games $games \
        --pgn "$work/pgn" >"$work/out" 2>&1 || cat "$work/out"
    while IFS= read -r line; do
        case $line in
        '[Result "1-0"]') passed=$((passed + 1)) ;;
        '[Result '*) failed=$((failed + 1)); result=$line ;;
        '[FEN '*) [ -z "$result" ] || echo "FAILED $game: $result $line, expected a win for White"; result= ;;
        esac
    done <"$work/pgn"
    rm -f "$work/pgn"
done
tally_end
