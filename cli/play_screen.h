/* play_screen.h - `mad play` on a whole terminal: one screen that is redrawn in place (ncurses).
 *
 * Layer: cli. While it is on, what the rest of the program prints is caught and shown below the board, so that
 * no other room has to know of it. play_screen.c reads keys, play_screen_draw.c lays out and draws; what both
 * know of the terminal stands here. */
#ifndef MAD_CLI_PLAY_SCREEN_H
#define MAD_CLI_PLAY_SCREEN_H

#include "play.h"

enum { SCREEN_TEXT_BYTES = 1 << 16 };

struct play_screen {
    struct play *play;
    void *terminal;           /* SCREEN of ncurses */
    FILE *out;                /* the terminal itself */
    FILE *caught;             /* what is printed goes there */
    int usual_out, usual_err; /* files that it went to before */
    bool has_color, has_figures;
    double drawn; /* when, for clocks that run while the program thinks */

    char prompt[200];
    char line[CLI_LINE_BYTES + 1]; /* being typed */
    size_t cursor;                 /* byte in it */
    char *past[100];               /* lines typed before, owned */
    size_t past_count, past_at;

    char message[SCREEN_TEXT_BYTES]; /* what was said since the last line */
    size_t seen;                   /* bytes of it that stood there while the program was thinking */
    int square, chosen;            /* where the arrows are, and the man who goes; -1: nowhere */
    char open[CLI_LINE_BYTES + 1]; /* the line as long as it is what several moves begin with */
    int open_at;                   /* where the arrows were when it became so */
};

/* False when there is no terminal that could show it; then nothing has changed. */
bool play_screen_start(struct play *play);
void play_screen_end(struct play *play);
/* Shows everything anew. `is_thinking`: nothing is being typed. */
void play_screen_draw(struct play_screen *screen, bool is_thinking);
/* Shows a text that does not fit below the board, from its `top`-th line on; returns how many lines it has. */
int play_screen_draw_page(const char *text, int top);
/* The square that is shown at a place of the terminal, -1: none. */
int play_screen_square_at(const struct play_screen *screen, int row, int column);
/* Whether there is room for all of what was said, beside or below the board. */
bool play_screen_has_room(const struct play_screen *screen, const char *text);
/* The program begins to think; while it does, clocks go on, and the terminal may change its size. */
void play_screen_think(struct play_screen *screen);
void play_screen_tick(struct play_screen *screen);

#endif
