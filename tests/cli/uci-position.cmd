./mad uci
