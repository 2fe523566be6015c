# Men of whom the rules say the same for all players are told of once.
./mad doc chaturaji | grep -A4 '^###'
