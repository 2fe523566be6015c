./mad explain MAD040
