#!/bin/bash
# run_lint.sh - the examples of `mad explain`: in the text to avoid the finding is found, and nothing
# else but remarks; in the text to prefer it is not, and no error or warning. Texts are made whole as
# grammar/diagnostic.def says.
#
# usage: tests/run_lint.sh [ID ...], from the top folder. MAD=path runs another program than ./mad.
set -u
. tests/tally.sh

mad=$(realpath "${MAD:-./mad}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# field NAME: the string of that name in the JSON object in $about, escapes undone.
field() {
    local text
    text=$(sed -nE "s/.*\"$1\":\"((\\\\.|[^\"\\\\])*)\".*/\1/p" <<<"$about")
    text=${text//\\u000a/\\n}
    text=${text//\\\"/\"}
    printf '%b' "$text"
}

# make_whole TEXT: into example.mad
make_whole() {
    case "$1" in
    "mad "*) ;;
    *"game \""*) printf 'mad 1\n\n' ;;
    *) printf 'mad 1\n\ngame "Example" like chess\n\n' ;;
    esac >example.mad
    printf '%s\n' "$1" >>example.mad
}

# found: the ids found in example.mad, each once; remarks only when they are what is looked for.
found() {
    "$mad" lint --least "$level" --format short example.mad 2>/dev/null |
        sed -nE 's/^[^[]*(error|warning|info)\[(MAD[0-9]+)\].*/\1 \2/p' |
        grep -E "^(error|warning)|$id" | cut -d ' ' -f 2 | sort -u | tr '\n' ' '
}

check() {
    local what=$1 want=$2 got
    got=$(found)
    if [ "$got" = "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s: %s: wanted "%s", found "%s"\n' "$id" "$what" "$want" "$got"
        cat example.mad
    fi
}

while read -r about; do
    id=$(field id)
    if [ $# -gt 0 ] && [[ " $* " != *" $id "* ]]; then continue; fi
    grep -q '"avoid":null' <<<"$about" && continue
    level=$(field severity)
    make_whole "$(field avoid)"
    check "to avoid" "$id "
    make_whole "$(field prefer)"
    check "to prefer" ""
done < <("$mad" explain --json)
cd - >/dev/null
tally_end
