./mad lint --static tests/cli/may-nothing.mad
