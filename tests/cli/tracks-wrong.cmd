./mad lint --static tests/cli/tracks-wrong.mad
