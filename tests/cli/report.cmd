./mad report tests/cli/report-race.mad --games 2 --nodes 100 --threads 2
