# Steps of a leap whose length is worked out count as rounds, four to one: round a ring they never end by themselves.
./mad moves tests/cli/limit-leaps.mad 2>&1; echo "exit code $?"
