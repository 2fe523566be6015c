./mad values antichess --json | sed -n "2p"
