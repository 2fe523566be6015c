#!/usr/bin/env python3
"""editors.py - makes what editors know of the language, in grammar/editors, and checks that they know it.

The words are those of the tokens in grammar/parser.y, the shapes of names and squares those of grammar/lexer.l; which
kind of word one is says the rule of the grammar in which it stands. From them are made a grammar in TextMate's form (and
its copy for Visual Studio Code), the middle of the syntax file for Vim, and for tree-sitter the list of words and the
highlight queries.

usage: tests/editors.py             write them
       tests/editors.py --check     write nothing; fail when one is stale, or when a rule file is coloured otherwise than
                                    the lexer reads it (build/release/tests/tokens, by `make lint`); by tree-sitter too,
                                    where its library is installed (Debian: libtree-sitter0)
       tests/editors.py --check-vim the same of the syntax file, in the Vim that is installed
       tests/editors.py --check-tree-sitter
                                    by tree-sitter alone; then the library must be there
"""
import glob
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from textmate import Grammar  # noqa: E402
from tree_sitter import Language, library_name  # noqa: E402

FOLDER = pathlib.Path("grammar/editors")

# --- the words -------------------------------------------------------------------------------------------

# A word is of the first of these kinds one of whose rules has it, in which it stands first where `first` says so.
KINDS = [
    ("joining", "label ands ors quantity not article".split(), False),
    ("motion", ["kind"], False),
    ("heading", "heading section_head pieces_head verb_head array declaration fresh inherited sentence board mark counter test_line "
                "moves_kind notation_line ends_line".split(), True),
    ("control", "opening statement simple outcome event".split(), True),
    ("motion", "piece_line one_motion motion leap_repeatedly leap_lame".split(), False),
    ("value", "given direct function prim by_place".split(), False),
    ("joining", None, False),
]


class Words:
    """The words of the language, each with its kind, and whether it is known only where a sentence begins."""

    def __init__(self):
        text = pathlib.Path("grammar/parser.y").read_text()
        head, rules = text.split("\n%%\n")[:2]
        names = {}
        self.kind, self.starts = {}, {}
        for group, starts in (("Known where a sentence begins.", True), ("Known everywhere.", False)):
            block = re.search(r"/\* " + re.escape(group) + r" \*/\n%token\n((?:    .*\n)+)", head)[1]
            for name, word in re.findall(r'([A-Z_]+) "([^"]*)"', block):
                names[name] = word
                self.starts[word] = starts
        first, inside = self.read_rules(rules, names)
        self.used = set(self.starts) & set(inside)  # `moves` alone is kept free and begins nothing
        for word in self.starts:
            self.kind[word] = next(kind for kind, of, needs_first in KINDS
                                   if of is None or set(of) & (first if needs_first else inside).get(word, set()))
        lexer = pathlib.Path("grammar/lexer.l").read_text()
        self.shapes = dict(re.findall(r"^([A-Z_]+) +(\S+)$", lexer.split("\n%%\n")[0], flags=re.M))
        for name in self.shapes:
            while re.search(r"\{[A-Z_]+\}", self.shapes[name]):
                self.shapes[name] = re.sub(r"\{([A-Z_]+)\}", lambda m: "(?:" + self.shapes[m[1]] + ")", self.shapes[name])
            self.shapes[name] = re.sub(r"\((?!\?)", "(?:", self.shapes[name].replace('"+"?', r"\+?"))
        before = lexer.split("BEGIN(MOVE_TEXTS)")[0].rsplit("if (", 1)[1]
        self.opens_moves = [names[token] for token in re.findall(r"MAD_T_([A-Z_]+)", before)]

    @staticmethod
    def read_rules(rules, names):
        """In which rules each word stands, and in which of them first."""
        first, inside = {}, {}
        for rule, body in re.findall(r"^([a-z_]+):\n(.*?)^  ;", rules, flags=re.S | re.M):
            body = re.sub(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "", body)
            body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
            for way in re.split(r"\n? +\| ", body):
                symbols = [names.get(symbol, symbol.strip('"')) for symbol in re.findall(r'"[^"]+"|\w+', way)]
                for place, symbol in enumerate(symbols):
                    inside.setdefault(symbol, set()).add(rule)
                    if place == 0:
                        first.setdefault(symbol, set()).add(rule)
        return first, inside

    def kinds(self):
        return list(dict.fromkeys(kind for kind, _, _ in KINDS))

    def longer(self, word, starts):
        """What may follow a word that is then another, longer word."""
        return [other[len(word):] for other in self.starts
                if other.startswith(word) and other != word and other[len(word)] == " "
                and (starts or not self.starts[other])]

    def of(self, kind, starts):
        return sorted((word for word in self.starts if self.kind[word] == kind and self.starts[word] == starts),
                      key=lambda word: (-len(word), word))


# --- TextMate --------------------------------------------------------------------------------------------

SCOPES = {
    "heading": "keyword.other.heading.mad",
    "control": "keyword.control.mad",
    "motion": "support.function.motion.mad",
    "value": "constant.language.mad",
    "joining": "keyword.operator.word.mad",
    "comment": "comment.line.number-sign.mad",
    "string": "string.quoted.double.mad",
    "name": "entity.name.type.mad",
    "word": "variable.other.mad",
    "square": "constant.other.square.mad",
    "number": "constant.numeric.mad",
    "letter": "constant.character.letter.mad",
    "cell": "constant.other.cell.mad",
    "move": "string.unquoted.move.mad",
    "mark": "punctuation.separator.mad",
    "wrong": "invalid.illegal.mad",
}
GOES_ON = "(?![A-Za-z0-9-])"


def typed(phrase):
    """The phrase with any blanks between its words."""
    return r"[ \t]+".join(re.escape(word) for word in phrase.split(" "))


def choice(words, kind, starts):
    """One of the words of a kind, unless it goes on as a longer word."""
    ways = []
    for word in words.of(kind, starts):
        rests = "|".join(r"[ \t]+" + typed(rest.strip()) for rest in words.longer(word, starts))
        ways.append(typed(word) + (f"(?!(?:{rests}){GOES_ON})" if rests else ""))
    return "(?:" + "|".join(ways) + ")" + GOES_ON if ways else None


def capture(*kinds):
    return {str(number + 1): {"name": SCOPES[kind]} for number, kind in enumerate(kinds) if kind}


def textmate(words):
    shape = words.shapes
    square = rf"(?:{shape['ANY_ONE']})"
    row = (rf"[ \t]*(?:#.*)?$|[ \t]*(?:{shape['CELL']})(?:[ \t]+(?:{shape['CELL']}))*[ \t]*(?:#.*)?$"
           rf"|[ \t]*(?:{shape['CELL']})[ \t]+(?:{shape['CELL']})(?:[ \t].*)?$")
    moves = "|".join(typed(word) for word in words.opens_moves)
    begins, behind_colon, anywhere = [], [], []
    for kind in words.kinds():
        start, other = choice(words, kind, True), choice(words, kind, False)
        if start:
            begins.append({"match": rf"^[ \t]*(?:(new|inherited)[ \t]+)?({start})", "captures": capture("heading", kind)})
            behind_colon.append({"match": rf"(:)[ \t]*({start})", "captures": capture("mark", kind)})
        if other:
            anywhere.append({"match": other, "name": SCOPES[kind]})
    behind_comma = "|".join(typed(word[2:]) for word in words.starts if word.startswith(", "))
    plain = [word for word in words.starts if not words.starts[word] and not word.startswith(",")]
    ends, captured = [rf"((?:{behind_comma}){GOES_ON})"], ["joining"]
    for kind in words.kinds():
        if [word for word in plain if words.kind[word] == kind]:
            ends.append(f"({choice(words, kind, False)})")
            captured.append(kind)
    ends += [rf"({square}(?:\.\.{square})?{GOES_ON})", f"({shape['WORD']})", rf"({shape['NAME']}(?:[ \t]+{shape['NAME']})*)",
             r"(?=\S)"]
    captured += ["square", "word", "name"]
    comment = {"match": "#.*$", "name": SCOPES["comment"]}
    tokens = [
        {"match": r'"[^"\n]*"', "name": SCOPES["string"]},
        {"match": r'"[^"\n]*$', "name": SCOPES["wrong"]},
        {"match": r"\(\+?[A-Za-z]\)", "name": SCOPES["letter"]},
        {"match": rf"{square}(?:\.\.{square})?{GOES_ON}", "name": SCOPES["square"]},
        {"match": r"-?[0-9]+(?:,-?[0-9]+){1,2}|[0-9]+", "name": SCOPES["number"]},
        {"match": rf"{shape['NAME']}(?:[ \t]+{shape['NAME']})*", "name": SCOPES["name"]},
        {"match": shape["WORD"], "name": SCOPES["word"]},
        {"match": r"'s|[:,()\[\]]", "name": SCOPES["mark"]},
    ]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Made by `make pages` from grammar/parser.y and grammar/lexer.l; see tests/editors.py.",
        "name": "mad",
        "scopeName": "source.mad",
        "fileTypes": ["mad"],
        "patterns": [{"include": "#comment"}, {"include": "#array"}, {"include": "#moves"}, {"include": "#begins"},
                     {"include": "#blank"}, {"include": "#lists"}, {"include": "#colon"}, {"include": "#anywhere"}],
        "repository": {
            "comment": {"patterns": [comment]},
            "array": {"patterns": [{
                "begin": r"^[ \t]*(?:(new)[ \t]+)?(array)(?=[ \t]*(?:#.*)?$)",
                "beginCaptures": capture("heading", words.kind["array"]),
                "end": f"^(?!{row})",
                "patterns": [comment, {"match": rf"(?:{shape['CELL']})(?=[ \t]|$)", "name": SCOPES["cell"]}],
            }]},
            "moves": {"patterns": [{
                "begin": rf"^[ \t]*({moves}){GOES_ON}",
                "beginCaptures": capture("heading"),
                "end": "$",
                "patterns": [comment, {"match": rf"(of)[ \t]+({square})(?=[ \t]|$)", "captures": capture("joining", "square")},
                             {"match": r"[^ \t\n]+", "name": SCOPES["move"]}],
            }]},
            "begins": {"patterns": begins},
            "blank": {"patterns": [{"begin": r"\[", "beginCaptures": {"0": {"name": SCOPES["mark"]}}, "end": r"\]|$",
                                    "endCaptures": {"0": {"name": SCOPES["mark"]}},
                                    "patterns": [comment, {"include": "#anywhere"}]}]},
            "lists": {"patterns": [{"begin": r",(?=[ \t]*(?:#.*)?$)", "beginCaptures": {"0": {"name": SCOPES["mark"]}},
                                    "end": "|".join(ends), "endCaptures": capture(*captured), "patterns": [comment]}]},
            "colon": {"patterns": behind_colon},
            "anywhere": {"patterns": anywhere + tokens},
        },
    }


# --- Vim -------------------------------------------------------------------------------------------------

VIM_BEGIN, VIM_END = '" made from grammar/parser.y by `make pages`', '" end of what is made'
VIM_GOES_ON = r"[A-Za-z0-9-]\@!"
# Where a sentence begins.
VIM_START = r"\%(^\s*\%(\%(new\|inherited\)\s\+\)\=\|:\s*\)\@80<="


def vim_typed(phrase):
    blanks = r"\_s\+" if phrase.startswith(",") else r"\s\+"
    return blanks.join(phrase.split(" "))


def vim_choice(words, kind, starts):
    ways = []
    for word in words.of(kind, starts):
        rests = r"\|".join(r"\s\+" + vim_typed(rest.strip()) for rest in words.longer(word, starts))
        ways.append(vim_typed(word) + (rf"\%(\%({rests}\){VIM_GOES_ON}\)\@!" if rests else ""))
    return r"\%(" + r"\|".join(ways) + r"\)" + VIM_GOES_ON


def vim_syntax(words):
    lines = ["", f"syn match madName /{vim_shape(words.shapes['NAME'])}\\%(\\s\\+{vim_shape(words.shapes['NAME'])}\\)*/",
             f"syn match madWord /{vim_shape(words.shapes['WORD'])}/"]
    square = rf"\%({vim_shape(words.shapes['ANY_ONE'])}\)"
    lines += [rf"syn match madSquare /{square}\%(\.\.{square}\)\={VIM_GOES_ON}/"]
    for starts in (False, True):
        for kind in words.kinds():
            if words.of(kind, starts):
                place = VIM_START if starts else ""
                group = ("madFirst" if starts else "mad") + kind.title()
                lines += [f"syn match {group} /{place}{vim_choice(words, kind, starts)}/"]
    cell = rf"\%({vim_shape(words.shapes['CELL'])}\)"
    row = (rf"\s*\%(#.*\)\=$\|\s*{cell}\%(\s\+{cell}\)*\s*\%(#.*\)\=$\|\s*{cell}\s\+{cell}\%(\s.*\)\=$")
    moves = r"\|".join(vim_typed(word) for word in words.opens_moves)
    kept = ",".join(f"mad{kind.title()}" for kind in words.kinds())
    lines += [rf"syn region madBlank matchgroup=madMark start=/\[/ end=/\]/ oneline contains={kept},madWord,madName,madMark",
              rf"syn match madCell contained /{cell}\%(\s\|$\)\@=/",
              rf"syn match madOf contained /\<of\s\+{square}\%(\s\|$\)\@=/ contains=madSquare",
              rf"syn region madMoves matchgroup=madHeading start=/\%(^\s*\)\@80<=\%({moves}\){VIM_GOES_ON}/ end=/$/ "
              "contains=madMove,madOf,madComment keepend oneline",
              rf"syn region madArray matchgroup=madHeading start=/\%(^\s*\%(new\s\+\)\=\)\@80<=array\ze\s*\%(#.*\)\=$/ "
              rf"matchgroup=NONE end=/^\%({row}\)\@!/me=s-1 contains=madCell,madComment", ""]
    path = FOLDER / "vim/syntax/mad.vim"
    before, _, rest = path.read_text().partition(VIM_BEGIN)
    return before + "\n".join([VIM_BEGIN] + lines) + VIM_END + rest.partition(VIM_END)[2]


def vim_shape(pattern):
    """The pattern as Vim writes it."""
    out, at = "", 0
    while at < len(pattern):
        if pattern.startswith("(?:", at):
            out, at = out + r"\%(", at + 3
        elif pattern[at] == "[":
            end = pattern.index("]", at + 1) + 1
            out, at = out + pattern[at:end], end
        elif pattern[at] == "\\":
            out, at = out + pattern[at + 1], at + 2
        else:
            out, at = out + {"(": r"\%(", ")": r"\)", "|": r"\|", "+": r"\+", "?": r"\="}.get(pattern[at], pattern[at]), at + 1
    return out


# --- tree-sitter -----------------------------------------------------------------------------------------

CAPTURES = {
    "heading": "keyword",
    "control": "keyword.control",
    "motion": "function.builtin",
    "value": "constant.builtin",
    "joining": "operator",
    "comment": "comment",
    "string": "string",
    "name": "type",
    "word": "variable",
    "square": "constant",
    "number": "number",
    "letter": "character",
    "cell": "character.special",
    "move": "string.special",
    "mark": "punctuation.delimiter",
}


def tree_sitter_words(words):
    """What scanner.c knows of words, in the order of their bytes."""
    roles = {"new": "NEW", "inherited": "NEW", "array": "ARRAY", **{word: "MOVES" for word in words.opens_moves}}
    rows = [f'    {{"{word}", SYMBOL_{words.kind[word].upper()}, ROLE_{roles.get(word, "NONE")}, '
            f"{str(words.starts[word]).lower()}}},\n" for word in sorted(words.starts)]
    return ("/* words.h - made from grammar/parser.y by `make pages`; see tests/editors.py. */\n"
            "static const struct phrase phrases[] = {\n" + "".join(rows) + "};\n"
            "enum { PHRASE_COUNT = sizeof phrases / sizeof *phrases };\n")


def tree_sitter_queries():
    return ("; Made by `make pages`; see tests/editors.py.\n"
            + "".join(f"({kind}) @{capture}\n" for kind, capture in CAPTURES.items()))


# --- all of them -----------------------------------------------------------------------------------------

def made():
    words = Words()
    grammar = textmate(words)
    text = json.dumps(grammar, indent=1) + "\n"
    return grammar, words, {
        FOLDER / "textmate/mad.tmLanguage.json": text,
        FOLDER / "vscode/syntaxes/mad.tmLanguage.json": text,
        FOLDER / "vim/syntax/mad.vim": vim_syntax(words),
        FOLDER / "tree-sitter/src/words.h": tree_sitter_words(words),
        FOLDER / "tree-sitter/queries/highlights.scm": tree_sitter_queries(),
    }


# --- checking --------------------------------------------------------------------------------------------

TOKENS = {  # how parser.y calls what is no word of the language
    "a name in small letters": "word", "a capitalised name": "name", "a text in quotation marks": "string",
    "a letter in brackets": "letter", "a square like e4": "square", "a rectangle like d1..f3": "square",
    "a row of the array": "cell", "a move": "move", "a number": "number", "a pair like 1,2": "number",
    "three numbers like 0,0,1": "number",
    "a comment": "comment", ":": "mark", ",": "mark", "(": "mark", ")": "mark", "[": "mark", "]": "mark", "'s": "mark",
}


def rule_files():
    return sorted(glob.glob("rules/*.mad") + glob.glob("rules/examples/*.mad") + glob.glob("stdlib/*.mad")
                  + glob.glob("tests/rules/*.mad") + glob.glob("tests/editors/*.mad"))


def lexed(files):
    """Of each file what the lexer reads: where, how long, and which kind."""
    run = subprocess.run(["build/release/tests/tokens", *files], stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(1)
    tokens = {}
    for line in run.stdout.splitlines():
        cells = line.split("\t")
        if len(cells) == 1:
            here = tokens[line] = []
        else:
            here.append((int(cells[0]), int(cells[1]), cells[2]))
    return tokens


def compare(path, tokens, words, kind_at):
    """Complaints: each token has its colour on every character that is no blank, and all else has none."""
    data = pathlib.Path(path).read_bytes()
    expected = [None] * len(data)
    for begin, length, token in tokens:
        kind = TOKENS.get(token) or words.kind.get(token)
        spans = [(begin, length, kind)]
        if token == "of a square":
            square = data[begin:begin + length].split()[1]
            spans = [(begin, 2, "joining"), (begin + length - len(square), len(square), "square")]
        if token.startswith(", "):
            spans = [(begin, 1, None), (begin + 1, length - 1, kind)]
        for at, count, kind in spans:
            expected[at:at + count] = [kind] * count
    text = data.decode()
    colours = kind_at(text)
    faults, byte = [], 0
    for place, character in enumerate(text):
        want, has = expected[byte], colours[place]
        if not character.isspace() and character != "," and want != has:
            line = text.count("\n", 0, place) + 1
            shown = text.splitlines()[line - 1].strip()
            faults.append(f"{path}:{line}: `{character}` of `{shown}` is coloured as {has}, not as {want}")
        byte += len(character.encode())
    return faults


def check(kind_at_of):
    """How many files have a fault, and the words of the language that no file uses."""
    words, failed, seen = Words(), 0, set()
    tokens = lexed(rule_files())
    for path, found in tokens.items():
        seen |= {token for _, _, token in found}
        faults = compare(path, found, words, kind_at_of)
        for fault in faults[:3]:
            print(fault)
        failed += bool(faults)
    missing = sorted(words.used - seen)
    if missing:
        print("no rule file has, so that nothing is known of their colour: " + ", ".join(missing))
    return failed + len(missing)


def textmate_kinds(grammar):
    reader = Grammar(grammar)
    kinds = {scope: kind for kind, scope in SCOPES.items()}
    return lambda text: [kinds.get(scope) for scope in reader.scopes(text)]


VIM_KINDS = {"madOf": "joining", "madAllow": "comment", **{f"madFirst{kind[0].title()}": kind[0] for kind in KINDS}}
VIM_DUMP = r"""
set nocompatible encoding=utf-8
syntax on
let s:out = []
for s:line in range(1, line('$'))
  let s:names = []
  for s:column in range(1, strlen(getline(s:line)))
    call add(s:names, synIDattr(synID(s:line, s:column, 1), 'name'))
  endfor
  call add(s:out, join(s:names, ' '))
endfor
call writefile(s:out, $MAD_COLOURS)
qall!
"""


def vim_kinds(text):
    with tempfile.TemporaryDirectory() as folder:
        source, script, out = (pathlib.Path(folder, name) for name in ("text.mad", "dump.vim", "colours"))
        source.write_text(text)
        script.write_text(VIM_DUMP)
        subprocess.run(["vim", "-u", "NONE", "-es", "--cmd", f"set rtp^={FOLDER}/vim", "-c", "filetype on", "-c",
                        f"source {FOLDER}/vim/ftdetect/mad.vim", "-c", f"e! {source}", "-c", "set filetype=mad",
                        "-S", str(script)], env={"MAD_COLOURS": str(out), "PATH": "/usr/bin:/bin", "TERM": "dumb"}, timeout=60,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        rows = out.read_text().split("\n")
    kinds = []
    for line, row in zip(text.splitlines(keepends=True), rows):
        names = row.split(" ")
        byte = 0
        for character in line:
            name = names[byte] if byte < len(names) else ""
            kinds.append(VIM_KINDS.get(name, name[3:].lower()) if name.startswith("mad") else None)
            byte += len(character.encode())
    return kinds


def tree_sitter_kinds(language):
    """Colours of a text by tree-sitter, which reads it at once, and again when pieces of it are put in one by one."""
    kinds = {capture: kind for kind, capture in CAPTURES.items()}

    def kinds_of(text):
        colours = language.colours(text.encode())
        for part in (3, 5):
            gap = len(text) // part, min(len(text) // part + 40, len(text))
            if language.colours_typed(text.encode(), *(len(text[:place].encode()) for place in gap)) != colours:
                sys.exit("tree-sitter reads a text that was changed otherwise than the same text anew: " + text[:60])
        byte, out = 0, []
        for character in text:
            out.append(kinds.get(colours[byte], colours[byte]))
            byte += len(character.encode())
        return out

    return kinds_of


def main():
    if sys.argv[1:] not in ([], ["--check"], ["--check-vim"], ["--check-tree-sitter"]):
        print(__doc__, file=sys.stderr)
        return 2
    grammar, _, files = made()
    if sys.argv[1:] == ["--check-vim"]:
        return 1 if check(vim_kinds) else 0
    if sys.argv[1:] == ["--check-tree-sitter"]:
        return 1 if check(tree_sitter_kinds(Language(FOLDER / "tree-sitter"))) else 0
    failed = 0
    for path, text in files.items():
        if not sys.argv[1:]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path} is stale: make pages")
            failed += 1
    if sys.argv[1:]:
        failed += check(textmate_kinds(grammar))
        if library_name() is not None:
            failed += check(tree_sitter_kinds(Language(FOLDER / "tree-sitter")))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
