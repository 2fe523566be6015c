# What is called and not declared, and what is said of one player's men: each alone in a file.
slip() { printf 'mad 1\n\ngame "Slip" like chess\n\n%b' "$1" | mad lint --static - | sed -n 's/^.*: error\[/[/p; s/^ *[0-9]* [|+] *\([^ ^-].*\)/  \1/p; s/^ *fix: /  fix: /p'; }
slip 'add to King\n  warp along north\n'
slip 'add to King\n  warp along orthogonal or diagonal from own Rook\n'
slip 'add to King\n  when capturing: zap enemy piece as Pawn\n'
slip 'a player may lay Pawn\n'
slip 'a player may spawn 3 on e4\n'
slip 'illegal when number of own bag is 3\n'
slip 'captured pieces change sides and go to bag\n'
slip 'allies: White and Black\n'
slip "replace White's Knight with Queen\n"
slip "change White's Pawn\n  no longer double-step\n"
