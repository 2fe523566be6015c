# A man is drawn where he can come to stand: Congo's Lion takes another one far away, and never leaves his castle otherwise.
./mad show congo --piece L
