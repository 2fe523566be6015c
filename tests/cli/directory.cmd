./mad show tests
