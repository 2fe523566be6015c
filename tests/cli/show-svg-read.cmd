for words in "chess --play e4" "shogi --piece Silver" "xiangqi --piece Advisor" "xiangqi --piece Cannon" "glinski" "checkers" "reversi" "crazyhouse --flip" "duck"; do mad show ${words%%:*} --svg 2>/dev/null; printf '\0'; done | python3 -c '
import sys, xml.etree.ElementTree as tree
for text in sys.stdin.read().split("\0")[:-1]:
    root = tree.fromstring(text)
    tags = [element.tag.split("}")[1] for element in root.iter()]
    made = {"#" + element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href") for element in root.iter() if element.get("href")}
    print(root[0].text, "|", root[1].text[:50], "|", tags.count("use"), "figures,", made == used)
'