mad help explain --man
