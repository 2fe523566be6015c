#!/usr/bin/env python3
"""rule_lengths.py - how many lines of rules each shipped game has, and whether the longest file is no longer than MOST.

A line of rules is any but these: blank ones and comments; what is for people (`mad`, `game`, `variant`, `inventor`,
`year`, `family`, `source`, `also called`, `about`); the picture of an array; tests; what is said again behind `inherited`. A sentence that goes on
behind a comma is as many lines as it takes. Files are laid out by `mad fmt`: what stands further to the right than a
heading belongs to it.

A long file shows a word that the language or the library has not: MOST may fall, never rise.

usage: tests/rule_lengths.py [FILE ...], from the top folder; prints the ten longest files, ends with `N passed, N failed`.
"""
import pathlib
import re
import sys

MOST = 88  # lines of rules of the longest file; it falls when that file does

FOR_PEOPLE = re.compile(r"(mad \d|game|variant|inventor|year|family|source|also called|about|inherited)\b")
SKIPPED = re.compile(r"test |(new )?array$|inherited (piece|by|verb) ")


def rules(text):
    """The lines of rules in a text."""
    skipped = None
    for line in text.splitlines():
        sentence = line.strip()
        indent = len(line) - len(line.lstrip())
        is_below = skipped is not None and (indent > skipped or sentence == "end")
        if not sentence or sentence.startswith("#") or is_below:
            continue
        skipped = indent if SKIPPED.match(sentence) else None
        if skipped is None and not FOR_PEOPLE.match(sentence):
            yield sentence


def main():
    files = [pathlib.Path(name) for name in sys.argv[1:]] or sorted(pathlib.Path("rules").glob("*.mad"))
    lengths = sorted(((len(list(rules(file.read_text()))), file) for file in files), reverse=True)
    for length, file in lengths[:10]:
        print(f"{length:4} {file}")
    longest = lengths[0][0]
    failed = not sys.argv[1:] and longest != MOST
    if failed and longest > MOST:
        print(f"FAILED lines of rules: {lengths[0][1]} has {longest}, and none has more than {MOST}")
    elif failed:
        print(f"FAILED lines of rules: no file has more than {longest}; MOST in tests/rule_lengths.py falls to that")
    print(f"{1 - failed} passed, {int(failed)} failed")
    return failed


if __name__ == "__main__":
    sys.exit(main())
