# Of each game and variant: no man is left to be asked about, but for the 39 kinds of Chu Shogi, and nothing is longer than
# three lines of 79 columns.
for game in $(./mad list --json | sed 's/.*"name":"\([^"]*\)".*/\1/'); do echo "@ $game"; ./mad play $game --second you 2>&1 <<<about; done | awk '/^@/ { if (name && !told) print name ": nothing"; name = $2; told = n = 0; next } /> about/ { n = 1; next } />/ { n = 0 } n && $0 != "" { told = 1; if (n++ > 3 || length() > 79 || /tells of/ && name != "chu-shogi") print name ": " $0 } END { print told ? "done" : name ": nothing" }'
