./mad moves tests/rules/no-castling.mad --json | grep -o '"fen.*'
