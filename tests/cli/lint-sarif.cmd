./mad lint --format sarif tests/cli/warned.mad | sed 's/.*"columnKind"/"columnKind"/'
