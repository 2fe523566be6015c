./mad lint --static --format short tests/cli/lint-both-players.mad
