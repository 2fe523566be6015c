/* match.c - see match.h. Layer: cli. */
#include "match.h"

#include <stdlib.h>
#include <string.h>

static enum mad_status refresh(struct cli_match *match)
{
    match->is_resigned = false;
    enum mad_status status = mad_position_result(match->position, &match->result);
    return status == MAD_OK ? mad_moves_list(match->moves, match->position) : status;
}

enum mad_status cli_match_make(struct cli_match *match, mad_position *position)
{
    *match = (struct cli_match){.game = mad_position_game(position), .position = position};
    enum mad_status status = mad_moves_new(match->game, &match->moves);
    return status == MAD_OK ? refresh(match) : status;
}

/* Drops the records behind the first `count`. */
static void forget(struct cli_match *match, size_t count)
{
    while (match->record_count > count) {
        struct cli_record *record = &match->record[--match->record_count];
        free(record->coord);
        free(record->text);
    }
}

void cli_match_free(struct cli_match *match)
{
    forget(match, 0);
    free(match->record);
    mad_searcher_free(match->searcher);
    mad_moves_free(match->moves);
    mad_position_free(match->position);
}

bool cli_match_is_over(const struct cli_match *match)
{
    return match->result.outcome != MAD_GOES_ON;
}

bool cli_match_is_stuck(const struct cli_match *match)
{
    return !cli_match_is_over(match) && mad_moves_count(match->moves) == 0;
}

int cli_match_side(const struct cli_match *match)
{
    return mad_position_side(match->position);
}

const struct cli_record *cli_match_last(const struct cli_match *match)
{
    return match->made > 0 ? &match->record[match->made - 1] : NULL;
}

/* --- tossing and making moves ------------------------------------------------------------------ */

/* xorshift64*; Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016). */
static uint64_t toss(struct cli_match *match)
{
    uint64_t x = match->chance != 0 ? match->chance : UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    match->chance = x;
    return (x * UINT64_C(0x2545f4914f6cdd1d)) >> 32;
}

size_t cli_match_toss(struct cli_match *match, size_t index)
{
    size_t outcomes = mad_moves_at(match->moves, index).outcomes;
    struct mad_outcome_info outcome = mad_moves_outcome(match->moves, index, 0);
    uint64_t fallen = toss(match) % outcome.of;
    for (size_t i = 1; i < outcomes && fallen >= outcome.weight; i++) {
        fallen -= outcome.weight;
        outcome = mad_moves_outcome(match->moves, index, i);
    }
    return outcome.index;
}

static char *copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *made = malloc(size);
    return made != NULL ? memcpy(made, text, size) : NULL;
}

static enum mad_status make_room(struct cli_match *match)
{
    if (match->made < match->record_capacity) {
        return MAD_OK;
    }
    size_t capacity = match->record_capacity * 2 + 64;
    struct cli_record *record = realloc(match->record, capacity * sizeof *record);
    if (record == NULL) {
        return MAD_ERROR_MEMORY;
    }
    match->record = record;
    match->record_capacity = capacity;
    return MAD_OK;
}

enum mad_status cli_match_apply(struct cli_match *match, size_t index)
{
    struct mad_move_info move = mad_moves_at(match->moves, index);
    struct cli_record record = {.side = cli_match_side(match), .from = move.from, .to = move.to};
    enum mad_status status = make_room(match);
    if (status != MAD_OK) {
        return status;
    }
    record.coord = copy(move.coord);
    record.text = copy(move.text);
    status = record.coord == NULL || record.text == NULL
                 ? MAD_ERROR_MEMORY
                 : mad_position_apply(match->position, match->moves, index);
    if (status != MAD_OK) {
        free(record.coord);
        free(record.text);
        return status;
    }
    forget(match, match->made);
    match->record[match->made++] = record;
    match->record_count = match->made;
    return refresh(match);
}

enum mad_status cli_match_think(struct cli_match *match, struct mad_search_report *report)
{
    enum mad_status status =
        match->searcher == NULL ? mad_searcher_new(match->game, 0, &match->searcher) : MAD_OK;
    if (status == MAD_OK) {
        status = mad_searcher_think(match->searcher, match->position, &match->limits, report);
    }
    if (status != MAD_OK) {
        return status;
    }
    return report->best < mad_moves_count(match->moves) ? MAD_OK : MAD_ERROR_MISUSE;
}

/* --- back and forth --------------------------------------------------------------------------- */

static bool stops_at(const struct cli_match *match, int side)
{
    return !match->is_program[side] || (match->is_program[0] && match->is_program[1]);
}

enum mad_status cli_match_undo(struct cli_match *match)
{
    if (match->is_resigned) {
        return refresh(match);
    }
    size_t target = match->made;
    do {
        if (target == 0) {
            return MAD_ERROR_MISUSE;
        }
        target--;
    } while (!stops_at(match, match->record[target].side));
    enum mad_status status = MAD_OK;
    while (match->made > target && status == MAD_OK) {
        status = mad_position_undo(match->position);
        match->made -= status == MAD_OK;
    }
    enum mad_status refreshed = refresh(match);
    return status != MAD_OK ? status : refreshed;
}

/* The recorded move that comes next, on the board and in the counters; the record stays as it
 * is. */
static enum mad_status redo_one(struct cli_match *match)
{
    size_t index;
    struct mad_text_error error;
    enum mad_status status =
        mad_moves_find(match->moves, match->record[match->made].coord, &index, &error);
    if (status == MAD_OK) {
        status = mad_position_apply(match->position, match->moves, index);
    }
    if (status != MAD_OK) {
        return status;
    }
    match->made++;
    return refresh(match);
}

enum mad_status cli_match_redo(struct cli_match *match)
{
    if (match->made == match->record_count) {
        return MAD_ERROR_MISUSE;
    }
    enum mad_status status;
    do {
        status = redo_one(match);
    } while (status == MAD_OK && match->made < match->record_count &&
             !stops_at(match, cli_match_side(match)));
    return status;
}

void cli_match_resign(struct cli_match *match)
{
    match->result.outcome = cli_match_side(match) == 0 ? MAD_WIN_SECOND : MAD_WIN_FIRST;
    match->result.reason = "the other player resigned";
    match->is_resigned = true;
}

enum mad_status cli_match_restart(struct cli_match *match, const char *text,
                                  struct mad_text_error *error)
{
    enum mad_status status;
    if (text != NULL) {
        status = mad_position_set(match->position, text, error);
    } else {
        mad_position *fresh = NULL;
        status = mad_position_new(match->game, &fresh);
        if (status == MAD_OK) {
            mad_position_free(match->position);
            match->position = fresh;
        }
    }
    if (status != MAD_OK) {
        return status;
    }
    match->made = 0;
    forget(match, 0);
    return refresh(match);
}
