#!/usr/bin/env python3
"""slips.py - how often `mad lint` guesses what a designer meant: the slips of slips.txt, each alone in a small game.

Told are how many are said to be where they are, of how many the line that was meant is the first that is offered, and of how
many it is among the first two, or quoted, or what has to be known is said; and in how many the message, apart from the lines that it offers, names
what is wrong: one of the words behind `!`, or what belongs in their place. The slips were written in rounds, each before anything was mended
by it; since then all of them have been, and only a new round tells how good the guess is.

usage: tests/slips.py [--misses] [FILE], from the top folder, when ./mad is built. MAD=path runs another program
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MAD = os.environ.get("MAD", "./mad")
TOP = 'mad 1\ngame "Slips" like {like}\n'
WHERE = {  # what stands above the slip, and below
    "game": ("", ""),
    "piece": ("piece Guard (G)\n", "  move step south\n"),
    "ends": ("new ends in this order\n  mover wins when enemy cannot move and enemy is in check\n", ""),
    "verb": ("add to Rook\n  trial along orthogonal\nverb trial along [ways: directions]\n  choose way from ways\n"
             "  let goal be step way on empty\n", "  land on goal\nend\n"),
    "event": ("when moved:\n", "end\n"),
    "test": ('test "t"\n', ""),
}


def read(path):
    """The records: `@ place; lines above`, the slip, `! word|word`, `= what is meant`, `~ what has to be said`."""
    records = []
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("@ "):
            records.append({"where": line[2:].split("; "), "slip": [], "meant": [], "said": [], "cause": []})
        elif line.startswith("= "):
            records[-1]["meant"].append(line[2:].replace("\\n", "\n"))
        elif line.startswith("! "):
            records[-1]["cause"] = line[2:].split("|")
        elif line.startswith("~ "):
            records[-1]["said"].append(line[2:])
        elif line and not line.startswith("#"):
            records[-1]["slip"].append(line)
    return records


def file_of(record):
    """What stands above the slip, the slip, and what stands below."""
    place, *lines = record["where"]
    above, below = WHERE.get(place, ("", ""))
    if place.startswith(("add ", "change ")):
        above = place.replace("add ", "add to ", 1) + "\n"
    top = TOP.format(like=place[5:] if place.startswith("like ") else "chess")
    blanks = "" if place == "game" or place.startswith("like ") else "  "
    return (top + "".join(line + "\n" for line in lines) + above, "\n".join(blanks + line for line in record["slip"]),
            "\n" + below)


def plain(text):
    return "\n".join(" ".join(line.split()) for line in text.strip().split("\n"))


def judge(record, folder):
    """Whether the place is right, the lines that are offered, all that is said there, and what is said of the fault alone."""
    above, slip, below = file_of(record)
    path = pathlib.Path(folder, "slip.mad")
    path.write_text(above + slip + below)
    told = subprocess.run([MAD, "lint", "--format", "json", "--static", str(path)], capture_output=True, text=True).stdout
    items = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    first, last = above.count("\n") + 1, above.count("\n") + 1 + slip.count("\n")
    errors = [item for item in items if item["severity"] == "error"]
    here = [item for item in errors if first <= item["line"] <= last]
    data, offered = (above + slip + below).encode(), []
    for fix in (fix for item in here for fix in item["fixes"]):
        text = (data[:fix["begin"]] + fix["text"].encode() + data[fix["end"]:]).decode()
        if text.startswith(above) and text.endswith(below):
            offered.append(plain(text[len(above):len(text) - len(below)]))
    words = [text for item in here[:1] for text in [item["text"], item["label"], *(note["text"] for note in item["notes"])] if text]
    told = [text for item in here for text in [item["text"], item["label"], *(note["text"] for note in item["notes"])] if text]
    return bool(errors) and errors[0] in here, offered, "\n".join(told + offered), "\n".join(words)


def words_of(texts):
    """Their words and signs."""
    return set(re.findall(r"[\w'-]+|[^\w\s]", " ".join(texts).replace("\\n", " ")))


def names_cause(record, words):
    """Whether the message has one of the words that are wrong, what has to be said, or in quotes a word that was meant; where the
    record names none, in quotes one that was written and that no line has that is meant."""
    written, meant = words_of(record["slip"]), words_of(record["meant"])
    quoted = words_of(re.findall("`([^`]*)`", words))
    wanted = record["cause"] + record["said"]
    wrong = set() if record["cause"] or not meant else written - meant
    return any(text.lower() in words.lower() for text in wanted) or bool(quoted & (meant - written | wrong))


def main():
    paths = [word for word in sys.argv[1:] if not word.startswith("--")] or ["tests/slips.txt"]
    records = [record for path in paths for record in read(path)]
    place = first = remedy = cause = 0
    with tempfile.TemporaryDirectory() as folder:
        for record in records:
            is_here, offered, said, words = judge(record, folder)
            meant = [plain(text) for text in record["meant"]]
            is_said = bool(record["said"]) and all(text.lower() in said.lower() for text in record["said"])
            quoted = [plain(text) for text in re.findall("`([^`]*)`", words)]
            is_right = is_said or any(text in meant for text in offered[:2] + quoted)
            place, first, remedy = place + is_here, first + (offered[:1] != [] and offered[0] in meant), remedy + is_right
            is_named = is_here and names_cause(record, words)
            cause += is_named
            if "--misses" in sys.argv and not is_named:
                print(f"cause: {' / '.join(record['slip'])}\n    said: {words or 'nothing'}")
            if "--misses" in sys.argv and not (is_here and is_right):
                print(f"{record['where'][0]}{'' if is_here else ', told elsewhere'}: {' / '.join(record['slip'])}\n    offered: {' | '.join(offered) or 'nothing'}")
    count = len(records)
    print(f"{count} slips: place {100 * place // count} %, the line that was meant first {100 * first // count} %, "
          f"a right remedy {100 * remedy // count} %"
          f", the cause {100 * cause // count} %")


main()
