./mad lint --static tests/cli/lint-become.mad
