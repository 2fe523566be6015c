# A word too many is no opcode of EPD, unless a semicolon stands behind it.
board=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
mad moves chess --fen "$board w KQkq - 0 1 foo"; mad moves chess --fen "$board w KQkq - foo 0 1"; mad moves chess --fen "$board w KQkq - bm e4; id" ; mad moves chess --fen "$board w KQkq - bm e4;" | wc -l
