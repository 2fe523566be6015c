#!/bin/bash
# lint.sh - what `make lint` runs: layers, circles, format of the C sources, how long rule files are, `mad lint` on them,
# and whether the pages made from them are up to date. A library file holds no game; it is linted as what a
# game would use.
#
# usage: tests/lint.sh FILE.c ..., from the top folder, when ./mad is built.
set -u
. tests/tally.sh

tally_run tests/check_layers.sh
tally_run tests/check_circles.py
tally_run tests/check_example.py
tally_run tests/rule_lengths.py
for file in "$@"; do
    if clang-format --style=file --dry-run -Werror "$file" >/dev/null 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED format: $file (make format)"
    fi
done
for file in rules/*.mad rules/examples/*.mad; do
    tally_step "mad lint $file" ./mad lint --fail-on warning "$file"
done
tally_step "layout of rule files (make format)" ./mad fmt --check rules/*.mad rules/examples/*.mad stdlib/*.mad tests/rules/*.mad
tally_step "pages that are made" tests/pages.py --check
tally_step "what editors know of the language" tests/editors.py --check
tally_step "which word stands behind which" tests/behind.py --check
for page in interp/README.md rules/TUTORIAL.md; do
    tally_step "what $page shows (make pages)" tests/check_page.py $page
done
user=$(mktemp --suffix=.mad)
trap 'rm -f "$user"' EXIT
for file in stdlib/*.mad; do
    library=$(basename "$file" .mad)
    if ! grep -q '^piece ' "$file"; then
        # What a rule file uses has been looked at with it.
        if grep -qE "^ *use (.*[ ,])?$library(\$|[ ,])" rules/*.mad; then continue; fi
        printf 'mad 1\nuse %s\n\ngame "User" like chess\n' "$library" >"$user"
        tally_step "mad lint $file" ./mad lint "$user"
        continue
    fi
    # Men are tried one by one, with those that they become: several may have one letter.
    sed -n 's/^piece \(.*\) (.*/\1/p' "$file" | while IFS= read -r man; do
        others=$(sed -n "/^piece $man (/,/^\$/s/.*\(become\|promote to\) \(.*\)/\2/p" "$file" | sed 's/ by .*//' | sort -u | sed 's/^/, /' | tr -d '\n')
        all="$man$others"
        # Hoppers want a second one beside them.
        for squares in "e1 e10" "e1,e2 e9,e10"; do
            cat >"$user" <<END
mad 1
use $(echo "$all" | sed 's/\(.*\), /\1 and /') from $library

game "User"
players White (w) in capitals going north and Black (b) in small letters going south
board 9 by 10
place White's $man on $(echo "${squares% *}" | sed 's/,/ and /')
place Black's $man on $(echo "${squares#* }" | sed 's/,/ and /')
ends in this order
  mover wins when enemy has no $man
END
            if ./mad lint "$user" >"$user.lint" 2>&1; then continue 2; fi
        done
        cat "$user" "$user.lint"
        echo "FAILED $man"
    done >"$user.log" 2>&1
    tally_step "mad lint men of $file" sh -c "cat '$user.log'; [ ! -s '$user.log' ]"
    rm -f "$user.log" "$user.lint"
done
tally_end
