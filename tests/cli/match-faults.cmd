for how in lies dies resigns claims mumbles stuck; do ./mad match tic-tac-toe --games 2 --openings none --depth 1 --first "uci:tests/peer.sh uci $how; name=$how" | sed '/^Elo\|^pairs/d'; done
