./mad serve --json; ./mad serve; echo $?
