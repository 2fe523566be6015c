./mad perft chess five
