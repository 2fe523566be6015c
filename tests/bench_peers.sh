#!/bin/bash
# bench_peers.sh - what `make bench-peers` runs: counts of moves, and random games, beside other programs,
# on the same positions and in turn. User seconds of whole runs less those of a run that does next to
# nothing, so that starting counts for neither; the ratio is the median of pairs. Nothing of these
# programs is part of this repository.
#
# usage: tests/bench_peers.sh [GAME ...], from the top folder, when ./mad is built; all games without one.
# Peers are those installed (Debian's fairy-stockfish and sjaakii), and what these variables name:
#   FAIRY=PROGRAM        another Fairy-Stockfish, for games it knows: `make build ARCH=x86-64-bmi2`
#   FAIRY_LARGE=PROGRAM  one for larger boards: the same with `largeboards=yes all=yes`
#   SJAAK=PROGRAM        another Sjaak II
#   RBG=FOLDER           GAME/reasoner.cpp and reasoner.hpp for some of our games (chess, breakthrough,
#                        connect-four, reversi, checkers, amazons), made by rbg2cpp: `rbg2cpp -o reasoner
#                        GAME.rbg`; compiled here with rbg_driver.cpp and g++ into a folder of their own
#   RUNS=N               pairs of each (3)
set -euo pipefail
runs=${RUNS:-3}
wanted=" $* "
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
installed() { command -v "$1" || { [ -x "/usr/games/$1" ] && echo "/usr/games/$1"; } || true; }
fairy=${FAIRY:-$(installed fairy-stockfish)}
large=${FAIRY_LARGE:-$fairy}
sjaak=${SJAAK:-$(installed sjaakii)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

ask_mad() { ./mad perft "$1" "$3" --divide ${4:+--fen "$4"} </dev/null; }
ask_fairy() { ask_uci "$fairy" "$@"; }
ask_large() { ask_uci "$large" "$@"; }
ask_uci() {
    printf 'setoption name UCI_Variant value %s\nposition %s\ngo perft %s\nquit\n' \
        "$3" "${5:+fen }${5:-startpos}" "$4" | "$1"
}
ask_sjaak() { printf 'variant %s\nperft %s\n' "$2" "$3" | "$sjaak"; }
ask_rbg() { "$folder/$1" perft "$3"; }

# run COMMAND...: its output in $folder/out, its user seconds in $folder/seconds.
run() {
    local TIMEFORMAT=%U
    { time "$@" >"$folder/out" 2>/dev/null; } 2>"$folder/time"
    tail -n 1 "$folder/time"
}

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
less() { awk -v a="$1" -v b="$2" 'BEGIN { print a - b > 0.001 ? a - b : 0.001 }'; }
knows() { printf 'uci\nquit\n' | "$1" 2>/dev/null | grep -q "option name UCI_Variant .*var $2\( \|$\)"; }
is_wanted() { [ "$wanted" = "  " ] || [[ "$wanted" == *" $1 "* ]]; }

# compare PEER GAME VARIANT DEPTH [POSITION]: the variant is the peer's name of the game.
compare() {
    local peer=$1 ours theirs our_start their_start ratios= mine= other= nodes counted
    shift
    is_wanted "$1" || return 0
    our_start=$(run ask_mad "$1" "$2" 1 "${4:-}")
    their_start=$(run "ask_$peer" "$1" "$2" 1 "${4:-}")
    for _ in $(seq "$runs"); do
        ours=$(less "$(run ask_mad "$@")" "$our_start")
        nodes=$(awk '{ n += $NF } END { print n / 2 }' "$folder/out")
        theirs=$(less "$(run "ask_$peer" "$@")" "$their_start")
        counted=$(grep -ic "\b$nodes\b" "$folder/out" || true)
        ratios+=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { print b / a }')$'\n'
        mine+=$ours$'\n' other+=$theirs$'\n'
    done
    awk -v game="$1${4:+, Kiwipete}" -v depth="$3" -v n="$nodes" -v a="$(printf %s "$mine" | median)" \
        -v b="$(printf %s "$other" | median)" -v r="$(printf %s "$ratios" | median)" -v peer="$peer" \
        -v note="$([ "$counted" != 0 ] || echo '  (it counts otherwise)')" \
        'BEGIN { printf "%-16s depth %d %12d  mad %7.2f s %7.1f Mnps   %-6s %7.2f s %7.1f Mnps   ratio %6.1f%s\n",
                 game, depth, n, a, n / a / 1e6, peer, b, n / b / 1e6, r, note }'
}
