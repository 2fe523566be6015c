./mad uci mad-elephant-shogi | sed -E 's/ (seldepth|score cp|nodes|nps|hashfull|time) -?[0-9]+//g'
