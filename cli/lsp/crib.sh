#!/bin/sh
# crib.sh - the rows of the manual's tables with two columns, as what cli/lsp/crib.c includes, on stdout.
#
# usage: crib.sh grammar/README.md
set -eu
LC_ALL=C awk -F ' [|] ' '
    /^[|] / && NF == 2 {
        phrases = substr($1, 3)
        says = $2
        sub(/ *[|] *$/, "", says)
        if (phrases !~ /^`/) next
        while (match(says, /[[][^]]*[]][(][^)]*[)]/)) {
            link = substr(says, RSTART, RLENGTH)
            label = link
            sub(/^[[]/, "", label)
            sub(/[]][(].*/, "", label)
            says = substr(says, 1, RSTART - 1) label substr(says, RSTART + RLENGTH)
        }
        gsub(/["\\]/, "\\\\&", phrases)
        gsub(/["\\]/, "\\\\&", says)
        printf "MAD_CRIB(\"%s\", \"%s\")\n", phrases, says
    }' "$1"
