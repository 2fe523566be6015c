./mad report tests/cli/report-race.mad --games 2 --nodes 100 --threads 2; ./mad report tests/cli/report-race.mad --nodes 10 | sed -n 2,3p
