./mad perft chess 2 --divide
