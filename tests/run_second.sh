#!/bin/bash
# run_second.sh - random games compared with the second generator of tests/reference.
#
# usage: tests/run_second.sh GAMES [SEED [NAME ...]], from the top folder: so many games of each game
# that the generator knows, as many at once as there are processors; --tally in front says how they
# ended. SECOND=path runs another build.
set -u
. tests/tally.sh

second=${SECOND:-build/release/tests/second}
tally=
if [ "${1:-}" = --tally ]; then tally=$1; shift; fi
games=${1:-10} seed=${2:-1}
if [ $# -gt 2 ]; then names=$(printf '%s\n' "${@:3}"); else names=$("$second" --list); fi

names=$(cut -d' ' -f1 <<<"$names" | sort -u)
unheard=$(wc -l <<<"$names") # games whose closing line has not come
while IFS= read -r line; do
    if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        unheard=$((unheard - 1))
    else
        printf '%s\n' "$line"
    fi
done < <(xargs -P "$(nproc)" -I NAME "$second" $tally "$games" "$seed" NAME <<<"$names" 2>&1)
if [ "$unheard" -gt 0 ]; then
    echo "FAILED: $unheard games broke off"
    failed=$((failed + unheard))
fi
tally_end
