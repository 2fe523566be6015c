#!/bin/sh
# exports.sh - what libmadrules shows to the outside: the functions that its headers declare.
#
# usage: exports.sh list HEADER ...       the names, one a line
#        exports.sh map ABI HEADER ...    a version script for the linker
# Comments are left to the C preprocessor; CC names it.
set -eu
LC_ALL=C
export LC_ALL

names() {
    cat "$@" | ${CC:-cc} -fpreprocessed -dD -E -P -w -x c - | tr '\n' ' ' |
        grep -o '[a-z][a-z0-9_]* *(' | tr -d ' (' | grep '^mad_' | sort -u
}

form=${1:-}
case $form in
list)
    shift
    names "$@"
    ;;
map)
    echo "LIBMADRULES_$2 {"
    shift 2
    echo '  global:'
    names "$@" | sed 's/.*/    &;/'
    echo '  local: *;'
    echo '};'
    ;;
*)
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    exit 2
    ;;
esac
