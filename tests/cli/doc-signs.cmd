# The first sign that a page has any of tells what all of them are, whichever it is.
for game in dobutsu xiangqi; do for form in "" --html; do mad doc $game $form | grep -o 'In the diagrams .*'; done; done
