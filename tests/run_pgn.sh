#!/bin/bash
# run_pgn.sh - PGN files of random games of every shipped game, and of those in tests/rules, which write moves in every
# way that there is.
#
# Each file is checked without a fault, and what `mad pgn filter` makes of it comes out the same when it is
# filtered again. Games of draughts are written by numbered squares, and are then the same as in our own notation.
#
# usage: tests/run_pgn.sh, from the top folder, when ./mad and build/release/tests/random_pgn are built.
set -u
. tests/tally.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mad=$(realpath "${MAD:-./mad}")

# replay NAME FILE [OPTION ...]: no fault, and one layout.
replay() {
    local name=$1 file=$2
    shift 2
    if [ -s "$file" ] && "$mad" pgn check "$@" "$file" >"$work/said" 2>&1 &&
        "$mad" pgn filter "$@" "$file" >"$work/once" && "$mad" pgn filter "$@" "$work/once" | cmp -s - "$work/once" &&
        [ "$(grep -c '^\[Result' "$work/once")" = "$(grep -c '^\[Result' "$file")" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED pgn: $name"
        head -n 5 "$work/said"
    fi
}

# play NAME GAMES [OPTION ...]
play() {
    local name=$1 games=$2
    shift 2
    if build/release/tests/random_pgn "$name" "$games" 7 60 >"$work/games.pgn"; then
        replay "$name" "$work/games.pgn" "$@"
    else
        failed=$((failed + 1))
        echo "FAILED pgn: no random games of $name"
    fi
}

# numbered NAME GAMES: as PDN and as ours, in comments, variations, results and all.
numbered() {
    if build/release/tests/random_pgn "$1" "$2" 7 120 pdn >"$work/games.pdn" &&
        build/release/tests/random_pgn "$1" "$2" 7 120 ours >"$work/games.pgn" &&
        ! cmp -s "$work/games.pdn" "$work/games.pgn" && ! grep -qE '^[^[{]*([MK][a-j]|[a-j][0-9]+:)' "$work/games.pdn" &&
        "$mad" pgn check "$work/games.pdn" >"$work/said" 2>&1 &&
        "$mad" pgn filter --style ours "$work/games.pdn" | cmp -s - "$work/games.pgn" &&
        "$mad" pgn filter "$work/games.pgn" | cmp -s - "$work/games.pdn"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED pgn: $1 by numbers"
        head -n 5 "$work/said"
    fi
}

for path in rules/*.mad; do
    game=${path##*/}
    play "${game%.mad}" 2
done
for path in tests/rules/*.mad; do
    play "$path" 4 --game "$path"
    while read -r variant; do
        play "$path:$variant" 4 --game "$path:$variant"
    done < <(grep -oP '^variant "\K[^"]+' "$path")
done
while read -r path; do
    game=${path##*/}
    numbered "${game%.mad}" 60
    while read -r variant; do
        numbered "${game%.mad}:$variant" 60
    done < <(grep -oP '^variant "\K[^"]+' "$path")
done < <(grep -l 'GameType [0-9]' rules/*.mad)
tally_end
