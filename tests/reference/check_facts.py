#!/usr/bin/env python3
"""check_facts.py - holds the reference generator against every fact known from elsewhere.

Known are the counts in the tables of tests/perft (those of at most LIMIT nodes) and the test
positions of the rule pages of Mad Elephant Chess and its three variants. Each row of FACTS is
one of these positions: game, position, moves played, what is asked, the answer.

usage: check_facts.py [LIMIT]; ends with `N passed, N failed`
"""
import glob
import os
import random
import sys

from reference import GAMES, MAD, Game, Position, coordinates, free_rampages, notation, perft, \
    piece_moves, random_positions, read_position, write_position

NSE, ECT, GI = (MAD + ":" + v for v in ("no-starting-elephants", "everyone-can-taunt", "chessgi"))

# What is asked:
#   all       exactly these moves        from SQ   exactly these moves of what stands there
#   yes, no   these are, or are not, legal
#   kind K    exactly these moves of a kind (taunt, rampage, castle, drop)
#   count     number of moves            result    1-0, 0-1, 1/2-1/2 or *
#   fen       the position text, or its beginning
# Moves are compared as notation or as coordinates, whichever is written.
FACTS = [
    # Mad Elephant Chess: the array
    (MAD, "-", "", "count", "36"),
    (MAD, "-", "", "kind rampage", "M:b1:a1 M:b2-a3 M:c2:c7:c8 M:d2-h6"),
    (MAD, "-", "", "kind convert", "a2=E b2=E c2=E d2=E e2=E f2=E g2=E h2=E"),
    (MAD, "-", "", "from f1", "Ed3 Eh3"),
    (MAD, "-", "", "from c1", "Ma3 Me3 M:b1:a1 M:b2-a3 M:c2:c7:c8 M:d2-h6"),
    (MAD, "-", "", "from g1", "Nf3 Nh3"),
    (MAD, "-", "M:b1:a1", "fen", "rnmqkenr/pppppppp/8/8/8/8/PPPPPPPP/M2QKENR b Kkq -"),
    # M1: the diagram of the page and its sequel
    (MAD, "r4r1k/pp2epp1/2n4p/8/8/M7/1P4P1/K6R w - -", "", "from a3",
     "Mc1 Mc5 M:a7:a8 M:e7:f8 Mh3 M:b2-c1"),
    (MAD, "r4r1k/pp2epp1/2n4p/8/8/M7/1P4P1/K6R w - -", "", "count", "25"),
    (MAD, "r4r1k/pp2epp1/2n4p/8/8/M7/1P4P1/K6R w - -", "M:a7:a8 b7(T)", "all",
     "M:b7:c6:g2:h1"),
    (MAD, "r4r1k/pp2epp1/2n4p/8/8/M7/1P4P1/K6R w - -", "M:a7:a8 b7(T) M:b7:c6:g2:h1", "fen",
     "5r1k/4epp1/7p/8/8/8/1P6/K6M b"),
    (MAD, "4k3/8/8/8/4M3/8/8/K7 w - -", "", "from e4",
     "e4c2 e4c6 e4g2 e4g6 e4:a4 e4:h4 e4:e1 e4:a8 e4:b1 e4:h1 e4:h7"),
    (MAD, "4k3/8/8/8/4M3/8/8/K7 w - -", "", "count", "14"),
    (MAD, "8/7k/8/8/1M1P2NK/8/8/8 w - -", "", "kind rampage",
     "b4:a3 b4:a4 b4:a5 b4:b1 b4:b8 b4:e1 b4:f8"),
    (MAD, "8/7k/8/8/1M1P2NK/8/8/8 w - -", "", "count", "21"),
    (MAD, "M6k/8/8/8/8/8/8/4K3 w - -", "", "from a8", "a8c6 a8:a1 a8:h1"),
    (MAD, "M6k/8/8/8/8/8/8/4K3 w - -", "", "count", "8"),
    (MAD, "4k3/8/8/3P4/4m3/8/4K3/7q w - -", "", "yes", "d5(T)"),
    (MAD, "4k3/8/8/3P4/4m3/8/4K3/7q w - -", "d5(T)", "all", "M:d5-a8"),
    (MAD, "k7/8/2m5/3P4/4m3/8/8/K7 w - -", "d5(T)", "all", "M:d5:c6:a8 M:d5:e4-h1"),
    (MAD, "k7/8/2m5/3P4/4m3/8/8/K7 w - -", "d5(T)", "all", "e4:a8 c6:h1"),
    (MAD, "k7/8/2m5/3P4/4m3/8/8/K7 w - -", "d5(T) M:d5:c6:a8", "result", "1-0"),
    (MAD, "k7/8/2m5/3P4/4m3/8/8/K7 w - -", "d5(T) M:d5:e4-h1", "result", "*"),
    (MAD, "k7/8/2m1m3/3P4/8/8/8/K7 w - -", "d5(T)", "all", "e6:a2 c6:h1"),
    (MAD, "k7/8/2m1m3/3P4/8/8/8/K7 w - -", "d5(T) e6:a2 a1b1", "yes", "c6:h1 a2c4 c6:c8 a8a7"),
    (MAD, "k7/8/2m1m3/3P4/8/8/8/K7 w - -", "d5(T) c6:h1 a1b1", "yes", "e6:a2 h1f3 e6g8 a8a7"),
    (MAD, "8/8/8/4m3/4P3/8/4k3/K7 w - -", "e4(T)", "all", "M:e4:e2-e1"),
    (MAD, "8/8/8/4m3/4P3/8/4k3/K7 w - -", "e4(T) M:e4:e2-e1", "result", "1-0"),
    (MAD, "8/4m3/4P3/8/4k3/8/4K3/8 w - -", "e6(T)", "all", "M:e6:e4:e2-e1"),
    (MAD, "8/4m3/4P3/8/4k3/8/4K3/8 w - -", "e6(T) e7:e1", "result", "1/2-1/2"),
    (MAD, "k7/4m3/4P3/8/8/8/4K3/8 w - -", "e6(T)", "all", "M:e6:e2-e1"),
    (MAD, "k7/4m3/4P3/8/8/8/4K3/8 w - -", "e6(T) M:e6:e2-e1", "result", "0-1"),
    (MAD, "7k/P7/8/2E5/8/8/8/4K3 w - -", "", "all",
     "a8=E a8=M a8=N a8=B a8=R a8=Q a7=E Ee7=M Ea3 Ee3 Kd1 Kd2 Ke2 Kf1 Kf2"),
    (MAD, "7k/P7/8/2E5/8/8/8/4K3 w - -", "", "count", "15"),
    (MAD, "7k/P7/8/2E5/8/8/8/4K3 w - -", "a7=E", "fen", "7k/E7/8/2E5"),
    (MAD, "4k3/8/8/8/5e2/8/8/4K3 b - -", "", "from f4", "Eh6 Ed6 Eh2=M Ed2=M"),
    (MAD, "8/8/4k3/8/2M5/8/8/K7 w - -", "", "yes", "Mxe6"),
    (MAD, "8/8/4k3/8/2M5/8/8/K7 w - -", "", "no", "c4:g8"),
    (MAD, "8/8/4k3/8/2M5/8/8/K7 w - -", "c4e6", "result", "1-0"),
    (MAD, "4k3/8/8/8/8/5r2/8/R3K2R w KQ -", "", "kind castle", "O-O O-O-O"),
    (MAD, "4k3/8/8/8/8/8/4r3/R3K2R w KQ -", "", "kind castle", "O-O O-O-O"),
    (MAD, "r3k2r/8/8/8/8/8/8/M3K2R w Kkq -", "M:a8", "kind castle", "O-O"),
    (MAD, "r3k2r/8/8/8/8/8/8/M3K2R w Kkq -", "a1:a8", "fen", "M3k2r/8/8/8/8/8/8/4K2R b Kk -"),
    (MAD, "4k3/8/8/8/3p4/8/4P3/4K3 w - -", "e2e4", "yes", "dxe3 d3 d4=E"),
    (MAD, "4k3/8/8/8/3p4/8/4P3/4K3 w - -", "e2e4", "count", "8"),
    (MAD, "4k3/8/4m3/3MP3/8/8/8/4K3 w - -", "", "kind taunt", "e5(T)"),
    (MAD, "4k3/8/4m3/3MP3/8/8/8/4K3 w - -", "e5(T)", "all", "e6:e1"),
    (MAD, "4k3/8/8/3MP3/8/8/8/4K3 w - -", "", "kind taunt", ""),
    (MAD, "4k3/8/8/3P4/2m5/8/8/q3K3 b - - 0 1 taunt=d5", "", "all", "c4:g8"),
    (MAD, "8/8/8/8/8/8/8/kK6 w - -", "", "result", "*"),
    (MAD, "8/8/8/8/8/8/8/kK6 w - -", "Kxa1", "result", "1-0"),
    (MAD, "rnmqkmnr/pppppppp/8/8/8/8/PPPPPPPP/RNMQKMNR w KQkq -", "Md3 h6 M:d2:h6 Rxh6 M:d7:d8",
     "fen", "rnmMkmn1/ppp1ppp1/7r/8/8/8/PPP1PPPP/RN1QK1NR b"),
    (MAD, "r6k/1P6/8/8/8/8/8/K7 w - -", "", "from b7",
     "b8=E b8=M b8=N b8=B b8=R b8=Q bxa8=E bxa8=M bxa8=N bxa8=B bxa8=R bxa8=Q b7=E"),
    (MAD, "4k3/8/8/3P4/4m3/8/8/4K3 w - - 99 80", "", "yes", "d5(T)"),
    (MAD, "4k3/8/8/3P4/4m3/8/8/4K3 w - - 99 80", "d5(T)", "result", "1/2-1/2"),
    (MAD, "4k3/8/8/3P4/4m3/8/8/4K3 w - - 99 80", "Kd1", "result", "1/2-1/2"),
    (MAD, "4k3/8/8/3P4/4m3/8/8/4K3 w - - 99 80", "d5=E", "result", "*"),
    # No Starting Elephants
    (NSE, "-", "", "count", "28"),
    (NSE, "-", "e4 e5 e4=E a6", "from e4", "Ec6 Eg6"),
    (NSE, "-", "e4 e5 e4=E a6 Ec6 dxc6", "fen",
     "rnbqkbnr/1pp2ppp/p1p5/4p3/8/8/PPPP1PPP/RNBQKBNR w"),
    (NSE, "-", "d4 a6 d4=E a5 Ef6 a4", "from f6", "Ed4 Eh4 Exd8=M Exh8=M"),
    (NSE, "4k3/8/8/4E3/8/8/8/4K3 w - -", "", "from e5", "Eg3 Ec3 Eg7=M Ec7=M"),
    # Everyone Can Taunt
    (ECT, "4k3/8/8/8/3nm3/8/8/4K3 w - -", "", "kind taunt", ""),
    (ECT, "4k3/8/8/3N4/4m3/8/8/4K3 w - -", "", "kind taunt", "Nd5(T)"),
    (ECT, "4k3/8/8/3N4/4m3/8/8/4K3 w - -", "", "count", "14"),
    (MAD, "4k3/8/8/3N4/4m3/8/8/4K3 w - -", "", "kind taunt", ""),
    (ECT, "4k3/8/8/8/3m4/4K3/8/8 w - -", "Ke3(T)", "all", "M:e3-g1"),
    (ECT, "4k3/8/8/8/3m4/4K3/8/8 w - -", "Ke3(T) M:e3-g1", "result", "0-1"),
    (ECT, "8/8/1m6/2K5/8/4k3/8/8 w - -", "Kc5(T)", "all", "M:c5:e3-g1"),
    (ECT, "8/8/1m6/2K5/8/4k3/8/8 w - -", "Kc5(T) M:c5:e3-g1", "result", "1/2-1/2"),
    (ECT, "4k3/8/8/3M4/4m3/8/8/4K3 w - -", "Md5(T)", "all", "M:d5-a8"),
    (ECT, "4k3/8/8/3E4/4m3/8/8/4K3 w - -", "", "yes", "Ed5(T)"),
    (ECT, "4k3/8/3R4/2QmB3/3P4/8/8/4K3 w - -", "", "kind taunt", "Qc5(T) Rd6(T) Be5(T) d4(T)"),
    (ECT, "4k3/8/3R4/2QmB3/3P4/8/8/4K3 w - -", "", "count", "40"),
    (MAD, "4k3/8/3R4/2QmB3/3P4/8/8/4K3 w - -", "", "kind taunt", "d4(T)"),
    (MAD, "4k3/8/3R4/2QmB3/3P4/8/8/4K3 w - -", "", "count", "37"),
    (ECT, "k7/8/2m1m3/3R4/8/8/8/K7 w - -", "Rd5(T)", "all", "e6:a2 c6:h1"),
    (ECT, "4k3/8/3N4/8/4m3/8/8/4K3 w - -", "", "kind taunt", ""),
    (ECT, "-", "M:c2:c7:c8", "kind taunt", "b7(T) d7(T) Nb8(T) Qd8(T)"),
    (ECT, "-", "M:c2:c7:c8 b7(T)", "all", "M:b7-a6"),
    (ECT, "-", "M:c2:c7:c8 d7(T)", "all", "M:d7-h3"),
    (ECT, "-", "M:c2:c7:c8 Nb8(T)", "all", "M:b8:a8"),
    (ECT, "-", "M:c2:c7:c8 Qd8(T)", "all", "M:d8:e8:f8:g8:h8"),
    (ECT, "-", "M:c2:c7:c8 Qd8(T) M:d8:e8:f8:g8:h8", "result", "1-0"),
    # Mad Elephant Chessgi
    (GI, "4k3/8/8/8/8/n7/8/M3K3[] w - -", "a1:a8", "fen", "M3k3/8/8/8/8/8/8/4K3[] b"),
    (GI, "4k3/8/8/8/2n5/8/M7/4K3[] w - -", "a2c4", "fen", "4k3/8/8/8/2M5/8/8/4K3[N] b"),
    (GI, "4k3/8/8/8/2n5/8/M7/4K3[] w - -", "a2:g8", "fen", "4k1M1/8/8/8/8/8/8/4K3[] b"),
    (GI, "4k2n/8/5M2/8/8/8/8/4K3[] w - -", "f6h8", "fen", "4k2M/8/8/8/8/8/8/4K3[N] b"),
    (GI, "4k2n/8/5M2/8/8/8/8/4K3[] w - -", "f6:h8", "fen", "4k2M/8/8/8/8/8/8/4K3[] b"),
    (GI, "4k3/8/8/8/8/8/8/4K3[P] w - -", "", "count", "60"),
    (GI, "4k3/8/8/8/8/8/8/4K3[P] w - -", "", "no", "P@a8 P@h8"),
    (GI, "4k3/8/8/8/8/8/8/4K3[p] b - -", "", "count", "60"),
    (GI, "4k3/8/8/8/8/8/8/4K3[p] b - -", "", "no", "P@a1 P@h1"),
    (GI, "4k3/8/8/8/8/8/8/4K3[E] w - -", "", "count", "67"),
    (GI, "4k3/8/8/8/8/8/8/4K3[E] w - -", "E@c7 Kd8", "from c7", "Ea5 Ee5"),
    (GI, "4k3/8/8/8/8/8/8/4K3[M] w - -", "", "count", "67"),
    (GI, "4k3/8/8/8/4m3/8/8/4K3[Pq] w - -", "", "kind taunt", ""),
    (GI, "4k3/8/8/8/4m3/8/8/4K3[Pq] w - -", "P@d5 Kd7 d5(T)", "all", "e4:a8"),
    (GI, "4k3/8/8/8/4m3/8/8/4K3[Pq] w - -", "P@d5 Kd7 d5(T) e4:a8", "fen",
     "m7/3k4/8/8/8/8/8/4K3[q] w"),
    (GI, "q3k3/8/8/M7/8/8/8/4K3[] b - -", "Qxa5", "fen", "4k3/8/8/q7/8/8/8/4K3[m] w"),
    (GI, "4k3/8/8/8/8/8/8/4K3[P] w - -", "P@d1 Kd7", "from d1", "d2 d1=E"),
    (GI, "4k3/8/8/8/8/8/8/4K3[P] w - -", "P@d1 Kd7 d2 Ke8", "from d2", "d3 d4 d2=E"),
    (GI, "4k3/8/8/8/3p4/8/4P3/4K3[] w - -", "e4 dxe3", "fen", "4k3/8/8/8/8/4p3/8/4K3[p] w"),
    (GI, "4k3/8/8/8/8/8/4R3/4K3[] w - -", "Rxe8", "result", "1-0"),
    (GI, "4k3/8/8/8/8/8/4R3/4K3[] w - -", "Rxe8", "fen", "4R3/8/8/8/8/8/8/4K3[] b"),
    # Repetition and 50 moves
    (MAD, "-", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "result", "*"),
    (MAD, "-", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "result", "1/2-1/2"),
    ("chess", "-", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "result", "1/2-1/2"),
    ("chess", "-", "f3 e5 g4 Qh4", "result", "0-1"),
]


# How many moves a Mad Elephant alone on the board needs from d4, ranks 8 to 1: the inventor's
# table.
DISTANCES = """
2 2 3 1 2 2 2 1
1 4 3 4 3 3 4 2
2 1 2 3 3 1 3 2
2 4 2 3 3 3 3 2
1 4 3 0 3 3 4 1
2 2 2 3 2 2 3 3
2 1 2 4 4 1 4 2
1 2 2 1 2 2 1 2"""


def distances(start):
    found, edge = {start: 0}, [start]
    while edge:
        square = edge.pop(0)
        p = Position()
        p.board[square] = "M"
        for move in piece_moves(p, square) + free_rampages(p, square):
            if move.target not in found:
                found[move.target] = found[square] + 1
                edge.append(move.target)
    return found


def distances_are_right(start):
    found = distances(start)
    if start != (4, 4):
        return len(found) == 64 and max(found.values()) <= 5
    rows = [line.split() for line in DISTANCES.split("\n")[1:]]
    return all(found[(file, 8 - r)] == int(n)
               for r, row in enumerate(rows) for file, n in enumerate(row, 1))


def texts_of(game, moves):
    """For each move its two texts."""
    return [{coordinates(m), t} for m, t in zip(moves, notation(game.position, moves))]


def same(moves, expected):
    """Whether the moves, each a pair of texts, are those that are named."""
    expected = expected.split()
    return len(moves) == len(expected) and all(any(e in m for m in moves) for e in expected)


def holds(fact):
    name, text, played, question, answer = fact
    game = Game(GAMES[name], None if text == "-" else text)
    for move in played.split():
        game.play(game.find(move))
    question, _, which = question.partition(" ")
    moves = game.moves()
    texts = texts_of(game, moves)
    if question == "all":
        return same(texts, answer)
    if question == "from":
        return same([t for m, t in zip(moves, texts)
                     if m.origin and coordinates(m).startswith(which)], answer)
    if question == "kind":
        return same([t for m, t in zip(moves, texts) if m.kind == which], answer)
    if question in ("yes", "no"):
        return all(any(e in t for t in texts) == (question == "yes") for e in answer.split())
    if question == "count":
        return len(moves) == int(answer)
    if question == "result":
        return (game.result() or ("*",))[0] == answer
    return write_position(game.rules, game.position).startswith(answer)


def table_rows(limit):
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "perft")
    for path in sorted(glob.glob(os.path.join(folder, "*.tsv"))):
        for line in open(path, encoding="utf-8"):
            row = line.rstrip("\n").split("\t")
            if row[0] in GAMES and int(row[2]) <= limit:
                yield row


def count_is_right(row):
    rules = GAMES[row[0]]
    text = rules.array if row[3] == "-" else row[3]
    return perft(rules, read_position(rules, text), int(row[1])) == int(row[2])


def reads_back(name):
    """Every position text, and every move text, of some random games means one thing."""
    rules = GAMES[name]
    for p in random_positions(rules, 300, random.Random(1)):
        text = write_position(rules, p)
        game = Game(rules, text)
        moves = game.moves()
        texts = notation(game.position, moves)
        coords = [coordinates(m) for m in moves]
        if write_position(rules, game.position) != text or len(set(texts)) != len(moves) \
                or len(set(coords)) != len(moves):
            return False
    return True


def main():
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 50000
    jobs = [(holds, f) for f in FACTS] + [(count_is_right, r) for r in table_rows(limit)]
    jobs += [(distances_are_right, (f, r)) for f in range(1, 9) for r in range(1, 9)]
    jobs += [(reads_back, name) for name in GAMES]
    failed = 0
    for test, case in jobs:
        try:
            good, why = test(case), ""
        except ValueError as error:
            good, why = False, ": %s" % error
        if not good:
            failed += 1
            print("FAILED %s%s" % (case, why))
    print("%d passed, %d failed" % (len(jobs) - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
