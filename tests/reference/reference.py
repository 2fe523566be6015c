#!/usr/bin/env python3
"""reference.py - a second opinion: a slow, plain move generator for the chess-like games of rules/.

It shares nothing with the interpreter and reads no .mad file: it was written from the rule pages
alone, so that a number or a list of moves on which both agree is worth something. The board is a
dictionary from squares (file, rank), both from 1 to 8, to letters, upper case for White. Clarity
goes before speed everywhere; nothing is updated bit by bit that can be looked at anew.

Games: chess, crazyhouse, chessgi, mad-elephant-chess and, behind a colon, its variants
no-starting-elephants, everyone-can-taunt and chessgi.

usage: reference.py GAME moves [FEN]          legal moves: coordinates and notation
       reference.py GAME perft DEPTH [FEN]    number of lines of 1 .. DEPTH moves
       reference.py GAME play FEN M M ...     moves, result and position text as JSON; FEN or -
       reference.py GAME random N SEED        N positions of random games: text, moves, result
       reference.py GAME games N SEED         N random games: start, moves, last position, result
"""
import json
import random
import sys
from collections import Counter, namedtuple

# --- games ------------------------------------------------------------------------------------

# check:   Kings may not be left attacked (else they are captured, and castle through attack).
# hand:    None, "crazyhouse" or "chessgi": what becomes of captured pieces.
# mad:     Elephants, Mad Elephants, conversion and taunts exist.
# taunters: letters of the pieces that may taunt.
Rules = namedtuple("Rules", "array check hand mad taunters promotions")

CHESS_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MAD_ARRAY = "rnmqkenr/pppppppp/8/8/8/8/PPPPPPPP/RNMQKENR w KQkq - 0 1"
MAD = "mad-elephant-chess"

GAMES = {
    "chess": Rules(CHESS_ARRAY, True, None, False, "", "QRBN"),
    "crazyhouse": Rules(CHESS_ARRAY, True, "crazyhouse", False, "", "QRBN"),
    "chessgi": Rules(CHESS_ARRAY, True, "chessgi", False, "", "QRBN"),
    MAD: Rules(MAD_ARRAY, False, None, True, "P", "EMNBRQ"),
    MAD + ":no-starting-elephants": Rules(CHESS_ARRAY, False, None, True, "P", "EMNBRQ"),
    MAD + ":everyone-can-taunt": Rules(MAD_ARRAY, False, None, True, "PNBRQKEM", "EMNBRQ"),
    MAD + ":chessgi": Rules(MAD_ARRAY, False, "chessgi", True, "P", "EMNBRQ"),
}

ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
QUEENWISE = ORTHOGONAL + DIAGONAL
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
ALFIL = [(2, 2), (2, -2), (-2, -2), (-2, 2)]

SLIDES = {"Q": QUEENWISE, "R": ORTHOGONAL, "B": DIAGONAL}
LEAPS = {"K": QUEENWISE, "N": KNIGHT, "E": ALFIL, "M": ALFIL}

# Right: home squares of King and Rook, and where they go.
CASTLING = {
    "K": ((5, 1), (8, 1), (7, 1), (6, 1)), "Q": ((5, 1), (1, 1), (3, 1), (4, 1)),
    "k": ((5, 8), (8, 8), (7, 8), (6, 8)), "q": ((5, 8), (1, 8), (3, 8), (4, 8)),
}

# kind: move, double, en-passant, castle, rampage, taunt, convert, drop. origin is None for a drop.
# becomes: the letter (upper case) that a promotion or conversion makes, the letter dropped, or "".
# takes: the squares from which pieces of either side are removed, in order along the way.
Move = namedtuple("Move", "kind origin target becomes takes")


def name(square):
    return "abcdefgh"[square[0] - 1] + str(square[1])


def square_of(text):
    if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "12345678":
        raise ValueError("no square: " + text)
    return ("abcdefgh".index(text[0]) + 1, int(text[1]))


def on_board(square):
    return 1 <= square[0] <= 8 and 1 <= square[1] <= 8


def add(square, step, times=1):
    return (square[0] + times * step[0], square[1] + times * step[1])


def is_white(letter):
    return letter.isupper()


# --- positions --------------------------------------------------------------------------------


class Position:
    """A position without its past. side is "w" or "b"; hand counts letters, case = owner."""

    def __init__(self):
        self.board = {}
        self.promoted = set()  # squares of promoted pieces, in crazyhouse
        self.hand = Counter()
        self.side = "w"
        self.castling = ""
        self.en_passant = None
        self.halfmove = 0
        self.fullmove = 1
        self.taunt = None

    def copy(self):
        other = Position()
        other.__dict__.update(self.__dict__)
        other.board = dict(self.board)
        other.promoted = set(self.promoted)
        other.hand = Counter(self.hand)
        return other

    def own(self, square):
        letter = self.board.get(square)
        return letter is not None and is_white(letter) == (self.side == "w")

    def enemy(self, square):
        letter = self.board.get(square)
        return letter is not None and is_white(letter) != (self.side == "w")

    def colour(self, letter):
        """The letter in the case of the side to move."""
        return letter.upper() if self.side == "w" else letter.lower()

    def rank_seen(self, rank):
        """The rank as the side to move counts it."""
        return rank if self.side == "w" else 9 - rank

    def king(self, side):
        letter = "K" if side == "w" else "k"
        return next((s for s, p in self.board.items() if p == letter), None)


def read_position(rules, text):
    fields = text.split()
    named = dict(f.split("=", 1) for f in fields if "=" in f)
    fields = [f for f in fields if "=" not in f]
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1:]
    placement, hand = fields[0], ""
    if "[" in placement:
        placement, hand = placement.rstrip("]").split("[")
    p = Position()
    ranks = placement.split("/")
    if len(ranks) != 8:
        raise ValueError("not eight ranks: " + placement)
    letters = "KQRBNP" + ("EM" if rules.mad else "")
    for rank, row in zip(range(8, 0, -1), ranks):
        file = 1
        for c in row:
            if c.isdigit():
                file += int(c)
            elif c == "~":
                p.promoted.add((file - 1, rank))
            elif c.upper() in letters:
                p.board[(file, rank)] = c
                file += 1
            else:
                raise ValueError("unknown piece " + c)
        if file != 9:
            raise ValueError("not eight squares: " + row)
    p.hand.update(hand)
    p.side = fields[1]
    rights = "" if fields[2] == "-" else fields[2]
    p.castling = rights_left(p.board, "".join(r for r in "KQkq" if r in rights))
    p.en_passant = None if fields[3] == "-" else square_of(fields[3])
    p.halfmove, p.fullmove = int(fields[4]), int(fields[5])
    p.taunt = square_of(named.pop("taunt")) if "taunt" in named else None
    if named:
        raise ValueError("unknown fields: " + " ".join(named))
    return p


def write_placement(rules, p):
    rows = []
    for rank in range(8, 0, -1):
        row, empty = "", 0
        for file in range(1, 9):
            letter = p.board.get((file, rank))
            if letter is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + letter
            row += "~" if (file, rank) in p.promoted else ""
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    hand = "[" + "".join(sorted(p.hand.elements())) + "]" if rules.hand else ""
    return "/".join(rows) + hand


def write_position(rules, p):
    text = " ".join([write_placement(rules, p), p.side, p.castling or "-",
                     name(p.en_passant) if p.en_passant else "-",
                     str(p.halfmove), str(p.fullmove)])
    return text + (" taunt=" + name(p.taunt) if p.taunt else "")


def rights_left(board, rights):
    """Those castling rights whose King and Rook stand at home."""
    return "".join(r for r in rights
                   if board.get(CASTLING[r][0]) == ("K" if is_white(r) else "k")
                   and board.get(CASTLING[r][1]) == ("R" if is_white(r) else "r"))


# --- moves ------------------------------------------------------------------------------------


def ray(square, step):
    """The squares from here to the edge, the nearest first."""
    squares = []
    square = add(square, step)
    while on_board(square):
        squares.append(square)
        square = add(square, step)
    return squares


def attacks(p, square):
    """The squares on which the piece that stands here could capture by an ordinary move."""
    letter = p.board[square]
    kind = letter.upper()
    if kind == "P":
        forward = 1 if is_white(letter) else -1
        return [s for s in (add(square, (-1, forward)), add(square, (1, forward))) if on_board(s)]
    if kind in LEAPS:
        return [s for s in (add(square, step) for step in LEAPS[kind]) if on_board(s)]
    reached = []
    for step in SLIDES[kind]:
        for target in ray(square, step):
            reached.append(target)
            if target in p.board:
                break
    return reached


def is_attacked(p, square, by_white):
    return any(square in attacks(p, s) for s, letter in p.board.items()
               if is_white(letter) == by_white)


def is_in_check(p, side):
    king = p.king(side)
    return king is not None and is_attacked(p, king, side != "w")


def piece_moves(p, square):
    """Ordinary moves of a King, Queen, Rook, Bishop, Knight, Elephant or Mad Elephant."""
    moves = []
    for target in attacks(p, square):
        if p.own(target):
            continue
        arrives = p.board[square].upper() == "E" and p.rank_seen(target[1]) >= 7
        takes = (target,) if p.enemy(target) else ()
        moves.append(Move("move", square, target, "M" if arrives else "", takes))
    return moves


def pawn_steps(p, square):
    """(kind, target, takes) of a Pawn, promotion left out."""
    forward = (0, 1 if p.side == "w" else -1)
    one, two = add(square, forward), add(square, forward, 2)
    steps = []
    if on_board(one) and one not in p.board:
        steps.append(("move", one, ()))
        if p.rank_seen(square[1]) == 2 and two not in p.board:
            steps.append(("double", two, ()))
    for target in attacks(p, square):
        victim = (target[0], square[1])
        if p.enemy(target):
            steps.append(("move", target, (target,)))
        elif target == p.en_passant and target not in p.board and p.enemy(victim) \
                and p.board[victim].upper() == "P":
            steps.append(("en-passant", target, (victim,)))
    return steps


def pawn_moves(rules, p, square):
    moves = []
    for kind, target, takes in pawn_steps(p, square):
        last = p.rank_seen(target[1]) == 8
        for letter in rules.promotions if last else [""]:
            moves.append(Move(kind, square, target, letter, takes))
    if rules.mad:
        moves.append(Move("convert", square, square, "E", ()))
    return moves


def rampage_over(p, square, step):
    path = ray(square, step)
    return Move("rampage", square, path[-1], "", tuple(s for s in path if s in p.board))


def free_rampages(p, square):
    moves = []
    for step in QUEENWISE:
        path = ray(square, step)
        if path and not any(p.board.get(s, "").upper() == "K" for s in path):
            moves.append(rampage_over(p, square, step))
    return moves


def neighbours(square):
    return [s for s in (add(square, step) for step in QUEENWISE) if on_board(s)]


def enemy_mad(p, square):
    return p.enemy(square) and p.board[square].upper() == "M"


def taunts(rules, p):
    return [Move("taunt", square, square, "", ()) for square, letter in p.board.items()
            if p.own(square) and letter.upper() in rules.taunters
            and any(enemy_mad(p, s) for s in neighbours(square))]


def forced_rampages(p):
    """What is left to a player who has been taunted."""
    moves = []
    for square in neighbours(p.taunt):
        if p.own(square) and p.board[square].upper() == "M":
            step = (p.taunt[0] - square[0], p.taunt[1] - square[1])
            moves.append(rampage_over(p, square, step))
    return moves


def castlings(rules, p):
    moves = []
    for right in p.castling:
        king, rook, king_to, rook_to = CASTLING[right]
        if is_white(right) != (p.side == "w"):
            continue
        low, high = sorted((king[0], rook[0]))
        if any((file, king[1]) in p.board for file in range(low + 1, high)):
            continue
        low, high = sorted((king[0], king_to[0]))
        road = [(file, king[1]) for file in range(low, high + 1)]
        if rules.check and any(is_attacked(p, s, p.side != "w") for s in road):
            continue
        moves.append(Move("castle", king, king_to, "", ()))
    return moves


def drops(rules, p):
    moves = []
    for letter in sorted(p.hand):
        if p.hand[letter] == 0 or is_white(letter) != (p.side == "w"):
            continue
        for square in ((file, rank) for file in range(1, 9) for rank in range(1, 9)):
            barred = (8,) if rules.hand == "chessgi" else (1, 8)
            if letter.upper() == "P" and p.rank_seen(square[1]) in barred:
                continue
            if square not in p.board:
                moves.append(Move("drop", None, square, letter.upper(), ()))
    return moves


def pseudo_moves(rules, p):
    """All moves, checks not thought of."""
    if p.taunt:
        forced = forced_rampages(p)
        if forced:
            return forced
    moves = []
    for square, letter in p.board.items():
        if not p.own(square):
            continue
        if letter.upper() == "P":
            moves += pawn_moves(rules, p, square)
        else:
            moves += piece_moves(p, square)
        if letter.upper() == "M":
            moves += free_rampages(p, square)
    moves += taunts(rules, p) + castlings(rules, p)
    if rules.hand:
        moves += drops(rules, p)
    return moves


def legal_moves(rules, p):
    """The legal moves; of a game that is over by what stands on the board, none."""
    if is_over_by_kings(rules, p):
        return []
    moves = pseudo_moves(rules, p)
    if rules.check:
        moves = [m for m in moves if not is_in_check(apply(rules, p, m), p.side)]
    return moves


def apply(rules, p, move):
    """The position after the move; the one before stays as it is."""
    after = p.copy()
    mover = p.board.get(move.origin)
    after.en_passant = after.taunt = None
    for square in move.takes:
        capture(rules, after, square, move)
    if move.kind == "drop":
        after.board[move.target] = p.colour(move.becomes)
        after.hand[p.colour(move.becomes)] -= 1
    elif move.kind == "taunt":
        after.taunt = move.origin
    else:
        carry(rules, after, move)
    if move.kind == "double":
        after.en_passant = (move.origin[0], (move.origin[1] + move.target[1]) // 2)
    if move.kind == "castle":
        right = next(r for r in p.castling
                     if CASTLING[r][0] == move.origin and CASTLING[r][2] == move.target)
        after.board[CASTLING[right][3]] = after.board.pop(CASTLING[right][1])
    after.castling = rights_after(after.board, p.castling, move)
    is_pawn_move = mover is not None and mover.upper() == "P" and move.kind != "taunt"
    after.halfmove = 0 if move.takes or is_pawn_move else p.halfmove + 1
    after.fullmove = p.fullmove + (p.side == "b")
    after.side = "b" if p.side == "w" else "w"
    return after


def capture(rules, after, square, move):
    """Takes a piece off the board, and into the hand where it goes there. The side to move of
    `after` is still the mover."""
    letter = after.board.pop(square)
    was_promoted = square in after.promoted
    after.promoted.discard(square)
    if rules.hand is None or move.kind == "rampage" or letter.upper() == "K":
        return
    after.hand[after.colour("P" if was_promoted else letter)] += 1


def carry(rules, after, move):
    """Brings the piece that moves from its origin to its target."""
    letter = after.board.pop(move.origin)
    was_promoted = move.origin in after.promoted
    after.promoted.discard(move.origin)
    after.board[move.target] = after.colour(move.becomes) if move.becomes else letter
    if rules.hand == "crazyhouse" and (was_promoted or move.becomes):
        after.promoted.add(move.target)


def rights_after(board, rights, move):
    """A right is gone when King or Rook has left home or was taken there, whoever stands there."""
    if move.kind == "taunt":
        return rights
    touched = {move.origin, move.target} | set(move.takes)
    return rights_left(board, "".join(r for r in rights
                                      if not touched & {CASTLING[r][0], CASTLING[r][1]}))


# --- results ----------------------------------------------------------------------------------


def is_over_by_kings(rules, p):
    return not rules.check and (p.king("w") is None or p.king("b") is None)


def board_result(rules, p):
    """(score, reason) by what stands on the board, repetition and counters not thought of."""
    if is_over_by_kings(rules, p):
        if p.king("w") is None and p.king("b") is None:
            return ("1/2-1/2", "both Kings captured")
        return ("1-0" if p.king("w") else "0-1", "King captured")
    if legal_moves(rules, p):
        return None
    if rules.check and is_in_check(p, p.side):
        return ("0-1" if p.side == "w" else "1-0", "checkmate")
    return ("1/2-1/2", "no legal move")


def position_result(rules, p):
    """The result of a position of which the past is not known."""
    result = board_result(rules, p)
    if result is None and p.halfmove >= 100:
        return ("1/2-1/2", "50 moves without progress")
    return result


class Game:
    """A game from some position on: knows what has occurred how often."""

    def __init__(self, rules, text=None):
        self.rules = rules
        self.start = text or rules.array
        self.position = read_position(rules, self.start)
        self.played = []
        self.seen = Counter([self.key()])

    def key(self):
        """What makes positions the same: the en passant square only where a capture uses it."""
        p = self.position
        can_pass = p.en_passant and any(m.kind == "en-passant"
                                        for m in legal_moves(self.rules, p))
        return (write_placement(self.rules, p), p.side, p.castling,
                p.en_passant if can_pass else None, p.taunt)

    def result(self):
        result = board_result(self.rules, self.position)
        if result is None and self.seen[self.key()] >= 3:
            return ("1/2-1/2", "position has occurred 3 times")
        return result or position_result(self.rules, self.position)

    def moves(self):
        return [] if self.result() else legal_moves(self.rules, self.position)

    def play(self, move):
        self.played.append(coordinates(move))
        self.position = apply(self.rules, self.position, move)
        self.seen[self.key()] += 1

    def find(self, text):
        moves = self.moves()
        texts = notation(self.position, moves)
        found = [m for m, t in zip(moves, texts)
                 if text in (t, coordinates(m))]
        if len(found) != 1:
            raise ValueError("%s: %s; legal are %s" % (
                text, "ambiguous" if found else "not legal", " ".join(sorted(texts))))
        return found[0]


def perft(rules, p, depth):
    if depth == 0:
        return 1
    moves = legal_moves(rules, p)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, apply(rules, p, m), depth - 1) for m in moves)


# --- texts of moves ---------------------------------------------------------------------------


def coordinates(move):
    if move.kind == "drop":
        return move.becomes + "@" + name(move.target)
    if move.kind == "taunt":
        return name(move.origin) + "(T)"
    if move.kind == "convert":
        return name(move.origin) + "=" + move.becomes
    if move.kind == "rampage":
        return name(move.origin) + ":" + name(move.target)
    return name(move.origin) + name(move.target) + ("=" + move.becomes if move.becomes else "")


def text_of(move, p, origin):
    """The notation of the rule page; origin is what is said of where the piece comes from."""
    if move.kind in ("drop", "convert"):
        return coordinates(move)
    if move.kind == "castle":
        return "O-O" if move.target[0] == 7 else "O-O-O"
    letter = p.board[move.origin].upper()
    is_pawn = letter == "P"
    letter = "" if is_pawn else letter
    if move.kind == "taunt":
        return letter + name(move.origin) + "(T)"
    if move.kind == "rampage" and move.takes:
        end = "" if move.target in move.takes else "-" + name(move.target)
        return letter + origin + "".join(":" + name(s) for s in move.takes) + end
    if is_pawn and move.takes and not origin:
        origin = name(move.origin)[0]
    text = letter + origin + ("x" if move.takes else "") + name(move.target)
    return text + ("=" + move.becomes if move.becomes else "")


def least_origin(move, group):
    """Of ordinary moves with one text: the file if it tells them apart, else the rank, or both."""
    others = [m.origin for m in group if m is not move]
    if all(o[0] != move.origin[0] for o in others):
        return name(move.origin)[0]
    if all(o[1] != move.origin[1] for o in others):
        return name(move.origin)[1]
    return name(move.origin)


def notation(p, moves):
    """The texts of the moves of a list, all different, in the same order."""
    short = [text_of(m, p, "") for m in moves]
    texts = list(short)
    for i, move in enumerate(moves):
        group = [m for m, t in zip(moves, short) if t == short[i]]
        if len(group) == 1:
            continue
        if any(m.kind == "rampage" for m in group):
            texts[i] = text_of(move, p, name(move.origin))
        else:
            texts[i] = text_of(move, p, least_origin(move, group))
    counts = Counter(texts)
    return [coordinates(m) if m.kind == "rampage" and counts[t] > 1 else t
            for m, t in zip(moves, texts)]


# --- random games -----------------------------------------------------------------------------

MAX_PLIES = 120

# Every second game starts from a position in which castling, en passant, promotion, rampages and
# taunts are near.
BUSY_CHESS = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
BUSY_MAD = ["r3k2r/1P3p2/2e1m3/3PPm2/3pPM2/2M1E3/1p3P2/R3K2R w KQkq - 0 1",
            "rnq1k2r/pp3ppp/2m1p3/3pNm2/2PPM1n1/1M3P2/PP2P1PP/R1Q1K2R w KQkq - 0 1"]


def busy_position(rules, rng):
    text = rng.choice(BUSY_MAD) if rules.mad else BUSY_CHESS
    return write_position(rules, read_position(rules, text))


RARE = ("taunt", "en-passant", "castle")


def choose(rng, moves):
    """Often a rare move where there is one; else any move, or any kind of move and then one of it."""
    moves = sorted(moves, key=coordinates)
    rare = [m for m in moves if m.kind in RARE]
    if rare and rng.random() < 0.3:
        return rng.choice(rare)
    if rng.random() < 0.5:
        return rng.choice(moves)
    kind = rng.choice(sorted({kind_of(m) for m in moves}))
    return rng.choice([m for m in moves if kind_of(m) == kind])


def kind_of(move):
    return (move.kind, bool(move.takes), bool(move.becomes))


def takes_king(p, move):
    return any(p.board[s].upper() == "K" for s in move.takes)


def random_games(rules, rng):
    """Yields the game after each move, without end. Kings that could be captured often are not, so
    that games last."""
    while True:
        game = Game(rules, rng.choice([rules.array, busy_position(rules, rng)]))
        yield game
        while not game.result() and len(game.played) < MAX_PLIES:
            moves = game.moves()
            mild = [m for m in moves if not takes_king(game.position, m)]
            game.play(choose(rng, mild if mild and rng.random() < 0.8 else moves))
            yield game


def random_positions(rules, count, rng):
    """About every third position of the games, and every end."""
    for game in random_games(rules, rng):
        if rng.random() < 0.7 and not game.result():
            continue
        if count <= 0:
            return
        yield game.position
        count -= 1


# --- command line -----------------------------------------------------------------------------


def listed(rules, p):
    """(coordinates, notation) of the legal moves, sorted; none when the game is over."""
    moves = [] if position_result(rules, p) else legal_moves(rules, p)
    return sorted(zip((coordinates(m) for m in moves), notation(p, moves)))


def score_of(result):
    return result[0] if result else "*"


def run_moves(rules, text=None):
    p = read_position(rules, text or rules.array)
    for coord, move in listed(rules, p):
        print(coord + "  " + move)
    if position_result(rules, p):
        print("%s: %s" % position_result(rules, p), file=sys.stderr)


def run_perft(rules, depth, text=None):
    p = read_position(rules, text or rules.array)
    for d in range(1, int(depth) + 1):
        print(d, perft(rules, p, d), flush=True)


def run_play(rules, text, *moves):
    game = Game(rules, None if text == "-" else text)
    for move in moves:
        game.play(game.find(move))
    legal = game.moves()
    pairs = sorted(zip((coordinates(m) for m in legal),
                       notation(game.position, legal)))
    result = game.result()
    print(json.dumps({"moves": [{"coord": c, "text": t} for c, t in pairs],
                      "fen": write_position(rules, game.position),
                      "result": score_of(result), "reason": result[1] if result else None}))


def run_random(rules, count, seed):
    for p in random_positions(rules, int(count), random.Random(int(seed))):
        print("\t".join([write_position(rules, p), " ".join(c for c, _ in listed(rules, p)),
                         score_of(position_result(rules, p))]))


def run_games(rules, count, seed):
    games, done = random_games(rules, random.Random(int(seed))), 0
    while done < int(count):
        game = next(games)
        if game.result() or len(game.played) == MAX_PLIES:
            print("\t".join([game.start, " ".join(game.played),
                             write_position(rules, game.position),
                             score_of(game.result())]))
            done += 1


COMMANDS = {"moves": run_moves, "perft": run_perft, "play": run_play, "random": run_random,
            "games": run_games}


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in GAMES or arguments[1] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        COMMANDS[arguments[1]](GAMES[arguments[0]], *arguments[2:])
    except (ValueError, TypeError) as error:
        print("reference.py: %s" % error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
