echo quit | ./mad xboard kalah
