./mad search no-such-game
