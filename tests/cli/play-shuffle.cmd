./mad play rules/chess960.mad --first you --second you --seed 1 | grep /; ./mad playout rules/chess960.mad --games 20 --seed 1 --json | cut -d, -f1-5; ./mad moves rules/chess960.mad | wc -l
