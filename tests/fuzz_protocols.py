#!/usr/bin/env python3
"""Throws damaged sessions at `mad uci`, `usi`, `xboard` and `serve`.

Each round takes the transcripts of tests/cli, mixes and damages their lines (bytes, words, huge numbers, very long
lines, lines of another protocol), begins and stops searches between them, and cuts the input off, often amid a search.
An answer to what can be understood is other tests' business: here the program must not crash, nor be found at fault by
a sanitizer, nor go on for SECONDS after its input has ended. Rounds hang on the seed alone; input that hurt is left in
build/fuzz-last.txt.

usage: fuzz_protocols.py [SECONDS [SEED]], with the program to try in MAD (build/asan/mad)
"""
import glob
import os
import random
import subprocess
import sys
import time

LIMIT = 60  # seconds for a round; the sanitizer build is some ten times slower
FRONTS = {"uci": "uci", "usi": "usi", "xboard": "xboard", "serve": "serve"}
NUMBERS = [b"0", b"-1", b"1e99", b"99999999999999999999", b"-9223372036854775809", b"2147483648", b"nan", b""]
SEARCHES = {
    "uci": [b"go infinite", b"go depth 3", b"go nodes 500", b"go ponder", b"ponderhit", b"stop", b"go perft 2"],
    "usi": [b"go infinite", b"go byoyomi 50", b"go nodes 500", b"go mate 100", b"stop", b"gameover win"],
    "xboard": [b"go", b"?", b"analyze", b"exit", b"force", b"undo", b"remove", b"edit", b".", b"st 0.1", b"sd 2", b"hard"],
    "serve": [b'{"id":1,"do":"search","nodes":500}', b'{"do":"stop"}', b'{"do":"search","depth":3}', b"{", b"[]"],
}


def own_lines():
    lines = {}
    for name in FRONTS:
        lines[name] = [b"quit"] + SEARCHES[name]
        for path in glob.glob(f"tests/cli/{name}*.in"):
            with open(path, "rb") as file:
                lines[name] += file.read().splitlines()
    return lines


def damage(draw, line):
    kind = draw.randrange(7)
    if kind == 0 and line:
        at = draw.randrange(len(line))
        return line[:at] + bytes([draw.randrange(256)]) + line[at + 1:]
    if kind == 1:
        words = line.split(b" ")
        words[draw.randrange(len(words))] = draw.choice(NUMBERS)
        return b" ".join(words)
    if kind == 2:
        return line[:draw.randrange(len(line) + 1)]
    if kind == 3:
        words = line.split(b" ")
        draw.shuffle(words)
        return b" ".join(words)
    if kind == 4:
        return line + b" " + line
    if kind == 5 and draw.randrange(20) == 0:
        return line + b" x" * draw.choice([3000, 600000])
    return bytes(draw.randrange(256) for _ in range(draw.randrange(40)))


def session(draw, lines, name):
    said = []
    for _ in range(draw.randrange(1, 60)):
        whose = name if draw.randrange(8) else draw.choice(list(FRONTS))
        line = draw.choice(SEARCHES[name] if draw.randrange(3) == 0 else lines[whose])
        if line in (b"quit", b"protover 2") and draw.randrange(10):
            continue  # the one ends the session, the other takes long
        said.append(damage(draw, line) if draw.randrange(3) == 0 else line)
    text = b"\n".join(said)
    return text if draw.randrange(2) else text + b"\n"


def is_fine(mad, name, text):
    try:
        done = subprocess.run([mad, FRONTS[name]], input=text, capture_output=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        print(f"FAILED fuzz {name}: it did not end in {LIMIT} s")
        return False
    found = b"Sanitizer" in done.stderr or b"runtime error" in done.stderr
    if found or done.returncode not in (0, 1, 2):
        print(f"FAILED fuzz {name}: exit {done.returncode}\n{done.stderr[-3000:].decode(errors='replace')}")
        return False
    return True


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    mad = os.environ.get("MAD", "build/asan/mad")
    lines, end, rounds, failed = own_lines(), time.monotonic() + seconds, 0, 0
    while time.monotonic() < end and not failed:
        draw = random.Random(f"{seed} {rounds}")
        name = list(FRONTS)[rounds % len(FRONTS)]
        text = session(draw, lines, name)
        if not is_fine(mad, name, text):
            failed += 1
            with open("build/fuzz-last.txt", "wb") as file:
                file.write(text)
            print(f"seed {seed}, round {rounds}: {mad} {name} <build/fuzz-last.txt")
        rounds += 1
    print(f"{rounds - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
