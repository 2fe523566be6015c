# Pictures with a gap that is meant: beside a man who is the only one of his kind, and of armies that are each other turned half round; and two men of whom each does to his side what the other does to his.
for what in beside turned sides; do echo "--- $what"; awk -v what=$what '/^@/ { is_it = $2 == what; next } is_it' tests/cli/lint-spared-rows.texts | mad lint --static --format short -; done
