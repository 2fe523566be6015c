./mad show mad-elephant-chess --piece M --reach d4
