./mad uci <&-; ./mad usi <&-; ./mad xboard <&-; ./mad serve --json <&-; ./mad play chess <&- | tail -1
