./mad solve tests/cli/counters.mad --goal win; ./mad search tests/cli/counters.mad --depth 8; ./mad solve three-check --goal mate --in 3 --fen "6k1/6p1/8/2n4Q/8/8/1q6/7K w - - 0 1"
