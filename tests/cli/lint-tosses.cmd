./mad lint --static tests/cli/tosses.mad
