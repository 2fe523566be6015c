python3 tests/cli/lint-fix-counts.py
