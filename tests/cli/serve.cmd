./mad serve --json | sed -E 's/"(score|seldepth|nodes|seconds)":[0-9.-]+,?//g'
