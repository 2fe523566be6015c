#!/bin/sh
# changelog.sh - cli/CHANGES.md as Debian's tools want it, on stdout.
#
# usage: changelog.sh CHANGES.md "NAME <ADDRESS>"     a heading is `## VERSION - DATE`, or anything for DATE while the
# version is not released; then its date is that of SOURCE_DATE_EPOCH, or today's.
set -eu
LC_ALL=C
export LC_ALL
maintainer=$2

finish() {
    if [ -n "$version" ]; then printf '\n -- %s  %s\n\n' "$maintainer" "$date"; fi
}

# Lines of an item are no longer than Debian's tools like them.
folded() { printf '%s\n' "$2" | fold -s -w 74 | sed -e 's/ *$//' -e "1s/^/$1/" -e '2,$s/^/    /'; }

version=
while IFS= read -r line; do
    case $line in
    '## '*' - '*)
        finish
        version=${line#'## '}
        said=${version#*' - '}
        version=${version%%' - '*}
        if date=$(date -u -R -d "$said" 2>/dev/null); then
            suite=unstable
        else
            suite=UNRELEASED
            date=$(date -u -R -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")
        fi
        printf 'mad (%s-1) %s; urgency=medium\n\n' "$version" "$suite"
        ;;
    '- '*) if [ -n "$version" ]; then folded '  * ' "${line#- }"; fi ;;
    '  '*) if [ -n "$version" ]; then folded '    ' "${line#  }"; fi ;;
    esac
done <"$1"
finish
