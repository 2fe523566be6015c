./mad list --json | grep elephant
