mad solve chess --epd tests/cli/no-such-file; mad solve chess --epd - --fen x; printf '8/8 w\n4k3/8/8/8/8/8/8/4K3 w - - dm 99;\n' | mad solve chess --epd -
