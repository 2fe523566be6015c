./mad show chess --piece N --reach a1 --flip
