#!/bin/bash
# growth.sh - how the work of counting grows: instructions (callgrind) for each position whose moves are
# counted, against the side of the board, the men of each player and the number of piece types.
#
# usage: tests/growth.sh, from the top folder, when ./mad is built. Needs valgrind. Draws the table as
# interp/growth.svg too (growth_plot.py).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
kinds='slide orthogonal;slide diagonal;leap 1,2;step queenwise;leap 1,3;leap 2,2;slide queenwise;leap 2,3;step diagonal;leap 0,2;step orthogonal;leap 3,3'

# rules SIDE MEN TYPES: each player has a King and other men of TYPES kinds on his two ranks.
rules() {
    awk -v side="$1" -v men="$2" -v types="$3" -v kinds="$kinds" 'BEGIN {
        letters = "ABCDEFGHIJLM"
        split(kinds, moves, ";")
        print "mad 1\nuse boards and check\ngame \"Growth\"\n  about \"Many men.\"\n  year 2000"
        print "players White (w) in capitals going north and Black (b) in small letters going south"
        printf "board %d by %d\narray\n", side, side
        for (r = 1; r <= side; r++) {
            line = " "
            for (f = 1; f <= side; f++) {
                n = r == 1 || r == side ? f : r == 2 || r == side - 1 ? side + f : 0
                c = n == 0 || n > men ? "." : n == 1 ? "K" : substr(letters, (n - 2) % types + 1, 1)
                line = line " " (r > side / 2 ? c : tolower(c))
            }
            print line
        }
        print "piece King (K)\n  royal\n  move or capture step queenwise"
        for (t = 1; t <= types; t++)
            printf "piece Kind%d (%s)\n  move or capture %s\n", t, substr(letters, t, 1), moves[t]
    }' >"$folder/growth.mad"
}

# counted DEPTH: instructions inside the count.
counted() {
    valgrind --tool=callgrind --toggle-collect=mad_vm_perft --callgrind-out-file=/dev/null \
        ./mad perft "$folder/growth.mad" "$1" 2>&1 >/dev/null </dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# row SIDE MEN TYPES: one line of the table; a # of the plot is 200 instructions.
row() {
    local positions first second
    rules "$@"
    positions=$(./mad perft "$folder/growth.mad" 1 --json | sed 's/.*"nodes": *\([0-9]*\).*/\1/' | tail -n 1)
    first=$(counted 1)
    second=$(counted 2)
    awk -v side="$1" -v men="$2" -v types="$3" -v n="$positions" -v i=$((second - first)) 'BEGIN {
        plot = sprintf("%" int(i / n / 200 + 0.5) "s", "")
        gsub(/ /, "#", plot)
        printf "%2dx%-4d %5d %6d %14d %9.1f  %s\n", side, side, men, types, i / n, i / n / men, plot
    }'
    echo "$1 $2 $3 $(((second - first) / positions))" >>"$folder/rows"
}

echo 'board    men  kinds  instructions   for each'
echo '                      per position        man'
for side in 8 10 12 16; do row "$side" 12 4; done
for men in 4 8 16 24 32; do row 16 "$men" 4; done
for types in 1 2 4 8 12; do row 12 24 "$types"; done
tests/growth_plot.py <"$folder/rows" >interp/growth.svg
