coproc mad play chess --second you; echo e4 >&${COPROC[1]}
while read -r line <&${COPROC[0]} && [ "$line" != "Black to move, move 1" ]; do :; done
mad play --resume; echo "held: $?"; printf 'd4\nd5\n' | mad play chess --second you >/dev/null
kill -9 $COPROC_PID; wait $COPROC_PID 2>/dev/null; ls $XDG_STATE_HOME/mad
for turn in 1 2; do rm $XDG_STATE_HOME/mad/chess.2.pgn 2>/dev/null; echo history | mad play chess --resume; done
mad play shogi --resume; echo "none: $?"; mad play chess --resume --fen x; echo "usage: $?"
