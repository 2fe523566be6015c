# What the README shows is so: its rule file is sound, the slip in it is shown as printed there, and the
# piece at its top is the one of the rules.
mkdir -p build/readme && cd build/readme &&
awk '/^```mad$/ { on = 1; next } /^```$/ { on = 0 } on' ../../README.md >giraffe.mad &&
diff giraffe.mad ../../rules/examples/giraffe.mad && mad lint giraffe.mad && mad test giraffe.mad &&
sed -i 's/Bishop or Giraffe/Bishop or Girafe/' giraffe.mad && mad lint giraffe.mad >slip 2>&1
sed -n '/^giraffe.mad:/,/^1 error/p' ../../README.md | diff - slip
sed -n '/^piece Mad Elephant/,/^```$/p' ../../README.md | sed '$d' >piece
! grep -vFxf ../../rules/mad-elephant-chess.mad piece
