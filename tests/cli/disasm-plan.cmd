./mad disasm --plan tests/cli/plan.mad | sed -n "/^White's Gambler/,/^$/p"; ./mad disasm --plan --json tests/cli/plan.mad | cut -c 1-60; ./mad moves tests/cli/plan.mad --plan; echo $?
