./mad lint tests/cli/lint-use-needs.mad; sed 's/ and Kirin//; /Kirin/d' tests/cli/lint-use-needs.mad | ./mad lint -
