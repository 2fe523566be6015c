(ulimit -t 6; ./mad values tests/cli/limit-measure.mad | grep -c White)
