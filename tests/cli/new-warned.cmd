exec 2>&1; d=$(mktemp -d); cd $d; mad new six --army "R N B Q Q B N R"; echo "exit code $?"; head -4 six.mad; mad test six.mad; rm -r $d
