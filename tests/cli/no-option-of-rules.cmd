./mad moves chess --set flavour=sweet
