#!/usr/bin/env python3
"""check_example.py - the structs that tests/examples/game.py declares have the fields of mad_rules.h, in that order: a
program in Python gets no word from the compiler when they change.

usage: tests/check_example.py, from the top folder; ends with `N passed, N failed`.
"""
import ast
import pathlib
import re
import sys

STRUCTS = {"Load": "mad_load", "TextError": "mad_text_error", "MoveInfo": "mad_move_info",
           "Report": "mad_search_report", "Limits": "mad_search_limits"}


def declared(header, name):
    """The names of the fields, the last word of each declarator."""
    body = re.search(rf"^struct {name} {{.*?\n(.*?)^}};", header, re.S | re.M).group(1)
    fields = []
    for part in body.split(";"):
        pointer = re.search(r"\(\*(\w+)\)", part)
        for one in [] if pointer else re.sub(r"\[[^]]*\]", "", part).split(","):
            fields += re.findall(r"(\w+)\s*$", one)
        fields += [pointer.group(1)] if pointer else []
    return fields


def main():
    header = re.sub(r"/\*.*?\*/", "", pathlib.Path("interp/mad_rules.h").read_text(), flags=re.S)
    example = ast.parse(pathlib.Path("tests/examples/game.py").read_text())
    failed = 0
    for node in example.body:
        if not isinstance(node, ast.ClassDef) or not any("Structure" in ast.unparse(b) for b in node.bases):
            continue
        fields = [pair.elts[0].value.rstrip("_") for pair in node.body[-1].value.elts]
        wanted = declared(header, STRUCTS.pop(node.name))
        if fields != wanted:
            failed += 1
            print(f"FAILED fields of {node.name} in tests/examples/game.py\n  header: {wanted}\n  there:  {fields}")
    for name in STRUCTS:
        failed += 1
        print(f"FAILED tests/examples/game.py declares no {name}")
    print(f"{5 - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
