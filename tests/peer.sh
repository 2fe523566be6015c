#!/bin/sh
# peer.sh - a player of matches who does what no player should; for tests of `mad match`.
#
# usage: tests/peer.sh uci|xboard HOW
#   lies      plays what is no move             dies      ends when it is his turn
#   silent    never answers                     floods    says a thousand things and no move
#   resigns   gives up                          claims    says that he has won
#   mumbles   says what is no text, then dies   ends      is gone before the first game
#   stuck     sees no move where there are some
# Speaks as much of UCI, or of XBoard's protocol, as is needed to come so far.
protocol=$1 how=$2
answer() {
    case $how in
    lies) [ "$protocol" = uci ] && echo "bestmove a1h8" || echo "move a1h8" ;;
    dies) exit 0 ;;
    silent) ;;
    floods) yes "info string and another thing" ;;
    resigns) [ "$protocol" = uci ] && echo "bestmove resign" || echo "resign" ;;
    claims) [ "$protocol" = uci ] && echo "bestmove win" || echo "1-0 {I have won}" ;;
    mumbles) printf '\000\377\001bestmove\n\n%0100000d' 7; exit 0 ;;
    stuck) [ "$protocol" = uci ] && echo "bestmove (none)" || echo "Error (no move): what now" ;;
    esac
}
while read -r word rest; do
    case $word in
    uci) echo "option name Ponder type check default false"; echo uciok
        if [ "$how" = ends ]; then exit 0; fi ;;
    isready) echo readyok ;;
    protover) echo 'feature ping=1 usermove=1 variants="normal,tic-tac-toe" done=1' ;;
    ping) echo "pong $rest" ;;
    go) answer ;;
    quit) exit 0 ;;
    esac
done
