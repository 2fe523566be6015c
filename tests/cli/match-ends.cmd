./mad match tic-tac-toe --games 2 --first "uci:tests/peer.sh uci ends"; ./mad match tic-tac-toe --games 2 --first "uci:tests/no-such-program; name=nobody"
