./mad moves ches
