./mad perft mad-chess:coin-toss 2 --divide --set toss-gives=start --play toss:heads
