#!/bin/bash
# run_faults.sh - every command of the cli when memory runs out, when what it says cannot be written, and when
# a file may not be read.
#
# usage: tests/run_faults.sh [STEPS]: memory runs out at so many (40) places of each command, once for one request
# and once for good. A command then says so and ends with a code, or ends as it would have; it never crashes, and
# never ends well with less said. MAD=path runs another program than ./mad (not a sanitizer build).
set -u
. tests/tally.sh

steps=${1:-40}
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
mad=$(realpath "${MAD:-./mad}")
export NO_COLOR=1 TERM=dumb LC_ALL=C.UTF-8 COLUMNS=100 XDG_STATE_HOME=$work/state HOME=$work
cc -shared -fPIC -O1 -x c -o "$work/failing.so" tests/preload_failing.h || exit 1
printf 'mad 1\n\ngame "Small" like chess\n\ntest "one"\n  count is 20\n' >"$work/small.mad"
printf 'mad 1\n\ngame "X" like chess\nadd to King\nmove leap 1,2\n' >"$work/untidy.mad"
printf '[Event "x"]\n[Result "*"]\n\n1. e4 e5 *\n' >"$work/game.pgn"
printf 'e4\nquit\n' >"$work/play.in"
printf 'uci\nisready\nposition startpos moves e2e4\ngo nodes 20\nquit\n' >"$work/uci.in"
printf 'usi\nisready\nposition startpos\ngo nodes 20\nquit\n' >"$work/usi.in"
printf 'xboard\nprotover 2\nnew\nforce\nusermove e2e4\nquit\n' >"$work/xboard.in"
printf '{"id":1,"do":"moves","game":"chess"}\n' >"$work/serve.in"
for method in initialize shutdown; do
    body='{"jsonrpc":"2.0","id":1,"method":"'$method'"}'
    printf 'Content-Length: %d\r\n\r\n%s' ${#body} "$body"
done >"$work/lsp.in"

# One row a command: its words; what it reads is in NAME.in, when there is such a file.
commands="play chess --second you
moves chess
perft chess 2
playout tic-tac-toe --games 2 --seed 1
show chess --piece N
pgn check $work/game.pgn
doc tic-tac-toe --html
test $work/small.mad
cover tic-tac-toe --games 1
lint --static --format sarif $work/small.mad
explain MAD040
new $work/nowhere/small --goal bare
fmt --diff $work/untidy.mad
list
disasm $work/small.mad
search tic-tac-toe --nodes 20
solve tic-tac-toe --in 1
values tic-tac-toe
why $work/small.mad e4
diff tic-tac-toe connect-four
bench tic-tac-toe --nodes 20
match tic-tac-toe --games 2 --nodes 5 --seed 1
report tic-tac-toe --games 1 --nodes 20 --threads 1
learn tic-tac-toe --games 20 --nodes 5 --threads 1 --out $work/lessons
uci
usi
xboard
serve --json
lsp
help perft"

missing=$(sed -n 's/^CLI_COMMAND(\([a-z]*\),.*/\1/p' cli/commands.def | grep -vxFf <(cut -d' ' -f1 <<<"$commands"))
if [ -n "$missing" ]; then
    echo "FAILED: no row for $missing"
    failed=$((failed + 1))
fi

fault() { failed=$((failed + 1)); echo "FAILED mad $1"; head -n 5 "$work/err"; }

# input_of WORDS
input_of() { local file=$work/${1%% *}.in; [ -e "$file" ] && echo "$file" || echo /dev/null; }

# without_numbers FILE: rates and seconds differ from run to run.
without_numbers() { sed -E 's/[0-9.]+//g; s/ +/ /g' "$1"; }

# starve WORDS AT ON: one run whose request AT fails.
starve() {
    local code=0 on=()
    [ "$3" = once ] || on=(MAD_FAIL_ON=1)
    env MAD_FAIL_AT="$2" "${on[@]}" LD_PRELOAD="$work/failing.so" timeout 60 "$mad" $1 \
        <"$(input_of "$1")" >"$work/out" 2>"$work/err" 9>/dev/null || code=$?
    if [ $code -gt 3 ]; then
        fault "$1: memory request $2 fails ($3): exit code $code"
    elif { [ $code = 0 ] || [ $code = "$usual" ]; } && ! grep -qi memory "$work/err" "$work/out" && # who goes on says what he could not do
        ! diff -q <(without_numbers "$work/out") <(without_numbers "$work/whole") >/dev/null; then
        fault "$1: memory request $2 fails ($3): it ends well, with less said"
    elif [ $code != 0 ] && [ $code != "$usual" ] && [ ! -s "$work/err" ] && diff -q "$work/out" "$work/whole" >/dev/null; then
        fault "$1: memory request $2 fails ($3): exit code $code, and nothing is said"
    else
        passed=$((passed + 1))
    fi
}

while IFS= read -r words; do
    rm -rf "$work/state"
    LD_PRELOAD="$work/failing.so" "$mad" $words <"$(input_of "$words")" >"$work/whole" 2>"$work/err" 9>"$work/count"
    usual=$? # 1 of a command that has found what it looks for
    requests=$(tail -n 1 "$work/count")
    for ((i = 1; i <= steps; i++)); do
        # close together at first, where little has been set up
        at=$((i * i * requests / (steps * steps) + 1))
        starve "$words" $at once
        starve "$words" $at on
    done
    # What cannot be written is said, and is no success.
    for where in /dev/full closed; do
        code=0
        if [ $where = closed ]; then
            "$mad" $words <"$(input_of "$words")" >&- 2>"$work/err" || code=$?
        else
            "$mad" $words <"$(input_of "$words")" >$where 2>"$work/err" || code=$?
        fi
        if [ $code -ge 1 ] && [ $code -le 3 ] && [ -s "$work/err" ]; then
            passed=$((passed + 1))
        else
            fault "$words >$where: exit code $code"
        fi
    done
done <<<"$commands"

# Files that cannot be written: nothing of the program's own is left anywhere else.
for words in "match tic-tac-toe --games 2 --nodes 5 --out /proc/nowhere" \
    "match tic-tac-toe --games 2 --nodes 5 --pgn /proc/nowhere" "match tic-tac-toe --games 2 --nodes 5 --pgn /dev/full"; do
    code=0
    "$mad" $words </dev/null >"$work/out" 2>"$work/err" || code=$?
    if [ $code = 2 ] && [ -s "$work/err" ]; then passed=$((passed + 1)); else fault "$words: exit code $code"; fi
done

# Files that may not be read, and a folder that may not be written, by somebody who is not root.
somebody=()
if [ "$(id -u)" = 0 ]; then somebody=(setpriv --reuid 65534 --regid 65534 --clear-groups); fi
shut=$work/shut
mkdir "$shut"
printf 'mad 1\n' >"$shut/secret.mad"
printf 'mad 1\nuse secret\n\ngame "X" like chess\n' >"$shut/user.mad"
cp "$work/untidy.mad" "$shut"
cp "$mad" "$work/mad"
chmod 000 "$shut/secret.mad"
chmod 555 "$shut" && chmod 755 "$work"
refuses() {
    local want=$1 words=$2 code=0
    (cd "$shut" && "${somebody[@]}" "$work/mad" $words) </dev/null >"$work/out" 2>"$work/err" || code=$?
    if [ $code -ge 1 ] && [ $code -le 2 ] && grep -qiF "$want" "$work/err" "$work/out"; then
        passed=$((passed + 1))
    else
        fault "$words: exit code $code; wanted: $want"
    fi
}
refuses "permission" "lint secret.mad"
refuses "permission" "lint user.mad"
refuses "permission denied" "fmt untidy.mad"
if ! cmp -s "$shut/untidy.mad" "$work/untidy.mad" || [ "$(ls -A "$shut" | wc -l)" != 3 ]; then
    fault "fmt untidy.mad: something was changed"
else
    passed=$((passed + 1))
fi
tally_end
