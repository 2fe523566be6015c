./mad values reversi --json | grep -cE '"best":"[ah][18]","best_worth":1[0-9][0-9],'
