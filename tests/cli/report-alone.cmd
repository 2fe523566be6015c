./mad report tests/cli/report-alone.mad --games 4 --nodes 10 | grep -E "looks|looking|times|Looking|wins  "
