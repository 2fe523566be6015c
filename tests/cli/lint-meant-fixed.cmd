# What habits.def offers for these lines compiles: all of it is written, and what is left had no correction.
d=$(mktemp -d); cp tests/cli/lint-meant.mad tests/cli/lint-meant-parts.mad $d; cd $d; for f in *.mad; do mad lint --static --fix --unsafe --format short $f 2>&1; done; grep -A10 "^piece Hippo" lint-meant.mad; rm -r $d
