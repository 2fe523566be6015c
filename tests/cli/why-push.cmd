./mad why tests/cli/why-push.mad c1c2; ./mad why tests/cli/why-push.mad --fen "5/5/2g2/2g2/2G2 w - - 0 1" c1:c2
