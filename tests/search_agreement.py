#!/usr/bin/env python3
"""search_agreement.py - a quick look at an idea for the search, before matches are spent on it: how often a search of
few nodes finds what searches of many nodes agree on, or what the moves that it finds are worth to a stronger program.
Positions come from games that the program plays against itself behind random moves; kept are those in which each of the
programs named comes to the same move with many nodes.

usage: tests/search_agreement.py make FILE COUNT PROGRAM...   writes so many positions of each game, those of the first
                                                              program, before the others are asked
       tests/search_agreement.py ask FILE NODES PROGRAM...    how many of them each program solves with NODES, and how
                                                              many more and fewer than the first
       tests/search_agreement.py weigh FILE NODES JUDGE PROGRAM...
                                                              what share of the points JUDGE foretells behind the moves
                                                              that each program finds with NODES, and how that differs
                                                              from the first, with its standard error

PROGRAM and JUDGE are commands that speak UCI, such as "./mad uci". Where 200 positions are asked the second and third figure
have to differ by ten before they mean anything, and then a match decides: a program is judged by itself there. What changes
evaluation cannot be judged so, but it can be weighed. Positions of games that JUDGE does not know are left out. A hundredth of
a share is worth some 150 Elo where the figures were drawn from (chess with 20,000 nodes), and 2,000 positions tell as much as
2,000 games.
"""
import json
import math
import random
import subprocess
import sys

GAMES = ("chess", "crazyhouse", "atomic", "antichess", "shogi", "xiangqi", "mad-elephant-chess", "breakthrough")
RANDOM_PLIES, LONGEST = 6, 90
FEW, MANY = 400, 120000  # nodes: of the games, and of what is agreed on
DECIDED = 900  # hundredths: nothing is left to be found
JUDGED = 60000  # nodes of the judge for each move


class Player:
    def __init__(self, command, game):
        self.pipe = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci")
        told = [line for line in self.hear("uciok") if line[:3] == ["option", "name", "UCI_Variant"]]
        self.knows = game in told[0] if told else game == "chess"
        self.say(f"setoption name UCI_Variant value {game}\nisready" if told else "isready")
        self.hear("readyok")

    def say(self, text):
        self.pipe.stdin.write(text + "\n")
        self.pipe.stdin.flush()

    def hear(self, end):
        """The words of each line up to the one that begins so."""
        lines = []
        for line in self.pipe.stdout:
            lines.append(line.split())
            if lines[-1][:1] == [end]:
                return lines
        sys.exit("search_agreement.py: the program has ended")

    def search(self, moves, nodes):
        """The best move, none at the end of a game, and whether the game is decided."""
        lines = self.go(moves, nodes)
        best, decided = lines[-1][1] if len(lines[-1]) > 1 else "(none)", True
        for words in lines:
            if "score" in words:
                kind, value = words[words.index("score") + 1 : words.index("score") + 3]
                decided = kind == "mate" or abs(int(value)) > DECIDED
        return (None if best in ("(none)", "0000") else best), decided

    def go(self, moves, nodes):
        self.say(f"ucinewgame\nposition startpos moves {' '.join(moves)}\ngo nodes {nodes}")
        return self.hear("bestmove")

    def share(self, moves):
        """Of the points, for who has made the last of these moves."""
        score = 0
        for words in self.go(moves, JUDGED):
            if "score" in words:
                kind, value = words[words.index("score") + 1 : words.index("score") + 3]
                score = int(value) if kind == "cp" else math.copysign(10 * DECIDED, int(value) - 0.5)
        return 1 / (1 + math.exp(min(10 * DECIDED, score) / 200))

    def quit(self):
        self.say("quit")
        self.pipe.wait()


def legal(game, moves):
    play = ["--play", " ".join(moves)] if moves else []
    told = subprocess.run(["./mad", "moves", game, *play], capture_output=True, text=True, check=False).stdout
    return [line.split()[0] for line in told.splitlines() if "  " in line]


def make_game(game, player, draw):
    """Some positions of one game, with the move that many nodes find."""
    moves, found = [], []
    while len(moves) < RANDOM_PLIES and legal(game, moves):
        moves.append(draw.choice(legal(game, moves)))
    ask_at = draw.randint(8, 14)
    while len(moves) < LONGEST:
        best, decided = player.search(moves, MANY if len(moves) == ask_at else FEW)
        if best is None or (decided and len(moves) == ask_at):
            break
        if len(moves) == ask_at:
            found.append({"game": game, "moves": list(moves), "best": best})
            ask_at += draw.randint(7, 11)
        moves.append(best)
    return found


def make(path, count, programs):
    draw, positions = random.Random(1), []
    for game in GAMES:
        players, found = [Player(program, game) for program in programs], []
        while len(found) < count:
            found += make_game(game, players[0], draw)
        positions += [
            position
            for position in found[:count]
            if all(player.search(position["moves"], MANY)[0] == position["best"] for player in players[1:])
        ]
        for player in players:
            player.quit()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(positions, file, indent=0)


def solved(positions, nodes, program):
    """The numbers of the positions that are solved."""
    found = set()
    for game in GAMES:
        player = Player(program, game)
        for number, position in enumerate(positions):
            if position["game"] == game and player.search(position["moves"], nodes)[0] == position["best"]:
                found.add(number)
        player.quit()
    return found


def ask(path, nodes, programs):
    with open(path, encoding="utf-8") as file:
        positions = json.load(file)
    first = None
    for program in programs:
        found = solved(positions, nodes, program)
        first = found if first is None else first
        print(f"{program}\t{len(found)} of {len(positions)}\t+{len(found - first)} -{len(first - found)}", flush=True)


def chosen(positions, game, nodes, program):
    player = Player(program, game)
    moves = [player.search(position["moves"], nodes)[0] for position in positions]
    player.quit()
    return moves


def weigh(path, nodes, judge, programs):
    with open(path, encoding="utf-8") as file:
        positions = json.load(file)
    shares = [[] for _ in programs]
    for game in GAMES:
        asked, known = [position for position in positions if position["game"] == game], {}
        player = Player(judge, game)
        for program, found in zip(programs, shares if player.knows else ()):
            for position, move in zip(asked, chosen(asked, game, nodes, program)):
                moves = tuple(position["moves"]) + (move,)
                if moves not in known:
                    known[moves] = player.share(moves)
                found.append(known[moves])
        player.quit()
    for program, found in zip(programs, shares):
        more = [ours - theirs for ours, theirs in zip(found, shares[0])]
        mean = sum(more) / len(more)
        error = math.sqrt(sum((one - mean) ** 2 for one in more)) / len(more)
        print(f"{program}\t{sum(found) / len(found):.4f} of {len(found)}\t{mean:+.4f} +- {error:.4f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 4 and sys.argv[1] == "make" and sys.argv[3].isdigit():
        make(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
    elif len(sys.argv) > 5 and sys.argv[1] == "weigh" and sys.argv[3].isdigit():
        weigh(sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5:])
    elif len(sys.argv) > 4 and sys.argv[1] == "ask" and sys.argv[3].isdigit():
        ask(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
    else:
        sys.exit(__doc__)
