./mad lint --static tests/cli/put-behind-toss.mad
