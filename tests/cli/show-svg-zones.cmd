# A part that is more than three quarters of the board is not shaded, so that the others are seen: of Jungle 12 squares of the rivers, 6 traps and 2 dens, not the land around them.
mad show jungle --svg | grep -c fill-opacity
