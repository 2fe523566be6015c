# A board line in the same file makes q5 a square; the one that is inherited does not.
printf 'mad 1\ngame "X" like chinese-checkers\nnook means q5 or e4\n' | ./mad lint -
