#!/bin/bash
# run_peers.sh - short games against programs of other people, whose words for men and moves are not ours.
#
# Each game begins where promotions, drops or gating come soon, is as short as --most has it, and has to go without a
# fault of either; what it wrote has to be read again. A program that is not installed is named: nothing is said of it then.
#
# usage: tests/run_peers.sh [GAME ...], from the top folder, when ./mad is built. Debian: fairy-stockfish, sjaakii, fairymax.
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

declare -A missing=()
while IFS=$'\t' read -r game player position; do
    against "$game" "$player" "$position"
done < <(grep -v '^#' tests/peers.tsv)
for program in "${!missing[@]}"; do
    echo "not tried: $program is not installed"
done
tally_end
