./mad test tests/cli/test-board.mad; ./mad test --watch --junit tests/cli/test-board.mad; ./mad test --watch --record tests/cli/test-board.mad; ./mad test --watch chess; ./mad test --watch tests/cli
