./mad perft chess 3 --divide --threads 2
