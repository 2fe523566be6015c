./mad moves tests/cli/toss-long.mad
./mad moves tests/cli/toss-long.mad --play "$(./mad moves tests/cli/toss-long.mad | head -1 | cut -d" " -f1):lucky"
