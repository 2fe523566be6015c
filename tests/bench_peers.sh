#!/bin/bash
# bench_peers.sh - what `make bench-peers` runs: counts of moves beside other programs, those that are
# installed, on the same positions and in turn. Processor seconds of whole runs; the ratio is the median
# of pairs. Nothing of these programs is part of this repository.
#
# Peers: fairy-stockfish and sjaakii (Debian's packages of these names). FAIRY=path names another build.
set -euo pipefail
runs=${RUNS:-3}
fairy=${FAIRY:-$(command -v fairy-stockfish || ls /usr/games/fairy-stockfish 2>/dev/null || true)}
sjaak=$(command -v sjaakii || ls /usr/games/sjaakii 2>/dev/null || true)

# seconds COMMAND...: user seconds of a run; standard input goes to it.
seconds() {
    local TIMEFORMAT=%U
    { time "$@" >/dev/null 2>&1; } 2>&1 | tail -n 1
}

ask_mad() { ./mad perft "$1" "$2" </dev/null; }
ask_fairy() { printf 'setoption name UCI_Variant value %s\nposition startpos\ngo perft %s\nquit\n' "$1" "$2" | "$fairy"; }
ask_sjaak() { printf 'variant %s\nperft %s\n' "$1" "$2" | "$sjaak"; }

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# compare PEER GAME VARIANT DEPTH
compare() {
    local ours theirs ratios= mine= other= nodes
    nodes=$(./mad perft "$2" "$4" --json | tail -n 1 | sed 's/.*"nodes": *\([0-9]*\).*/\1/')
    for _ in $(seq "$runs"); do
        ours=$(seconds ask_mad "$2" "$4")
        theirs=$(seconds "ask_$1" "$3" "$4")
        ratios+=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { print b / (a > 0 ? a : 0.001) }')$'\n'
        mine+=$ours$'\n' other+=$theirs$'\n'
    done
    awk -v game="$2" -v depth="$4" -v n="$nodes" -v a="$(printf %s "$mine" | median)" \
        -v b="$(printf %s "$other" | median)" -v r="$(printf %s "$ratios" | median)" -v peer="$1" \
        'BEGIN { printf "%-16s depth %d %12d  mad %8.2f s %7.1f Mnps   %-6s %8.2f s %7.1f Mnps   ratio %6.1f\n",
                 game, depth, n, a, n / a / 1e6, peer, b, n / b / 1e6, r }'
}

echo "processor seconds, medians of $runs runs in turn; mad counts the last ply without making it,"
echo "and includes its start and the lesser depths"
if [ -n "$fairy" ]; then
    compare fairy chess chess 6
    compare fairy crazyhouse crazyhouse 5
    compare fairy shatranj shatranj 6
    compare fairy makruk makruk 5
    compare fairy seirawan seirawan 5
    compare fairy knightmate knightmate 6
    compare fairy atomic atomic 5
    compare fairy antichess antichess 6
    compare fairy racing-kings racingkings 5
    compare fairy minishogi minishogi 6
    compare fairy breakthrough breakthrough 6
fi
if [ -n "$sjaak" ]; then
    compare sjaak shogi shogi 4
    compare sjaak xiangqi xiangqi 5
    compare sjaak capablanca capablanca 5
    compare sjaak grand grand 4
fi
if [ -z "$fairy$sjaak" ]; then
    echo "no peer is installed (apt-get install fairy-stockfish sjaakii)"
fi
