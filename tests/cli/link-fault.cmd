./mad lint tests/cli/link-fault.mad 2>&1; sed 's/^link .*/link a1 and b4/' tests/cli/link-fault.mad | ./mad lint - 2>&1; sed 's/^link .*/link a1 and a4/' tests/cli/link-fault.mad | ./mad lint - 2>&1; sed 's/^link .*/link a1 and a2/' tests/cli/link-fault.mad | ./mad lint - 2>&1
sed 's/^link .*/link a1, everywhere and c1/' tests/cli/link-fault.mad | ./mad lint - 2>&1
