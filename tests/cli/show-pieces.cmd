./mad show troitzky --piece N; ./mad show xiangqi --piece C; ./mad show atomic --piece Knight; ./mad show mad-chess:black-starts --piece w
