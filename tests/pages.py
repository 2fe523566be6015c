#!/usr/bin/env python3
"""pages.py - writes the pages that are made from the rule files: stdlib/README.md and rules/README.md.

The first is made from the comments of the library files: the block below `mad 1` is what the file is for, the
block right above a declaration is that part's sentence. The second is made from what ./mad list and ./mad show
print, and from tests/sizes.tsv.

usage: tests/pages.py [--check], from the top folder, when ./mad is built. --check writes nothing and fails when a
page is not what would be written, or a public part of the library has no sentence.
"""
import json
import pathlib
import re
import subprocess
import sys

# --- the library -----------------------------------------------------------------------------------------

SECTIONS = [  # in the order of a rule page
    ("Boards", ["boards", "hexagons"]),
    ("Men", ["men", "fairy-men", "shogi-men", "xiangqi"]),
    ("What men of chess do besides", ["castling", "en-passant", "promotion"]),
    ("Check and ends", ["check", "perpetual", "ends"]),
    ("Captures", ["explosion", "rampage"]),
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


# --- writing ---------------------------------------------------------------------------------------------


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        print(__doc__, file=sys.stderr)
        return 2
    failed = 0
    for path, (text, faults) in {"stdlib/README.md": library_page()}.items():
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
