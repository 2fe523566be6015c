./mad play tests/cli/limit-silent.mad --first you --second you
