#!/bin/bash
# run_perft.sh - compares counts of moves with the tables in tests/perft.
#
# usage: tests/run_perft.sh NODES|all [TABLE.tsv ...]. Rows of more than NODES are left out; those of
# few are counted a second time with every last move made.
# A table has the columns game, depth, nodes, fen (- for the array) and source, parted by tabs; a line
# that opens with # is a comment, one that opens with `game` names the columns. One process counts them all;
# COUNT=path runs that of another build.
set -u

limit=${1:-25000000}
if [ "$limit" = all ]; then limit=0; fi
if [ $# -gt 0 ]; then shift; fi
if [ $# -eq 0 ]; then set -- tests/perft/*.tsv; fi
cat "$@" | "${COUNT:-build/release/tests/count_moves}" "$limit"
