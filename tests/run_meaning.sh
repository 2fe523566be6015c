#!/bin/bash
# run_meaning.sh - random games of all shipped games and those in tests/rules, held against the definitional
# interpreter of tests/meaning.
#
# usage: tests/run_meaning.sh GAMES PLIES [SEED [FILE ...]], from the top folder: so many games of each game and
# variant, as many files at once as there are processors. MEANING=path runs another build.
set -u
# It walks a move by calls within calls, and sanitizers make each of them wide.
ulimit -S -s "$(ulimit -H -s)"
. tests/tally.sh

meaning=${MEANING:-build/release/tests/rules_meaning}
games=${1:-1} plies=${2:-60} seed=${3:-1}
if [ $# -gt 3 ]; then files=("${@:4}"); else files=(rules/*.mad tests/rules/*.mad); fi

unheard=${#files[@]} # files whose closing line has not come
while IFS= read -r line; do
    if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        unheard=$((unheard - 1))
    elif ! [[ $line =~ ^[0-9]+\ positions$ ]]; then
        printf '%s\n' "$line"
    fi
done < <(printf '%s\0' "${files[@]}" |
         xargs -0 -P "$(nproc)" -I FILE "$meaning" "$games" "$plies" "$seed" FILE 2>&1)
if [ "$unheard" -gt 0 ]; then
    echo "FAILED: $unheard files broke off"
    failed=$((failed + unheard))
fi
tally_end
