#!/usr/bin/env python3
"""check_page.py - what a page shows of commands is what they print: in a block of ``` every line that begins
with `$ ` is run by sh in the top folder, and the lines behind it, up to the next one, are its output.

usage: tests/check_page.py PAGE ...          compare, exit code 1 when one differs
       tests/check_page.py --write PAGE ...  rewrite the outputs; read the difference before you commit
"""
import difflib
import os
import pathlib
import subprocess
import sys


def answer(command):
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                         env={**os.environ, "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8", "COLUMNS": "100"})
    return (run.stdout + run.stderr).rstrip("\n").split("\n")


def renewed(lines):
    """The page with each output as it is now, and how many commands there are."""
    page, in_block, skips, count = [], False, False, 0
    for line in lines:
        if line.startswith("```"):
            in_block, skips = not in_block, False
        elif in_block and line.startswith("$ "):
            page += [line, *answer(line[2:])]
            skips, count = True, count + 1
            continue
        if not skips:
            page.append(line)
    return page, count


def main(arguments):
    writes = arguments[:1] == ["--write"]
    failed = False
    for name in arguments[writes:]:
        path = pathlib.Path(name)
        lines = path.read_text().split("\n")
        page, count = renewed(lines)
        if count == 0:
            print(f"{name} shows no command")
            failed = True
        if writes:
            path.write_text("\n".join(page))
        elif page != lines:
            print("\n".join(difflib.unified_diff(lines, page, name, "what the commands print", lineterm="")))
            print(f"FAILED {name} (make pages, and read what stands around it)")
            failed = True
    return failed


sys.exit(main(sys.argv[1:]))
