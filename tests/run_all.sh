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

tally_run tests/run_unit.sh build/release
tally_run tests/run_cli.sh
tally_run tests/screen.py
tally_run tests/interrupts.py
tally_run tests/lsp.py
tally_run tests/run_pgn.sh
tally_run tests/run_rules.sh
tally_run tests/run_lint.sh
tally_run tests/run_reference.sh
tally_run tests/run_signature.sh
tally_run tests/run_learned.sh
tally_run tests/run_endings.sh
tally_run tests/run_perft.sh $nodes
tally_run tests/run_second.sh $games
tally_run tests/run_meaning.sh $meant $plies
tally_run build/release/tests/random_rules --seed 640000 --files $drawn
tally_run build/release/tests/random_rules --seed 640000 --plies 8 rules/*.mad tests/rules/*.mad
tally_end
