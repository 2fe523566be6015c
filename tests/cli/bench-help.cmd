./mad help bench
