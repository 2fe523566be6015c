./mad pgn show tests/pgn/extract.pgn --number 99
