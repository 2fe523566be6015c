#!/bin/bash
# run_all.sh - what `make test` runs: every kind of test against ./mad, the total last.
#
# usage: tests/run_all.sh quick|deep, from the top folder, when everything is built.
set -u
. tests/tally.sh

case ${1:-quick} in
quick) nodes=5000000 games=3 meant=1 plies=12 drawn=20 ;;
deep) nodes=all games=1000 meant=20 plies=80 drawn=100 ;;
*) echo "usage: $0 quick|deep" >&2; exit 2 ;;
esac

tally_each tally_line \
    "tests/run_unit.sh build/release" \
    tests/run_cli.sh \
    tests/screen.py \
    tests/interrupts.py \
    tests/lsp.py \
    tests/run_pgn.sh \
    tests/run_rules.sh \
    tests/run_lint.sh \
    tests/run_reference.sh \
    tests/run_signature.sh \
    tests/run_learned.sh \
    tests/run_endings.sh \
    "tests/run_perft.sh $nodes" \
    "tests/run_second.sh $games" \
    "tests/run_meaning.sh $meant $plies" \
    "build/release/tests/random_rules --seed 640000 --files $drawn" \
    "build/release/tests/random_rules --seed 640000 --plies 8 rules/*.mad tests/rules/*.mad" \
    "build/release/tests/random_rules --seed 21207 --plies 12 tests/generate/too-many-changes.mad"
tally_end
