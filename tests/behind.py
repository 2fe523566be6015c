#!/usr/bin/env python3
"""behind.py - makes grammar/nearest_behind.def: which word of the language stands behind which in rules/, in stdlib/ and in the
blocks of grammar/README.md, as the lexer reads them. The search for what was meant (grammar/nearest.c) goes by it.

usage: tests/behind.py           write it; from the top folder, when build/release/tests/tokens is built
       tests/behind.py --check   write nothing; fail when it is stale
"""
import glob
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = pathlib.Path("grammar/nearest_behind.def")
BEGIN = "NEWLINE"  # stands before and behind each sentence
UNTOLD = {"CELL", "MOVE_TEXT", "OF_SQUARE", "LBRACKET", "RBRACKET", "EDITION"}  # no search says them


def blocks():
    """The examples of the manual, each a whole file."""
    text = pathlib.Path("grammar/README.md").read_text()
    for like, block in re.findall(r"^```mad(?: like ([a-z-]+))?\n(.*?)^```", text, flags=re.M | re.S):
        head = "" if block.startswith("mad 1") else f'mad 1\ngame "Example" like {like or "chess"}\n'
        yield head + block


def pairs(path, rows, symbols):
    text, found = pathlib.Path(path).read_bytes(), set()
    last, end = BEGIN, 0
    for begin, length, word in rows:
        if word not in symbols:
            continue
        if b"\n" in text[end:begin] and last != BEGIN:
            found.add((last, BEGIN))
            last = BEGIN
        found.add((last, symbols[word]))
        last, end = symbols[word], begin + length
    found.add((last, BEGIN))
    return found


def made():
    grammar = pathlib.Path("grammar/parser.y").read_text().split("\n%%\n")[0]
    symbols = {word: name for name, word in re.findall(r'\b([A-Z][A-Z_]*) (?:0 )?"([^"]*)"', grammar)}
    symbols["an"] = symbols["a"]
    files, found = {}, set()
    with tempfile.TemporaryDirectory() as folder:
        paths = sorted(glob.glob("rules/*.mad") + glob.glob("stdlib/*.mad"))
        for number, block in enumerate(blocks()):
            paths.append(f"{folder}/{number}.mad")
            pathlib.Path(paths[-1]).write_text(block)
        told = subprocess.run(["build/release/tests/tokens", *paths], capture_output=True, text=True, check=True).stdout
        for line in told.splitlines():
            parts = line.split("\t")
            if len(parts) == 1:
                rows = files[line] = []
            else:
                rows.append((int(parts[0]), int(parts[1]), parts[2]))
        for path, rows in files.items():
            found |= pairs(path, rows, symbols)
    found = sorted(p for p in found if not set(p) & UNTOLD)
    text = ("/* nearest_behind.def - made by tests/behind.py: which token stands behind which in the games, the library and the\n"
            " * examples of the manual. NEWLINE stands before and behind each sentence. */\n")
    line = ""
    for one, two in found:
        item = f"MAD_BEHIND({one}, {two})"
        if len(line) + len(item) > 118:
            text += line.rstrip() + "\n"
            line = ""
        line += item + " "
    return text + line.rstrip() + "\n"


def main():
    text = made()
    if "--check" not in sys.argv[1:]:
        TABLE.write_text(text)
    elif text != TABLE.read_text():
        sys.exit(f"{TABLE} is not what tests/behind.py makes: `make pages`")


main()
