./mad why tests/rules/changing-places.mad a1b1
