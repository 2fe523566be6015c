# Of a library's options a game has those for which its rules ask.
for game in chess shatranj; do mad doc $game | grep -ci 'castling under attack'; printf 'option\nquit\n' | mad play $game --second you | grep -ci 'option'; done
