./mad lint tests/cli/goal-beside-holes.mad
