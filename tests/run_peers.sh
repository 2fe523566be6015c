#!/bin/bash
# run_peers.sh - short games against programs of other people, whose words for men and moves are not ours.
#
# Each game begins where promotions, drops or gating come soon, is as short as --most has it, and has to go without a
# fault of either; what it wrote has to be read again. Then files of games are made by other programs, in their words, and
# have to be read without a fault. A program that is not installed is named: nothing is said of it then.
#
# usage: tests/run_peers.sh [GAME ...], from the top folder, when ./mad is built. Debian: fairy-stockfish, sjaakii, fairymax,
# xboard, xvfb, pgn-extract; Cute Chess (cutechess-cli) is built from its sources.
set -u
. tests/tally.sh

PATH=$PATH:/usr/games
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mad=$(realpath "${MAD:-./mad}")
wanted=" $* "

# against GAME PLAYER POSITION: two games from the position, `-` being the array.
against() {
    local game=$1 player=$2 position=$3 openings=$work/openings program
    program=${player#*:}
    program=${program%%;*}
    [ "$wanted" = "  " ] || [[ "$wanted" == *" $game "* ]] || return
    if [ -z "$(command -v "$program")" ]; then
        missing[$program]=1
        return
    fi
    echo "$position" >"$openings"
    if [ "$position" = - ]; then openings=none; fi
    rm -f "$work/games.pgn"
    timeout 120 "$mad" match "$game" --games 2 --nodes 300 --most 12 --patience 30 --openings "$openings" \
        --second "$player" --pgn "$work/games.pgn" >"$work/said" 2>&1
    if grep -q '^ended' "$work/said" && ! grep -q '^lost by faults' "$work/said" &&
        "$mad" pgn check "$work/games.pgn" >>"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED peers: $game against $player"
        cat "$work/said"
        grep -h '^\[Reason' "$work/games.pgn" 2>/dev/null
    fi
}

# has PROGRAM ...: whether all are here.
has() {
    local program
    for program; do
        if [ -z "$(command -v "$program")" ]; then
            missing[$program]=1
            return 1
        fi
    done
}

# wrote GAMES WHO: so many games are in $work/theirs.pgn, and none has a fault.
wrote() {
    if [ "$("$mad" pgn check "$work/theirs.pgn" 2>&1 | tail -n 1)" = "$1, 0 with faults" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED peers: what $2 wrote"
        cat "$work/said"
        "$mad" pgn check "$work/theirs.pgn" 2>&1 | tail -n 3
    fi
    rm -f "$work/theirs.pgn"
}

# XBoard writes in its notation what it is told, and here knows the games by itself: xboard_writes VARIANT FIRST SECOND
xboard_writes() {
    HOME=$work timeout 120 xvfb-run -a xboard -fcp "$2" -scp "$3" -fd . -sd . -mg 1 -variant "$1" -depth 2 -tc 1 -inc 0.05 \
        -saveGameFile "$work/theirs.pgn" -popupExitMessage false -popupMoveErrors false >"$work/said" 2>&1
    wrote "1 game" "XBoard of $1, with $2 and $3,"
}

# The same moves in the notations that it has, short and long, in letters and in squares alone.
pgn_extract_writes() {
    "$mad" pgn filter tests/pgn/extract.pgn >"$work/ours.pgn"
    for notation in san lalg halg xlalg elalg xolalg uci; do
        pgn-extract -W$notation -o "$work/theirs.pgn" "$work/ours.pgn" >"$work/said" 2>&1
        wrote "3 games" "pgn-extract as $notation"
    done
}

# Cute Chess has the rules of many variants, and holds us to them.
cutechess_writes() {
    timeout 120 cutechess-cli -variant "$1" -engine cmd="$mad" arg=uci proto=uci name=one \
        -engine cmd="$mad" arg="$2" proto="$2" name=other -each tc=inf depth=2 -games 2 -maxmoves 30 \
        -pgnout "$work/theirs.pgn" >"$work/said" 2>&1
    if grep -qE 'illegal|Result error|disconnect|stall' "$work/said"; then
        rm -f "$work/theirs.pgn"
    fi
    wrote "2 games" "Cute Chess of $1, with $2,"
}

declare -A missing=()
while IFS=$'\t' read -r game player position; do
    against "$game" "$player" "$position"
done < <(grep -v '^#' tests/peers.tsv)
if [ "$wanted" = "  " ]; then
    if has pgn-extract; then
        pgn_extract_writes
    fi
    if has xboard xvfb-run fairymax; then
        for variant in shatranj makruk seirawan; do
            xboard_writes $variant fairymax fairymax
        done
        xboard_writes knightmate "$mad xboard" fairymax
    fi
    if has cutechess-cli; then
        for variant in 3check kingofthehill racingkings karouk suicide sittuyin gustav3 placement; do
            cutechess_writes $variant uci
        done
        for variant in crazyhouse seirawan minishogi berolina chigorin grand; do
            cutechess_writes $variant xboard
        done
    fi
fi
for program in "${!missing[@]}"; do
    echo "not tried: $program is not installed"
done
tally_end
