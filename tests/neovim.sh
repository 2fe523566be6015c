#!/bin/bash
# neovim.sh - `mad lsp` in a Neovim without a screen, told of the server by the lines of grammar/editors/lsp.md.
#
# The editor is run by tests/neovim.lua.
#
# usage: tests/neovim.sh, from the top folder; `make peers` installs nvim before. MAD=path runs another program than ./mad.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$(realpath "${MAD:-./mad}")" "$work/bin/mad"
awk '/^```lua$/ { is_in = 1; next } /^```$/ { is_in = 0 } is_in' grammar/editors/lsp.md >"$work/init.lua"
cat tests/neovim.lua >>"$work/init.lua"
printf 'mad 1\n\ngame "Small" like chess\n\nwide means leap 1,3\n\nadd to Knight\n  move or capture leep 1,4\n  move wide\n' >"$work/small.mad"
export PATH="$work/bin:$PATH" XDG_DATA_HOME=/nowhere XDG_DATA_DIRS=/nowhere XDG_STATE_HOME="$work/state" HOME="$work"
timeout 60 nvim --clean --headless -u "$work/init.lua" "$work/small.mad" >"$work/told" 2>&1
code=$?
cat "$work/told"
if [ "$code" != 0 ] || ! grep -q '^all that was asked came$' "$work/told"; then
    echo "FAILED neovim.sh"
    echo "0 passed, 1 failed"
    exit 1
fi
echo "1 passed, 0 failed"
