#!/usr/bin/env python3
"""check_page.py - what a page shows of commands is what they print: in a block of ``` every line that begins
with `$ ` is run by sh in the top folder, and the lines behind it, up to the next one, are its output. A page with a block
```mad NAME.mad is run in an empty folder instead, where such a block is that file from then on.

usage: tests/check_page.py PAGE ...          compare, exit code 1 when one differs
       tests/check_page.py --write PAGE ...  rewrite the outputs; read the difference before you commit
"""
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile


def answer(command, folder):
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=folder,
                         env={**os.environ, "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8", "COLUMNS": "100",
                              "PATH": os.getcwd() + ":" + os.environ["PATH"]})
    return (run.stdout + run.stderr).rstrip("\n").split("\n")


def renewed(lines, folder):
    """The page with each output as it is now, and how many commands there are."""
    page, in_block, skips, count, file = [], False, False, 0, None
    for line in lines:
        if line.startswith("```"):
            in_block, skips = not in_block, False
            name = line.removeprefix("```mad ") if in_block else line
            file = pathlib.Path(folder, name) if name.endswith(".mad") else None
            if file:
                file.write_text("")
        elif file:
            file.write_text(file.read_text() + line + "\n")
        elif in_block and line.startswith("$ "):
            page += [line, *answer(line[2:], folder)]
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
        with tempfile.TemporaryDirectory() as empty:
            has_files = any(line.startswith("```mad ") and line.endswith(".mad") for line in lines)
            page, count = renewed(lines, empty if has_files else ".")
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
