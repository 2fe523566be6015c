#!/usr/bin/env python3
"""pages.py - writes the pages that are made from the rule files, stdlib/README.md and rules/README.md, and
grammar/FINDINGS.md, which is made from what ./mad explain prints; and the manual's table of which word may stand where,
which is made from interp/plan/expr.def; and grammar/CRIB.md, from the manual's tables and the words of the grammar.

The first is made from the comments of the library files: the block below `mad 1` is what the file is for, the
block right above a declaration is that part's sentence. The second is made from what ./mad list and ./mad show
print, and from tests/sizes.tsv and tests/lengths.tsv; its pictures, rules/pictures, are what ./mad show --svg prints.

usage: tests/pages.py            writes the pages; from the top folder, when ./mad is built
       tests/pages.py --check    writes nothing and fails when a page is not what would be written, or a public part of the
                                 library has no sentence
       tests/pages.py --lengths  writes tests/lengths.tsv: how long games last that the program plays against itself. It takes
                                 some minutes; who adds a game may leave it to whoever comes next
"""
import json
import pathlib
import re
import subprocess
import sys

import rule_lengths

# --- the library -----------------------------------------------------------------------------------------

SECTIONS = [  # in the order of a rule page
    ("Boards", ["boards", "levels", "hexagons"]),
    ("Men", ["men", "fairy-men", "shogi-men", "xiangqi"]),
    ("What men of chess do besides", ["castling", "castling-towards-rooks", "en-passant", "promotion", "conditional-promotion", "first-move"]),
    ("Check and ends", ["check", "perpetual", "ends", "points"]),
    ("Captures", ["explosion", "rampage", "jumps"]),
    ("Hands", ["hands", "crazyhouse", "chessgi", "shogi", "turning"]),
]

PART = re.compile(
    r"^(?:new )?(?:(?P<kind>piece|verb|option|mark|pocket|counter|direction|own direction) (?P<rest>.*)"
    r"|(?P<name>(?:in )?[a-z][a-z0-9-]*) means .*)$"
)


class Part:
    def __init__(self, kind, name, shown, sentence):
        self.kind, self.name, self.shown, self.sentence = kind, name, shown, sentence


def library_parts(text):
    """What the file is for, and its parts."""
    lines = text.splitlines()
    about, at = [], 1
    while at < len(lines) and lines[at].startswith("#"):
        about.append(lines[at][1:].strip())
        at += 1
    parts, comment, in_block = [], [], False
    for line in lines[at:]:
        if line.startswith("# ---"):
            comment = []
        elif line.startswith("#"):
            comment.append(line[1:].strip())
        elif not line.strip():
            comment = []
        else:
            match = None if line.startswith((" ", "new ")) else PART.match(line)
            if match:
                parts.append(make_part(match, " ".join(comment)))
            comment = []
    return " ".join(about), parts


def make_part(match, sentence):
    kind, rest, name = match["kind"], match["rest"], match["name"]
    if name:
        meaning = re.sub(r" +#.*", "", match[0].split(" means ", 1)[1])
        return Part("means", name, name, sentence or f"`{meaning}`")
    if kind == "piece":
        return Part(kind, re.sub(r" \(.*", "", rest), rest, sentence)
    if kind == "verb":
        return Part(kind, rest.split()[0], rest, sentence)
    if kind in ("direction", "own direction"):
        return Part("direction", rest.split()[0], rest.split()[0], sentence)
    return Part(kind, rest.split()[0], rest, sentence)


def library_page():
    files = {path.stem: path for path in pathlib.Path("stdlib").glob("*.mad")}
    listed = [name for _, names in SECTIONS for name in names]
    more = [name for name in sorted(files) if name not in listed]
    sections = SECTIONS + ([("More", more)] if more else [])
    faults = []
    page = [
        "# The library",
        "",
        "Parts that rule files use, found by name. `use castling` says all that a file says; `use Camel and Wizard from",
        "fairy-men` takes single men, and `use Camel (H) from fairy-men` gives one another letter. How the words are used",
        "tells the [manual](../grammar/README.md). `make pages` makes this page from the comments in the files.",
    ]
    for title, names in sections:
        page += ["", f"## {title}"]
        for name in names:
            if name not in files:
                faults.append(f"tests/pages.py: there is no stdlib/{name}.mad")
                continue
            about, parts = library_parts(files[name].read_text())
            if not about:
                faults.append(f"stdlib/{name}.mad: no comment below `mad 1`")
            page += ["", f"### [{name}]({name}.mad)", "", about]
            page += part_table(parts)
            faults += [
                f"stdlib/{name}.mad: no comment above `{part.name}`"
                for part in parts
                if not part.sentence and part.kind != "direction"
            ]
    return "\n".join(page) + "\n", faults


def part_table(parts):
    directions = [part.name for part in parts if part.kind == "direction"]
    rest = [part for part in parts if part.kind != "direction"]
    lines = []
    if directions:
        lines += ["", "Directions: " + ", ".join(f"`{name}`" for name in directions) + "."]
    if rest:
        lines += ["", "| part | |", "|---|---|"]
        lines += [f"| {shown(part)} | {part.sentence} |" for part in rest]
    return lines


def shown(part):
    kind = "" if part.kind in ("piece", "means") else part.kind + " "
    return f"{kind}`{part.shown}`"


# --- the gallery -----------------------------------------------------------------------------------------

CREDITS = ("inventor ", "also called ", "family ", "year ", "source ", "about ", "mad ", "game ", "variant ")
LAWS = re.compile(
    r"^(new )?(without|replace|illegal when|must|pass when|end-turn when|a player may|wrap|counter|option|set|turns|pocket"
    r"|[a-z-]+ pieces (change|join|leave))\b"
)
OPTIONS = {name for folder in ("rules", "stdlib") for path in pathlib.Path(folder).glob("*.mad")
           for name in re.findall(r"^ *option ([a-z-]+) is ", path.read_text(), re.M)}
END = re.compile(r"^([A-Z][A-Za-z]*|mover|enemy|next player) (wins|loses) when |^draw (when|after) |^a player (with no|who is) |^score ")
HEADING = re.compile(r"^(new )?(piece|add to|change|ends|verb|notation|test|array|board|players|game|variant)\b")


class RuleFile:
    """What a rule file says, told apart by the shape of its lines."""

    def __init__(self, text):
        self.all_lines = len(text.splitlines())
        self.base, self.parts = None, []  # of the game and of each variant: its laws and ends
        self.rule_lines = len(list(rule_lengths.rules(text)))
        self.piece_lines = {}  # of each piece, its heading too
        self.uses = []  # library, pieces of it or None for all of it
        section = None
        for line in text.splitlines():
            words = line.strip()
            if words.startswith(("game ", "variant ")):
                self.parts.append([])
                base = re.match(r'game ".*" like (\S+)', words)
                self.base = base[1] if base else self.base
            if not words:
                section = None if section == "array" else section
            elif not words.startswith("#"):
                section = self.read(words, section)

    def read(self, words, section):
        heading = HEADING.match(words)
        if heading:
            section = heading[2] if words != "new array of chess" else None
        elif section == "test" and re.match(r"(position|play|moves|count|result) ?", words):
            return section
        elif section == "array" and all(len(cell.lstrip("+")) == 1 for cell in words.split()):
            return section
        elif section in ("test", "array"):
            section = None
        if section in ("test", "array") or words.startswith(CREDITS):
            return section
        self.note_piece(words, section)
        use = re.match(r"use (.*?)(?: from (\S+))?$", words)
        if use:
            names = [re.sub(r" as .*| \(.*", "", name) for name in re.split(r", | and ", use[1])]
            self.uses += [(use[2], names)] if use[2] else [(name, None) for name in names]
        is_law = LAWS.match(words) and (not words.startswith("set ") or words.split()[1] in OPTIONS) # else a verb's
        if self.parts and (is_law or END.match(words)):
            self.parts[-1].append(re.sub(r" +#.*", "", words))
        return section


    def note_piece(self, words, section):
        piece = re.match(r"piece (.*) \(", words)
        if piece:
            self.piece = piece[1]
        if section == "piece" and not LAWS.match(words):
            self.piece_lines[self.piece] = self.piece_lines.get(self.piece, 0) + 1


def whole_lines(rules, files, library, seen):
    """With all that is taken over: the base, and what is used of the library."""
    lines = rules.rule_lines
    if rules.base and ("game", rules.base) not in seen:
        seen.add(("game", rules.base))
        lines += whole_lines(files[rules.base], files, library, seen)
    for name, pieces in rules.uses:
        if name in library and ("library", name) not in seen:
            seen.add(("library", name))
            lines += whole_lines(library[name], files, library, seen)
            if pieces is not None:
                lines -= sum(count for piece, count in library[name].piece_lines.items() if piece not in pieces)
    return lines


def mad(*arguments):
    return subprocess.run(["./mad", *arguments], check=True, capture_output=True, text=True).stdout


def sizes_elsewhere():
    sizes = {}
    for line in pathlib.Path("tests/sizes.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            game, system, lines, _ = line.split("\t")
            sizes.setdefault(game, []).append((system, int(lines)))
    return sizes


def diagram(name):
    text = mad("show", name)
    lines = [line.rstrip() for line in text.split("\n\n", 1)[1].splitlines()]
    return [line for line in lines if " to move, move " not in line]


def credit(entry):
    who = ", ".join(str(part) for part in (entry.get("inventor"), entry.get("year")) if part)
    where = entry.get("source")
    parts = [who] if who else []
    parts.append(entry["board"])
    if where:
        parts.append(f"[source](https://{where})")
    return " · ".join(parts)


def lines_of(count):
    return f"{count} line" + ("" if count == 1 else "s")


START = [  # where to begin, and why
    ("mad-elephant-chess", "the game after which the program is called"),
    ("crazyhouse", "for who plays chess already, and wants it wilder"),
    ("xiangqi", "what half the world calls chess"),
    ("breakthrough", "learned in one minute, and deep"),
    ("hex", "no chess at all: two players, one kind of stone, no draws"),
]
PICTURES = pathlib.Path("rules/pictures")
LENGTHS = pathlib.Path("tests/lengths.tsv")
LENGTHS_HEAD = """# How long games last: moves of one player, the mean of games that the program plays against itself, looking at 100 positions a
# move, from 4 openings of random moves with both sides; what lasts 500 moves is broken off. `tests/pages.py --lengths` made it.
"""


def lengths():
    rows = [line.split("\t") for line in LENGTHS.read_text().splitlines() if line and not line.startswith("#")]
    return {name: float(moves) for name, moves in rows}


def measure_lengths():
    """How long games of the program against itself are, asked of the program."""
    rows = []
    for entry in map(json.loads, mad("list", "--json").splitlines()):
        rules = pathlib.Path(f"rules/{entry['name'].split(':')[0]}.mad").read_text()
        are_two = "\nplayer " not in rules and not re.search("^players .*,", rules, flags=re.M)
        if ":" not in entry["name"] and are_two:
            told = mad("match", entry["name"], "--games", "8", "--nodes", "100", "--most", "500", "--openings", "random:4",
                       "--seed", "1")
            rows.append(f"{entry['name']}\t{re.search('^length ([0-9.]+) ', told, flags=re.M)[1]}")
    LENGTHS.write_text(LENGTHS_HEAD + "\n".join(rows) + "\n")


def how_long(moves):
    """Turns of each player, as one says it."""
    turns = max(1, round(moves / 2))
    return f"some {turns if turns < 20 else round(turns / 5) * 5} turns each"


def first_sentence(text):
    return re.split(r"(?<=[.!?]) (?=[A-Z])", text, maxsplit=1)[0]


def card(entry, shown, moves):
    """Picture and text of a game, as two cells of a table."""
    name = entry["name"]
    facts = ", ".join(str(part) for part in (entry.get("inventor"), entry.get("year")) if part)
    told = [f"**[{entry['title']}](#{name})**", facts, first_sentence(" ".join(shown["about"])),
            "; ".join([entry["board"].replace("x", " by ")] + ([how_long(moves)] if moves else []))]
    return [f'<img src="pictures/{name}.svg" width="150" alt="{entry["title"]}, the first position">',
            "<br>".join(part for part in told if part)]


def card_table(cards):
    lines = ["", "| | | | |", "|---|---|---|---|"]
    for at in range(0, len(cards), 2):
        cells = cards[at] + (cards[at + 1] if at + 1 < len(cards) else ["", ""])
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def size_table(games, files, library):
    sizes = sizes_elsewhere()
    lines = [
        "",
        '## <a id="lines"></a>How many lines a game takes',
        "",
        "**own** are the lines of the rules in the file, without array, tests, names, comments and blank lines; **whole** are those",
        "lines with all that is taken over from other files, of which the program itself knows none; **file** are all lines of the",
        "file. Beside them stands the same game elsewhere, counted likewise, as [tests/sizes.tsv](../tests/sizes.tsv) has it with its",
        "sources. Fairy-Stockfish's lines are settings of a program that knows chess already.",
        "",
        "| game | like | own | whole | file | Ludii | RBG | Fairy-Stockfish |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for entry in games:
        name, rules = entry["name"], files[entry["name"]]
        other = dict(sizes.get(name, []))
        cells = [str(other.get(system, "")) for system in ("Ludii", "RBG", "Fairy-Stockfish")]
        lines.append(
            f"| [{entry['title']}](#{name}) | {rules.base or ''} | {rules.rule_lines} | "
            f"{whole_lines(rules, files, library, set())} | {rules.all_lines} | "
            + " | ".join(cells) + " |"
        )
    return lines


def anchor(family):
    return "family-" + re.sub(r"[^a-z]+", "-", family.lower())


def gallery_page():
    """The gallery, its pictures by their paths, and what is wrong."""
    files = {path.stem: RuleFile(path.read_text()) for path in sorted(pathlib.Path("rules").glob("*.mad"))}
    library = {path.stem: RuleFile(path.read_text()) for path in sorted(pathlib.Path("stdlib").glob("*.mad"))}
    entries = [json.loads(line) for line in mad("list", "--json").splitlines()]
    games = [entry for entry in entries if ":" not in entry["name"]]
    shown = {entry["name"]: json.loads(mad("show", entry["name"], "--json")) for entry in entries}
    moves = lengths()
    cards = {entry["name"]: card(entry, shown[entry["name"]], moves.get(entry["name"])) for entry in games}
    families = {}
    for entry in games:
        families.setdefault(entry["family"] or "Others", []).append(entry)
    page = [
        "# The games",
        "",
        f"{len(games)} rule files, {len(entries)} games with their variants. `make play GAME=shogi` plays one, `mad show shogi",
        "--rules` tells all its rules, `mad doc shogi` explains them, `mad list WORD` finds games. How long a game lasts is what comes",
        "of the program's playing it quickly against itself. `make pages` makes this page from the files.",
        "",
        "By family: " + ", ".join(f"[{family}](#{anchor(family)})" for family in families) + ". Then "
        "[all games with their laws](#all), and [how many lines each takes](#lines).",
        "",
        "## Start with these five",
    ]
    page += card_table([[cards[name][0], cards[name][1] + f"<br>*{why}*"] for name, why in START])
    for family, members in families.items():
        page += ["", f'## <a id="{anchor(family)}"></a>{family}']
        page += card_table([cards[entry["name"]] for entry in members])
    page += ["", '# <a id="all"></a>All games with their laws']
    part = 0
    for entry in entries:
        name, _, variant = entry["name"].partition(":")
        part = part + 1 if variant else 0
        page += game_section(entry, name, variant, files[name], part, shown)
    page += size_table(games, files, library)
    pictures = {PICTURES / f"{entry['name']}.svg": mad("show", entry["name"], "--svg") for entry in games}
    return "\n".join(page) + "\n", pictures


def game_section(entry, name, variant, rules, part, all_shown):
    shown = all_shown[entry["name"]]
    title = entry["title"] if variant else f"[{entry['title']}]({name}.mad)"
    lines = ["", f"### {title}" if variant else f'## <a id="{name}"></a>{title}', ""]
    whole = all_shown[name] if variant else {}
    same = all(entry.get(key) == whole.get(key) for key in ("inventor", "year", "source"))
    told = [] if same else [credit(entry)]
    told += [" ".join(shown["about"])] if shown["about"] != whole.get("about", []) else []
    lines += ("\n\n".join(told)).splitlines()
    base = diagram(name) if variant else []
    board = diagram(entry["name"])
    if board != base:
        lines += ["", "```text"] + board + ["```"]
    laws = rules.parts[part] if part < len(rules.parts) else []
    if laws:
        lines += ["", "```text"] + laws + ["```"]
    return lines


# --- writing ---------------------------------------------------------------------------------------------


# --- findings --------------------------------------------------------------------------------------------

def findings_page():
    """Every row of grammar/diagnostic.def."""
    lines = ["# What `mad lint` finds", "",
             "Made by `make pages` from [diagnostic.def](diagnostic.def); `mad explain ID` prints one of them. Each",
             "example is linted by tests/run_lint.sh: what is to avoid has this finding and no other, what is to",
             "prefer has none. An example without a heading `game` goes on from `game \"Example\" like chess`.", "",
             "An error means that the file is refused, or that the game cannot be what was meant; a warning that",
             "something looks like a slip; what is only worth knowing is shown with `--least info`.",
             "`# mad: allow(ID) the reason` on a line, or on a line of its own above it, lets one finding be."]
    for about in (json.loads(line) for line in mad("explain", "--json").splitlines()):
        lines += ["", f"## {about['id']} {about['name']} ({about['severity']})", "", about["why"]]
        for heading, key in (("To avoid:", "avoid"), ("To prefer:", "prefer")):
            if about[key] is not None:
                lines += ["", heading, "", "```", *about[key].split("\n"), "```"]
    return "\n".join(lines + ["", *UNFOUND]) + "\n", []


UNFOUND = """\
## What lint does not look for

| not found | why |
|---|---|
| two moves with one text | there are none: texts are made for all moves of a position together, and differ |
| what other programs' formats cannot say | `mad` writes no rules for other programs; `mad xboard` tells of which game it cannot tell XBoard, and why, when it is asked for it |
| a line that another one makes needless, without a game | that shows in games alone: MAD070 looks at some, and `mad report` at more, and verbs and events too |
| a leg that is never blocked | what stands half way is between two squares of the board, and any man can stand there |
| a drop that mates at once | wherever men are dropped some drop mates (Crazyhouse means it so): it would be told of every such game; `mad solve` finds it, and a law forbids it where a rule page does |
| men who cannot mate alone | only a proof says so, of all positions with those men, and takes minutes where lint has milliseconds: `mad solve --goal win` proves one position; rule pages that care say it as an end |
""".splitlines()


# --- which word may stand where --------------------------------------------------------------------------

PLACES = ["line", "`pass when`", "verb", "after-move", "event", "`when moved`", "law", "end"]
TABLE_BEGIN = "<!-- made from interp/plan/expr.def by `make pages` -->"
TABLE_END = "<!-- end -->"


def expression_rows():
    """Each row of expr.def: its words, and what it means in each place, or None where it is the same in all."""
    text = pathlib.Path("interp/plan/expr.def").read_text().split("*/", 1)[1]
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for row in re.findall(r"^MAD_EXPR.*?\)$", text, flags=re.S | re.M):
        cells = re.findall(r'"((?:[^"\\]|\\.)*)"|\b(NULL)\b', row)
        words, cells = cells[0][0], [None if null else cell for cell, null in cells[1:]]
        yield words, cells[:-1] if row.startswith("MAD_EXPR_IN") else None


def expressions_table():
    rows = list(expression_rows())
    alike = [words for words, cells in rows if cells is None]
    lines = ["The same everywhere: " + ", ".join(alike) + ".", "",
             "| | " + " | ".join(PLACES) + " |", "|---" * (len(PLACES) + 1) + "|"]
    for words, cells in rows:
        if cells is not None:
            shown = ["no" if cell is None else cell or "yes" for cell in cells]
            lines.append(f"| {words} | " + " | ".join(shown) + " |")
    return lines


# --- limits ----------------------------------------------------------------------------------------------

LIMITS_BEGIN = "<!-- made from interp/limits.def and grammar/limits.def by `make pages` -->"
LIMITS_END = "<!-- end of limits -->"


def limits_table():
    rows, values = ["| of | at most | for |", "|---|---|---|"], {}
    for path in ("grammar/limits.def", "interp/limits.def"):
        text = pathlib.Path(path).read_text().split("*/", 1)[1]
        for kind, name, value, cells in re.findall(r'^MAD_(LIMIT|BOUND)\((\w+), ([^,]+),\s*(".*?)\)$', text,
                                                   flags=re.S | re.M):
            values[name] = eval(value, {}, values)  # sums and shifts of numbers and names
            what, *why = ["".join(re.findall(r'"(.*?)"', cell)) for cell in re.split(r",\s*(?=\")", cells)]
            if kind == "LIMIT":
                rows.append(f"| {what} | {values[name]} | {why[0]} |")
    return rows


def manual_page():
    """The manual as it stands, with its tables in their places."""
    text = pathlib.Path("grammar/README.md").read_text()
    for begin, end, lines in ((TABLE_BEGIN, TABLE_END, expressions_table()),
                              (LIMITS_BEGIN, LIMITS_END, limits_table())):
        before, found, rest = text.partition(begin)
        _, ended, behind = rest.partition(end)
        if not found or not ended:
            return text, [f"grammar/README.md: there is no place marked by {begin}"]
        text = before + "\n".join([begin, "", *lines, "", end]) + behind
    return text, []


# --- the crib --------------------------------------------------------------------------------------------

NO_FORMS = {"Fine points", "Limits", "Not built yet", "This page"}


def manual_sections():
    """Title and lines of each section of the manual."""
    text = pathlib.Path("grammar/README.md").read_text()
    return [(part.split("\n", 1)[0], part.splitlines()[1:]) for part in text.split("\n## ")[1:]]


def said_of(row):
    """The forms in a row of one of the manual's tables of forms, and what is said of them; None for other rows."""
    cells = re.split(r" \| ", row.strip("| "), maxsplit=1)
    return cells if row.startswith("| `") and len(cells) == 2 and " | " not in cells[1] else None


def shortly(says):
    """The first clause. What stands in backticks is not cut."""
    parts = re.split(r"(`[^`]*`)", says)
    for at in range(0, len(parts), 2):
        clause = re.split(r"; |(?<=[a-z)])[.] ", parts[at], maxsplit=1)
        if len(clause) == 2:
            return "".join(parts[:at]) + clause[0]
    return says.rstrip(".")


def crib_link(title):
    return f"[{title}](README.md#{re.sub(r'[^a-z-]', '', title.lower().replace(' ', '-'))})"


def words_of_grammar():
    """Every word of the language: the names of the tokens."""
    tokens = re.search(r"^%token\n(.*?)^/\* Not keywords", pathlib.Path("grammar/parser.y").read_text(), flags=re.S | re.M)
    return sorted({word.lstrip(", ").rstrip(",") for word in re.findall(r'"([^"]+)"', tokens[1])})


def where_said(word, sections):
    """The sections whose tables of forms have the word; else the first one that has it in an example."""
    here = re.compile(r"(?<![\w-])" + re.escape(word) + r"(?![\w-])")
    in_forms = [title for title, lines in sections
                if any(here.search(form) for row in lines if said_of(row) for form in re.findall("`([^`]*)`", said_of(row)[0]))]
    return in_forms or [title for title, lines in sections if any(here.search(line) for line in lines)][:1]


def crib_page():
    sections = [(title, lines) for title, lines in manual_sections() if title not in NO_FORMS]
    page = ["# The language on one page", "",
            "Every form of sentence with what it says in a few words, and where each word is told of. The [manual](README.md) says the",
            "rest, with examples that run. `make pages` makes this page from the manual's tables and the words of the grammar.",
            "", "In the forms `X` and `Y` are squares, `D` directions, `C` a condition, `N` a number, `K` a piece, `m` a mark."]
    for title, lines in sections:
        rows = [said for said in map(said_of, lines) if said]
        if rows:
            page += ["", f"## {crib_link(title)}", "", "| form | |", "|---|---|"]
            page += [f"| {forms} | {re.sub(r'[(]#', '(README.md#', shortly(says))} |" for forms, says in rows]
    page += ["", "## Index of words", "", "| word | told under |", "|---|---|"]
    faults = []
    for word in words_of_grammar():
        told = where_said(word, sections)
        page.append(f"| `{word}` | {', '.join(crib_link(title) for title in told)} |")
        faults += [] if told else [f"grammar/README.md: nothing tells of `{word}`"]
    return "\n".join(page) + "\n", faults


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] == ["--lengths"]:
        return measure_lengths()
    if sys.argv[1:] and not check:
        print(__doc__, file=sys.stderr)
        return 2
    failed = 0
    gallery, pictures = gallery_page()
    made = {"stdlib/README.md": library_page(), "rules/README.md": (gallery, []), "grammar/FINDINGS.md": findings_page(),
            "grammar/README.md": manual_page(), "grammar/CRIB.md": crib_page(), **{path: (text, []) for path, text in pictures.items()}}
    for path in sorted(set(PICTURES.glob("*")) - set(pictures)):
        if check:
            print(f"{path} is of no game: make pages")
            failed += 1
        else:
            path.unlink()
    PICTURES.mkdir(exist_ok=True)
    for path, (text, faults) in made.items():
        page = pathlib.Path(path)
        for fault in faults:
            print(fault)
        failed += len(faults)
        if not check:
            page.write_text(text)
        elif not page.exists() or page.read_text() != text:
            print(f"{path} is stale: make pages")
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
