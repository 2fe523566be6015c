# The star of Chinese Checkers has 121 holes, and all of them are drawn.
./mad show chinese-checkers --svg | sed -n '/^<path/{p;q}' | grep -o M | wc -l
