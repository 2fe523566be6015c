mad moves tests/perft/games/many-choices.mad
