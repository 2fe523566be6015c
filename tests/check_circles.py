#!/usr/bin/env python3
"""check_circles.py - no circle of files, headers or rooms inside interp/; who may look into whom there; heads of
files, how long they are, and how many fields a struct has.

A file is a .c with its header; a header that has no .c of its own is a part of who includes it. A room is a folder;
interp/ itself is two: what all rooms stand on (BASE), and what stands on the rooms.

usage: tests/check_circles.py, from the top folder; ends with `N passed, N failed`.
"""
import pathlib
import re
import sys

BASE = {f"interp/{name}" for name in
        ("mad_rules.h", "mad_record.h", "mad_learn.h", "memory.h", "hash.h", "random.h", "limits.h", "limits.def", "engine.h", "diagnostics.h", "place.h")}
# Who may include whom; nobody else may.
MAY = {
    "interp (base)": {"grammar"},
    "interp/game": {"interp (base)"},
    "interp/vm": {"interp (base)", "interp/game"},
    "interp/rules": {"grammar", "interp (base)", "interp/game"},
    "interp/doc": {"grammar", "interp/game", "interp/rules"},
    "interp/plan": {"grammar", "interp (base)", "interp/game", "interp/vm", "interp/rules", "interp/doc"},
    "interp/tables": {"interp/vm", "interp/plan"},
    "interp/record": {"grammar", "interp (base)"},
    "interp (front)": {"grammar", "interp (base)", "interp/game", "interp/vm", "interp/rules", "interp/plan"},
    "interp/search": {"interp (base)", "interp (front)", "interp/game", "interp/vm"},
    "interp/survey": {"interp (base)", "interp (front)", "interp/game"},
    "interp/learn": {"interp (base)", "interp/game", "interp/vm", "interp/search"},
    "interp/lint": {"interp (base)", "interp (front)", "interp/game", "interp/vm", "interp/rules"},
}
LONGEST = 800
MOST_FIELDS = 45
INCLUDE = re.compile(r'^ *# *include +"([^"]+)"', re.M)

failures = []
passed = 0


def check(name, found):
    global passed
    if found:
        failures.append(name)
        print(f"FAILED {name}")
        for line in found:
            print(f"  {line}")
    else:
        passed += 1


def normal(path):
    parts = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def includes(path):
    return {normal(path.parent / name) for name in INCLUDE.findall(path.read_text())}


def circles(graph):
    """The strongly connected parts of more than one node (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            part = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(part) > 1:
                found.append(" ".join(sorted(part)))

    for node in graph:
        if node not in index:
            visit(node)
    return found


def joined(graph, name_of):
    """The graph of what name_of calls the nodes, none pointing to itself."""
    result = {}
    for node, others in graph.items():
        result.setdefault(name_of(node), set()).update(map(name_of, others))
    for node, others in result.items():
        others.discard(node)
    return result


def without_private_headers(graph, sources):
    """Stems alone that have a .c; what others include through a header of none is theirs."""
    def reached(stem, seen):
        for other in graph.get(stem, ()):
            if other in seen:
                continue
            seen.add(other)
            if other not in sources:
                reached(other, seen)
        return seen
    return {stem: {other for other in reached(stem, set()) if other in sources and other != stem}
            for stem in graph if stem in sources}


def field_count(body):
    """How many names the text between the braces of a struct declares; a struct in it that has a name is one."""
    parts = re.sub(r"\[[^]]*\]|\([^()]*\)", "", body)  # sizes, and parameters of functions
    nested = re.compile(r"\b(?:struct|union)(?:\s+\w+)?\s*\{([^{}]*)\}\s*(\w?)")
    while found := nested.search(parts):
        inside = "struct_ " + found.group(2) if found.group(2) else found.group(1)
        parts = parts[:found.start()] + inside + parts[found.end():]
    return sum(1 + part.count(",") for part in parts.split(";") if part.strip())


def wide_structs(file):
    text = re.sub(r"/\*.*?\*/|^ *#.*?(?<!\\)$", "", file.read_text(), flags=re.S | re.M)
    for found in re.finditer(r"^struct (\w+) \{\n(.*?)^\}", text, re.S | re.M):
        if field_count(found.group(2)) > MOST_FIELDS:
            yield f"{file}: struct {found.group(1)} has {field_count(found.group(2))}"


def room_of(file):
    if file in BASE:
        return "interp (base)"
    folder = file.rsplit("/", 1)[0]
    return "interp (front)" if folder == "interp" else folder


def main():
    files = sorted(pathlib.Path("interp").rglob("*.[ch]"))
    graph = {str(file): includes(file) for file in files}
    check("circle of headers", circles({f: o for f, o in graph.items() if f.endswith(".h")}))
    sources = {str(file.with_suffix("")) for file in files if file.suffix == ".c"}
    stems = joined(graph, lambda file: file.rsplit(".", 1)[0])
    check("circle of files", circles(without_private_headers(stems, sources)))
    rooms = joined(graph, room_of)
    check("circle of rooms", circles(rooms))
    check("a room looks where it may not",
          [f"{file} includes {other}" for file, others in graph.items() for other in sorted(others)
           if room_of(other) != room_of(file) and room_of(other) not in MAY[room_of(file)]])
    check("a file of plan/, tables/ or vm/ does not say at its head what it relies on",
          [str(file) for file in files if file.suffix == ".c" and file.parent.name in ("plan", "tables", "vm")
           and not re.search(r"relies\s+(\*\s+)?on", file.read_text().split("*/")[0])])
    long = [(len(file.read_text().splitlines()), file) for folder in ("interp", "cli")
            for file in sorted(pathlib.Path(folder).rglob("*.[ch]"))]
    check(f"a file of interp/ or cli/ of more than {LONGEST} lines",
          [f"{file} has {lines}" for lines, file in long if lines > LONGEST])
    check(f"a struct of interp/ of more than {MOST_FIELDS} fields: put those that are used together into one of their own",
          [line for file in files for line in wide_structs(file)])
    print(f"{passed} passed, {len(failures)} failed")
    return bool(failures)


sys.exit(main())
