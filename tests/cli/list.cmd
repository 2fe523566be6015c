./mad list --json | grep mad-elephant-chess
