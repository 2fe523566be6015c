./mad xboard
