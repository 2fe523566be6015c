./mad report tests/cli/report-stuck.mad --games 1 --nodes 100 --seed 3 --json | sed 's/"rules":"[0-9a-f]*",//'
