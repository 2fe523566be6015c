# A comment is of the line right below it: of the counter behind that is told where it starts.
mad doc tests/cli/doc-comments.mad | grep -E '^ +- \*(spent|rest)\*'; mad doc ur | grep -E '^ +- \*(home|waiting)\*'; mad doc sittuyin | grep -E '\*(count|limit)\*:'
