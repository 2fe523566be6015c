for c in $(mad help | awk '/^  [a-z]/{print $1}'); do mad help $c; done | awk 'length > 80' ; mad help | awk 'length > 80'; mad help why | tail -14
