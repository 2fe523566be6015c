"""tree_sitter.py - a text coloured by tree-sitter's library with the grammar of grammar/editors/tree-sitter. Imported by
editors.py. The library is asked by itself, without its binding for Python: a handful of calls are enough.
"""
import ctypes
import ctypes.util
import pathlib
import subprocess
import sys
import tempfile


class Node(ctypes.Structure):
    _fields_ = [("context", ctypes.c_uint32 * 4), ("id", ctypes.c_void_p), ("tree", ctypes.c_void_p)]


class Point(ctypes.Structure):
    _fields_ = [("row", ctypes.c_uint32), ("column", ctypes.c_uint32)]


class Edit(ctypes.Structure):
    _fields_ = [("start", ctypes.c_uint32), ("old_end", ctypes.c_uint32), ("new_end", ctypes.c_uint32),
                ("start_point", Point), ("old_end_point", Point), ("new_end_point", Point)]


class Capture(ctypes.Structure):
    _fields_ = [("node", Node), ("index", ctypes.c_uint32)]


class Match(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("pattern", ctypes.c_uint16), ("count", ctypes.c_uint16),
                ("captures", ctypes.POINTER(Capture))]


RESULTS = {  # of the calls that give something else than a number or nothing
    "ts_parser_new": ctypes.c_void_p, "ts_parser_parse_string": ctypes.c_void_p, "ts_tree_root_node": Node,
    "ts_node_has_error": ctypes.c_bool, "ts_parser_set_language": ctypes.c_bool, "ts_query_new": ctypes.c_void_p,
    "ts_query_cursor_new": ctypes.c_void_p, "ts_query_cursor_next_capture": ctypes.c_bool, "ts_node_start_byte": ctypes.c_uint32,
    "ts_node_end_byte": ctypes.c_uint32, "ts_query_capture_name_for_id": ctypes.c_char_p,
}


def point(text, at):
    return Point(text.count(b"\n", 0, at), at - (text.rfind(b"\n", 0, at) + 1))


def library_name():
    return ctypes.util.find_library("tree-sitter")


class Language:
    def __init__(self, folder):
        if library_name() is None:
            sys.exit("tree-sitter's library is not installed")
        self.library = ctypes.CDLL(library_name())
        for call, result in RESULTS.items():
            getattr(self.library, call).restype = result
        with tempfile.TemporaryDirectory() as scratch:
            made = pathlib.Path(scratch, "mad.so")
            subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-shared", "-o", made,
                            *sorted((folder / "src").glob("*.c"))], check=True)
            self.own = ctypes.CDLL(str(made))
        self.own.tree_sitter_mad.restype = ctypes.c_void_p
        language = ctypes.c_void_p(self.own.tree_sitter_mad())
        self.parser = ctypes.c_void_p(self.library.ts_parser_new())
        if not self.library.ts_parser_set_language(self.parser, language):
            sys.exit("tree-sitter does not take the language")
        text = (folder / "queries/highlights.scm").read_bytes()
        at, kind = ctypes.c_uint32(), ctypes.c_int()
        self.query = ctypes.c_void_p(self.library.ts_query_new(language, text, len(text), ctypes.byref(at), ctypes.byref(kind)))
        if not self.query:
            sys.exit(f"highlights.scm: tree-sitter does not take what stands at byte {at.value}")
        self.cursor = ctypes.c_void_p(self.library.ts_query_cursor_new())

    def parse(self, text, old=None):
        return ctypes.c_void_p(self.library.ts_parser_parse_string(self.parser, old, text, len(text)))

    def paint(self, text, tree):
        """Of each byte the name of its capture, or None; all of them `error` when the tree has one."""
        root = self.library.ts_tree_root_node(tree)
        colours = [None] * len(text)
        if self.library.ts_node_has_error(root):
            return ["error"] * len(text)
        self.library.ts_query_cursor_exec(self.cursor, self.query, root)
        match, index, length = Match(), ctypes.c_uint32(), ctypes.c_uint32()
        while self.library.ts_query_cursor_next_capture(self.cursor, ctypes.byref(match), ctypes.byref(index)):
            capture = match.captures[index.value]
            begin, end = (call(capture.node) for call in (self.library.ts_node_start_byte, self.library.ts_node_end_byte))
            name = self.library.ts_query_capture_name_for_id(self.query, capture.index, ctypes.byref(length)).decode()
            colours[begin:end] = [name] * (end - begin)
        return colours

    def colours(self, text):
        tree = self.parse(text)
        colours = self.paint(text, tree)
        self.library.ts_tree_delete(tree)
        return colours

    def colours_typed(self, text, begin, end):
        """The same of a text from which the bytes from begin to end are left out first, and put in one by one."""
        now = text[:begin] + text[end:]
        tree = self.parse(now)
        for at in range(begin, end):
            then = text[:at + 1] + text[end:]
            edit = Edit(at, at, at + 1, point(now, at), point(now, at), point(then, at + 1))
            self.library.ts_tree_edit(tree, ctypes.byref(edit))
            old, tree, now = tree, self.parse(then, tree), then
            self.library.ts_tree_delete(old)
        colours = self.paint(now, tree)
        self.library.ts_tree_delete(tree)
        return colours
