#!/usr/bin/env python3
"""compare.py - holds ./mad against the reference generator over positions of random games.

For each position: the moves, as coordinates and as notation, the position text read and written
again, and the result, from `mad moves GAME --fen F --json`. With --games whole games are replayed
by `--play`, so that results by repetition, marks and counters are compared as well.

usage: compare.py [--games] [--mad PATH] N [SEED [GAME ...]]
N positions (or games) of each GAME, all games when none is named. A difference says what was
expected and what was found; ends with `N passed, N failed`.
"""
import json
import os
import random
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from reference import GAMES, MAX_PLIES, coordinates, listed, notation, position_result, \
    random_games, random_positions, read_position, score_of, write_position

SHOWN = 10  # differences shown in full of each game
AT_ONCE = 2  # processes


def ask_mad(mad, arguments):
    """The answer of mad as an object, or a text that says what went wrong."""
    try:
        run = subprocess.run([mad, *arguments, "--json"], capture_output=True, text=True,
                             timeout=60, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return "no answer in a minute"
    if run.returncode != 0:
        return "exit code %d: %s" % (run.returncode, (run.stderr or run.stdout).strip())
    try:
        return json.loads(run.stdout)
    except ValueError:
        return "no JSON: " + run.stdout[:200]


def answer(pairs, text, result):
    """What the reference says, in the shape in which mad says it."""
    return {"coords": [c for c, _ in pairs], "texts": dict(pairs), "fen": text,
            "result": score_of(result)}


def of_position(rules, text):
    p = read_position(rules, text)
    return answer(listed(rules, p), text, position_result(rules, p))


def of_game(game):
    moves = game.moves()
    pairs = sorted(zip(map(coordinates, moves), notation(game.position, moves)))
    return answer(pairs, write_position(game.rules, game.position), game.result())


def differences(expected, found):
    if isinstance(found, str):
        return [found]
    told = []
    texts = {m["coord"]: m["text"] for m in found["moves"]}
    coords = [m["coord"] for m in found["moves"]]
    for which, some in (("missing", set(expected["coords"]) - set(coords)),
                        ("not expected", set(coords) - set(expected["coords"]))):
        if some:
            told.append("%s: %s" % (which, " ".join(sorted(some))))
    if len(coords) != len(set(coords)):
        told.append("written twice: " + " ".join(sorted(c for c in set(coords)
                                                        if coords.count(c) > 1)))
    for coord, text in expected["texts"].items():
        if texts.get(coord, text) != text:
            told.append("%s is written %s, expected %s" % (coord, texts[coord], text))
    for field in ("fen", "result"):
        if found[field] != expected[field]:
            told.append("%s: found %s, expected %s" % (field, found[field], expected[field]))
    return told


def position_cases(name, count, seed):
    """(arguments of mad, expected answer) of random positions."""
    rules = GAMES[name]
    for p in random_positions(rules, count, random.Random(seed)):
        text = write_position(rules, p)
        yield ["--fen", text], of_position(rules, text)


def game_cases(name, count, seed):
    """The same of whole games; each ends where the random one did."""
    for game in random_games(GAMES[name], random.Random(seed)):
        if not game.result() and len(game.played) < MAX_PLIES:
            continue
        yield ["--fen", game.start, "--play", " ".join(game.played)], of_game(game)
        count -= 1
        if count <= 0:
            return


def compare(mad, name, cases):
    """Prints the differences of one game; how many cases have passed and failed."""
    passed = failed = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = pool.map(lambda case: (case, ask_mad(mad, ["moves", name, *case[0]])), cases)
        for (arguments, expected), found in answers:
            told = differences(expected, found)
            passed, failed = passed + (not told), failed + bool(told)
            if told and failed <= SHOWN:
                print("FAILED mad moves %s %s" % (name, shlex.join(arguments)))
                print("".join("    %s\n" % line for line in told), end="")
    if failed > SHOWN:
        print("... and %d more of %s" % (failed - SHOWN, name))
    return passed, failed


def main(arguments):
    top = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    mad, make_cases = os.path.join(top, "mad"), position_cases
    while arguments and arguments[0].startswith("--"):
        option = arguments.pop(0)
        if option == "--games":
            make_cases = game_cases
        elif option == "--mad" and arguments:
            mad = arguments.pop(0)
        else:
            arguments = []
    if not arguments or any(name not in GAMES for name in arguments[2:]):
        print(__doc__, file=sys.stderr)
        return 2
    count, seed = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 1
    passed = failed = 0
    for name in arguments[2:] or GAMES:
        good, bad = compare(mad, name, make_cases(name, count, seed))
        passed, failed = passed + good, failed + bad
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
