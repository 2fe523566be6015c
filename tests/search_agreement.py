#!/usr/bin/env python3
"""search_agreement.py - a quick look at an idea for the search, before matches are spent on it: how often a search of
few nodes finds what searches of many nodes agree on. Positions come from games that the program plays against itself
behind random moves; kept are those in which each of the programs named comes to the same move with many nodes.

usage: tests/search_agreement.py make FILE PROGRAM...        writes positions, those of the first program
       tests/search_agreement.py ask FILE NODES PROGRAM...   how many of them each program solves with NODES, and how
                                                             many more and fewer than the first

PROGRAM is a command that speaks UCI, such as "./mad uci". With 200 positions the second and third figure have to
differ by ten before they mean anything, and then a match decides: a program is judged by itself here. What changes
evaluation cannot be judged so.
"""
import json
import random
import subprocess
import sys

GAMES = ("chess", "crazyhouse", "atomic", "antichess", "shogi", "xiangqi", "mad-elephant-chess", "breakthrough")
POSITIONS = 30  # of each game, before the other programs are asked
RANDOM_PLIES, LONGEST = 6, 90
FEW, MANY = 400, 120000  # nodes: of the games, and of what is agreed on
DECIDED = 900  # hundredths: nothing is left to be found


class Player:
    def __init__(self, command, game):
        self.pipe = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say(f"uci\nsetoption name UCI_Variant value {game}\nisready")
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
        self.say(f"ucinewgame\nposition startpos moves {' '.join(moves)}\ngo nodes {nodes}")
        lines = self.hear("bestmove")
        best, decided = lines[-1][1] if len(lines[-1]) > 1 else "(none)", True
        for words in lines:
            if "score" in words:
                kind, value = words[words.index("score") + 1 : words.index("score") + 3]
                decided = kind == "mate" or abs(int(value)) > DECIDED
        return (None if best in ("(none)", "0000") else best), decided

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


def make(path, programs):
    draw, positions = random.Random(1), []
    for game in GAMES:
        players, found = [Player(program, game) for program in programs], []
        while len(found) < POSITIONS:
            found += make_game(game, players[0], draw)
        positions += [
            position
            for position in found[:POSITIONS]
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


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "make":
        make(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) > 4 and sys.argv[1] == "ask" and sys.argv[3].isdigit():
        ask(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
    else:
        sys.exit(__doc__)
