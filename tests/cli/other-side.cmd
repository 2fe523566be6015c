./mad lint --static tests/cli/other-side.mad tests/cli/other-side-law.mad
