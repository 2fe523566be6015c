./mad usi | sed -E 's/ (seldepth|score cp|nodes|nps|hashfull|time) -?[0-9]+//g'; ./mad usi chess; echo $?
