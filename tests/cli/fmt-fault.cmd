t=$(mktemp -d); cp tests/cli/faulty.mad $t; cd $t; printf "mad 1\npiece\n" >bad.mad; mad fmt --check faulty.mad no-such-file.mad bad.mad; echo $?; cat bad.mad; rm -r $t
