./mad show tests/rules/floors.mad && ./mad show tests/rules/floors.mad --flip; ./mad doc tests/rules/floors.mad | sed -n "/^## The board/,/^## The pieces/p"; ./mad doc alice | grep "boards of"
