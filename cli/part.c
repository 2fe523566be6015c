/* part.c - see part.h. Layer: cli. */
#include "part.h"

#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "text.h"

struct walk {
    const struct cli_parting_limits *limits;
    mad_position *positions[2]; /* walked side by side */
    mad_moves *moves[2];
    struct cli_parting *out;
    enum mad_status status;
};

/* Moves of one list that are not in the other, as many as fit. */
static void list_missing(const mad_moves *moves, const mad_moves *other, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0, k = 0; i < mad_moves_count(moves); i++) {
        const char *coord = mad_moves_at(moves, i).coord;
        while (k < mad_moves_count(other) && strcmp(mad_moves_at(other, k).coord, coord) < 0) {
            k++;
        }
        bool has = k < mad_moves_count(other) && strcmp(mad_moves_at(other, k).coord, coord) == 0;
        if (!has && used + strlen(coord) + 8 < size) {
            used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "", coord);
        } else if (!has && (used < 4 || strcmp(out + used - 4, " ...") != 0)) {
            used += (size_t)snprintf(out + used, size - used, " ...");
        }
    }
}

static void note(struct walk *walk)
{
    size_t size = mad_position_text(walk->positions[0], NULL, 0) + 1;
    walk->out->position = malloc(size);
    if (walk->out->position == NULL) {
        walk->status = MAD_ERROR_MEMORY;
        return;
    }
    mad_position_text(walk->positions[0], walk->out->position, size);
}

/* Lists both; false when they differ, which has been noted, or when something failed. */
static bool look(struct walk *walk)
{
    struct mad_result results[2];
    struct cli_parting *out = walk->out;
    out->looked++;
    for (int side = 0; side < 2 && walk->status == MAD_OK; side++) {
        walk->status = mad_moves_list(walk->moves[side], walk->positions[side]);
        if (walk->status == MAD_OK) {
            out->listed += mad_moves_count(walk->moves[side]);
            walk->status = mad_position_result(walk->positions[side], &results[side]);
        }
    }
    if (walk->status != MAD_OK) {
        return false;
    }
    out->results[0] = results[0].outcome;
    out->results[1] = results[1].outcome;
    if (results[0].outcome != results[1].outcome) {
        static const char *const words[] = {"the game goes on",       "the first player wins",
                                            "the second player wins", "a draw",
                                            "the third player wins",  "the fourth player wins"};
        for (int side = 0; side < 2; side++) {
            snprintf(out->only[side], sizeof out->only[side], "%s", words[results[side].outcome]);
        }
        note(walk);
        return false;
    }
    for (int side = 0; side < 2; side++) {
        list_missing(walk->moves[side], walk->moves[1 - side], out->only[side],
                     sizeof out->only[side]);
    }
    if (out->only[0][0] == '\0' && out->only[1][0] == '\0') {
        return true;
    }
    note(walk);
    return false;
}

/* Makes the move of that number, of a toss the outcome of that number, in both games. */
static bool make_both(struct walk *walk, size_t index, uint64_t outcome)
{
    struct mad_move_info info = mad_moves_at(walk->moves[0], index);
    size_t made = index;
    if (info.outcomes > 0) {
        made = mad_moves_outcome(walk->moves[0], index, outcome % info.outcomes).index;
    }
    const char *coord = mad_moves_at(walk->moves[0], made).coord;
    char text[200];
    size_t used = strlen(walk->out->path);
    cli_copy_safe(text, sizeof text, coord);
    if (used + strlen(text) + 2 < sizeof walk->out->path) {
        snprintf(walk->out->path + used, sizeof walk->out->path - used, " %s", text);
    }
    for (int side = 0; side < 2 && walk->status == MAD_OK; side++) {
        walk->status = mad_position_play(walk->positions[side], text, NULL);
    }
    return walk->status == MAD_OK;
}

static bool goes_on(const struct walk *walk)
{
    const bool has_listed = walk->limits->moves > 0 && walk->out->listed >= walk->limits->moves;
    return walk->status == MAD_OK && walk->out->position == NULL && !has_listed &&
           !cli_interrupted();
}

static bool has_room(const struct walk *walk)
{
    return goes_on(walk) && walk->out->looked < walk->limits->positions;
}

/* Looks at all positions `depth` moves behind this one. */
static void walk_deeper(struct walk *walk, int depth)
{
    if (depth == 0) {
        (void)look(walk);
        return;
    }
    walk->status = mad_moves_list(walk->moves[0], walk->positions[0]);
    size_t count = mad_moves_count(walk->moves[0]), used = strlen(walk->out->path);
    for (size_t i = 0; i < count && has_room(walk); i++) {
        walk->status = mad_moves_list(walk->moves[0], walk->positions[0]);
        if (walk->status != MAD_OK || !make_both(walk, i, 0)) {
            return;
        }
        walk_deeper(walk, depth - 1);
        if (!goes_on(walk)) {
            return; /* the path stays as it is */
        }
        for (int side = 0; side < 2 && walk->status == MAD_OK; side++) {
            walk->status = mad_position_undo(walk->positions[side]);
        }
        walk->out->path[used] = '\0';
    }
}

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void walk_game(struct walk *walk, uint64_t *seed)
{
    int ply = 0;
    while (
        ply < walk->limits->game_plies && !cli_interrupted() && look(walk) &&
        mad_moves_count(walk->moves[0]) > 0 &&
        make_both(walk, next_random(seed) % mad_moves_count(walk->moves[0]), next_random(seed))) {
        ply++;
    }
    for (; ply > 0 && goes_on(walk); ply--) {
        for (int side = 0; side < 2 && walk->status == MAD_OK; side++) {
            walk->status = mad_position_undo(walk->positions[side]);
        }
    }
    if (walk->out->position == NULL) {
        walk->out->path[0] = '\0';
    }
}

enum mad_status cli_find_parting(const mad_game *const games[2],
                                 const struct cli_parting_limits *limits, struct cli_parting *out)
{
    struct walk walk = {.limits = limits, .out = out};
    uint64_t seed = limits->seed * 2 + 1;
    *out = (struct cli_parting){.position = NULL};
    for (int side = 0; side < 2 && walk.status == MAD_OK; side++) {
        walk.status = mad_position_new(games[side], &walk.positions[side]);
        if (walk.status == MAD_OK) {
            walk.status = mad_moves_new(games[side], &walk.moves[side]);
        }
    }
    for (int depth = 0; depth <= limits->plies && has_room(&walk); depth++) {
        walk_deeper(&walk, depth);
    }
    for (uint64_t i = 0; i < limits->games && goes_on(&walk); i++) {
        walk_game(&walk, &seed);
    }
    for (int side = 0; side < 2; side++) {
        mad_moves_free(walk.moves[side]);
        mad_position_free(walk.positions[side]);
    }
    return walk.status;
}
