printf 'go depth i\n' | timeout 20 ./mad uci | tail -n 1 | cut -d' ' -f1; printf 'go depth 2147483647\n' | timeout 20 ./mad uci | tail -n 1 | cut -d' ' -f1
