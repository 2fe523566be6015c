# Of those who are named with `worth 8 to 1 in this order` each is worth his own part of it.
./mad show jungle --rules | grep "^  worth"
