mad solve chess --epd tests/cli/solve-problems.epd --in 2; mad solve chess --epd tests/cli/solve-problems.epd --in 2 --nodes 30
