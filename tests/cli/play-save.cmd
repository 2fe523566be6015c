out=$(mktemp -d); mad play chess --second you <<END | sed "s|$out|OUT|" && sed "s/Date \"[0-9.]*/Date \"DAY/; /RuleDigest/d" $out/game.pgn
e4
e5
Nf3
undo
save $out/game.pgn
save $out/game.pgn
new
load $out/none.pgn
load $out/game.pgn 2
load $out/game.pgn
redo
history
resign
save $out/game.pgn
no
save $out/game.pgn
yes
quit
END
rm -r $out
