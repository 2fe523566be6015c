for game in chess mad-elephant-chess three-check checkers; do echo about | ./mad play $game --second you | sed -n "/> about/,\$p"; done
