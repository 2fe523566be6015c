# What nobody could know by its name: where a way leads, what a number starts at, how far a jump goes, who follows whom.
./mad doc kalah | sed -n "/^## Words/,$ s/^- \*\*\(circuit\|seeds\)/&/p"; ./mad doc shogi | grep "jump\*\*"; ./mad doc chaturaji | grep -E "begins|order of their"; ./mad doc go | grep -E "^- \*\*(joined|board|scores)"; ./mad doc xiangqi | grep "only General"
