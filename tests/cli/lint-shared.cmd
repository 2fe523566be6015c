# What only a variant can do without stays (the Hopper's leap 1,2), and what only the game can (the Jumper's). What
# both can goes (the Strider's), and so does what is the variant's own (leap 1,4).
for f in tests/cli/lint-shared.mad tests/cli/lint-shared.mad:wide; do mad lint --static --diff $f 2>/dev/null; done
