printf 'protover 2\n' | ./mad xboard | sed -n 's/^feature variants="\(.*\)"$/\1/p' | tr , '\n'
