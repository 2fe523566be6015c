./mad values spartan | awk '$3 == "0.00"'
