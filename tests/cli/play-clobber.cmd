./mad play clobber --first program --second program --depth 1 | grep -c 'The game is over'
