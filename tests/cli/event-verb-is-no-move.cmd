./mad lint tests/cli/event-verb-is-no-move.mad
