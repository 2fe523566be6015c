#!/usr/bin/env python3
"""four_player_chess.py - counts of Four-Player Chess, by a program that knows this game alone.

usage: four_player_chess.py count VARIANT DEPTH POSITION    how many moves, each ply
       four_player_chess.py games VARIANT GAMES SEED        positions of random games, one a line

VARIANT is `all` (free for all) or `teams`; POSITION is a position text of mad, or `-` for the first one.
A board is a dict from (file, rank), from 0, to player and man; players are 0 to 3, who go north, east, south, west.
Written from the rules at chess.com/club/4-player-chess-1 (2017) and, for teams, worldseniors2014.org/4-player-chess-teams-1-first-steps.
"""

import random
import sys

SIZE, PLAYERS, BACK = 14, "rbyg", "RNBQKBNR"
AHEAD = [(0, 1), (1, 0), (0, -1), (-1, 0)]
STRAIGHT = AHEAD
OBLIQUE = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
RIDES = {"Q": STRAIGHT + OBLIQUE, "R": STRAIGHT, "B": OBLIQUE}


def on_board(x, y):
    return 0 <= x < SIZE and 0 <= y < SIZE and (3 <= x < 11 or 3 <= y < 11)


def depth_of(player, x, y):
    """How far he has come, from 1."""
    return (y, x, SIZE - 1 - y, SIZE - 1 - x)[player] + 1


class Position:
    def __init__(self):
        self.men, self.unmoved, self.side, self.out = {}, set(), 0, set()

    def copy(self):
        made = Position()
        made.men, made.unmoved = dict(self.men), set(self.unmoved)
        made.side, made.out = self.side, set(self.out)
        return made


def first_position():
    position = Position()
    for i, man in enumerate(BACK):
        mirrored = BACK[7 - i]
        for player, (x, y) in enumerate([(3 + i, 0), (0, 3 + i), (3 + i, 13), (13, 3 + i)]):
            # Queens stand on dark squares: the back ranks of Red and Blue read alike, those across are turned about
            position.men[x, y] = (player, man if player < 2 else mirrored)
            step = AHEAD[player]
            position.men[x + step[0], y + step[1]] = (player, "P")
    position.unmoved = {at for at, (_, man) in position.men.items() if man in "KR"}
    return position


def is_enemy(variant, one, other):
    return one != other and (variant == "all" or (one + other) % 2 == 1)


def sees(men, at, towards, player, man):
    """Whether a man there attacks the other square."""
    (x, y), (to_x, to_y) = at, towards
    right, up = to_x - x, to_y - y
    if man == "K":
        return max(abs(right), abs(up)) == 1
    if man == "N":
        return (right, up) in LEAPS
    if man == "P":
        ahead = AHEAD[player]
        side = (ahead[1], ahead[0])
        return (right, up) in [(ahead[0] + side[0], ahead[1] + side[1]), (ahead[0] - side[0], ahead[1] - side[1])]
    length = max(abs(right), abs(up))
    step = ((right > 0) - (right < 0), (up > 0) - (up < 0))
    if step not in RIDES[man] or (right and up and abs(right) != abs(up)) or length == 0:
        return False
    path = [(x + step[0] * i, y + step[1] * i) for i in range(1, length)]
    return all(on_board(*square) and square not in men for square in path)


def is_attacked(variant, position, square, player):
    return any(is_enemy(variant, player, owner) and owner not in position.out
               and sees(position.men, at, square, owner, man)
               for at, (owner, man) in position.men.items())


def in_check(variant, position, player):
    return any(is_attacked(variant, position, at, player)
               for at, man in list(position.men.items()) if man == (player, "K"))


def plain_targets(variant, position, at, player, man):
    men, (x, y) = position.men, at
    if man == "P":
        ahead = AHEAD[player]
        one = (x + ahead[0], y + ahead[1])
        two = (one[0] + ahead[0], one[1] + ahead[1])
        if on_board(*one) and one not in men:
            yield one
            if depth_of(player, x, y) == 2 and on_board(*two) and two not in men:
                yield two
        for turn in (1, -1):
            to = (one[0] + turn * ahead[1], one[1] + turn * ahead[0])
            if on_board(*to) and to in men and is_enemy(variant, player, men[to][0]):
                yield to
        return
    for step in LEAPS if man == "N" else STRAIGHT + OBLIQUE if man == "K" else RIDES[man]:
        to = (x + step[0], y + step[1])
        while on_board(*to):
            if to not in men or is_enemy(variant, player, men[to][0]):
                yield to
            if to in men or man in "NK":
                break
            to = (to[0] + step[0], to[1] + step[1])


def castlings(variant, position, at, player):
    if at not in position.unmoved or is_attacked(variant, position, at, player):
        return
    for step in STRAIGHT:
        squares, to = [], (at[0] + step[0], at[1] + step[1])
        while on_board(*to) and to not in position.men:
            squares.append(to)
            to = (to[0] + step[0], to[1] + step[1])
        if len(squares) < 2 or position.men.get(to) != (player, "R") or to not in position.unmoved:
            continue
        if not is_attacked(variant, position, squares[0], player):
            yield squares[1], to, squares[0]


def moved(position, deeds, variant):
    """The men go from one square to the other; whose turn it is then is settled by `pass_on`."""
    after = position.copy()
    gone = [(after.men.pop(at), to) for at, to in deeds]
    for at, to in deeds:
        after.unmoved -= {at, to}
    for (player, man), to in gone:
        last = 8 if variant == "all" else 11
        after.men[to] = (player, "Q" if man == "P" and depth_of(player, *to) == last else man)
    return after


def moves(variant, position):
    player, found = position.side, []
    for at, (owner, man) in list(position.men.items()):
        if owner != player:
            continue
        ways = [[(at, to)] for to in plain_targets(variant, position, at, player, man)]
        if man == "K":
            ways += [[(at, to), (rook, beside)] for to, rook, beside in castlings(variant, position, at, player)]
        for deeds in ways:
            after = moved(position, deeds, variant)
            if not in_check(variant, after, player) or (variant == "teams" and lost_king(after) is not None):
                found.append(after)
    return found


def lost_king(position):
    kings = {owner for owner, man in position.men.values() if man == "K"}
    return next((player for player in range(4) if player not in kings), None)


def is_over(variant, position):
    if variant == "teams":
        return lost_king(position) is not None
    return len(position.out) >= 3


def pass_on(variant, after):
    """Who is out by the move, and whose turn it is; a player without moves is out when it is his turn."""
    if variant == "teams":
        after.side = (after.side + 1) % 4
        return after
    kings = {owner for owner, man in after.men.values() if man == "K"}
    after.out |= set(range(4)) - kings
    seat = after.side
    while len(after.out) < 3:
        seat = next(p % 4 for p in range(seat + 1, seat + 5) if p % 4 not in after.out)
        after.side = seat
        if moves(variant, after):
            break
        after.out.add(seat)
    if len(after.out) == 3:
        after.side = next(p for p in range(4) if p not in after.out)
    return after


def count(variant, position, depth):
    if is_over(variant, position):
        return 0
    found = moves(variant, position)
    if depth == 1:
        return len(found)
    return sum(count(variant, pass_on(variant, after), depth - 1) for after in found)


# --- position texts ----------------------------------------------------------------------------------


def name_of(at):
    return "abcdefghijklmn"[at[0]] + str(at[1] + 1)


def text_of(position):
    rows = []
    for y in reversed(range(SIZE)):
        row, gap = "", 0
        for x in range(SIZE):
            if not on_board(x, y):
                continue
            if (x, y) not in position.men:
                gap += 1
                continue
            player, man = position.men[x, y]
            row += (str(gap) if gap else "") + PLAYERS[player] + man
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    unmoved = ",".join(name_of(at) for at in sorted(position.unmoved, key=lambda at: (at[1], at[0])))
    out = "".join(PLAYERS[player] for player in sorted(position.out))
    return (f"{'/'.join(rows)} {PLAYERS[position.side]} - - 0 1" + (f" unmoved={unmoved}" if unmoved else "")
            + (f" out={out}" if out else ""))


def read(text):
    if text == "-":
        return first_position()
    position, fields = Position(), text.split()
    for y, row in zip(reversed(range(SIZE)), fields[0].split("/")):
        squares = iter([(x, y) for x in range(SIZE) if on_board(x, y)])
        while row:
            digits = len(row) - len(row.lstrip("0123456789"))
            if digits:
                for _ in range(int(row[:digits])):
                    next(squares)
                row = row[digits:]
            else:
                position.men[next(squares)] = (PLAYERS.index(row[0]), row[1])
                row = row[2:]
    position.side = PLAYERS.index(fields[1])
    for field in fields[6:]:
        name, value = field.split("=")
        if name == "out":
            position.out = {PLAYERS.index(letter) for letter in value}
        elif name == "unmoved":
            position.unmoved = {("abcdefghijklmn".index(at[0]), int(at[1:]) - 1) for at in value.split(",")}
    return position


def play_games(variant, games, seed):
    chance = random.Random(seed)
    for _ in range(games):
        position = first_position()
        for ply in range(400):
            if is_over(variant, position):
                break
            if ply % 20 == 19:
                print(text_of(position))
            found = moves(variant, position)
            if not found:
                break
            # captures are liked, so that there are ends
            best = [after for after in found if len(after.men) < len(position.men)]
            position = pass_on(variant, chance.choice(best if best and chance.random() < 0.5 else found))


def main():
    how, variant = sys.argv[1:3]
    if how == "count":
        for depth in range(1, int(sys.argv[3]) + 1):
            print(depth, count(variant, read(sys.argv[4]), depth))
    else:
        play_games(variant, int(sys.argv[3]), int(sys.argv[4]))


main()
