#!/bin/bash
# check_layers.sh - who may include and call what: grammar < interp < cli, search beside vm.
#
#   grammar                  includes nothing of interp or cli
#   interp                   includes nothing of cli
#   interp/game, vm, search, learn  include nothing of grammar or interp/rules, plan or tables
#   interp/search            knows of vm its vm.h alone
#   interp/record            knows positions through the public headers, and of grammar its arena
#   cli                      includes nothing of ours but the public headers interp/mad_*.h and its own
#   below cli                nobody prints, exits or jumps; files are opened in interp/read_file.c alone
#
# usage: tests/check_layers.sh, from the top folder.
set -u
. tests/tally.sh

# forbid NAME PATTERN FILE...: no line of the files may match, comment lines aside.
forbid() {
    local name=$1 pattern=$2 found
    shift 2
    found=$(grep -nHE "$pattern" "$@" /dev/null | grep -vE '^[^:]*:[0-9]+: *(/?\*|//)')
    if [ -z "$found" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED layers: %s\n%s\n' "$name" "$found"
    fi
}

shopt -s nullglob
quote='^ *# *include +"'
interp=(interp/*.[ch] interp/*/*.[ch])
play=(interp/game/*.[ch] interp/vm/*.[ch] interp/search/*.[ch] interp/learn/*.[ch])
below=(grammar/*.[chly] "${interp[@]}")
silent=()
for file in "${below[@]}"; do [ "$file" = interp/read_file.c ] || silent+=("$file"); done

forbid "grammar includes interp or cli" "$quote[^\"]*(interp|cli)/" grammar/*.[chly]
forbid "grammar leaves its folder" "$quote\.\./" grammar/*.[chly]
forbid "interp includes cli" "$quote[^\"]*cli/" "${interp[@]}"
forbid "game, vm, search or learn includes syntax" "$quote[^\"]*(grammar|rules|plan|tables)/" "${play[@]}"
forbid "search includes the inside of vm" "$quote[^\"]*vm/(([^v]|v[^m]|vm[^.]))" interp/search/*.[ch]
forbid "record includes more than the public headers and an arena" \
    "$quote([^\"]*(rules|plan|tables|game|vm|search)/|[^\"]*grammar/([^a]|a[^r]))" interp/record/*.[ch]
forbid "game includes vm or search" "$quote[^\"]*search/" interp/game/*.[ch] interp/vm/*.[ch]
forbid "cli includes more than the public headers" \
    "$quote[^\"]*(grammar/|/(rules|plan|tables|game|vm|search|learn|record)/)" \
    cli/*.[ch] cli/*/*.[ch]
forbid "cli includes more than the public headers" \
    "$quote(\.\./)+interp/([^m]|m[^a]|ma[^d]|mad_[^rsl]|mad_r[^eu]|mad_s[^ou]|mad_l[^e])" cli/*.[ch] cli/*/*.[ch]
forbid "printing below cli" \
    '\<(printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|putc|fputc|fwrite|perror)\>? *\(' \
    "${silent[@]}"
forbid "files opened outside read_file.c" '\<(fopen|freopen|fdopen|open|tmpfile|popen) *\(' "${silent[@]}"
forbid "exit, abort or a long jump below cli" \
    '\<(exit|_exit|_Exit|abort|quick_exit|setjmp|longjmp|sigsetjmp) *\(' "${below[@]}"
forbid "no randomness or clock of the system below search" '\<(rand|srand|random|time) *\(' \
    grammar/*.[chly] interp/rules/*.[ch] interp/plan/*.[ch] interp/tables/*.[ch] interp/game/*.[ch] interp/vm/*.[ch]
tally_end
