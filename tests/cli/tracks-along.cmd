./mad lint --static tests/cli/tracks-along.mad
