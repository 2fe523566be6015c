#!/bin/bash
# run_learned.sh - the learned files in rules/: each is of a shipped game, fits its rules as they are now, and is no
# larger than 100 KB.
#
# usage: tests/run_learned.sh [--stamp]. With --stamp they are taken to fit: for changes of the texts that leave the play
# as it was, such as a test, or a verb of the library that the game does not call. MAD=path runs another program than
# ./mad.
set -u
. tests/tally.sh
mad=${MAD:-./mad}
most=102400
export XDG_DATA_HOME=/nowhere XDG_DATA_DIRS=/nowhere LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fault() { failed=$((failed + 1)); echo "FAILED $1: $2"; }

for file in rules/*.learned; do
    [ -e "$file" ] || continue
    name=$(sed -n 's/^game //p' "$file")
    if [ "rules/${name/:/.}.learned" != "$file" ]; then
        fault "$file" "it is called otherwise than its game, $name"
        continue
    fi
    cp "rules/${name%%:*}.mad" "$file" "$work"
    variant=${name#"${name%%:*}"}
    if [ "${1:-}" = --stamp ]; then
        digest=$("$mad" values "$work/${name%%:*}.mad$variant" 2>&1 >"$work/out" | sed -n 's/.*, these are \([0-9a-f]*\)).*/\1/p')
        [ -z "$digest" ] || { sed -i "s/^digest .*/digest $digest/" "$file"; echo "stamped $file"; }
        cp "$file" "$work"
    fi
    said=$("$mad" values "$work/${name%%:*}.mad$variant" 2>&1)
    if [ "$(wc -c <"$file")" -gt $most ]; then
        fault "$file" "it is larger than $most bytes"
    elif grep -q "^learned from .*${file#rules/}$" <<<"$said"; then
        passed=$((passed + 1))
    else
        fault "$file" "$(head -n 1 <<<"$said"), or, when games are played as before, run tests/run_learned.sh --stamp"
    fi
done
tally_end
