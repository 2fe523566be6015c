#!/usr/bin/env python3
"""lsp.py - `mad lsp` as an editor sees it: a client over pipes that sends what editors send, and what they should not.

Every function whose name begins with `test_` gets a running server. What the server has to send is waited for; a server
that never sends it fails.

usage: tests/lsp.py [NAME ...], from the top folder. MAD=path runs another program than ./mad.
"""
import json
import os
import pathlib
import queue
import random
import subprocess
import sys
import tempfile
import threading
import traceback

MAD = os.path.abspath(os.environ.get("MAD", "./mad"))
NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere"}  # no rule files of this machine
PATIENCE = 60  # seconds before a message that does not come is a failure; no test waits that long

GOOD = 'mad 1\n\ngame "Small" like chess\n\nadd to Knight\n  move or capture leap 1,4\n'


class Server:
    """A server, and what it said that nobody asked about yet."""

    def __init__(self, folder):
        self.folder = folder
        self.program = subprocess.Popen([MAD, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**os.environ, **NOWHERE})
        self.came = queue.Queue()
        self.kept = []
        self.last = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        out = self.program.stdout
        while True:
            size = None
            while (line := out.readline()) not in (b"\r\n", b""):
                name, _, value = line.decode().partition(":")
                size = int(value) if name == "Content-Length" else size
            if size is None:
                self.came.put(None)
                return
            self.came.put(json.loads(out.read(size).decode("utf-8")))

    def send_bytes(self, data):
        self.program.stdin.write(data)
        self.program.stdin.flush()

    @staticmethod
    def framed(body):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def send(self, body):
        self.send_bytes(self.framed(body))

    def tell(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask_later(self, method, **params):
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        return self.last

    def wait(self, fits):
        for i, message in enumerate(self.kept):
            if fits(message):
                return self.kept.pop(i)
        while True:
            message = self.came.get(timeout=PATIENCE)
            assert message is not None, "the server went away"
            if fits(message):
                return message
            self.kept.append(message)

    def answer(self, number):
        return self.wait(lambda message: "method" not in message and message.get("id") == number)

    def ask(self, method, **params):
        answer = self.answer(self.ask_later(method, **params))
        assert "error" not in answer, answer
        return answer["result"]

    def refused(self, method, **params):
        return self.answer(self.ask_later(method, **params))["error"]

    def initialize(self, options=None, **capabilities):
        result = self.ask("initialize", processId=None, rootUri=None, capabilities=capabilities,
                          initializationOptions=options)
        self.tell("initialized")
        return result["capabilities"]

    def uri(self, name):
        return pathlib.Path(self.folder, name).as_uri()

    def open(self, name, text):
        self.tell("textDocument/didOpen", textDocument={"uri": self.uri(name), "languageId": "mad",
                                                        "version": 1, "text": text})

    def change(self, name, version, *changes):
        self.tell("textDocument/didChange", textDocument={"uri": self.uri(name), "version": version},
                  contentChanges=list(changes))

    def found(self, name, version=1):
        """What is published of that version first: what can be told without games."""
        return self.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics" and
                         message["params"]["uri"] == self.uri(name) and
                         message["params"].get("version") == version)["params"]["diagnostics"]

    def at(self, name, method, line, character, **more):
        return self.ask("textDocument/" + method, textDocument={"uri": self.uri(name)},
                        position={"line": line, "character": character}, **more)

    def about(self, name, method, **more):
        return self.ask("textDocument/" + method, textDocument={"uri": self.uri(name)}, **more)

    def end(self):
        """Closes its input; what it exits with."""
        self.program.stdin.close()
        return self.program.wait(timeout=PATIENCE)


def span(line, first, last):
    return {"start": {"line": line, "character": first}, "end": {"line": line, "character": last}}


def codes(found):
    return sorted(one["code"] for one in found)


# --- life ------------------------------------------------------------------------------------------------

def test_begins_and_ends(server):
    assert server.refused("textDocument/hover")["code"] == -32002
    server.initialize()
    assert server.refused("initialize")["code"] == -32600
    assert server.ask("shutdown") is None
    assert server.refused("textDocument/hover")["code"] == -32600
    server.tell("exit")
    assert server.program.wait(timeout=PATIENCE) == 0


def test_exit_without_shutdown(server):
    server.initialize()
    server.tell("exit")
    assert server.program.wait(timeout=PATIENCE) == 1


def test_end_of_input(server):
    server.initialize()
    assert server.end() == 1


def test_end_of_input_behind_shutdown(server):
    server.initialize()
    server.ask("shutdown")
    assert server.end() == 0


def test_units(server):
    assert server.initialize(general={"positionEncodings": ["x", "utf-8", "utf-16"]})["positionEncoding"] == "utf-8"


def test_units_unsaid(server):
    assert server.initialize()["positionEncoding"] == "utf-16"


# --- what is no message ----------------------------------------------------------------------------------

def test_broken_json(server):
    server.send(b'{"jsonrpc":')
    assert server.answer(None)["error"]["code"] == -32700
    server.send(b'"\xff"')
    assert server.answer(None)["error"]["code"] == -32700
    server.send([1, 2])
    assert server.answer(None)["error"]["code"] == -32600
    server.send({"id": {}, "method": "x"})
    assert server.answer(None)["error"]["code"] == -32600
    server.initialize()


def test_broken_heads(server):
    server.send_bytes(b"Content-Type: x\r\n\r\n")
    assert server.answer(None)["error"]["code"] == -32700
    server.send_bytes(b"Content-Length: 99999999999\r\n\r\n")
    assert server.answer(None)["error"]["code"] == -32700
    server.send_bytes(b"content-length:2\n\n[]")
    assert server.answer(None)["error"]["code"] == -32600
    server.initialize()


def test_unknown_methods(server):
    server.initialize()
    server.tell("$/whatever")
    assert server.refused("textDocument/whatever")["code"] == -32601
    server.tell("textDocument/didChange")
    server.tell("textDocument/didOpen", textDocument=3)
    server.ask("shutdown")


def test_taken_back(server):
    """Two messages that come together: the second takes the first back."""
    server.initialize()
    asked = {"jsonrpc": "2.0", "id": 77, "method": "textDocument/whatever", "params": {}}
    taken = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}}
    server.send_bytes(server.framed(asked) + server.framed(taken))
    assert server.answer(77)["error"]["code"] == -32800
    server.ask("shutdown")


def test_noise(server):
    """Bytes changed at random: the server answers or passes over them, and lives."""
    draw = random.Random(1)
    good = server.framed({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
        "textDocument": {"uri": "file:///nowhere/a.mad", "version": 1, "text": GOOD}}})
    for _ in range(200):
        data = bytearray(good)
        for _ in range(draw.randrange(1, 6)):
            data[draw.randrange(len(data))] = draw.randrange(256)
        server.send_bytes(bytes(data))
    server.send_bytes(b" " * 5000)  # what a broken length may swallow
    server.initialize()


# --- findings --------------------------------------------------------------------------------------------

def test_findings(server):
    server.initialize()
    server.open("a b.mad", GOOD.replace("leap 1,4", "leep 1,4"))
    found = server.found("a b.mad")
    assert [one["severity"] for one in found] == [1], found
    assert found[0]["range"]["start"]["line"] == 5 and found[0]["source"] == "mad", found
    server.change("a b.mad", 2, {"text": GOOD})
    assert server.found("a b.mad", 2) == []
    server.tell("textDocument/didClose", textDocument={"uri": server.uri("a b.mad")})
    gone = server.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics" and
                       "version" not in message["params"])
    assert gone["params"]["diagnostics"] == []


def test_changes_of_parts(server):
    server.initialize()
    server.open("a.mad", GOOD)
    assert server.found("a.mad") == []
    at = span(5, 18, 22)
    server.change("a.mad", 2, {"range": at, "text": "\U0001f600x"}, {"range": span(5, 20, 21), "text": "leep"},
                  {"range": span(5, 18, 20), "text": ""})
    found = server.found("a.mad", 2)
    assert found[0]["range"]["start"]["line"] == 5, found
    server.change("a.mad", 3, {"range": span(5, 18, 22), "text": "leap"})
    assert server.found("a.mad", 3) == []


def test_columns_in_units(server):
    """A sign of four bytes is one code point, two units of UTF-16, four of UTF-8."""
    for units, column in (("utf-16", 2), ("utf-8", 4), ("utf-32", 1)):
        other = Server(server.folder)
        other.initialize(general={"positionEncodings": [units]})
        other.open("a.mad", GOOD.replace('"Small" like chess', '"S\U0001f600all" like ches'))
        found = other.found("a.mad")
        assert found[0]["range"]["start"] == {"line": 2, "character": 5 + 1 + 1 + column + 3 + 1 + 1 + 5}, found
        other.end()


def test_remarks(server):
    """Remarks are told to those who ask for them, and everything again when games have been looked at."""
    server.initialize(options={"least": "info"})
    server.open("a.mad", GOOD)
    assert codes(server.found("a.mad")) == ["MAD099", "MAD903"]
    assert codes(server.found("a.mad")) == ["MAD099", "MAD903"]


def test_several_documents(server):
    server.initialize()
    server.open("a.mad", GOOD)
    server.open("b.mad", GOOD.replace("chess", "ches"))
    assert server.found("a.mad") == [] and len(server.found("b.mad")) == 1


def test_neighbour_on_disk(server):
    pathlib.Path(server.folder, "parent.mad").write_text(GOOD)
    server.initialize()
    server.open("child.mad", 'mad 1\n\ngame "Child" like parent\n')
    assert [one for one in server.found("child.mad") if one["severity"] == 1] == []


def test_control_characters(server):
    server.initialize()
    server.open("a.mad", GOOD + "\0 more")
    found = server.found("a.mad")
    assert found and found[0]["severity"] == 1, found


# --- what editors ask --------------------------------------------------------------------------------------

BOOK = """mad 1

use Amazon from fairy-men

game "Book" like chess

# A long jump.
add to Knight
  move or capture leap 1,4

hill means d4, e4, d5 or e5

# Pushes a man.
verb shove to [target: squares]
  require target is empty
  let spot be target
  land on spot
end

add to ends before the others
  White wins when White has a King on hill

test "twenty"
  count is 24
"""


def after(text, piece, more=0):
    """The place behind the first such piece of the text."""
    before = text[:text.index(piece) + len(piece) + more]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def applied(text, edits):
    """The text with edits of one document made, columns being code points."""
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    offset = lambda place: lines[place["line"]] + place["character"]
    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        text = text[:offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]
    return text


def test_layout(server):
    server.initialize()
    server.open("a.mad", GOOD.replace("\n  move", "\n      move"))
    edits = server.about("a.mad", "formatting", options={})
    assert [one["newText"] for one in edits] == [GOOD], edits
    server.change("a.mad", 2, {"text": GOOD})
    assert server.about("a.mad", "formatting", options={}) == []
    server.change("a.mad", 3, {"text": "ga me"})
    assert server.refused("textDocument/formatting", textDocument={"uri": server.uri("a.mad")})["code"] == -32803


def test_corrections(server):
    text = GOOD.replace("chess", "ches")
    server.initialize()
    server.open("a.mad", text)
    server.found("a.mad")
    actions = server.about("a.mad", "codeAction", range=span(2, 0, 0), context={"diagnostics": []})
    assert [one["isPreferred"] for one in actions] == [False], actions
    assert applied(text, actions[0]["edit"]["changes"][server.uri("a.mad")]) == GOOD, actions
    assert server.about("a.mad", "codeAction", range=span(5, 0, 0), context={"diagnostics": []}) == []


def test_all_corrections(server):
    text = GOOD.replace("to Knight", "to the Knight")
    server.initialize()
    server.open("a.mad", text)
    server.found("a.mad")
    actions = server.about("a.mad", "codeAction", range=span(4, 0, 0),
                           context={"diagnostics": [], "only": ["source.fixAll"]})
    assert applied(text, actions[0]["edit"]["changes"][server.uri("a.mad")]) == GOOD, actions


def test_symbols(server):
    server.initialize()
    server.open("a.mad", BOOK)
    outer, = server.about("a.mad", "documentSymbol")
    assert (outer["name"], outer["range"]["end"]["line"]) == ("Book", 23), outer
    assert [(one["detail"], one["name"], one["range"]["end"]["line"]) for one in outer["children"]] == [
        ("word", "hill", 10), ("verb", "shove", 17), ("test", "twenty", 23)], outer
    folds = server.about("a.mad", "foldingRange")
    assert {"startLine": 13, "endLine": 17} in folds, folds


def test_hover(server):
    server.initialize()
    server.open("a.mad", BOOK)
    knight = server.at("a.mad", "hover", *after(BOOK, "add to Knigh"))["contents"]["value"]
    assert "leap 1,4" in knight and "may move there" in knight, knight
    assert "Pushes a man." in server.at("a.mad", "hover", *after(BOOK, "verb sho"))["contents"]["value"]
    assert server.at("a.mad", "hover", 1, 0) is None
    server.open("b.mad", GOOD.replace("chess", "ches"))
    server.found("b.mad")
    assert "MAD037" in server.at("b.mad", "hover", 2, 20)["contents"]["value"]


def test_hover_on_words_of_the_language(server):
    server.initialize()
    server.open("a.mad", BOOK)
    means = server.at("a.mad", "hover", *after(BOOK, "hill mea"))["contents"]["value"]
    assert "a name for directions" in means, means
    wins = server.at("a.mad", "hover", *after(BOOK, "White wins wh"))["contents"]["value"]
    assert "`mover wins when C`" in wins, wins
    assert "to empty or enemy" in server.at("a.mad", "hover", *after(BOOK, "  move or cap"))["contents"]["value"]


def tokens_of(server, name, text):
    """Each token as (text, type, is declared)."""
    legend = ("comment", "keyword", "string", "number", "class", "function", "variable", "parameter", "enumMember", "event")
    data = server.about(name, "semanticTokens/full")["data"]
    lines, line, column, found = text.split("\n"), 0, 0, []
    for i in range(0, len(data), 5):
        column = data[i + 1] + (column if data[i] == 0 else 0)
        line += data[i]
        found.append((lines[line][column:column + data[i + 2]], legend[data[i + 3]], data[i + 4] == 1))
    return found


def test_semantic_tokens(server):
    assert server.initialize()["semanticTokensProvider"]["full"]
    text = BOOK.replace("# A long jump.", "# A lóng jump.") + "\nchange Pawn\n  no longer double-step\n"
    server.open("a.mad", text)
    found = tokens_of(server, "a.mad", text)
    for one in (("game", "keyword", False), ('"Book"', "string", True), ("Knight", "class", False),
                ("hill", "variable", True), ("hill", "variable", False), ("shove", "function", True),
                ("target", "parameter", True), ("spot", "parameter", True), ("double-step", "function", False),
                ("# A lóng jump.", "comment", False), ("24", "number", False), ("d4", "enumMember", False)):
        assert one in found, (one, found)
    assert server.refused("textDocument/semanticTokens/full", textDocument={"uri": server.uri("no.mad")})
    server.open("b.mad", "mad 1\nverb (\n\xff \"")
    assert server.about("b.mad", "semanticTokens/full")["data"]


def hints(server, name, first=0, last=1000):
    found = server.about(name, "inlayHint", range={"start": {"line": first, "character": 0},
                                                   "end": {"line": last, "character": 0}})
    return [(one["position"]["line"], one["label"]) for one in found]


def test_counts_beside_tests(server):
    assert server.initialize()["inlayHintProvider"]
    text = ('mad 1\n\ngame "Small" like chess\n\ntest "one"\n  play e4 e5\n  play Ke2\n\ntest "two"\n'
            '  position "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"\n  play Rb1 # a comment\n  play Rb9 Kd7\n  play Kd8\n\ntest "mate"\n'
            '  position "4k3/R7/4K3/8/8/8/8/8 w - - 0 1"\n  play Ra8\n')
    server.open("a.mad", text)
    # after 1 e4 e5 29 for either side; a Rook on a1 has 7 + 3 and the King 5; on a7 he has 14, and the King 5 that his
    # fellow on e8 leaves him.
    assert hints(server, "a.mad") == [(5, "29 moves"), (6, "29 moves"), (9, "15 moves"), (10, "5 moves"), (15, "19 moves"),
                                      (16, "the game is over")], hints(server, "a.mad")
    assert hints(server, "a.mad", 9, 9) == [(9, "15 moves")]
    # a variant's Knight on a1 goes to b3 and c2, and to b5 and e2; the King has 5. His tests are of no other game.
    server.open("c.mad", text + '\nvariant "Far"\n\nadd to Knight\n  move or capture leap 1,4\n\ntest "far"\n'
                '  position "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"\n  play Nb5\n')
    assert hints(server, "c.mad", 17) == [(24, "9 moves"), (25, "5 moves")], hints(server, "c.mad", 17)
    assert hints(server, "c.mad")[:1] == [(5, "29 moves")] and len(hints(server, "c.mad")) == 8
    server.open("b.mad", text.replace("chess", "ches"))
    assert hints(server, "b.mad") == []
    assert "error" in server.answer(server.ask_later("textDocument/inlayHint", textDocument={"uri": server.uri("a.mad")}))


def test_definition(server):
    server.initialize()
    server.open("a.mad", BOOK)
    found, = server.at("a.mad", "definition", *after(BOOK, "King on hil"))
    assert (found["uri"], found["range"]) == (server.uri("a.mad"), span(10, 0, 4)), found
    uses = server.at("a.mad", "references", *after(BOOK, "King on hil"), context={})
    assert [one["range"]["start"]["line"] for one in uses] == [10, 20], uses
    line, character = after(BOOK, "add to Knigh")
    why = server.refused("textDocument/definition", textDocument={"uri": server.uri("a.mad")},
                         position={"line": line, "character": character})
    assert "inside of mad" in why["message"], why


def test_definition_beside(server):
    """What lies beside is read from the disk, or as it stands in the editor."""
    pathlib.Path(server.folder, "parent one.mad").write_text(BOOK)
    pathlib.Path(server.folder, "parent.mad").write_text(BOOK)
    child = 'mad 1\n\ngame "Child" like parent\n\nadd to Knight\n  move step orthogonal unless here is on hill\n'
    server.initialize()
    server.open("child.mad", child)
    found, = server.at("child.mad", "definition", *after(child, "on hil"))
    assert (found["uri"], found["range"]) == (server.uri("parent.mad"), span(10, 0, 4)), found
    server.open("parent.mad", "\n" + BOOK)
    found, = server.at("child.mad", "definition", *after(child, "on hil"))
    assert found["range"] == span(11, 0, 4), found


def test_definition_in_the_sources(server):
    """Above the file lie the sources, with the same texts as the program has."""
    library = pathlib.Path(server.folder, "stdlib", "fairy-men.mad")
    library.parent.mkdir()
    library.write_text(pathlib.Path("stdlib/fairy-men.mad").read_text())
    server.initialize()
    server.open("games/a.mad", BOOK)
    found, = server.at("games/a.mad", "definition", *after(BOOK, "from fairy"))
    assert found["uri"] == library.as_uri(), found


def test_rename(server):
    server.initialize()
    server.open("a.mad", BOOK)
    at = after(BOOK, "King on hil")
    edits = server.at("a.mad", "rename", *at, newName="summit")["changes"][server.uri("a.mad")]
    assert applied(BOOK, edits) == BOOK.replace("hill", "summit"), edits
    local = server.at("a.mad", "rename", *after(BOOK, "let spo"), newName="there")["changes"][server.uri("a.mad")]
    assert applied(BOOK, local) == BOOK.replace("spot", "there"), local
    def refused(place, name):
        return server.refused("textDocument/rename", textDocument={"uri": server.uri("a.mad")}, newName=name,
                              position={"line": place[0], "character": place[1]})["message"]
    assert "word of the language" in refused(at, "leap")
    assert "used in this file" in refused(at, "shove")
    assert "no name" in refused(at, "two words") and "no name" in refused(at, "Hill") and "no name" in refused(at, "")
    assert "not declared in this file" in refused(after(BOOK, "add to Knigh"), "Horse")
    assert "word of the language" in refused(after(BOOK, "mad"), "x")


def labels(items):
    return [one["label"] for one in items]


def test_completion(server):
    text = BOOK.replace("move or capture leap 1,4", "move or capture ")
    server.initialize()
    server.open("a.mad", text)
    found = labels(server.at("a.mad", "completion", *after(text, "move or capture ")))
    assert {"leap", "step", "slide"} <= set(found) and "game" not in found, found
    found = labels(server.at("a.mad", "completion", *after(text, "add to Kni")))
    assert {"Knight", "Amazon"} <= set(found), found
    found = labels(server.at("a.mad", "completion", *after(text, "like che")))
    assert "chess" in found and "shogi" in found and "castling" not in found, found
    found = labels(server.at("a.mad", "completion", *after(text, "from fai")))
    assert "fairy-men" in found and "tic-tac-toe" not in found, found
    found = labels(server.at("a.mad", "completion", *after(text, "King on hi")))
    assert "hill" in found, found


def main():
    wanted = sys.argv[1:]
    passed = failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_") or (wanted and name not in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder)
            try:
                test(server)
                passed += 1
            except (AssertionError, queue.Empty, OSError, KeyError, IndexError, TypeError) as fault:
                failed += 1
                print(f"FAILED {name}: {type(fault).__name__} {fault}")
                for frame in traceback.extract_tb(fault.__traceback__)[1:]:
                    print(f"  line {frame.lineno}: {frame.line}")
            finally:
                server.program.kill()
                server.program.wait()
                if noise := server.program.stderr.read():
                    print(noise.decode(errors="replace"))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
