/* play.h - what the rooms of `mad play` share: play.c (the loop), play_words.c (what is typed), play_keep.c
 * (files), play_options.c, play_clock.c, play_greet.c, play_screen.h (the whole terminal). Layer: cli. */
#ifndef MAD_CLI_PLAY_H
#define MAD_CLI_PLAY_H

#include <stdbool.h>

#include "board.h"
#include "game_file.h"
#include "game_keep.h"
#include "match.h"
#include "read_line.h"

struct play_screen; /* play_screen.h */

struct play_clock { /* seconds */
    bool runs;
    double base, increment; /* at the start, and added with each move */
    double turn_started;
};

struct play {
    const struct cli_args *args;
    struct cli_args own_args;         /* those, when options have been set since */
    struct mad_setting *own_settings; /* of own_args */
    char *own_words;                  /* of own_settings, from the menu */
    enum cli_exit code;               /* of the command when the game is left */
    struct cli_game game;
    struct cli_match match;
    struct cli_keep keep; /* the copy that is written move by move */
    char *own_file;       /* where the game was saved to, or null */
    struct cli_reader reader;
    struct play_screen *screen; /* null: lines are read and printed one after the other */
    int level;                  /* of the program, 1 to CLI_LEVELS */
    struct play_clock clock;
    bool is_flipped;
    bool has_letters;     /* on the screen for men who have figures, too */
    bool has_news;        /* the board is to be shown again */
    bool is_paused;       /* the program does not move by itself */
    bool was_hurried;     /* Ctrl-C ended its last thinking */
    bool asks_for_tosses; /* people toss a real coin and say what came */
    bool has_quit;
};

/* Does what a line asks: a command or a move. Any line will do. */
void play_obey(struct play *play, char *line);

/* The words that a line can begin with, but for synonyms; null behind the last. */
const char *play_word_name(size_t index);

/* Asks the search, which plays at this level; false when it found nothing, which has been said. */
bool play_think(struct play *play, int level, size_t *best);
/* Announces and makes a move of the list. */
void play_make(struct play *play, size_t index);
/* Of several players nobody wins by another's giving up: the program goes on for him. */
void play_give_over(struct play *play, int player, const char *reason);
/* Writes the copy anew, after anything that has changed the game. */
void play_keep(struct play *play);
/* The copy is done with; another game begins. */
void play_keep_no_longer(struct play *play);
/* Goes on with a game of a file, who plays being as its header says when `with_players`; says what hinders
 * it. */
bool play_load(struct play *play, const char *path, uint64_t number, bool with_players);
/* The words `save FILE` and `load FILE [N]`. */
void play_word_save(struct play *play, const char *rest);
void play_word_load(struct play *play, const char *rest);
/* The word `option [NAME=VALUE]`. */
void play_word_option(struct play *play, const char *rest);
/* "NAME=VALUE NAME=VALUE", which is cut into pieces that have to stay, as if behind --set. False without memory. */
bool play_take_settings(struct play *play, char *words);
/* Whether the game has these options with such values; says what is wrong. The words are cut into pieces. */
bool play_are_settings(const mad_game *game, char *words);
/* `--resume`: what was kept of a game, with who plays in it, unless the command line says so. */
enum cli_exit play_resume(struct play *play);
/* Who plays, and how the program thinks, as the command line has it. */
void play_choose(struct play *play, const struct cli_args *args);
/* What is different in this game and how its odd men move, in three lines at most. */
void play_greet(const struct play *play);

/* "5+3": minutes, and seconds added with each move. */
bool play_clock_parse(const char *text, struct play_clock *clock);
/* The same in seconds, as PGN has it; false when it does not fit or says something else. */
bool play_clock_parse_tag(const char *text, struct play_clock *clock);
void play_clock_start(struct play *play); /* whoever is to move begins to think */
double play_clock_left(const struct play *play, int side);
/* "White 4:58, Black 5:00" */
void play_clock_text(const struct play *play, char *out, size_t size);
void play_clock_put(double seconds, char out[32]); /* "4:58" */
/* Notes what the move took that was just made. */
void play_clock_note(struct play *play, double spent);
/* The end without a move, with what both have left. */
enum mad_status play_settle(struct play *play, enum mad_outcome outcome,
                            enum mad_termination termination, const char *reason);
/* Something was taken back: the turn begins anew, or goes on where it was ended. */
void play_clock_reopen(struct play *play);
/* Ends the game when whoever is to move has no time left. */
bool play_clock_flag(struct play *play);
/* How long the program may think now. */
void play_clock_limit(const struct play *play, struct mad_search_limits *limits);

/* A question that is answered by yes or no; anything else is no. */
bool play_ask(struct play *play, const char *question);
/* The game cannot go on: says why, and leaves it. */
void play_give_up(struct play *play, const char *what, enum mad_status status);
void play_say_move(const struct play *play, const struct mad_move_info *move);

#endif
