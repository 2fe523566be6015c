mad test --junit tests/cli/none.mad tests/cli/limit-silent.mad; mad explain mad031 | head -1
