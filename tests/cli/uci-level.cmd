./mad uci | grep -E "bestmove|Level"
