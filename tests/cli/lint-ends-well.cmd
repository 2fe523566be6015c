for file in tests/rules/*.mad; do ./mad lint --static --format short $file >/dev/null 2>&1; [ $? -lt 2 ] || echo $file; done
