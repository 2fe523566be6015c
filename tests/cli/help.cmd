./mad help
