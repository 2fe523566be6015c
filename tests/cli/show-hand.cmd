./mad show crazyhouse --play "e4 d5 exd5 Qxd5"
