./mad play chess --depth 1 --fen "6k1/5ppp/8/8/8/8/r7/7K w - - 0 1" | sed 's/(.*)/(..)/; s/^Black: .*/Black: .../; /^[0-9]/d'
