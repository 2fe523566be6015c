#!/bin/bash
# run_reference.sh - the examples of the manual: every block fenced as `mad` in grammar/README.md (and in
# README.md) is linted and its tests are run, and every word of the grammar has to stand in one of them.
#
#   ```mad              a whole rule file when it begins with `mad 1`, else the lines that a game like
#                       chess would add
#   ```mad like shogi   the lines that a game like shogi would add
#   ```mad wrong MAD031 has to be refused with this finding
#   ```mad older        older words, each of which MAD132 tells
#
# A block has a `test` that passes, or it is a wrong one. What it declares need not be used there, so
# warnings do not count. The words are the
# names of the tokens in parser.y. One that is not built yet stands in backticks under the heading "Not
# built yet" of the manual instead of in an example.
#
# usage: tests/run_reference.sh, from the top folder. MAD=path runs another program than ./mad.
set -u
. tests/tally.sh

manual=grammar/README.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1

# extract FILE: each block as $work/NAME-LINE.mad, with its info string in .info.
extract() {
    awk -v base="$work/$(echo "$1" | tr / -)" '
        /^```mad( |$)/ && !name {
            name = sprintf("%s-%d", base, NR)
            info = substr($0, 8)
            print info >(name ".info")
            close(name ".info")
            first = 1
            next
        }
        /^```/ && name { name = ""; next }
        name {
            if (first && $0 != "mad 1") {
                like = info ~ /^like / ? substr(info, 6) : "chess"
                printf "mad 1\ngame \"Example\" like %s\n", like >(name ".mad")
            }
            first = 0
            print >(name ".mad")
        }' "$1"
}

fail() {
    failed=$((failed + 1))
    echo "FAILED $*"
}

# check_block PATH: PATH.mad is linted and tested as PATH.info wants it.
# What a block declares to show it need not be used there, so that warnings do not count.
check_block() {
    local place=${1##*/} info id
    place="${place%-*}, the block at line ${place##*-}"
    info=$(cat "$1.info")
    if [[ $info == wrong* ]]; then
        id=${info#wrong }
        if "${MAD:-./mad}" lint "$1.mad" >"$work/log" 2>&1 || ! grep -qF "[$id]" "$work/log"; then
            fail "$place: has to be refused with $id"
            cat "$work/log"
            return
        fi
    elif ! timeout 60 "${MAD:-./mad}" lint --static "$1.mad" >"$work/log" 2>&1 ||
        ! timeout 60 "${MAD:-./mad}" test "$1.mad" >>"$work/log" 2>&1; then
        fail "$place"
        cat "$work/log"
        return
    elif [ "$info" = older ] && ! grep -qF '[MAD132]' "$work/log"; then
        fail "$place: nothing older is told"
        return
    elif ! grep -qE '^[1-9][0-9]* passed, 0 failed' "$work/log"; then
        fail "$place: no test in it"
        return
    fi
    passed=$((passed + 1))
}

for file in $manual README.md; do extract "$file"; done
for block in "$work"/*.mad; do check_block "${block%.mad}"; done

# What README.md shows of rules/examples is what stands there.
for example in rules/examples/*.mad; do
    for block in "$work"/README.md-*.mad; do cmp -s "$example" "$block" && continue 2; done
    fail "README.md: no block is $example"
done

# --- every word of the grammar ------------------------------------------------------------------------

# What is typed, without comments: good blocks one line each, blanks single.
for block in "$work"/*.info; do
    grep -q '^wrong' "$block" || sed 's/#.*//' "${block%.info}.mad"
done | tr -s ' \t' ' ' >"$work/examples"
sed -n '/^## Not built yet/,/^## [^N]/p' "$manual" | grep -o '`[^`]*`' | tr -d '`' >"$work/unbuilt"
# The words of the two groups of keywords; a comma before a word is left out.
awk '/^%token EOF/ { exit } { print }' grammar/parser.y |
    sed -n '/^%token$/,/^$/p' | grep -o '"[^"]*"' | sed 's/^", /"/' | tr -d '"' >"$work/words"
[ -s "$work/words" ] || fail "no words found in grammar/parser.y"
while IFS= read -r word; do
    if grep -qxF -- "$word" "$work/unbuilt"; then
        if grep -qwF -- "$word" "$work/examples"; then
            fail "$manual: \`$word\` stands under Not built yet, and in an example"
            continue
        fi
    elif ! grep -qwF -- "$word" "$work/examples"; then
        fail "$manual: no example with \`$word\`; add a block that shows it (see its last section)"
        continue
    fi
    passed=$((passed + 1))
done <"$work/words"
tally_end
