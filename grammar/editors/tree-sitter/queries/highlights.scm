; Made by `make pages`; see tests/editors.py.
(heading) @keyword
(control) @keyword.control
(motion) @function.builtin
(value) @constant.builtin
(joining) @operator
(comment) @comment
(string) @string
(name) @type
(word) @variable
(square) @constant
(number) @number
(letter) @character
(cell) @character.special
(move) @string.special
(mark) @punctuation.delimiter
