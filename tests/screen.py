#!/usr/bin/env python3
"""screen.py - what `mad play` shows on a terminal: tests/screen/NAME.txt, and a look at every shipped board.

A file of tests/screen holds a session, line by line:

  $ WORDS        the command, `mad` being the program under test; first line
  size 80x24     of the terminal; again later: it is resized
  keys TEXT      typed; <Up> <Enter> <Tab> <Esc> <Click ROW,COLUMN> and the like are keys
  expect         the screen has to look like the lines up to `end`, blanks at their ends aside
  shows TEXT     the text has to be somewhere on the screen
  hides TEXT     it has to go away
  redraws TEXT   the line that has it comes to read otherwise, and is the only one all the time
  ends N         the program ends with this exit code
  kills          it is killed; what follows is about the command started once more

What is expected is waited for, a program that never shows it fails. The terminal is a small one of our own,
which complains when a line runs over its right edge.

usage: tests/screen.py [NAME ...]          compare; without NAME all, and every shipped board
       tests/screen.py --bless [NAME ...]  rewrite the screens behind `expect`
MAD=path runs another program than ./mad.
"""
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

MAD = os.path.abspath(os.environ.get("MAD", "./mad"))
NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere"}  # no rule files of this machine
os.environ.update(NOWHERE)
PATIENCE = 30  # seconds before a screen that does not come is a failure; no test waits that long
KEYS = {
    "Up": "\033OA", "Down": "\033OB", "Right": "\033OC", "Left": "\033OD", "Enter": "\r", "Tab": "\t",
    "Esc": "\033", "Backspace": "\177", "PgDn": "\033[6~", "PgUp": "\033[5~", "Ctrl-C": "\003",
    "Ctrl-D": "\004",
}


class Terminal:
    """As much of an xterm as ncurses uses."""

    def __init__(self, columns, rows, is_strict):
        self.faults = []
        self.is_strict = is_strict  # nothing may run over the edge; else it goes on in the next line
        self.row = self.column = 0
        self.pending = b""
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns - 1)
        self.top, self.bottom = 0, rows  # what scrolls

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    def feed(self, data):
        data = self.pending + data
        text = data.decode("utf-8", "ignore") if not self.is_cut(data) else ""
        if not text and data:
            self.pending = data
            return
        self.pending = b""
        at = 0
        while at < len(text):
            if text[at] == "\033":
                match = re.compile(r"\033(\[[?>]?[0-9;]*[@-~]|[()][A-Z0-9]|[=>78cDEHM])").match(text, at)
                if match is None:
                    self.pending = text[at:].encode()
                    return
                self.control(match.group(1))
                at = match.end()
            else:
                self.put(text[at])
                at += 1

    @staticmethod
    def is_cut(data):
        for back in range(1, min(4, len(data)) + 1):
            byte = data[-back]
            if byte >= 0xC0:
                return back < (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4)
            if byte < 0x80:
                return False
        return False

    def put(self, char):
        if char == "\r":
            self.column = 0
        elif char == "\n":
            if self.row + 1 == self.bottom:
                self.scroll(1)
            else:
                self.row = min(self.row + 1, self.rows - 1)
        elif char == "\b":
            self.column = max(0, self.column - 1)
        elif char == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif char >= " ":
            width = 2 if unicodedata.east_asian_width(char) in "WF" else 1
            if self.column + width > self.columns and not self.is_strict:
                self.put("\r")
                self.put("\n")
            elif self.column + width > self.columns:
                self.faults.append(f"row {self.row} runs over the edge with {char!r}")
                self.column = self.columns - width
            self.cells[self.row][self.column] = char
            if width == 2:
                self.cells[self.row][self.column + 1] = ""
            self.column += width

    def scroll(self, count):
        blank = [[" "] * self.columns for _ in range(min(abs(count), self.bottom - self.top))]
        part = self.cells[self.top:self.bottom]
        part = part[count:] + blank if count > 0 else blank + part[:count]
        self.cells[self.top:self.bottom] = part

    def blank(self, row, first, last):
        for column in range(first, min(last, self.columns)):
            self.cells[row][column] = " "

    def control(self, code):
        kind, words = code[-1], re.findall(r"\d+", code)
        numbers = [int(word) for word in words]
        first = numbers[0] if numbers else 0
        count = max(1, first)
        here = self.column
        if code[0] != "[" or code[1] in "?>" or kind in "mhltn":
            if code == "M" and self.row == self.top:
                self.scroll(-1)
            elif code == "M":
                self.row = max(0, self.row - 1)
            return
        if kind in "Hf":
            row, column = (numbers + [1, 1])[:2] if len(numbers) != 1 else (first, 1)
            self.row, self.column = min(max(row, 1), self.rows) - 1, min(max(column, 1), self.columns) - 1
        elif kind == "r":
            top, bottom = (numbers + [1, self.rows])[:2] if numbers else (1, self.rows)
            self.top, self.bottom = top - 1, min(bottom, self.rows)
            self.row = self.column = 0
        elif kind in "ST":
            self.scroll(count if kind == "S" else -count)
        elif kind == "A":
            self.row = max(0, self.row - count)
        elif kind == "B":
            self.row = min(self.rows - 1, self.row + count)
        elif kind == "C":
            self.column = min(self.columns - 1, here + count)
        elif kind == "D":
            self.column = max(0, here - count)
        elif kind in "G`":
            self.column = min(self.columns, count) - 1
        elif kind == "d":
            self.row = min(self.rows, count) - 1
        elif kind == "X":
            self.blank(self.row, here, here + count)
        elif kind == "P":
            row = self.cells[self.row]
            self.cells[self.row] = row[:here] + row[here + count:] + [" "] * min(count, self.columns - here)
        elif kind == "@":
            row = self.cells[self.row]
            self.cells[self.row] = (row[:here] + [" "] * count + row[here:])[:self.columns]
        elif kind == "K":
            self.blank(self.row, here if first == 0 else 0, self.columns if first != 1 else here + 1)
        elif kind == "J":
            for row in range(self.rows):
                if first == 2 or (first == 0 and row > self.row) or (first == 1 and row < self.row):
                    self.blank(row, 0, self.columns)
            if first == 0:
                self.blank(self.row, here, self.columns)
        elif kind in "LM":
            for _ in range(min(count, self.rows - self.row)):
                line = [" "] * self.columns
                if kind == "L":
                    self.cells[self.row:] = [line] + self.cells[self.row:-1]
                else:
                    self.cells[self.row:] = self.cells[self.row + 1:] + [line]
        else:
            self.faults.append(f"unknown control {code!r}")


class Session:
    def __init__(self, command, columns, rows, folder):
        is_plain = "--plain" in command or "TERM=dumb" in command
        self.terminal = Terminal(columns, rows, not is_plain)
        words = [MAD if word in ("mad", "./mad") else word for word in shlex.split(command)]
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            environment = {"TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"],
                           "XDG_STATE_HOME": folder, "MAD": MAD, **NOWHERE}
            while "=" in words[0]:
                name, value = words.pop(0).split("=", 1)
                environment[name] = value
            if os.environ.get("ASAN_OPTIONS"):
                environment["ASAN_OPTIONS"] = os.environ["ASAN_OPTIONS"]
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(words[0], words, environment)
        self.has_ended = False

    def resize(self, columns, rows):
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.terminal.resize(columns, rows)
        os.kill(self.pid, signal.SIGWINCH)

    def type(self, text):
        def key(match):
            name = match.group(1)
            if name.startswith("Click "):
                row, column = (int(word) for word in name[6:].split(","))
                place = f"\033[<0;{column + 1};{row + 1}"
                return f"{place}M{place}m"
            return KEYS[name]
        os.write(self.file, re.sub(r"<([A-Z][^>]*)>", key, text).encode())

    def read(self, seconds):
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.file, 65536)
        except OSError:
            data = b""
        self.has_ended = not data
        self.terminal.feed(data)
        return bool(data)

    def wait_for(self, is_there):
        deadline = time.monotonic() + PATIENCE
        while not is_there(self.terminal.lines()):
            left = deadline - time.monotonic()
            if left <= 0 or self.has_ended:
                return False
            self.read(left)
        return True

    def settle(self):
        self.wait_for(any)
        while self.read(0.7):
            pass

    def end(self):
        if not self.has_ended:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)

    def ends_with(self, code):
        deadline = time.monotonic() + PATIENCE
        while not self.has_ended and time.monotonic() < deadline:
            self.read(1)
        return self.has_ended


def redraws(session, text):
    first = []

    def has_changed(lines):
        found = [line for line in lines if text in line]
        first[:] = first or found
        return len(found) > 1 or found not in ([], first)
    return session.wait_for(has_changed) and sum(text in line for line in session.terminal.lines()) == 1


def trimmed(lines):
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def size_of(word):
    columns, rows = word.split("x")
    return int(columns), int(rows)


def run_case(path, is_blessed, folder):
    source = open(path, encoding="utf-8").read().splitlines()
    size, faults, out, session, at = (80, 24), [], [], None, 0
    command = source[0][2:]
    while at < len(source):
        line = source[at]
        at += 1
        out.append(line)
        verb, _, rest = line.partition(" ")
        if verb in ("keys", "expect", "shows", "hides", "redraws", "ends", "kills") and session is None:
            session = Session(command, *size, folder)
        if verb == "size":
            size = size_of(rest)
            if session is not None:
                session.resize(*size)
        elif verb == "keys":
            session.type(rest)
        elif verb == "shows" and not session.wait_for(lambda lines: any(rest in line for line in lines)):
            faults.append((f"line {at}: nowhere `{rest}`", session.terminal.lines()))
        elif verb == "hides" and not session.wait_for(lambda lines: not any(rest in line for line in lines)):
            faults.append((f"line {at}: still `{rest}`", session.terminal.lines()))
        elif verb == "redraws" and not redraws(session, rest):
            faults.append((f"line {at}: not redrawn in one line: `{rest}`", session.terminal.lines()))
        elif verb == "ends":
            code = session.end() if session.ends_with(int(rest)) else None
            if code != int(rest):
                faults.append((f"line {at}: exit code {code}, not {rest}", []))
            session = None
        elif verb == "kills":
            session.end()
            session = None
        elif verb == "expect":
            end = source.index("end", at)
            expected = trimmed(source[at:end])
            if is_blessed:
                session.settle()
                expected = trimmed(session.terminal.lines())
            elif not session.wait_for(lambda lines: trimmed(lines) == expected):
                faults.append((f"line {at}: expected", expected))
                faults.append(("came", trimmed(session.terminal.lines())))
            out += expected + ["end"]
            at = end + 1
        if faults:
            break
        if session is not None and session.terminal.faults:
            faults.append((session.terminal.faults[0], session.terminal.lines()))
            break
    if session is not None:
        session.end()
    if is_blessed:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(out) + "\n")
    return faults


def check_board(name, ranks, folder):
    """The whole board, with the letters of its files, and the prompt stand on 80 by 24; of more than 19 ranks on more lines."""
    shown = subprocess.run([MAD, "show", name], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in shown.splitlines()]
    files = rows[[i for i, line in enumerate(shown.splitlines()) if " to move, move " in line][0] - 1]
    session = Session(f"mad play {shlex.quote(name)} --second you", 80, max(24, ranks + 6 if ranks > 19 else 0), folder)

    def is_whole(lines):
        return lines[-1].endswith(">") and any(line.split()[:len(files)] == files for line in lines)
    is_good = session.wait_for(is_whole) and not session.terminal.faults
    faults = [] if is_good else [(f"{name}: {session.terminal.faults or 'not all of it is there'}",
                                  session.terminal.lines())]
    session.end()
    return faults


def boards_of(listed):
    """All games, and those of their variants that have another board, each with its ranks."""
    sizes = dict(re.findall(r'"name":"([^"]+)".*"board":"([^"]+)"', listed))
    return [(name, int((re.findall(r"\d+$", size) or [0])[0])) for name, size in sizes.items()
            if ":" not in name or sizes[name.split(":")[0]] != size]


def main():
    words = sys.argv[1:]
    is_blessed = words[:1] == ["--bless"]
    names = words[is_blessed:]
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = sorted(os.listdir("tests/screen"))
        for name in set(names) - {path[:-4] for path in paths}:
            sys.exit(f"screen.py: there is no tests/screen/{name}.txt")
        jobs = [(path, lambda p=path: run_case(f"tests/screen/{p}", is_blessed, f"{folder}/{p}"))
                for path in paths if not names or path[:-4] in names]
        if not names and not is_blessed:
            listed = subprocess.run([MAD, "list", "--json"], capture_output=True, text=True, check=True).stdout
            games = boards_of(listed)
            jobs += [(game, lambda g=game, r=ranks: check_board(g, r, folder)) for game, ranks in games]
        for name, job in jobs:
            faults = job()
            passed, failed = passed + (not faults), failed + bool(faults)
            for what, lines in faults:
                print(f"FAILED screen {name}: {what}")
                print("\n".join("  |" + line for line in lines))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
