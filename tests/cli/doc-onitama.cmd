# What a card says is told as it goes, whether one square or several.
mad doc onitama | grep -E '^- \*\*Guide\*\*' | sed -n '1p;3p'
