#!/bin/bash
# lint_each.sh - lints the texts of a file one by one: each stands behind a line `== what it shows`. One without a heading
# `game` goes on from `game "Example" like chess`, as in grammar/diagnostic.def.
#
# usage: tests/lint_each.sh FILE [OPTION ...], from the top folder; `mad` is the program that is run.
set -u
texts=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk -v folder="$folder" '/^== / { part++; print > (folder "/" part ".title"); next }
    { print > (folder "/" part ".text") }' "$texts"
for title in $(ls "$folder"/*.title | sort -V); do
    cat "$title"
    text=${title%.title}.text
    { grep -q '^mad ' "$text" || printf 'mad 1\n'
      grep -q '^game ' "$text" || printf 'game "Example" like chess\n'
      cat "$text"; } | mad lint --format short "$@" - 2>&1 | sed 's/^-:[0-9:]* //'
done
