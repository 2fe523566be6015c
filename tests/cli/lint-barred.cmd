law() { printf 'mad 1\n\ngame "Barred" like chess\n  about "A law that is the wrong way round."\n\n'; printf '%s\n' "$@"; }
law "illegal when own King is not next to enemy King" | ./mad lint -
# Each of two alone forbids all: the first is told of. Two that only together do are nobody's fault alone.
law "illegal when mover has a King" "illegal when mover has a Queen" | ./mad lint --format short -
law "illegal when move was by Pawn" "illegal when move was by Knight" | ./mad lint --format short -
