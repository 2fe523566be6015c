./mad moves mad-elephant-chess
