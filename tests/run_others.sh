#!/bin/bash
# run_others.sh - what `make peers` runs: mad beside programs of other people, which have to be there.
#
# usage: tests/run_others.sh, from the top folder, when ./mad is built.
set -u
. tests/tally.sh

tally_run tests/run_peers.sh
tally_run tests/neovim.sh
tally_end
