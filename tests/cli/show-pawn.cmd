./mad show chess --piece p --json
