"""Every kind of safe correction, written by --fix: the counts of moves stay, and the finding goes. Unsafe ones are left."""
import json
import pathlib
import subprocess
import tempfile

TOP = 'mad 1\n\ngame "Fixed" like chess\n\n'
SAFE = (
    ("MAD035", "a direction that nobody uses", "direction sidestep 2,0\n"),
    ("MAD035", "a name that nobody uses", "hill means d4, d5, e4 or e5\n"),
    ("MAD035", "a mark that nobody uses", "mark sleepy lasts 1 turn\n"),
    ("MAD035", "a counter that nobody uses", "counter naps starts at 0\n"),
    ("MAD069", "a motion that another line has", "add to Rook\n  move step orthogonal\n"),
    ("MAD069", "a line said twice", "add to Knight\n  move leap 0,2\n  move leap 0,2\n"),
    ("MAD069", "an end said twice", "add to ends before the others\n  draw when nobody has a Pawn\n  draw when nobody has a Pawn\n"),
    ("MAD114", "a setting that nothing asks for", "without castle\nset castling-under-attack to allowed\n"),
    ("MAD902", "a comment that lets nothing be", "# mad: allow(MAD061) it waits for its variant\nadd to King\n  move leap 0,2\n"),
)
UNSAFE = (
    ("MAD128", "a leap that looks like a slip", "piece Cardinal (C)\n  move or capture slide diagonal or leap 1,3\n"),
    ("MAD035", "a name with a comment beside it", "hill means d4, d5, e4 or e5 # for later\n"),
)


def run(*words):
    return subprocess.run(["mad", *words], capture_output=True, text=True).stdout


def counts(path):
    return [json.loads(line)["nodes"] for line in run("perft", path, "3", "--json").splitlines()]


def found(path):
    return {json.loads(line)["id"] for line in run("lint", "--static", "--format", "json", path).splitlines()}


with tempfile.TemporaryDirectory() as folder:
    path = str(pathlib.Path(folder, "fixed.mad"))
    for is_safe, rows in ((True, SAFE), (False, UNSAFE)):
        for name, what, text in rows:
            pathlib.Path(path).write_text(TOP + text)
            before, was = counts(path), found(path)
            run("lint", "--static", "--fix", path)
            now = pathlib.Path(path).read_text()
            print(name, what, "| found" if name in was else "| NOT FOUND", "| written" if now != TOP + text else "| left",
                  "| gone" if name not in found(path) else "| there", "| same counts" if counts(path) == before else "| OTHER COUNTS")
