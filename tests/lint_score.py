#!/usr/bin/env python3
"""lint_score.py - how many slips `mad lint` notices: shipped rule files are changed in one place, by kinds of slips
that designers make, and linted without their tests. Printed is the share noticed by kind; a slip is noticed when
lint finds an error or a warning. `also` counts those that only the tests of the file, which lint did not see,
would have noticed.

usage: tests/lint_score.py [--rounds N] [--seed S] [--show KIND], from the top folder, when ./mad is built.
--show prints the slips of that kind that were not noticed, as lines taken out and put in.
"""
import argparse
import difflib
import pathlib
import random
import re
import subprocess
import sys
import tempfile

MAD = pathlib.Path("mad").resolve()
HEADING = re.compile(r"^(game|variant|piece|add to|change|(new )?ends|add to ends|(new )?verb|notation|test|(new )?array)\b")


class File:
    """A rule file as lines; `tests` are the lines of its test blocks."""

    def __init__(self, path):
        self.name = path.stem
        lines = path.read_text().split("\n")
        self.whole = lines
        section = None
        self.kept, self.sections = [], []
        for line in lines:
            text = line.strip()
            match = HEADING.match(text)
            if match:
                section = match.group(0).replace("new ", "")
            elif text and line == text and section in ("test", "array"):
                section = None  # a sentence of its own
            if section != "test":
                self.kept.append(line)
                self.sections.append(section)

    def lines(self, wanted):
        """Indices of the lines that `wanted` takes: a function of text and section."""
        found = []
        for i, line in enumerate(self.kept):
            text = line.split(" #")[0].strip()
            if text and not text.startswith("#") and not HEADING.match(text) and wanted(text, self.sections[i]):
                found.append(i)
        return found


# --- slips: each gives the new lines, or None when the file has no place for it ----------------------------

def with_line(lines, index, text):
    return lines[:index] + ([] if text is None else [text]) + lines[index + 1:]


def drop_line(wanted):
    def slip(file, rng):
        places = file.lines(wanted)
        return with_line(file.kept, rng.choice(places), None) if places else None
    return slip


def change_line(wanted, change):
    def slip(file, rng):
        places = file.lines(wanted)
        rng.shuffle(places)
        for place in places:
            text = change(file.kept[place], rng)
            if text is not None and text != file.kept[place]:
                return with_line(file.kept, place, text)
        return None
    return slip


def is_piece_line(text, section):
    return section in ("piece", "add to", "change") and not text.startswith("no longer")


def misspell(line, rng):
    if '"' in line:
        return None
    words = [m for m in re.finditer(r"[A-Za-z-]{4,}", line)]
    if not words:
        return None
    word = rng.choice(words)
    at = rng.randrange(word.start(), word.end() - 1)
    return line[:at] + line[at + 1] + line[at] + line[at + 2:]


def other_cell(line, rng):
    cells = line.split()
    letters = sorted({c for c in cells if c not in ".*"})
    at = rng.randrange(len(cells))
    choices = [c for c in letters + ["."] if c != cells[at]]
    if not choices:
        return None
    cells[at] = rng.choice(choices)
    return "  " + " ".join(cells)


def fewer_cells(line, rng):
    cells = line.split()
    del cells[rng.randrange(len(cells))]
    return "  " + " ".join(cells)


def shrink_list(line, rng):
    match = re.search(r"(promote to )(.*?)( on .*)?$", line)
    if not match:
        return None
    kinds = re.split(r", | or ", match.group(2))
    if len(kinds) < 2:
        return None
    del kinds[rng.randrange(len(kinds))]
    text = kinds[0] if len(kinds) == 1 else ", ".join(kinds[:-1]) + " or " + kinds[-1]
    return line[:match.start()] + match.group(1) + text + (match.group(3) or "")


def fixed_direction(line, rng):
    for old, new in (("forward-diagonal", "north-east or north-west"), ("forward", "north"), ("backward", "south"),
                     ("last rank", "rank 8"), ("own rank 2", "rank 2")):
        if re.search(r"\b%s\b(?!-)" % old, line):
            return re.sub(r"\b%s\b(?!-)" % old, new, line, count=1)
    return None


def same_letter(file, rng):
    heads = [(i, m) for i, line in enumerate(file.kept) for m in [re.match(r"(piece .*\()(\+?\w)(\).*)", line)] if m]
    if len(heads) < 2:
        return None
    (at, match), (_, other) = rng.sample(heads, 2)
    return with_line(file.kept, at, match.group(1) + other.group(2) + match.group(3))


def no_library(line, rng):
    match = re.match(r"use ([a-z-]+(?:(?:, | and )[a-z-]+)*)$", line)
    if not match:
        return None
    names = re.split(r", | and ", match.group(1))
    del names[rng.randrange(len(names))]
    if not names:
        return ""
    return "use " + (names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1])


def other_number(line, rng):
    numbers = list(re.finditer(r"\b\d+\b", line))
    if not numbers or '"' in line:
        return None
    number = rng.choice(numbers)
    return line[:number.start()] + str(int(number.group()) + rng.choice((-1, 1, 10))) + line[number.end():]


def twice(file, rng):
    places = file.lines(is_piece_line)
    if not places:
        return None
    at = rng.choice(places)
    return file.kept[:at] + [file.kept[at]] + file.kept[at:]


def drop_piece(file, rng):
    heads = [i for i, line in enumerate(file.kept) if re.match(r"piece ", line)]
    if not heads:
        return None
    start = end = rng.choice(heads)
    while end + 1 < len(file.kept) and file.sections[end + 1] == "piece" and file.kept[end + 1].startswith("  "):
        end += 1
    return file.kept[:start] + file.kept[end + 1:]


def drop_lines(file, rng):
    heads = [i for i, line in enumerate(file.kept) if re.match(r"piece ", line)]
    if not heads:
        return None
    start = end = rng.choice(heads)
    while end + 1 < len(file.kept) and file.kept[end + 1].startswith("  "):
        end += 1
    return file.kept[:start + 1] + file.kept[end + 1:]


SLIPS = {
    "name misspelt": change_line(lambda t, s: s != "array" and s != "game", misspell),
    "line of a piece forgotten": drop_line(is_piece_line),
    "all lines of a piece forgotten": drop_lines,
    "piece forgotten": drop_piece,
    "line said twice": twice,
    "two pieces with one letter": same_letter,
    "wrong man in the array": change_line(lambda t, s: s == "array", other_cell),
    "square of the array forgotten": change_line(lambda t, s: s == "array", fewer_cells),
    "kind of promotion forgotten": change_line(is_piece_line, shrink_list),
    "north for forward": change_line(is_piece_line, fixed_direction),
    "number changed": change_line(lambda t, s: s != "array" and s != "game", other_number),
    "end forgotten": drop_line(lambda t, s: s is not None and s.endswith("ends")),
    "line of a verb forgotten": drop_line(lambda t, s: s == "verb" and t != "end"),
    "library file forgotten": change_line(lambda t, s: t.startswith("use "), no_library),
}


# --- counting -------------------------------------------------------------------------------------------------

def is_noticed(folder, lines, command):
    path = pathlib.Path(folder) / "slip.mad"
    path.write_text("\n".join(lines))
    words = [MAD, *command, path]
    return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0


def with_tests(file, slipped):
    """The whole file with the same change, or None when it cannot be made there."""
    whole = list(file.whole)
    changes = difflib.SequenceMatcher(None, file.kept, slipped, autojunk=False).get_opcodes()
    for tag, a, b, c, d in reversed(changes):
        if tag == "equal":
            continue
        index, at = 0, 0
        positions = []
        for at, line in enumerate(whole):  # where the kept lines stand in the whole
            if index < len(file.kept) and line == file.kept[index]:
                positions.append(at)
                index += 1
        if index < len(file.kept):
            return None
        start = positions[a] if a < len(positions) else len(whole)
        end = positions[b - 1] + 1 if b > a else start
        whole[start:end] = slipped[c:d]
    return whole


LINT = ["lint", "--fail-on", "warning", "--budget", "6"]


def score(files, kind, options, folder):
    rng = random.Random(f"{options.seed} {kind}")
    tried = noticed = also = 0
    for _ in range(options.rounds * 4):
        file = rng.choice(files)
        slipped = SLIPS[kind](file, rng)
        if slipped is None or slipped == file.kept:
            continue
        tried += 1
        if is_noticed(folder, slipped, LINT):
            noticed += 1
        else:
            whole = with_tests(file, slipped)
            also += whole is not None and is_noticed(folder, whole, ["test"])
            if options.show == kind:
                print(f"--- {file.name}")
                print("\n".join(line for line in difflib.unified_diff(file.kept, slipped, n=0, lineterm="")
                                if not line.startswith(("---", "+++", "@@"))))
        if tried == options.rounds:
            break
    return tried, noticed, also


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=list(SLIPS))
    options = parser.parse_args()
    files = [File(path) for path in sorted(pathlib.Path("rules").glob("*.mad"))]
    with tempfile.TemporaryDirectory() as folder:
        files = [file for file in files if not is_noticed(folder, file.kept, LINT)]
        print(f"{len(files)} files, {options.rounds} slips of each kind, seed {options.seed}")
        print(f"{'':32}{'tried':>6}{'noticed':>9}{'share':>7}{'also':>6}")
        total = [0, 0, 0]
        for kind in [options.show] if options.show else SLIPS:
            counts = score(files, kind, options, folder)
            total = [a + b for a, b in zip(total, counts)]
            share = 100 * counts[1] / counts[0] if counts[0] else 0
            print(f"{kind:32}{counts[0]:6}{counts[1]:9}{share:6.0f}%{counts[2]:6}")
        print(f"{'all':32}{total[0]:6}{total[1]:9}{100 * total[1] / max(total[0], 1):6.0f}%{total[2]:6}")


if __name__ == "__main__":
    sys.exit(main())
