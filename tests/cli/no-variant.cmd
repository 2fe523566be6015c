./mad moves mad-elephant-chess:nonsense
