for game in chess xiangqi checkers glinski duck; do mad doc $game --html; printf '\0'; done | python3 -c '
import re, sys, xml.etree.ElementTree as tree
for text in sys.stdin.read().split("\0")[:-1]:
    root = tree.fromstring(text.split("\n", 1)[1])
    tags = [element.tag.split("}")[-1] for element in root.iter()]
    outside = [link for link in re.findall("(?:href|src|url)[=(].(.)", text) if link != "#"]
    print(root[0].find("title").text, tags.count("svg") - tags.count("h3") - tags.count("figcaption"), outside, "prefers-color-scheme" in text)
'