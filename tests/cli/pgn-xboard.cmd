for g in gardner nightrider-chess orda capablanca crazyhouse makruk minishogi seirawan shatranj; do ./mad pgn check tests/pgn/xboard-$g.pgn; ./mad pgn to-epd tests/pgn/xboard-$g.pgn | tail -n 1; done
