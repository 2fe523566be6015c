./mad play tests/cli/limit-silent.mad --first program --second program --depth 2
