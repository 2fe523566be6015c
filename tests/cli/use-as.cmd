./mad lint --static tests/cli/use-as.mad
