# A sentence that takes the comment behind it along is left out only when that is asked for.
for how in --fix "--fix --unsafe"; do mad lint --static $how - <tests/cli/lint-comment.mad 2>/dev/null | tail -n +5; done
