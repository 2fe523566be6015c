./mad values antichess --json --unlearned | sed -n "2p"
