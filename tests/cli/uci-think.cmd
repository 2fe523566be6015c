./mad uci | grep -v '^info'
