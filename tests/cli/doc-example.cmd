# An example is the longest move that its test names as legal and that comes of the line.
./mad doc mad-elephant-chess | grep '^Example'
