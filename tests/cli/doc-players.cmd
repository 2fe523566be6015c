# What is said of the men of all players is not told of the first one's alone, and who plays where is told without signs.
for game in chaturaji four-player-chess:teams "chinese-checkers:Three Players"; do mad doc "$game" | grep -E 'players move|turns of each'; done
mad doc bughouse | grep -E 'passed square|next player'; mad doc chinese-checkers | grep '^[0-9].*every'; mad moves bughouse --fen "7bK7gK/6bPbP8/16/16/16/16/8yR7/wK3wR3yK7[] w - - 0 1" --play "wRe8 yRi3" 2>&1
mad doc "chinese-checkers:Three Players" | grep 'wins when'; mad doc bughouse | grep 'becomes a'
