# What is said of the men of all players is not told of the first one's alone, and who plays where is told without signs.
for game in chaturaji four-player-chess:teams "chinese-checkers:Three Players"; do mad doc "$game" | grep -E 'players move|turns of each'; done
