# Of three and four players each has men of his own, who take those of his enemies and not his ally's.
for man in chaturaji:rK chaturaji:bP; do mad show ${man%:*} --piece ${man#*:}; done; mad show four-player-chess --piece gN --svg | grep -c 'stroke="#b02a25"'; mad show four-player-chess:teams --piece rN | grep -c '[*]'; mad doc chaturaji | sed -n '/^### King/,/^### Elephant/p'
