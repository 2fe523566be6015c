./mad play tests/cli/limit-play.mad --first program --second program --depth 2
