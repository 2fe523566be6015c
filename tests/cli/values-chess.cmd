./mad values chess
