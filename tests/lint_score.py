#!/usr/bin/env python3
"""lint_score.py - how many slips `mad lint` notices that compile and change the game: shipped rule files are changed in one
place, by kinds of slips that designers make. What cannot be compiled is refused anyway and does not count, nor does what
leaves the counts of moves up to three deep and forty random games as they were.

A slip is noticed by lint when there is an error or a warning in the file without its tests; `tests` counts those that lint or the
file's own tests notice.

usage: tests/lint_score.py [--rounds N] [--seed S] [--show KIND], from the top folder, when ./mad is built.
--show prints the slips of that kind that lint did not notice, as lines taken out and put in.
"""
import argparse
import difflib
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

MAD = pathlib.Path("mad").resolve()
HEADING = re.compile(r"(game|variant|piece|add to|change|(?:new )?ends|add to ends|(?:new )?verb|notation|test|(?:new )?array)\b")
SECONDS = 20  # that a changed game may take: one that takes longer is passed over


class File:
    def __init__(self, path):
        self.name = path.stem
        self.lines = path.read_text().split("\n")
        self.sections = []
        section = None
        for line in self.lines:
            text = line.strip()
            match = HEADING.match(text)
            if match:
                section = match.group(1).replace("new ", "")
            elif text and line == text and section in ("test", "array", "piece", "ends"):
                section = None  # a sentence of its own
            self.sections.append(section)

    def places(self, pattern, section=None):
        """(index, match) of lines outside of tests in which the pattern is found."""
        return [(i, match) for i, line in enumerate(self.lines)
                for match in [re.search(pattern, line.split(" #")[0])]
                if match and self.sections[i] != "test" and not line.lstrip().startswith(("#", "about", "source", "inventor"))
                and (section is None or self.sections[i] in section)]

    def without_tests(self, lines):
        """The lines as a whole file, tests left out; sections go by the unchanged lines around a change."""
        kept, is_test = [], False
        for line in lines:
            match = HEADING.match(line.strip())
            if match:
                is_test = match.group(1) == "test"
            elif line.strip() and line == line.strip():
                is_test = False
            if not is_test:
                kept.append(line)
        return kept


# --- slips: each gives the changed lines, or None when the file has no place for it -----------------------------------

def put(file, index, *lines):
    return file.lines[:index] + list(lines) + file.lines[index + 1:]


def replaced(pattern, change, section=None):
    """One match of the pattern becomes what `change` makes of it."""
    def slip(file, rng):
        places = file.places(pattern, section)
        if not places:
            return None
        index, _ = rng.choice(places)
        line = file.lines[index]
        match = rng.choice(list(re.finditer(pattern, line)))
        return put(file, index, line[:match.start()] + change(match, rng) + line[match.end():])
    return slip


def dropped(pattern, section=None):
    def slip(file, rng):
        places = file.places(pattern, section)
        return put(file, rng.choice(places)[0]) if places else None
    return slip


def swapped(one, other):
    return lambda match, rng: other if match.group(0) == one else one


def reordered(file, rng):
    ends = [i for i, _ in file.places(r"^\s+\S.*\b(when|after)\b", ("ends",))]
    pairs = [(a, b) for a, b in zip(ends, ends[1:]) if b == a + 1]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    lines = list(file.lines)
    lines[a], lines[b] = lines[b], lines[a]
    return lines


def other_leap(match, rng):
    a, b = int(match.group(1)), int(match.group(2))
    return "leap %d,%d" % rng.choice([(a, b + 1), (a + 1, b), (max(a - 1, 0), b + 1)])


DIRECTIONS = ("orthogonal", "diagonal", "queenwise", "vertical", "sideways", "north", "south", "east", "west")


def other_direction(match, rng):
    return rng.choice([word for word in DIRECTIONS if word != match.group(0)])


def crossed(file, rng):
    heads = file.places(r"^piece .*\((\w)\)")
    if len(heads) < 2:
        return None
    (a, one), (b, other) = rng.sample(heads, 2)
    lines = list(file.lines)
    lines[a] = lines[a].replace("(%s)" % one.group(1), "(%s)" % other.group(1))
    lines[b] = lines[b].replace("(%s)" % other.group(1), "(%s)" % one.group(1))
    return lines


def man_missing(file, rng):
    rows = [i for i, line in enumerate(file.lines) if file.sections[i] == "array" and line.startswith(" ")
            and len(line.split()) > 2]
    places = [(r, c) for r, i in enumerate(rows) for c, cell in enumerate(file.lines[i].split())
              if cell.isupper() and r < len(rows)]
    rng.shuffle(places)
    for r, c in places:
        lines = list(file.lines)
        letter = file.lines[rows[r]].split()[c]
        across = [(len(rows) - 1 - r, c), (len(rows) - 1 - r, len(file.lines[rows[r]].split()) - 1 - c)]
        for row, column in across:
            cells = file.lines[rows[row]].split()
            if column < len(cells) and cells[column] == letter.lower():
                for at, cell in ((r, c), (row, column)):
                    cells = lines[rows[at]].split()
                    cells[cell] = "."
                    lines[rows[at]] = "  " + " ".join(cells)
                return lines
    return None


def one_more(match, rng):
    number = int(match.group(2))
    return match.group(1) + str(max(number + rng.choice((-1, 1)), 1))


def other_file(match, rng):
    letter = match.group(1)
    return "to file " + chr(ord(letter) + rng.choice((-1, 1)))


ENDS = ("ends", "add to ends")
MEN = ("piece", "add to", "change")
SLIPS = {
    "end: the other one wins": replaced(r"\b(?:mover|enemy)(?= wins)", lambda m, r: "enemy" if m.group(0) == "mover" else "mover"),
    "end: a condition less": replaced(r" and [^()]*$", lambda m, r: "", ENDS),
    "end: forgotten": dropped(r"^\s+\S.*\b(when|after)\b", ENDS),
    "end: in the wrong order": reordered,
    "law forgotten": dropped(r"^(illegal when|must|pass when|a player may|use .*check)"),
    "rank or zone by one": replaced(r"\b((?:own )?rank |last )(\d+)", one_more),
    "number by one": replaced(r"\b(at least |at most |exactly |more than |less than |up to )(\d+)", one_more),
    "other leap": replaced(r"leap (\d+),(\d+)", other_leap),
    "other direction": replaced(r"(?<![-\w])(?:%s)(?![-\w])" % "|".join(DIRECTIONS), other_direction, MEN),
    "forward and backward": replaced(r"\b(?:forward|backward)", swapped("forward", "backward")),
    "own and enemy": replaced(r"(?<![-\w])(?:own|enemy)(?! wins| loses| rank|[-\w])", swapped("own", "enemy")),
    "castling: other file": replaced(r"to file ([a-p])\b", other_file),
    "castling: one side forgotten": dropped(r"^\s+castle along"),
    "condition dropped": replaced(r" (?:when|unless) [^:]*$", lambda m, r: "", MEN),
    "condition inverted": replaced(r" (?:when|unless)(?= )", lambda m, r: " unless" if m.group(0) == " when" else " when", MEN),
    "stale rule": dropped(r"^\s*(without|no longer) "),
    "line of a man forgotten": dropped(r"^\s+\w", ("piece",)),
    "letters crossed": crossed,
    "man missing in both armies": man_missing,
}


# --- counting ----------------------------------------------------------------------------------------------------------

def run(*words):
    try:
        return subprocess.run([MAD, *words], capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None


def game_of(path):
    """What the game does: counts of moves, and how random games go; None when there is no game."""
    counted = run("perft", path, "3", "--json")
    played = run("playout", path, "--games", "40", "--seed", "1", "--json")
    if counted is None or played is None or counted.returncode != 0 or played.returncode != 0:
        return None
    timed = ("seconds", "rate", "nps", "games_per_second", "moves_per_second", "file")
    made = [json.loads(line) for line in (counted.stdout + played.stdout).splitlines()]
    return [{key: value for key, value in one.items() if key not in timed} for one in made]


def is_noticed(path, *command):
    done = run(*command, path)
    return done is None or done.returncode != 0


LINT = ("lint", "--fail-on", "warning")


def write(folder, name, lines):
    path = pathlib.Path(folder) / name
    path.write_text("\n".join(lines))
    return path


def score(files, kind, options, folder):
    rng = random.Random(f"{options.seed} {kind}")
    tried = noticed = tested = 0
    for _ in range(options.rounds * 5):
        file = rng.choice(files)
        slipped = SLIPS[kind](file, rng)
        if slipped is None or slipped == file.lines:
            continue
        whole = write(folder, "slip.mad", slipped)
        after = game_of(whole)
        if after is None or after == game_of(write(folder, "sound.mad", file.lines)):
            continue
        tried += 1
        is_linted = is_noticed(write(folder, "bare.mad", file.without_tests(slipped)), *LINT)
        noticed += is_linted
        tested += is_linted or is_noticed(whole, "test")
        if not is_linted and options.show == kind:
            print(f"--- {file.name}")
            print("\n".join(line for line in difflib.unified_diff(file.lines, slipped, n=0, lineterm="")
                            if not line.startswith(("---", "+++", "@@"))))
        if tried == options.rounds:
            break
    return tried, noticed, tested


def share(part, whole):
    return f"{100 * part // whole}%" if whole else "-"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=list(SLIPS))
    options = parser.parse_args()
    files = [File(path) for path in sorted(pathlib.Path("rules").glob("*.mad"))]
    print(f"{len(files)} files, at most {options.rounds} slips of each kind, seed {options.seed}")
    print(f"{'':32}{'slips':>6}{'lint':>7}{'with tests':>12}")
    total = (0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        for kind in [options.show] if options.show else SLIPS:
            counts = score(files, kind, options, folder)
            total = tuple(a + b for a, b in zip(total, counts))
            print(f"{kind:32}{counts[0]:6}{share(counts[1], counts[0]):>7}{share(counts[2], counts[0]):>12}", flush=True)
    print(f"{'all':32}{total[0]:6}{share(total[1], total[0]):>7}{share(total[2], total[0]):>12}")


if __name__ == "__main__":
    sys.exit(main())
