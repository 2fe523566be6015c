./mad moves chess --play "e4 d5 Bb5 a6"
