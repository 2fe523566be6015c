"""textmate.py - a text coloured by a grammar in TextMate's form, as far as grammar/editors uses it: match, begin and
end, captures, include. Imported by editors.py.

A line is gone through from left to right: of all rules that may stand here the one that matches first counts, and of two
at the same place the earlier one; the end of a rule that is open goes before the rules within it.
"""
import re


class Grammar:
    def __init__(self, grammar):
        self.repository = grammar["repository"]
        self.compiled = {}
        self.rules = {}
        self.top = {"patterns": grammar["patterns"]}

    def expression(self, text):
        if text not in self.compiled:
            self.compiled[text] = re.compile(text)
        return self.compiled[text]

    def rules_of(self, owner):
        """The rules that may stand within owner, with those that it includes."""
        if id(owner) not in self.rules:
            self.rules[id(owner)] = list(self.included(owner.get("patterns", [])))
        return self.rules[id(owner)]

    def included(self, patterns):
        for rule in patterns:
            if "include" in rule:
                yield from self.included(self.repository[rule["include"][1:]]["patterns"])
            else:
                yield rule

    def scopes(self, text):
        """Of each character the name that colours it, or None."""
        scopes = [None] * len(text)
        open_rules, begin = [self.top], 0
        for line in text.splitlines(keepends=True):
            self.read_line(line, begin, open_rules, scopes)
            begin += len(line)
        return scopes

    def read_line(self, line, begin, open_rules, scopes):
        at, found = 0, {}
        while at <= len(line):
            owner = open_rules[-1]
            best, best_rule = None, None
            choices = ([(owner, "end")] if "end" in owner else []) + [
                (rule, "match" if "match" in rule else "begin") for rule in self.rules_of(owner)
            ]
            for rule, key in choices:
                pattern = rule[key]
                match = found.get(pattern, ())
                if match == () or (match and match.start() < at):
                    match = found[pattern] = self.expression(pattern).search(line, at)
                if match and (best is None or match.start() < best.start()):
                    best, best_rule = match, (rule, key)
            self.paint(scopes, begin + at, begin + (best.start() if best else len(line)),
                       owner.get("contentName", owner.get("name")))
            if best is None:
                return
            rule, key = best_rule
            self.paint_match(rule, key, best, begin, scopes)
            if key == "begin":
                open_rules.append(rule)
            elif key == "end":
                open_rules.pop()
            elif best.end() == best.start():
                raise ValueError(f"matches nothing: {rule}")
            at = best.end()

    @staticmethod
    def paint(scopes, begin, end, name):
        if name:
            scopes[begin:end] = [name] * (end - begin)

    def paint_match(self, rule, key, match, begin, scopes):
        self.paint(scopes, begin + match.start(), begin + match.end(), rule.get("name"))
        captures = rule.get({"match": "captures", "begin": "beginCaptures", "end": "endCaptures"}[key], {})
        for number, capture in sorted(captures.items(), key=lambda item: int(item[0])):
            if match.group(int(number)) is not None:
                self.paint(scopes, begin + match.start(int(number)), begin + match.end(int(number)), capture["name"])
