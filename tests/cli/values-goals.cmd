for game in king-of-the-hill three-check gomoku; do ./mad values $game; done | grep wins
