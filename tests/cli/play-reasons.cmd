./mad play mad-elephant-chess --second you --fen "r4r1k/pp2epp1/2n4p/8/8/M7/1P4P1/K6R w - - 0 1"
