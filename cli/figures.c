/* figures.c - see figures.h. Layer: cli. */
#include "figures.h"

#include <string.h>

struct figure {
    int set;
    const char *name, *sign[2];
};

static const struct figure figures[] = {
#define CLI_FIGURE(set, name, first, second) {set, name, {first, second}},
#include "figures.def"
};

enum { FIGURES = sizeof figures / sizeof *figures };

static bool has_man(const mad_game *game, const char *name)
{
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        if (strcmp(mad_game_piece(game, i).name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* The set that most men of the game are of; 0 when the game has not all of it. */
static int set_of(const mad_game *game)
{
    int best = 0, most = 0;
    for (size_t i = 0, end; i < FIGURES; i = end) {
        int there = 0;
        for (end = i; end < FIGURES && figures[end].set == figures[i].set; end++) {
            there += has_man(game, figures[end].name);
        }
        if (there > most) {
            most = there;
            best = there == (int)(end - i) ? figures[i].set : 0;
        }
    }
    return best;
}

/* Whose men are the light ones: White's, where somebody is called so. */
static int light_player(const mad_game *game)
{
    struct mad_game_info info = mad_game_info(game);
    return info.player_letter[0] != 'w' && info.player_letter[1] == 'w';
}

/* A letter with a sign of its own, such as + of a promoted man, has to stay to be read. */
const char *cli_figure(const mad_game *game, const struct mad_man *man)
{
    const char *name = mad_game_piece(game, (size_t)man->piece).name;
    int set = set_of(game);
    if (man->owner < 0 || man->owner > 1 || man->letter[1] != '\0') {
        return NULL;
    }
    for (size_t i = 0; i < FIGURES; i++) {
        if (figures[i].set == set && strcmp(figures[i].name, name) == 0) {
            return figures[i].sign[man->owner != light_player(game)];
        }
    }
    return NULL;
}
