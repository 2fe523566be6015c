#!/bin/bash
# run_cli.sh - golden tests of the commands: tests/cli/NAME.cmd and what must come out of it.
#
#   NAME.cmd   shell words run in the top folder, `mad` being the program under test
#   NAME.in    standard input (empty when missing)
#   NAME.out   expected standard output
#   NAME.err   expected standard error; not compared when missing
#   NAME.code  expected exit code; 0 when missing
#
# usage: tests/run_cli.sh [NAME ...]          compare
#        tests/run_cli.sh --bless [NAME ...]  rewrite what is expected; read the diff before you commit
# MAD=path runs another program than ./mad. CASE_SECONDS (300) is how long one may take. LEAVE_OUT names cases, with commas, that are
# not compared when none are named.
set -u
. tests/tally.sh

bless=no
if [ "${1:-}" = --bless ]; then bless=yes; shift; fi

top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
mkdir "$top/bin"
ln -s "$(realpath "${MAD:-./mad}")" "$top/bin/mad"
export PATH="$top/bin:$PATH" NO_COLOR=1 TERM=dumb LC_ALL=C.UTF-8 COLUMNS=100
export XDG_DATA_HOME=/nowhere XDG_DATA_DIRS=/nowhere # no rule files of this machine

# run_case BASE: leaves out, err and code in $work, a folder of its own.
run_case() {
    work=$top/${1##*/}
    mkdir "$work"
    export XDG_STATE_HOME=$work/state
    local input=/dev/null
    if [ -e "$1.in" ]; then input=$1.in; fi
    local words
    words=$(cat "$1.cmd")
    timeout "${CASE_SECONDS:-300}" bash -c "${words//.\/mad /mad }" <"$input" >"$work/out" 2>"$work/err"
    echo $? >"$work/code"
    if [ $bless = yes ]; then bless_case "$1"; else compare_case "$1"; fi
    rm -r "$work"
}

bless_case() {
    cp "$work/out" "$1.out"
    if [ -s "$work/err" ] || [ -e "$1.err" ]; then cp "$work/err" "$1.err"; fi
    if [ "$(cat "$work/code")" != 0 ] || [ -e "$1.code" ]; then cp "$work/code" "$1.code"; fi
    echo "blessed $1"
}

compare_case() {
    local same=yes
    if [ -e "$1.code" ]; then cp "$1.code" "$work/want"; else echo 0 >"$work/want"; fi
    diff -u --label "$1: expected exit code" --label came "$work/want" "$work/code" || same=no
    diff -u --label "$1.out" --label came "$1.out" "$work/out" || same=no
    if [ -e "$1.err" ]; then
        diff -u --label "$1.err" --label came "$1.err" "$work/err" || same=no
    elif [ $same = no ]; then
        cat "$work/err"
    fi
    if [ $same = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: $(cat "$1.cmd")"
    fi
}

cases=()
for command in tests/cli/*.cmd; do
    base=${command%.cmd}
    if [ $# -eq 0 ] && [[ ",${LEAVE_OUT:-}," == *",${base##*/},"* ]]; then continue; fi
    if [ $# -eq 0 ] || [[ " $* " == *" ${base##*/} "* ]]; then cases+=("$base"); fi
done
tally_each run_case "${cases[@]}"
[ $bless = yes ] || tally_end
