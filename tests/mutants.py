#!/usr/bin/env python3
"""mutants.py - small faults put into the compiler and the machine, and whether the tests notice.

Each row of tests/mutants.tsv is a fault: a file, which of its lines that read so (1 where only one does), the
line, what stands there instead, and what is known of it:

  killed      a test fails; that none does any more is a failure here
  equivalent  nothing can differ, for the reason behind it
  survives    no test notices yet
  new         not tried yet

A row whose line is no more in its file is stale, and told; --make draws another. Only what holds the file with the fault is
compiled anew, for every width of board, in a folder of its own; the quickest tests come first, and the first that fails ends it.

usage, from the top folder, when `make mutant-base` has been made:
  tests/mutants.py [--seed S] [--count N]     draws N (10) rows and tries them; a new seed is printed
  tests/mutants.py --all [--note] [--only S]  tries all rows, or those that are S; --note writes down what came;
                                              --quick leaves out the slowest tests
  tests/mutants.py --make N                   drops the stale ones, and adds new rows until there are N
Ends with `N passed, N failed`.
"""
import argparse
import csv
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TABLE = pathlib.Path("tests/mutants.tsv")
BASE = pathlib.Path("build/mutant")
SHARES = {"interp/plan": 0.38, "interp/vm": 0.34, "interp/rules": 0.12, "interp/tables": 0.10, "interp/game": 0.06}
LIBRARIES = ["-lcmocka", *re.search(r"^LIBRARIES := (.*)$", pathlib.Path("Makefile").read_text(), re.M)[1].split()]
MOST_OBJECTS = 12  # of a new fault: what stands in more takes too long to compile

# What is run, the quickest first: name, seconds of processor time that each of its programs may take, command. @ is the folder of the mutant.
RULES = "for f in rules/*.mad tests/rules/*.mad; do @/mad test $f || exit 1; done"
TESTS = [
    ("tests in rule files", 120, RULES),
    ("every way of playing", 200, "@/random_rules --seed 640000 --plies 8 --no-shrink rules/*.mad tests/rules/*.mad && "
                                  "@/random_rules --seed 640000 --files 20 --no-shrink"),
    ("reference", 600, "MAD=@/mad tests/run_reference.sh"),
    ("findings", 900, "MAD=@/mad tests/run_lint.sh"),
    *[(name, 120, f"@/{name}") for name in ("test_inherit", "test_limits", "test_position_text", "test_machine",
                                            "test_making", "test_playout", "test_dialects", "test_notation",
                                            "test_network", "test_learned")],
    ("counts of moves", 200, "COUNT=@/count_moves tests/run_perft.sh 100000"),
    # From here on it takes long; --quick does without.
    ("test_api", 600, "@/test_api"),
    ("the meaning", 900, "MEANING=@/rules_meaning tests/run_meaning.sh 1 12"),
    ("transcripts", 900, "MAD=@/mad tests/run_cli.sh"),
]
QUICK = 15
WAIT = 30  # so many times as long a test may wait for a busy machine


# --- the table ------------------------------------------------------------------------------------

class Mutant:
    def __init__(self, path, nth, line, change, state, reason):
        self.path, self.nth, self.line, self.change = pathlib.Path(path), int(nth), line, change
        self.state, self.reason = state, reason

    def row(self):
        return [str(self.path), str(self.nth), self.line, self.change, self.state, self.reason]

    def __str__(self):
        return f"{self.path}: {self.line}  ->  {self.change}"

    def text(self):
        """The file with the fault; None when the line is no more there."""
        lines = self.path.read_text().split("\n") if self.path.exists() else []
        found = [i for i, line in enumerate(lines) if line.strip() == self.line]
        if len(found) < self.nth:
            return None
        lines[found[self.nth - 1]] = self.change
        return "\n".join(lines)


def read_table():
    if not TABLE.exists():
        return []
    with TABLE.open() as file:
        return [Mutant(*row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row and not row[0].startswith("#")]


def write_table(mutants):
    head = "# file\twhich\tline\tinstead\tstate\treason; see mutants.py\n"
    TABLE.write_text(head + "".join("\t".join(m.row()) + "\n" for m in mutants))


# --- making new ones ------------------------------------------------------------------------------

def changes_of(line):
    """What may stand there instead."""
    for old, new in ((" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "),
                     (" != ", " == "), (" && ", " || "), (" || ", " && "), (" + 1", " + 2"), (" - 1", " - 2")):
        if old in line and '"' not in line and not (old == " < " and "#" in line):
            yield line.replace(old, new, 1)
    condition = re.fullmatch(r"if \((.*)\) \{", line)
    if condition and condition[1].count("(") == condition[1].count(")"):
        yield f"if (!({condition[1]})) {{"
    if re.fullmatch(r"[a-z_>.\[\]0-9()\- *]+ [|&+\-]?= [^;]*;", line) and not re.match(
            r"(const|struct|enum|bool|u?int\d*_t|size_t|mad_set|static|int|char|void)\b", line):
        yield ";"
    if re.fullmatch(r"[a-z_0-9]+\([^;]*\);", line) and not line.startswith(("assert", "memset")):
        yield ";"


def make_new(mutants, wanted):
    dice = random.Random(10)
    known = {(str(m.path), m.nth, m.line) for m in mutants}
    for folder, share in SHARES.items():
        found = []
        for path in sorted(pathlib.Path(folder).glob("*.[ch]")):
            if len(list(objects_with(path))) > MOST_OBJECTS:
                continue
            seen = {}
            for line in path.read_text().split("\n"):
                text = line.strip()
                seen[text] = seen.get(text, 0) + 1
                if not line.startswith("    ") or text.startswith(("*", "/*", "//")):
                    continue
                for change in changes_of(text):
                    if (str(path), seen[text], text) not in known and "\t" not in text:
                        found.append(Mutant(path, seen[text], text, change, "new", ""))
        dice.shuffle(found)
        have = sum(str(m.path.parent) == folder for m in mutants)
        for mutant in found:
            if have >= round(wanted * share):
                break
            if (str(mutant.path), mutant.nth, mutant.line) not in known:
                known.add((str(mutant.path), mutant.nth, mutant.line))
                mutants.append(mutant)
                have += 1
    return sorted(mutants, key=lambda m: (str(m.path), m.line, m.nth))


# --- building -------------------------------------------------------------------------------------

def objects_with(path):
    """The objects of the library that hold the text of this file, as make wrote it down: of each its name, its source,
    and the width of board for which it is compiled, if there are several."""
    for noted in sorted(path for room in ("grammar", "interp") for path in (BASE / room).rglob("*.d")):
        made_of = noted.read_text().replace("\\\n", " ").split(":")[1].split()
        if str(path) in map(os.path.normpath, made_of):
            width = re.search(r"\.(\d+)$", noted.stem)
            name = str(noted.relative_to(BASE).with_suffix(".o")).replace("/", "-")
            yield name, made_of[0], width and width[1]


def compile_into(folder, mutant, text):
    """The objects; None when it does not compile. All other files are found where they would be."""
    flags = [flag for flag in shlex.split((BASE / "flags").read_text()) if flag != "-Werror"]
    tree = folder / "tree"
    for room in ("grammar", "interp", "build/gen"):
        shutil.copytree(room, tree / room, copy_function=lambda here, there: os.symlink(os.path.abspath(here), there))
    (tree / mutant.path).unlink()
    (tree / mutant.path).write_text(text)
    objects = []
    for name, source, width in objects_with(mutant.path):
        command = [*flags, "-w", *([f"-DMAD_BITS={width}"] if width else []), "-Ibuild/gen", "-Igrammar", "-I.",
                   "-c", "-o", os.path.abspath(folder / name), source]
        if subprocess.run(command, capture_output=True, cwd=tree).returncode != 0:
            return None
        objects.append(folder / name)
    return objects


def link(folder, objects, name):
    flags = [flag for flag in shlex.split((BASE / "flags").read_text()) if not flag.startswith("-W")]
    if name == "mad":
        own = sorted((BASE / "cli").rglob("*.o"))
    elif name == "rules_meaning":
        own = sorted((BASE / "tests/meaning").glob("*.o"))
    elif name == "random_rules":
        own = [o for folder in ("generate", "meaning") for o in sorted((BASE / "tests" / folder).glob("*.o"))
               if o.name != "compare.o"]
    elif name == "count_moves":
        own = [BASE / "tests/count_moves.o"]
    else:
        support = [o for o in (BASE / "tests/unit").glob("*.o") if not o.name.startswith("test_")]
        own = [BASE / f"tests/unit/{name}.o", *support]
    archives = [BASE / "libmadcli.a"] if name.startswith("test_") else []
    command = [*flags, "-o", str(folder / name), *map(str, own), *map(str, objects), *map(str, archives),
               str(BASE / "libmadrules.a"), *LIBRARIES]
    return subprocess.run(command, capture_output=True).returncode == 0


# --- trying ---------------------------------------------------------------------------------------

def killer_of(folder, objects, tests):
    """The test that fails, or None when none does."""
    for name, seconds, command in tests:
        for program in set(re.findall(r"@/(\w+)", command)):
            if not (folder / program).exists() and not link(folder, objects, program):
                return f"{program} cannot be linked"
        limited = f"ulimit -t {seconds}; " + command.replace("@", str(folder))
        run = subprocess.Popen(["sh", "-c", limited], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            if run.wait(timeout=WAIT * seconds) != 0:
                return name
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)  # with whatever it has begun
            run.wait()
            return f"{name} (time)"
    return None


def outcome_of(mutant, tests):
    text = mutant.text()
    if text is None:
        return "stale", ""
    with tempfile.TemporaryDirectory(dir=BASE) as name:
        folder = pathlib.Path(name)
        objects = compile_into(folder, mutant, text)
        if objects is None:
            return "uncompiled", ""
        killer = killer_of(folder, objects, tests)
        return ("killed", killer) if killer else ("survives", "")


def try_all(mutants, table, asked):
    notes, tests = asked.note, TESTS[:QUICK] if asked.quick else TESTS
    failed = 0
    counts = {}
    for mutant in mutants:
        started = time.time()
        found, by = outcome_of(mutant, tests)
        counts[found] = counts.get(found, 0) + 1
        print(f"{found:10} {time.time() - started:4.0f} s  {mutant}" + (f"  ({by})" if by else ""), flush=True)
        if found == "uncompiled" or (found == "survives" and mutant.state == "killed"):
            failed += 1
            print(f"FAILED: {found}; was {mutant.state}")
        if found == "killed" and mutant.state == "equivalent":
            failed += 1
            print(f"FAILED: said to be equivalent, but a test fails: {mutant.reason}")
        if notes and mutant.state != "equivalent" and (found == "killed" or found == "survives" and not asked.quick):
            mutant.state, mutant.reason = found, ""
            write_table(table)
        if notes and found in ("stale", "uncompiled"):
            table.remove(mutant)
            write_table(table)
    print(", ".join(f"{count} {found}" for found, count in counts.items()))
    return failed


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int)
    options.add_argument("--count", type=int, default=10)
    options.add_argument("--all", action="store_true")
    options.add_argument("--note", action="store_true")
    options.add_argument("--only")
    options.add_argument("--quick", action="store_true")
    options.add_argument("--make", type=int)
    asked = options.parse_args()
    table = read_table()
    if asked.make:
        write_table(make_new([mutant for mutant in table if mutant.text() is not None], asked.make))
        return 0
    seed = asked.seed if asked.seed is not None else int(time.time()) % 100000
    dice = random.Random(seed)
    drawn = [m for m in table if asked.only in (None, m.state)]
    if not asked.all:
        drawn = [m for m in drawn if m.state in ("killed", "equivalent")]
    dice.shuffle(drawn)
    drawn = drawn if asked.all else drawn[:asked.count]
    print(f"{len(drawn)} of {len(table)} faults, --seed {seed}")
    failed = try_all(drawn, table, asked)
    print(f"{len(drawn) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
