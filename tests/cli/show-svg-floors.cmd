./mad show tests/rules/floors.mad --svg
