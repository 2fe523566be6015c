echo P7f | ./mad play shogi --second you >/dev/null; echo "why P7f" | ./mad play --resume | grep -A1 "> why"
