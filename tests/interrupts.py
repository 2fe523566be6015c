#!/usr/bin/env python3
"""interrupts.py - Ctrl-C at every command that works for long: one answer, whatever it is about.

usage: tests/interrupts.py [--times] [NAME ...]     MAD=path runs another program than ./mad

Each is interrupted when it is at work: it catches the signal, and some tenths of a second have passed. It has to end with
code 130, and to say on standard error once, in a line that begins with `interrupted: `, what was not done. --times prints
how long that took, for who looks at it by hand on a machine that does nothing else; 50 ms is what was promised.
Who does not catch the signal is killed by it, for which shells say 130 as well.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

MAD = os.path.abspath(os.environ.get("MAD", "./mad"))
RULES = sorted(str(path.resolve()) for path in pathlib.Path("rules").glob("*.mad"))
MANY = "1000000"
PATIENCE = 20  # seconds until somebody hangs, under sanitizers too

# What each is called with, in a folder with the files of prepare(); standard input stays open.
CASES = {
    "perft": ["perft", "chess", "12"],
    "perft by moves": ["perft", "chess", "12", "--divide"],
    "perft on threads": ["perft", "chess", "12", "--threads", "2"],
    "playout": ["playout", "go", "--games", MANY],
    "playout on threads": ["playout", "chess", "--games", MANY, "--threads", "2"],
    "search": ["search", "chess", "--depth", "60"],
    "search as JSON": ["search", "chess", "--depth", "60", "--json"],
    "search on threads": ["search", "chess", "--depth", "60", "--threads", "2"],
    "solve": ["solve", "chess", "--in", "12"],
    "solve a win": ["solve", "chess", "--goal", "win"],
    "solve a file": ["solve", "chess", "--in", "12", "--epd", "positions.epd"],
    "test": ["test", *RULES * 20],
    "record tests": ["test", "--record", *RULES],
    "cover": ["cover", "chess", "--games", "1000"],
    "cover slips": ["cover", "mad-elephant-shogi", "--slips", "100000"],
    "lint": ["lint", *RULES * 20],
    "lint with corrections": ["lint", "--fix", "--diff", *RULES * 20],
    "diff": ["diff", "mad-elephant-shogi", "mad-elephant-shogi"],
    "doc": ["doc", "mad-elephant-shogi"],
    "why": ["why", "mad-elephant-shogi", "P-5f"],
    "match": ["match", "chess", "--games", MANY],
    "match as JSON": ["match", "chess", "--games", MANY, "--json"],
    "report": ["report", "chess", "--games", "100000"],
    "learn": ["learn", "chess.mad"],
    "bench": ["bench", "--depth", "30"],
    "pgn": ["pgn", "check", "games.pgn"],
    "new": ["new", "game"],
}


def prepare(folder):
    chess = pathlib.Path("rules/chess.mad").read_text()
    (folder / "chess.mad").write_text(chess)
    moves = " ".join(f"{i}. Nf3 Nf6 {i + 1}. Ng1 Ng8" for i in range(1, 200, 2))
    (folder / "games.pgn").write_text(f'[Result "*"]\n\n{moves} *\n\n' * 20000)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    (folder / "positions.epd").write_text(f"{start} dm 12;\n" * 100)


def catches(pid):
    """Whether the program has a handler for SIGINT."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1 == 1


def run(words, folder):
    """What is wrong, or None, and how many seconds it went on."""
    with open(folder / "out", "w+") as out, open(folder / "err", "w+") as err:
        process = subprocess.Popen([MAD, *words], stdin=subprocess.PIPE, stdout=out, stderr=err, cwd=folder)
        began = time.monotonic()
        while not catches(process.pid) and process.poll() is None and time.monotonic() < began + PATIENCE:
            time.sleep(0.01)
        time.sleep(0.3)
        if process.poll() is not None:
            return f"ended with code {process.returncode} before it was interrupted", 0
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return "goes on", PATIENCE
        seconds = time.monotonic() - sent
        process.stdin.close()
    said = (folder / "err").read_text().splitlines()
    told = [line for line in said if line.startswith("interrupted: ")]
    if code != 130:
        return f"ended with code {code}, saying {said[-1:]}", seconds
    return (None if len(told) == 1 else f"said {said[-3:]}"), seconds


def main():
    words = sys.argv[1:]
    shows_times = "--times" in words
    names = [word for word in words if word != "--times"] or list(CASES)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        os.environ.update(XDG_STATE_HOME=name, XDG_DATA_HOME=name, XDG_DATA_DIRS=name)
        prepare(pathlib.Path(name))
        for case in names:
            fault, seconds = run(CASES[case], pathlib.Path(name))
            passed += fault is None
            failed += fault is not None
            if fault is not None:
                print(f"FAILED {case}: {fault}")
            elif shows_times:
                print(f"{seconds * 1000:6.0f} ms  {case}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
