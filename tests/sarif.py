#!/usr/bin/env python3
"""sarif.py - whether a document is SARIF 2.1.0 as the OASIS standard has it, in our own words: the parts that mad writes.

A shape is a type of JSON with its properties; those marked with ! are required, others may be missing, and none beside
them may stand there. Beyond shapes: what refers to something (ruleIndex, columns, bytes of replacements) refers to what is there.

usage: tests/sarif.py FILE. Each fault is a line; exit code 1 when there is one.
"""
import json
import pathlib
import re
import sys

LEVELS = ("none", "note", "warning", "error")
URI = re.compile(r"(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+(?:#(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?")
MESSAGE = {"text!": str, "markdown": str, "id": str, "arguments": [str]}
ARTIFACT = {"uri": URI, "uriBaseId": str, "index": (-1, None), "description": MESSAGE}
REGION = {"startLine": (1, None), "startColumn": (1, None), "endLine": (1, None), "endColumn": (1, None), "charOffset": (-1, None),
          "charLength": (0, None), "byteOffset": (-1, None), "byteLength": (0, None), "message": MESSAGE}
LOCATION = {"id": (-1, None), "physicalLocation": {"artifactLocation": ARTIFACT, "region": REGION}, "message": MESSAGE}
FIX = {"description": MESSAGE, "artifactChanges!": [{"artifactLocation!": ARTIFACT, "replacements!": [
    {"deletedRegion!": REGION, "insertedContent": {"text": str, "binary": str}}]}]}
RULE = {"id!": str, "name": str, "shortDescription": MESSAGE, "fullDescription": MESSAGE, "help": MESSAGE, "helpUri": URI,
        "defaultConfiguration": {"enabled": bool, "level": LEVELS, "rank": (-1, 100)}}
RESULT = {"ruleId": str, "ruleIndex": (-1, None), "level": LEVELS, "kind": ("notApplicable", "pass", "fail", "review", "open", "informational"),
          "message!": MESSAGE, "locations": [LOCATION], "relatedLocations": [LOCATION], "fixes": [FIX], "partialFingerprints": {"*": str}}
RUN = {"tool!": {"driver!": {"name!": str, "version": str, "semanticVersion": str, "informationUri": URI, "rules": [RULE]}},
       "columnKind": ("utf16CodeUnits", "unicodeCodePoints"), "results": [RESULT]}
LOG = {"$schema": URI, "version!": ("2.1.0",), "runs!": [RUN]}

faults = []


def check(value, shape, at):
    """Notes where a value is not of the shape."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            faults.append(f"{at}: no object")
            return
        kinds = {key.rstrip("!"): kind for key, kind in shape.items()}
        faults.extend(f"{at}: no {key[:-1]}" for key in shape if key.endswith("!") and key[:-1] not in value)
        for key, item in value.items():
            if key in kinds or "*" in kinds:
                check(item, kinds.get(key, kinds.get("*")), f"{at}.{key}")
            else:
                faults.append(f"{at}: {key} is no property here")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            faults.append(f"{at}: no array")
            return
        for i, item in enumerate(value):
            check(item, shape[0], f"{at}[{i}]")
    elif isinstance(shape, tuple) and not isinstance(shape[0], str):
        least, most = shape
        if type(value) is not int or value < least or (most is not None and value > most):
            faults.append(f"{at}: {value!r} is no number from {least}")
    elif isinstance(shape, tuple):
        if value not in shape:
            faults.append(f"{at}: {value!r} is none of {', '.join(shape)}")
    elif isinstance(shape, re.Pattern):
        if not isinstance(value, str) or not shape.fullmatch(value):
            faults.append(f"{at}: {value!r} is no URI")
    elif type(value) is not shape:
        faults.append(f"{at}: {value!r} is no {shape.__name__}")


def check_rules(rules, at):
    ids = [rule.get("id") for rule in rules]
    faults.extend(f"{at}: {name} stands twice" for name in sorted(set(ids)) if ids.count(name) > 1)
    for rule in rules:
        if not rule.get("help", {}).get("text") or not rule.get("helpUri"):
            faults.append(f"{at}: {rule.get('id')} has no help or no helpUri")


def check_region(region, at):
    line, last = region.get("startLine"), region.get("endLine", region.get("startLine"))
    if line is None and region.get("charOffset", -1) < 0 and region.get("byteOffset", -1) < 0:
        faults.append(f"{at}: a region that begins nowhere")
    if line is not None and (last < line or (last == line and region.get("endColumn", region["startColumn"]) < region["startColumn"])):
        faults.append(f"{at}: it ends before it begins")


def check_result(result, rules, at):
    index = result.get("ruleIndex", -1)
    if not 0 <= index < len(rules) or rules[index]["id"] != result.get("ruleId"):
        faults.append(f"{at}: ruleIndex {index} is not that of {result.get('ruleId')}")
    if not result.get("partialFingerprints"):
        faults.append(f"{at}: no fingerprint")
    for i, place in enumerate(result.get("locations", []) + result.get("relatedLocations", [])):
        check_region(place.get("physicalLocation", {}).get("region", {"startLine": 1, "startColumn": 1}), f"{at}.locations[{i}]")
    for i, fix in enumerate(result.get("fixes", [])):
        for change in fix["artifactChanges"]:
            last = 0
            if not change["replacements"]:
                faults.append(f"{at}.fixes[{i}]: nothing is replaced")
            for part in change["replacements"]:
                gone = part["deletedRegion"]
                check_region(gone, f"{at}.fixes[{i}]")
                if gone.get("byteOffset", 0) < last:
                    faults.append(f"{at}.fixes[{i}]: replacements overlap")
                last = gone.get("byteOffset", 0) + gone.get("byteLength", 0)
                file = pathlib.Path(change["artifactLocation"]["uri"])
                if file.exists() and last > file.stat().st_size:
                    faults.append(f"{at}.fixes[{i}]: it ends behind the file")


def main():
    log = json.loads(pathlib.Path(sys.argv[1]).read_text())
    check(log, LOG, "log")
    if not faults:
        for i, run in enumerate(log["runs"]):
            rules = run["tool"]["driver"].get("rules", [])
            check_rules(rules, f"runs[{i}]")
            for r, result in enumerate(run.get("results", [])):
                check_result(result, rules, f"runs[{i}].results[{r}]")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()
