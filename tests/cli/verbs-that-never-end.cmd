./mad lint tests/cli/verbs-that-never-end.mad; ./mad lint tests/cli/doubling-verbs.mad
