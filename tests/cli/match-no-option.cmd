./mad match chess --games 2 --nodes 100 --second "mad; Hahs=16"; ./mad match chess --games 2 --nodes 100 --second "uci:./mad uci; Hahs=16"
