(printf 'mad 1\n\ngame "X" like chess\n\nadd to King\n'; for i in $(seq 30); do printf '  move leap %d,x\n' $i; done) | ./mad lint --format short - 2>&1 | tail -n 2
