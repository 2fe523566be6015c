# An example is the move that its test begins with: the Elephant has none, for the test that tells of it begins with a Pawn's.
./mad doc mad-elephant-chess | grep '^Example'
