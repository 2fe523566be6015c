#!/usr/bin/env python3
"""dragonchess.py - Dragonchess alone: counts, and positions of random games.

usage: dragonchess.py count DEPTH [TEXT]    how many ways to play so many moves
       dragonchess.py random PLIES SEED     the position text after a random game of so many
       dragonchess.py compare GAMES SEED    counts of random positions, against ./mad

Written from the rule page, with a table of men on (board, rank, file) and moves as changes of it. It shares
nothing with the interpreter but the position text.
"""
import random
import subprocess
import sys

CELLAR, LAND, SKY = 0, 1, 2
START = ("2g3r3g1/s1s1s1s1s1s1/12/12/12/12/S1S1S1S1S1S1/2G3R3G1/ouhtcmkpthuo/wwwwwwwwwwww/12/12/12/12/"
         "WWWWWWWWWWWW/OUHTCMKPTHUO/2b3e3b1/1d1d1d1d1d1d/12/12/12/12/1D1D1D1D1D1D/2B3E3B1 g - - 0 1")
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
SLANTED = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
GRIFFON = [(a, b) for a in (-3, -2, 2, 3) for b in (-3, -2, 2, 3) if abs(a) != abs(b)]
NESTS = (0, 2, 4, 6, 8, 10)
LETTERS = "abcdefghijkl"


class Position:
    """men: {(level, rank, file): (letter, is_gold)}; left: where Heroes abroad came from, by square."""

    def __init__(self, men, left, gold):
        self.men, self.left, self.gold = men, left, gold


def name(square):
    level, rank, file = square
    return LETTERS[file] + str(8 * level + rank + 1)


def read(text):
    fields = text.split()
    men, left = {}, {}
    for row, line in enumerate(fields[0].split("/")):
        at, file = 23 - row, 0
        digits = ""
        for c in line + " ":
            if c.isdigit():
                digits += c
                continue
            file += int(digits or 0)
            digits = ""
            if c != " ":
                men[(at // 8, at % 8, file)] = (c.upper(), c.isupper())
                file += 1
    for field in fields:
        if field.startswith("way-back="):
            for item in field[len("way-back="):].split(","):
                where, number = item.split(":")
                rank = int(where[1:]) - 1
                square = (rank // 8, rank % 8, LETTERS.index(where[0]))
                right, up = SLANTED[int(number) - 1]
                left[square] = (LAND, square[1] + up, square[2] + right)
    return Position(men, left, fields[1] == "g")


def write(position):
    rows = []
    for at in range(23, -1, -1):
        row, empty = "", 0
        for file in range(12):
            man = position.men.get((at // 8, at % 8, file))
            if man is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + (man[0] if man[1] else man[0].lower())
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    text = "/".join(rows) + (" g" if position.gold else " s") + " - - 0 1"
    ways = []
    for square in sorted(position.left, key=lambda s: (8 * s[0] + s[1], s[2])):
        land = position.left[square]
        ways.append(f"{name(square)}:{1 + SLANTED.index((land[2] - square[2], land[1] - square[1]))}")
    return text + (" way-back=" + ",".join(ways) if ways else "")


def on_board(square):
    return 0 <= square[0] <= 2 and 0 <= square[1] < 8 and 0 <= square[2] < 12


def is_frozen(position, square):
    level, rank, file = square
    gold = position.men[square][1]
    return level == LAND and position.men.get((CELLAR, rank, file)) == ("B", not gold)


def moves_of(position, square):
    """(target, victim square or None), where the man ends and whom he takes."""
    men = position.men
    level, rank, file = square
    letter, gold = men[square]
    ahead = 1 if gold else -1
    found = []

    def reach(to, may_move=True, may_take=True):
        """Whether one may go on beyond."""
        if not on_board(to):
            return False
        there = men.get(to)
        if there is None:
            if may_move:
                found.append((to, None))
            return True
        if there[1] != gold and may_take:
            found.append((to, to))
        return False

    def leaps(ways, to_level=level, **how):
        for right, up in ways:
            reach((to_level, rank + up, file + right), **how)

    def slides(ways, most=12):
        for right, up in ways:
            for n in range(1, most + 1):
                if not reach((level, rank + n * up, file + n * right)):
                    break

    if is_frozen(position, square):
        return found
    if letter == "S":
        if level == SKY:
            leaps([(1, ahead), (-1, ahead)], may_take=False)
            reach((SKY, rank + ahead, file), may_move=False)
            reach((LAND, rank, file), may_move=False)
        else:
            homes = {(SKY, 1 if gold else 6, nest) for nest in NESTS} | {(SKY, rank, file)}
            for home in homes:
                reach(home, may_take=False)
    elif letter == "G":
        if level == SKY:
            leaps(GRIFFON)
            leaps(SLANTED, LAND)
        else:
            leaps(SLANTED)
            leaps(SLANTED, SKY)
    elif letter == "R":
        slides(SLANTED)
        leaps(STRAIGHT)
        for right, up in STRAIGHT + [(0, 0)]:
            burnt = (LAND, rank + up, file + right)
            if burnt in men and men[burnt][1] != gold:
                found.append((square, burnt))
    elif letter == "W":
        reach((LAND, rank + ahead, file), may_take=False)
        leaps([(1, ahead), (-1, ahead)], may_move=False)
    elif letter == "O":
        slides(STRAIGHT)
    elif letter == "U":
        leaps(KNIGHT)
    elif letter == "H":
        if level == LAND:
            leaps(SLANTED + [(2 * a, 2 * b) for a, b in SLANTED])
            leaps(SLANTED, SKY)
            leaps(SLANTED, CELLAR)
        elif square in position.left:
            reach(position.left[square])
    elif letter == "T":
        slides(SLANTED)
    elif letter == "C":
        leaps(STRAIGHT + SLANTED)
        reach((level + 1, rank, file))
        reach((level - 1, rank, file))
    elif letter == "M":
        if level == LAND:
            slides(STRAIGHT + SLANTED)
        else:
            leaps(STRAIGHT, may_take=False)
        for way in (1, -1):
            if reach((level + way, rank, file)):
                reach((level + 2 * way, rank, file))
    elif letter == "P":
        leaps(STRAIGHT + SLANTED)
        if level == LAND:
            leaps(KNIGHT)
        for other in (CELLAR, LAND, SKY):
            far = abs(other - level)
            if far:
                leaps([((3 - far) * a, (3 - far) * b) for a, b in STRAIGHT], other)
    elif letter == "K":
        if level == LAND:
            leaps(STRAIGHT + SLANTED)
            reach((SKY, rank, file))
            reach((CELLAR, rank, file))
        else:
            reach((LAND, rank, file), may_take=False)
    elif letter == "D":
        leaps([(0, ahead), (1, 0), (-1, 0)], may_take=False)
        leaps([(1, ahead), (-1, ahead)], may_move=False)
        if level == CELLAR:
            reach((LAND, rank, file), may_move=False)
        else:
            reach((CELLAR, rank, file), may_take=False)
    elif letter == "B":
        leaps([(0, ahead), (1, ahead), (-1, ahead)])
        reach((CELLAR, rank - ahead, file), may_take=False)
    elif letter == "E":
        if level == CELLAR:
            slides(STRAIGHT, 2)
            leaps(SLANTED, may_take=False)
            for right, up in STRAIGHT:
                if (CELLAR, rank + up, file + right) not in men:
                    reach((LAND, rank + up, file + right), may_move=False)
        elif (CELLAR, rank, file) not in men:
            leaps(STRAIGHT, CELLAR)
    return found


def make(position, square, target, victim):
    men, left = dict(position.men), dict(position.left)
    if victim is not None:
        del men[victim]
        left.pop(victim, None)
    man = men.pop(square)
    left.pop(square, None)
    if man[0] == "W" and target[1] == (7 if man[1] else 0):
        man = ("H", man[1])
    elif man[0] == "H" and target[0] != LAND:
        left[target] = square
    men[target] = man
    return Position(men, left, not position.gold)


def is_attacked(position, royal, by_gold):
    return any(victim == royal
               for square, man in position.men.items() if man[1] == by_gold
               for _, victim in moves_of(position, square))


def legal(position):
    found = []
    for square, man in position.men.items():
        if man[1] != position.gold:
            continue
        for target, victim in moves_of(position, square):
            behind = make(position, square, target, victim)
            kings = [s for s, m in behind.men.items() if m == ("K", position.gold)]
            if not any(is_attacked(behind, king, not position.gold) for king in kings):
                found.append(behind)
    return found


def count(position, depth):
    behind = legal(position)
    return len(behind) if depth == 1 else sum(count(p, depth - 1) for p in behind)


def play(plies, seed):
    dice = random.Random(seed)
    position = read(START)
    for _ in range(plies):
        behind = legal(position)
        if not behind:
            break
        # Captures and men abroad are rare: they are taken more often.
        rare = [p for p in behind if len(p.men) < len(position.men) or len(p.left) != len(position.left)]
        position = dice.choice(rare if rare and dice.random() < 0.3 else behind)
    return position


def compare(games, seed):
    bad = 0
    for i in range(games):
        position = play(random.Random(seed + i).randrange(4, 120), seed + i)
        ours = count(position, 1)
        text = write(position)
        run = subprocess.run(["./mad", "moves", "rules/dragonchess.mad", "--fen", text, "--json"],
                             capture_output=True, text=True, check=False)
        theirs = run.stdout.count('"coord"')
        if ours != theirs:
            bad += 1
            print(f"{text}: {ours} here, {theirs} there {run.stderr}")
    print(f"{games - bad} passed, {bad} failed")
    return 1 if bad else 0


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "count":
        print(count(read(arguments[2] if len(arguments) > 2 else START), int(arguments[1])))
    elif len(arguments) == 3 and arguments[0] == "random":
        print(write(play(int(arguments[1]), int(arguments[2]))))
    elif len(arguments) == 3 and arguments[0] == "compare":
        return compare(int(arguments[1]), int(arguments[2]))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
