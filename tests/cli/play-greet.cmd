for game in tests/cli/long-ways.mad mad-elephant-chess minishogi duck xiangqi los-alamos atomic crazyhouse; do echo about | ./mad play $game --second you | sed -n '/> about/,/^[A-Z][a-z]*> $/p'; done
