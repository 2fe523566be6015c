./mad show mad-elephant-chess --piece M
