./mad why tests/cli/why-back.mad Nxc3 --fen "4k3/8/8/8/8/2p5/4N3/4K3 w - - 0 1"; ./mad doc three-musketeers | grep -c "mad:"
