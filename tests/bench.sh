#!/bin/bash
# bench.sh - what `make bench` runs: rates of counting moves in millions of positions a second, then
# time and memory of loading a game. Compare runs of one quiet machine only.
#
# usage: tests/bench.sh, from the top folder, when ./mad and build/release/tests/measure are built.
set -euo pipefail

kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

# rate NAME GAME DEPTH [OPTION ...]: best of three.
rate() {
    local name=$1 best=0 nodes seconds
    shift
    for _ in 1 2 3; do
        read -r nodes seconds <<<"$(./mad perft "$@" --json | tail -n 1 |
            sed 's/.*"nodes": *\([0-9]*\).*"seconds": *\([0-9.e+-]*\).*/\1 \2/')"
        best=$(awk -v n="$nodes" -v s="$seconds" -v b="$best" \
            'BEGIN { r = s > 0 ? n / s / 1e6 : 0; printf "%.1f", (r > b ? r : b) }')
    done
    printf '%-34s depth %d %12d moves %9s Mnps\n' "$name" "$2" "$nodes" "$best"
}

rate "chess" chess 6
rate "chess, Kiwipete" chess 5 --fen "$kiwipete"
rate "Mad Elephant Chess" mad-elephant-chess 5
rate "Mad Elephant Shogi" mad-elephant-shogi 4
rate "Crazy Elephant" crazy-elephant 6
rate "Mad Chess" mad-chess 4
rate "Crazyhouse" crazyhouse 5
rate "Seirawan Chess" seirawan 5
rate "Shatranj" shatranj 6
rate "Makruk" makruk 5
rate "Atomic Chess" atomic 5
rate "Antichess" antichess 6
rate "Racing Kings" racing-kings 5
rate "Capablanca Chess" capablanca 5
rate "Grand Chess" grand 4
rate "Minishogi" minishogi 6
rate "Shogi" shogi 5
rate "Xiangqi" xiangqi 5
rate "Janggi" janggi 5
rate "Breakthrough" breakthrough 6
rate "Connect Four" connect-four 9
rate "Reversi" reversi 9
rate "Draughts" checkers 10
for game in chess breakthrough connect-four reversi checkers mad-elephant-chess; do
    printf 'random games of %-18s ' "$game"
    ./mad playout "$game" --seconds 2 --seed 1 | head -n 1
done
games=$(mktemp)
trap 'rm -f "$games"' EXIT
for game in chess crazyhouse mad-elephant-chess shogi; do
    build/release/tests/random_pgn "$game" 2000 >"$games"
    read -r milliseconds _ <<<"$(build/release/tests/measure 3 ./mad pgn check "$games")"
    awk -v g="$game" -v t="$milliseconds" \
        'BEGIN { printf "PGN replay of %-20s %8.0f games/s\n", g, 2000 / t * 1e3 }'
done
for game in chess mad-elephant-chess mad-elephant-shogi omicron glinski grant-acedrex; do
    printf 'start of %-25s ' "$game"
    build/release/tests/measure 20 ./mad moves "$game"
done
