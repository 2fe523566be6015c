./mad search chess --play "f3 e5 g4" --depth 4
