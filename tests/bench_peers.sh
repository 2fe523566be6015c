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
#                        GAME.rbg`; compiled here, by g++ with BOOST=FOLDER for its headers, with
#                        rbg_driver.cpp, which is ours
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
less() { awk -v a="$1" -v b="$2" 'BEGIN { print (a - b > 0.001 ? a - b : 0.001) }'; }
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
        nodes=$(awk '/^total:/ { print $2 }' "$folder/out")
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

# games GAME: random games to the end by RBG and by mad.
games() {
    local ratios= mine= other= ours theirs
    is_wanted "$1" && [ -x "$folder/$1" ] || return 0
    for _ in $(seq "$runs"); do
        ours=$(run ./mad playout "$1" --seconds 2 --seed 1)
        ours=$(awk -v s="$ours" 'NR == 1 { print $1 / s }' "$folder/out")
        theirs=$(run "$folder/$1" games 2)
        theirs=$(awk -v s="$theirs" 'NR == 1 { print $1 / s }' "$folder/out")
        ratios+=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { print (b > 0 ? a / b : 0) }')$'\n'
        mine+=$ours$'\n' other+=$theirs$'\n'
    done
    awk -v game="$1" -v a="$(printf %s "$mine" | median)" -v b="$(printf %s "$other" | median)" \
        -v r="$(printf %s "$ratios" | median)" \
        'BEGIN { printf "%-16s random games          mad %9.0f a second            rbg    %9.0f a second            ratio %6.1f\n",
                 game, a, b, r }'
}

echo "user seconds without the start, medians of $runs runs in turn; the last ply is counted, not made"
if [ -n "$fairy" ]; then
    compare fairy chess chess 6
    compare fairy chess chess 5 "$kiwipete"
    compare fairy crazyhouse crazyhouse 5
    compare fairy seirawan seirawan 5
    compare fairy shatranj shatranj 6
    compare fairy makruk makruk 5
    compare fairy atomic atomic 5
    compare fairy antichess antichess 6
    compare fairy racing-kings racingkings 5
    compare fairy knightmate knightmate 5
    compare fairy minishogi minishogi 6
    compare fairy breakthrough breakthrough 6
fi
if [ -n "$large" ] && knows "$large" shogi; then
    compare large capablanca capablanca 5
    compare large grand grand 4
    compare large shogi shogi 5
    compare large xiangqi xiangqi 5
    compare large janggi janggi 5
fi
if [ -n "$sjaak" ]; then
    compare sjaak shogi shogi 4
    compare sjaak xiangqi xiangqi 4
    compare sjaak capablanca capablanca 4
    compare sjaak grand grand 4
fi
if [ -n "${RBG:-}" ]; then
    for game in chess breakthrough connect-four reversi checkers amazons; do
        [ -f "$RBG/$game/reasoner.cpp" ] && is_wanted "$game" || continue
        g++ -O3 -march=native -flto -std=c++17 -I "$RBG/$game" ${BOOST:+-I "$BOOST"} tests/rbg_driver.cpp \
            "$RBG/$game/reasoner.cpp" -o "$folder/$game" || continue
        case $game in
        chess) compare rbg chess chess 5 ;;
        breakthrough) compare rbg breakthrough breakthrough 6 ;;
        connect-four) compare rbg connect-four connect-four 8 ;;
        reversi) compare rbg reversi reversi 8 ;;
        checkers) compare rbg checkers checkers 8 ;;
        esac
        games "$game"
    done
fi
if [ -z "$fairy$large$sjaak${RBG:-}" ]; then
    echo "no peer is installed (apt-get install fairy-stockfish sjaakii) or named (see $0)"
fi
