d=$(mktemp -d); printf 'mad 1\n\ngame "X" like chess\n\nadd to King\n  hop\n  move step nort\n\nverb hop\n  land on e4\nend\n' >$d/a.mad; ./mad lint --format sarif $d/a.mad tests/cli/warned.mad >$d/out 2>/dev/null; python3 -c "
import json, sys
run = json.load(open(sys.argv[1]))['runs'][0]
rules = run['tool']['driver']['rules']
assert all(rules[r['ruleIndex']]['id'] == r['ruleId'] for r in run['results'])
assert all(r['help']['text'] for r in rules)
prints = [r['partialFingerprints']['madFinding/v1'] for r in run['results']]
assert len(set(prints)) == len(prints)
for r in run['results']:
    for fix in r['fixes']:
        change = fix['artifactChanges'][0]
        text = open(change['artifactLocation']['uri'], 'rb').read()
        for part in change['replacements']:
            gone = part['deletedRegion']
            print(r['ruleId'], text[gone['byteOffset']:][:gone['byteLength']], '->', part['insertedContent']['text'])
" $d/out; rm -r $d
