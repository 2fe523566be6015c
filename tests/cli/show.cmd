./mad show mad-elephant-chess
