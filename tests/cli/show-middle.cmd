# Of several boards side by side the middle of one, where no edge hides half of the moves.
mad show alice --piece N
