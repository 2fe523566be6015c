./mad moves chess --play "e4 e5 Ke3"
