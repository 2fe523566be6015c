./mad perft chess 2 --dvide
