/* play.h - what play.c (the loop) and play_words.c (what is typed) share. Layer: cli. */
#ifndef MAD_CLI_PLAY_H
#define MAD_CLI_PLAY_H

#include <stdbool.h>

#include "board.h"
#include "game_file.h"
#include "match.h"
#include "read_line.h"

struct play {
    const struct cli_args *args;
    enum cli_exit code; /* of the command when the game is left */
    struct cli_match match;
    struct cli_reader reader;
    bool is_flipped;
    bool has_news;        /* the board is to be shown again */
    bool is_paused;       /* the program does not move by itself */
    bool was_hurried;     /* Ctrl-C ended its last thinking */
    bool asks_for_tosses; /* people toss a real coin and say what came */
    bool has_quit;
};

/* Does what a line asks: a command or a move. Any line will do. */
void play_obey(struct play *play, char *line);

/* Asks the search; false when it found nothing, which has been said. */
bool play_think(struct play *play, size_t *best);
/* Announces and makes a move of the list. */
void play_make(struct play *play, size_t index);
/* The game cannot go on: says why, and leaves it. */
void play_give_up(struct play *play, const char *what, enum mad_status status);
void play_say_move(const struct play *play, const struct mad_move_info *move);

#endif
