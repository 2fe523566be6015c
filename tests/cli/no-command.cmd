./mad paly chess
