mad moves chess --play "1. e4 {best by test} e5 (1... c5 2. Nf3 {Sicilian}) 2.Nf3 Nc6! 3. Bb5 \$14 a6 ; the Morphy defence
4. Ba4 Nf6 5. O-O 1/2-1/2" --json | sed 's/.*"fen"/"fen"/'
