./mad disasm tests/rules/bombs.mad | grep ':$'
