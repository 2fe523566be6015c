#!/usr/bin/env python3
"""game.py - libmadrules from Python, through ctypes: rules, moves, counts, a search.

usage: game.py LIBRARY [GAME], such as libmadrules.so.0, or build/shared/libmadrules.so (`make shared`), and crazyhouse.
Declares of mad_rules.h what it uses; exits with 1 when what comes is not what has to come.
"""

import ctypes as c
import sys

OK = 0


class Load(c.Structure):
    _fields_ = [("path", c.c_char_p), ("text", c.c_char_p), ("text_bytes", c.c_size_t),
                ("text_is_of_path", c.c_bool), ("variant", c.c_char_p), ("settings", c.c_void_p),
                ("setting_count", c.c_size_t), ("with_seats", c.c_bool), ("with_plan", c.c_bool), ("with_comments", c.c_bool),
                ("without_learned", c.c_bool)]


class TextError(c.Structure):
    _fields_ = [("offset", c.c_size_t), ("text", c.c_char * 200)]


class MoveInfo(c.Structure):
    _fields_ = [("coord", c.c_char_p), ("text", c.c_char_p), ("from_", c.c_int), ("to", c.c_int),
                ("takes", c.c_bool), ("verb", c.c_char_p), ("outcomes", c.c_size_t)]


class Report(c.Structure):
    _fields_ = [("best", c.c_size_t), ("score", c.c_int), ("mate_in", c.c_int), ("depth", c.c_int),
                ("deepest", c.c_int), ("rank", c.c_size_t), ("full", c.c_int), ("nodes", c.c_uint64),
                ("seconds", c.c_double), ("line", c.c_char * 512)]


Asked = c.CFUNCTYPE(c.c_bool, c.c_void_p)
Told = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Report))


class Limits(c.Structure):
    _fields_ = [("depth", c.c_int), ("seconds", c.c_double), ("soft_seconds", c.c_double),
                ("nodes", c.c_uint64), ("win_in", c.c_int), ("seed", c.c_uint64),
                ("interrupt", Asked), ("waits", Asked),
                ("lines", c.c_size_t), ("moves", c.POINTER(c.c_size_t)), ("move_count", c.c_size_t),
                ("table_bytes", c.c_size_t), ("threads", c.c_size_t), ("progress", Told),
                ("context", c.c_void_p)]


class Rules:
    """A game and a position in it."""

    def __init__(self, library, name):
        self.lib = c.CDLL(library)
        self.lib.mad_status_text.restype = c.c_char_p
        self.lib.mad_moves_count.restype = c.c_size_t
        self.lib.mad_moves_at.restype = MoveInfo
        self.lib.mad_moves_at.argtypes = [c.c_void_p, c.c_size_t]
        self.lib.mad_position_text.restype = c.c_size_t
        for function in ("engine", "game", "position", "moves"):
            getattr(self.lib, f"mad_{function}_free").argtypes = [c.c_void_p]
            getattr(self.lib, f"mad_{function}_free").restype = None
        self.engine, self.game, self.position, self.list = (c.c_void_p() for _ in range(4))
        self.check(self.lib.mad_engine_new(c.byref(self.engine)))
        load = Load(path=name.encode())
        self.check(self.lib.mad_game_load(self.engine, c.byref(load), c.byref(self.game), None))
        self.check(self.lib.mad_position_new(self.game, c.byref(self.position)))
        self.check(self.lib.mad_moves_new(self.game, c.byref(self.list)))

    def close(self):
        self.lib.mad_moves_free(self.list)
        self.lib.mad_position_free(self.position)
        self.lib.mad_game_free(self.game)
        self.lib.mad_engine_free(self.engine)

    def check(self, status, error=None):
        if status != OK:
            text = error.text if error is not None and error.text else self.lib.mad_status_text(status)
            raise ValueError(text.decode())

    def moves(self):
        self.check(self.lib.mad_moves_list(self.list, self.position))
        return [self.lib.mad_moves_at(self.list, i).coord.decode()
                for i in range(self.lib.mad_moves_count(self.list))]

    def play(self, text):
        error = TextError()
        self.check(self.lib.mad_position_play(self.position, text.encode(), c.byref(error)), error)

    def set(self, text):
        error = TextError()
        self.check(self.lib.mad_position_set(self.position, text.encode(), c.byref(error)), error)

    def text(self):
        buffer = c.create_string_buffer(4096)
        self.lib.mad_position_text(self.position, buffer, c.c_size_t(len(buffer)))
        return buffer.value.decode()

    def perft(self, depth):
        nodes = c.c_uint64()
        self.check(self.lib.mad_perft(self.position, depth, c.byref(nodes), None, None))
        return nodes.value

    def search(self, depth, told=None):
        progress = Told(lambda _, report: told(report.contents)) if told else Told()
        limits, report = Limits(depth=depth, progress=progress), Report()
        self.check(self.lib.mad_search(self.position, c.byref(limits), c.byref(report)))
        return self.moves()[report.best], report


def show(rules):
    print(rules.text(), len(rules.moves()), "moves")
    best, report = rules.search(3, lambda r: print(f"depth {r.depth}: {r.line.decode()}"))
    print("plays", best)
    rules.play(best)
    print(rules.text())


def check(library):
    """Chess: counts that everybody knows, a mate, and an error told in words."""
    rules = Rules(library, "chess")
    assert rules.perft(3) == 8902  # https://www.chessprogramming.org/Perft_Results
    for move in ("f3", "e5", "g4"):
        rules.play(move)
    best, report = rules.search(2)
    assert (best, report.mate_in) == ("d8h4", 1), (best, report.mate_in)
    rules.play(best)
    assert rules.moves() == []
    try:
        rules.play("e4")
        raise AssertionError("a move was made after mate")
    except ValueError as error:
        assert str(error), "no reason was given"
    rules.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    check(sys.argv[1])
    game = Rules(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "mad-elephant-chess")
    show(game)
    game.close()
