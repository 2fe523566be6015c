/* match.c - see match.h. Layer: cli. */
#include "match.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"

/* --- where the cursor is ------------------------------------------------------------------------ */

/* The squares of the last move, which only the list of the position before it knows. */
static enum mad_status find_last(struct cli_match *match)
{
    uint32_t here = mad_record_here(match->record);
    struct mad_record_move last = mad_record_at(match->record, here);
    size_t index;
    match->from = match->to = -1;
    if (here == MAD_RECORD_START) {
        return MAD_OK;
    }
    enum mad_status status = mad_record_goto(match->record, last.parent);
    if (status == MAD_OK) {
        status = mad_moves_list_raw(match->moves, match->position);
    }
    if (status == MAD_OK && mad_moves_find(match->moves, last.coord, &index, NULL) == MAD_OK) {
        struct mad_move_info move = mad_moves_at(match->moves, index);
        match->from = move.from;
        match->to = move.to;
    }
    enum mad_status back = mad_record_goto(match->record, here);
    return status != MAD_OK ? status : back;
}

static enum mad_status refresh(struct cli_match *match)
{
    match->is_settled = false;
    enum mad_status status = mad_position_result(match->position, &match->result);
    struct mad_record_result said = mad_record_result(match->record);
    if (status == MAD_OK && match->result.outcome == MAD_GOES_ON && said.outcome != MAD_GOES_ON &&
        cli_match_taken_back(match) == 0) {
        const int winner = mad_winner(said.outcome);
        match->result = (struct mad_result){
            .outcome = said.outcome,
            .winner = winner >= 0 ? mad_game_info(match->game).player_name[winner] : NULL,
            .reason = said.reason};
        match->is_settled = true;
    }
    return status == MAD_OK ? mad_moves_list(match->moves, match->position) : status;
}

/* After the cursor has gone somewhere. */
static enum mad_status look_around(struct cli_match *match)
{
    enum mad_status status = find_last(match);
    enum mad_status refreshed = refresh(match);
    return status != MAD_OK ? status : refreshed;
}

static enum mad_status reopen(struct cli_match *match)
{
    struct mad_record_result open = {.outcome = MAD_GOES_ON};
    return mad_record_set_result(match->record, &open);
}

/* --- beginning and end ---------------------------------------------------------------------------- */

/* The record, with room for its moves, in place of what there was. */
static enum mad_status use(struct cli_match *match, mad_pgn *reader, mad_record *record)
{
    mad_moves *moves = NULL;
    enum mad_status status = mad_moves_new(mad_record_game(record), &moves);
    if (status != MAD_OK) {
        return status;
    }
    cli_match_free(match);
    match->searcher = NULL;
    match->game = mad_record_game(record);
    match->record = record;
    match->reader = reader;
    match->position = mad_record_position(record);
    match->moves = moves;
    return MAD_OK;
}

enum mad_status cli_match_make(struct cli_match *match, const mad_game *game)
{
    mad_record *record = NULL;
    *match = (struct cli_match){.game = game};
    enum mad_status status = mad_record_new(game, &record);
    if (status == MAD_OK) {
        status = use(match, NULL, record);
    }
    if (status != MAD_OK) {
        mad_record_free(record);
        return status;
    }
    return look_around(match);
}

void cli_match_free(struct cli_match *match)
{
    mad_searcher_free(match->searcher);
    mad_moves_free(match->moves);
    if (match->reader == NULL) {
        mad_record_free(match->record);
    }
    mad_pgn_free(match->reader);
}

enum mad_status cli_match_take(struct cli_match *match, mad_pgn *reader, mad_record *record)
{
    enum mad_status status = use(match, reader, record);
    if (status != MAD_OK) {
        mad_pgn_free(reader);
        return status;
    }
    return look_around(match);
}

enum mad_status cli_match_replay(struct cli_match *match, const char *movetext)
{
    struct mad_movetext walk = {.at = movetext};
    enum mad_status status = MAD_OK;
    while (status == MAD_OK && mad_movetext_next(&walk)) {
        status = mad_record_play(match->record, walk.move, NULL);
    }
    if (status == MAD_OK) {
        status = mad_record_judge(match->record);
    }
    enum mad_status looked = look_around(match);
    return status != MAD_OK ? status : looked;
}

/* Whether a game can begin so. */
static enum mad_status try_start(const struct cli_match *match, const char *text,
                                 struct mad_text_error *error)
{
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(match->game, &position);
    if (status == MAD_OK && text != NULL) {
        status = mad_position_set(position, text, error);
    }
    mad_position_free(position);
    return status;
}

enum mad_status cli_match_restart(struct cli_match *match, const char *text,
                                  struct mad_text_error *error)
{
    enum mad_status status = try_start(match, text, error);
    if (status == MAD_OK) {
        status = mad_record_clear(match->record);
    }
    if (status == MAD_OK && text != NULL) {
        status = mad_record_set_start(match->record, text, error);
    }
    match->position = mad_record_position(match->record);
    if (match->searcher != NULL) {
        mad_searcher_forget(match->searcher);
    }
    return status == MAD_OK ? look_around(match) : status;
}

enum mad_status cli_match_shuffle(struct cli_match *match)
{
    mad_position *position = NULL;
    if (!mad_game_is_shuffled(match->game)) {
        return MAD_OK;
    }
    enum mad_status status = mad_position_new(match->game, &position);
    if (status == MAD_OK) {
        status = mad_position_shuffle(position, ++match->chance);
    }
    if (status == MAD_OK) {
        struct mad_text_error error;
        char *text = cli_position_text(position);
        status = text != NULL ? cli_match_restart(match, text, &error) : MAD_ERROR_MEMORY;
        free(text);
    }
    mad_position_free(position);
    return status;
}

/* --- what there is to know ------------------------------------------------------------------------- */

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

struct mad_record_move cli_match_last(const struct cli_match *match)
{
    return mad_record_at(match->record, mad_record_here(match->record));
}

size_t cli_match_taken_back(const struct cli_match *match)
{
    size_t count = 0;
    for (uint32_t at = cli_match_last(match).next; at != MAD_RECORD_NONE;
         at = mad_record_at(match->record, at).next) {
        count++;
    }
    return count;
}

/* --- tossing and making moves ------------------------------------------------------------------ */

/* xorshift64*; Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016). */
uint64_t cli_match_draw_lot(struct cli_match *match, uint64_t below)
{
    uint64_t x = match->chance != 0 ? match->chance : UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    match->chance = x;
    return ((x * UINT64_C(0x2545f4914f6cdd1d)) >> 32) % below;
}

size_t cli_match_toss(struct cli_match *match, size_t index)
{
    size_t outcomes = mad_moves_at(match->moves, index).outcomes;
    struct mad_outcome_info outcome = mad_moves_outcome(match->moves, index, 0);
    uint64_t fallen = cli_match_draw_lot(match, outcome.of);
    for (size_t i = 1; i < outcomes && fallen >= outcome.weight; i++) {
        fallen -= outcome.weight;
        outcome = mad_moves_outcome(match->moves, index, i);
    }
    return outcome.index;
}

/* Takes out what was taken back, unless it begins with the move that is made now. */
static enum mad_status overwrite(struct cli_match *match, const char *coord)
{
    uint32_t next;
    enum mad_status status = MAD_OK;
    while (status == MAD_OK && (next = cli_match_last(match).next) != MAD_RECORD_NONE &&
           strcmp(mad_record_at(match->record, next).coord, coord) != 0) {
        status = mad_record_goto(match->record, next);
        if (status == MAD_OK) {
            status = mad_record_take_back(match->record);
        }
    }
    return status;
}

enum mad_status cli_match_apply(struct cli_match *match, size_t index)
{
    struct mad_move_info move = mad_moves_at(match->moves, index);
    enum mad_status status = overwrite(match, move.coord);
    if (status == MAD_OK) {
        status = mad_record_make(match->record, match->moves, index);
    }
    if (status != MAD_OK) {
        return status;
    }
    match->from = move.from;
    match->to = move.to;
    status = reopen(match);
    if (status == MAD_OK && cli_match_taken_back(match) == 0) {
        status = mad_record_judge(match->record);
    }
    enum mad_status refreshed = refresh(match);
    return status != MAD_OK ? status : refreshed;
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

bool cli_match_has_person(const struct cli_match *match)
{
    bool has_one = false;
    for (int player = 0; player < mad_game_info(match->game).players; player++) {
        has_one = has_one || !match->is_program[player];
    }
    return has_one;
}

static bool stops_at(const struct cli_match *match, int side)
{
    return !match->is_program[side] || !cli_match_has_person(match);
}

enum mad_status cli_match_undo(struct cli_match *match)
{
    if (match->is_settled) {
        enum mad_status status = reopen(match);
        return status == MAD_OK ? refresh(match) : status;
    }
    uint32_t target = mad_record_here(match->record);
    struct mad_record_move move;
    do {
        if (target == MAD_RECORD_START) {
            return MAD_ERROR_MISUSE;
        }
        move = mad_record_at(match->record, target);
        target = move.parent;
    } while (!stops_at(match, move.side));
    enum mad_status status = mad_record_goto(match->record, target);
    if (status == MAD_OK) {
        status = reopen(match);
    }
    enum mad_status looked = look_around(match);
    return status != MAD_OK ? status : looked;
}

enum mad_status cli_match_redo(struct cli_match *match)
{
    enum mad_status status = MAD_OK;
    if (cli_match_taken_back(match) == 0) {
        return MAD_ERROR_MISUSE;
    }
    do {
        status = mad_record_goto(match->record, cli_match_last(match).next);
    } while (status == MAD_OK && cli_match_taken_back(match) > 0 &&
             !stops_at(match, mad_position_side(match->position)));
    if (status == MAD_OK && cli_match_taken_back(match) == 0) {
        status = mad_record_judge(match->record);
    }
    enum mad_status looked = look_around(match);
    return status != MAD_OK ? status : looked;
}

enum mad_status cli_match_settle(struct cli_match *match, enum mad_outcome outcome,
                                 enum mad_termination termination, const char *reason)
{
    struct mad_record_result result = {outcome, termination, reason};
    enum mad_status status = overwrite(match, "");
    if (status == MAD_OK) {
        status = mad_record_set_result(match->record, &result);
    }
    return status == MAD_OK ? refresh(match) : status;
}
