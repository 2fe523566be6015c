/* random_play.h - random games in which every promise of the library about positions and moves is
 * checked. Included by the unit test of the public interface (a few games) and by random_games.c
 * (thousands, under sanitizers).
 *
 * Checked in every position: listing moves leaves every byte of the state; the incremental key is the
 * key from scratch; the position text reads back to the same text, key and moves; each move is found
 * again by its coordinate text and by its own notation; counting agrees with listing, outcome by
 * outcome; making a move twice gives the same bytes and undo restores them; a move with a toss is not
 * made without its outcome; a move that is said to be calm leads to the same when it is made with care, and gives no
 * check but from squares, or to squares, that were told beforehand.
 * In one position of eight, drawing each move that there is, as random games do, makes what making each
 * listed one does; in another, the answers to all moves, some of which are foretold, are as many as when
 * each is made. */
#ifndef MAD_TESTS_RANDOM_PLAY_H
#define MAD_TESTS_RANDOM_PLAY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interp/position.h"

enum { RANDOM_PLAY_TEXT = 4096 }; /* bytes of a position text */

struct random_play {
    uint64_t seed; /* not 0 */
    int max_plies; /* games that nobody wins end here */
    bool
        may_stop; /* of rules that nobody has read: no move and no result, or a limit, ends a game */
    mad_interrupt interrupt; /* null, or asked now and then whether it has taken long enough */
    void *context;
    uint64_t plies; /* totals */
    uint64_t moves;
    uint64_t finished;                      /* games that ended by rule */
    bool limited;                           /* a limit has ended a game */
    const char *kind;                       /* which promise was broken, null when none was */
    char fault[2 * RANDOM_PLAY_TEXT + 256]; /* what went wrong, empty when nothing did */

    mad_position *position, *reread;
    mad_moves *list, *other;
    unsigned char *before, *after;
    struct mad_state *next;
    struct mad_move_list raw;
};

/* xorshift64*; from Vigna, "An experimental exploration of Marsaglia's xorshift generators" */
static inline uint64_t random_play_next(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 2685821657736338717u;
}

static bool random_play_fault(struct random_play *play, const char *what, const char *move)
{
    char text[RANDOM_PLAY_TEXT];
    mad_position_text(play->position, text, sizeof text);
    play->kind = what;
    snprintf(play->fault, sizeof play->fault, "%s\n  position: %s\n  move: %s", what, text,
             move == NULL ? "-" : move);
    return false;
}

/* The same where the library says why. */
static bool random_play_refused(struct random_play *play, enum mad_status status, const char *what)
{
    if ((status == MAD_ERROR_LIMIT && play->may_stop) || status == MAD_ERROR_STOPPED) {
        play->limited = true;
        return false;
    }
    return random_play_fault(play, what, NULL);
}

static const void *random_play_state(const struct random_play *play)
{
    return mad_position_state(play->position);
}

static size_t random_play_bytes(const struct random_play *play)
{
    return mad_position_game(play->position)->state_bytes;
}

static bool random_play_check_text(struct random_play *play)
{
    char text[RANDOM_PLAY_TEXT], again[RANDOM_PLAY_TEXT];
    size_t length = mad_position_text(play->position, text, sizeof text);
    if (length >= sizeof text)
        return random_play_fault(play, "the position text is longer than expected", NULL);
    struct mad_text_error error;
    enum mad_status status = mad_position_set_as(play->reread, text, MAD_DIALECT_OURS, &error);
    if (status != MAD_OK)
        return random_play_fault(play, "the position text cannot be read", error.text);
    mad_position_text(play->reread, again, sizeof again);
    if (error.text[0] != '\0' || strcmp(text, again) != 0)
        return random_play_fault(play, "the position text does not read back", again);
    if (mad_position_key(play->reread) != mad_position_key(play->position))
        return random_play_fault(play, "the position read back has another key", NULL);
    return true;
}

static bool random_play_check_reread_moves(struct random_play *play)
{
    if (mad_position_game(play->position)->past_offset != 0)
        return true; /* a law looks back, and a text says nothing of what was before */
    enum mad_status status = mad_moves_list_raw(play->other, play->reread);
    if (status != MAD_OK)
        return random_play_refused(play, status,
                                   "moves of the position read back cannot be listed");
    for (size_t i = 0; i < mad_moves_count(play->list) && i < mad_moves_count(play->other); i++)
        if (strcmp(mad_moves_at(play->list, i).coord, mad_moves_at(play->other, i).coord) != 0)
            return random_play_fault(play, "the position read back has other moves",
                                     mad_moves_at(play->list, i).coord);
    if (mad_moves_count(play->other) != mad_moves_count(play->list))
        return random_play_fault(play, "the position read back has more or fewer moves", NULL);
    return true;
}

static bool random_play_check_text_of(struct random_play *play, size_t index)
{
    struct mad_move_info move = mad_moves_at(play->list, index);
    struct mad_text_error error;
    size_t found = SIZE_MAX;
    if (mad_moves_find(play->list, move.coord, &found, &error) != MAD_OK || found != index)
        return random_play_fault(play, "a coordinate text does not find its move", move.coord);
    found = SIZE_MAX;
    if (mad_moves_find(play->list, move.text, &found, &error) != MAD_OK || found != index)
        return random_play_fault(play, "a move text does not find its move", move.text);
    return true;
}

/* The texts of a move and of what a toss may make of it. */
static bool random_play_check_move_text(struct random_play *play, size_t index)
{
    struct mad_move_info move = mad_moves_at(play->list, index);
    uint64_t weights = 0, of = 0;
    if (!random_play_check_text_of(play, index))
        return false;
    for (size_t i = 0; i < move.outcomes; i++) {
        struct mad_outcome_info outcome = mad_moves_outcome(play->list, index, i);
        if (outcome.index < mad_moves_count(play->list) ||
            !random_play_check_text_of(play, outcome.index))
            return random_play_fault(play, "an outcome is not found", move.coord);
        weights += outcome.weight;
        of = outcome.of;
    }
    if (weights != of)
        return random_play_fault(play, "the outcomes are not all that can happen", move.coord);
    if (move.outcomes != 0 &&
        mad_position_apply(play->position, play->list, index) != MAD_ERROR_CHANCE)
        return random_play_fault(play, "a toss is made without its outcome", move.coord);
    return true;
}

/* The moves of the list, each outcome of a toss as one. */
static size_t random_play_total(const struct random_play *play)
{
    size_t total = 0;
    for (size_t i = 0; i < mad_moves_count(play->list); i++) {
        size_t outcomes = mad_moves_at(play->list, i).outcomes;
        total += outcomes != 0 ? outcomes : 1;
    }
    return total;
}

static bool random_play_check_count(struct random_play *play)
{
    uint64_t counted = 0;
    enum mad_status status = mad_vm_count(mad_position_game(play->position),
                                          mad_position_state(play->position), &counted);
    if (status != MAD_OK)
        return random_play_refused(play, status, "moves cannot be counted");
    if (counted != random_play_total(play))
        return random_play_fault(play, "counting and listing differ", NULL);
    return true;
}

static int random_play_compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* A number that stands for every byte of the state (FNV-1a). */
static uint64_t random_play_digest(const struct random_play *play, const void *state)
{
    const unsigned char *bytes = state;
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < random_play_bytes(play); i++)
        digest = (digest ^ bytes[i]) * UINT64_C(0x100000001b3);
    return digest;
}

/* Draws every move and compares what they lead to with what the listed ones lead to, which is in
 * order; of very many only some, each of which has to be among those listed. */
static bool random_play_draw(struct random_play *play, const uint64_t *listed, uint64_t *drawn,
                             uint32_t count)
{
    const mad_game *game = mad_position_game(play->position);
    struct mad_state *state = mad_position_state(play->position);
    const uint32_t step = 1 + count / 100;
    for (uint32_t i = 0; i < count + 1; i += step) {
        uint64_t total = 0;
        play->raw.count = play->raw.delta_count = 0;
        if (mad_vm_make_nth(game, state, i, &play->raw, play->next, &total) != MAD_OK ||
            total != count)
            return false;
        drawn[i] = i < count ? random_play_digest(play, play->next) : 0;
        if (i < count && !bsearch(&drawn[i], listed, count, sizeof *listed, random_play_compare))
            return false;
    }
    qsort(drawn, step == 1 ? count : 0, sizeof *drawn, random_play_compare);
    return step > 1 || memcmp(listed, drawn, count * sizeof *listed) == 0;
}

/* Whether a move that is said to be calm leads to the same when it is made as any other. */
static bool random_play_is_calm(struct random_play *play, const struct mad_state *state,
                                const struct mad_move *move, const struct mad_delta *deltas,
                                uint64_t digest)
{
    struct mad_move plain = *move;
    plain.flags &= (uint16_t)~MAD_MOVE_SIDE_EFFECT_FREE;
    if (move->flags & MAD_MOVE_SIDE_EFFECT_FREE)
        mad_vm_apply(mad_position_game(play->position), state, &plain, deltas, play->next);
    return random_play_digest(play, play->next) == digest;
}

static bool random_play_is_among(const uint64_t *squares, uint32_t square)
{
    return square != MAD_NO_SQUARE && squares[square / 64] >> (square % 64) & 1;
}

/* Whether each calm move that gives check, where nobody was in check, is among those that may. */
static bool random_play_tells_checks(struct random_play *play, struct mad_state *state)
{
    const mad_game *game = mad_position_game(play->position);
    uint64_t squares[MAD_MAX_SQUARES / 64];
    mad_vm_check_squares(game, state, squares);
    if (!mad_vm_give_away(game, state, play->next) || mad_vm_in_check(game, play->next))
        return true;
    for (uint32_t i = 0; i < play->raw.count; i++) {
        const struct mad_move *move = &play->raw.moves[i];
        mad_vm_apply(game, state, move, play->raw.deltas, play->next);
        if (mad_vm_goes_alone(game, state, move) && mad_vm_in_check(game, play->next) &&
            !random_play_is_among(squares, move->from) && !random_play_is_among(squares, move->to))
            return false;
    }
    return true;
}

static bool random_play_check_drawing(struct random_play *play)
{
    const mad_game *game = mad_position_game(play->position);
    struct mad_state *state = mad_position_state(play->position);
    struct mad_move_list *list = &play->raw;
    list->count = list->delta_count = 0;
    enum mad_status status = mad_vm_generate(game, state, list);
    if (status != MAD_OK)
        return random_play_refused(play, status, "the moves cannot be generated");
    if (!random_play_tells_checks(play, state))
        return random_play_fault(play, "a check comes from squares that were not told", NULL);
    uint32_t count = list->count;
    uint64_t *listed = malloc(2 * ((size_t)count + 1) * sizeof *listed);
    if (listed == NULL)
        return random_play_fault(play, "no memory", NULL);
    for (uint32_t i = 0; i < count; i++) {
        mad_vm_apply(game, state, &list->moves[i], list->deltas, play->next);
        listed[i] = random_play_digest(play, play->next);
        if (!random_play_is_calm(play, state, &list->moves[i], list->deltas, listed[i])) {
            free(listed);
            return random_play_fault(play, "a move is not as calm as it says", NULL);
        }
    }
    qsort(listed, count, sizeof *listed, random_play_compare);
    bool good = random_play_draw(play, listed, listed + count, count);
    free(listed);
    return good || random_play_fault(play, "moves that are drawn are not those listed", NULL);
}

static bool random_play_check_answers(struct random_play *play)
{
    const mad_game *game = mad_position_game(play->position);
    struct mad_state *state = mad_position_state(play->position);
    uint64_t told = 0, made = 0;
    enum mad_status status =
        mad_vm_perft(game, state, 2, false, play->interrupt, play->context, &told);
    if (status == MAD_OK)
        status = mad_vm_perft(game, state, 2, true, play->interrupt, play->context, &made);
    if (status != MAD_OK)
        return random_play_refused(play, status, "answers cannot be counted");
    return told == made || random_play_fault(play, "answers are not foretold right", NULL);
}

static bool random_play_check_position(struct random_play *play)
{
    memcpy(play->before, random_play_state(play), random_play_bytes(play));
    enum mad_status status = mad_moves_list_raw(play->list, play->position);
    if (status != MAD_OK)
        return random_play_refused(play, status, "the moves cannot be listed");
    if (!random_play_check_count(play))
        return false;
    if (play->plies % 8 == 0 && !random_play_check_drawing(play)) /* they take their time */
        return false;
    if (play->plies % 8 == 4 && !random_play_check_answers(play))
        return false;
    if (memcmp(play->before, random_play_state(play), random_play_bytes(play)) != 0)
        return random_play_fault(play, "listing moves changes the state", NULL);
    if (mad_position_key(play->position) != mad_position_key_from_scratch(play->position))
        return random_play_fault(play, "the incremental key is wrong", NULL);
    for (size_t i = 0; i < mad_moves_count(play->list); i++)
        if (!random_play_check_move_text(play, i))
            return false;
    return true;
}

/* Tosses, where the move has to be tossed. */
static size_t random_play_toss(struct random_play *play, size_t index)
{
    size_t outcomes = mad_moves_at(play->list, index).outcomes;
    if (outcomes == 0)
        return index;
    uint64_t fallen = random_play_next(&play->seed) % mad_moves_outcome(play->list, index, 0).of;
    size_t i = 0;
    while (i + 1 < outcomes && fallen >= mad_moves_outcome(play->list, index, i).weight)
        fallen -= mad_moves_outcome(play->list, index, i++).weight;
    return mad_moves_outcome(play->list, index, i).index;
}

/* Makes the move, takes it back, makes it again. */
static bool random_play_make(struct random_play *play, size_t index)
{
    char coord[64];
    snprintf(coord, sizeof coord, "%s", mad_moves_at(play->list, index).coord);
    enum mad_status status = mad_position_apply(play->position, play->list, index);
    if (status == MAD_ERROR_LIMIT)
        return random_play_refused(play, status, "a limit in making a move");
    if (status != MAD_OK)
        return random_play_fault(play, "a listed move cannot be made", coord);
    memcpy(play->after, random_play_state(play), random_play_bytes(play));
    if (mad_position_undo(play->position) != MAD_OK)
        return random_play_fault(play, "a move cannot be taken back", coord);
    if (memcmp(play->before, random_play_state(play), random_play_bytes(play)) != 0)
        return random_play_fault(play, "undo does not restore the state", coord);
    if (mad_position_apply(play->position, play->list, index) != MAD_OK)
        return random_play_fault(play, "a move cannot be made again", coord);
    if (memcmp(play->after, random_play_state(play), random_play_bytes(play)) != 0)
        return random_play_fault(play, "a move made twice differs", coord);
    return true;
}

/* Not for positions in which the game is over: a right whose royal was captured stays in the state,
 * where nothing can use it, and is dropped on reading. */
static bool random_play_check_reread(struct random_play *play)
{
    return random_play_check_text(play) && random_play_check_reread_moves(play);
}

/* One game from the array; false when a promise was broken. */
static bool random_play_game(struct random_play *play)
{
    for (int ply = 0; ply < play->max_plies; ply++) {
        struct mad_result result;
        if (play->interrupt != NULL && play->interrupt(play->context))
            return random_play_refused(play, MAD_ERROR_STOPPED, NULL);
        if (!random_play_check_position(play))
            return false;
        play->plies++;
        play->moves += mad_moves_count(play->list);
        enum mad_status status = mad_position_result(play->position, &result);
        if (status != MAD_OK)
            return random_play_refused(play, status, "the result cannot be told");
        if (result.outcome != MAD_GOES_ON) {
            play->finished++;
            return true;
        }
        if (mad_moves_count(play->list) == 0 && play->may_stop)
            return true;
        if (mad_moves_count(play->list) == 0)
            return random_play_fault(play, "no legal move and no result", NULL);
        if (!random_play_check_reread(play))
            return false;
        size_t index = random_play_next(&play->seed) % mad_moves_count(play->list);
        if (!random_play_make(play, random_play_toss(play, index)))
            return false;
    }
    return true;
}

static bool random_play_open(struct random_play *play, const mad_game *game)
{
    play->before = malloc(game->state_bytes);
    play->after = malloc(game->state_bytes);
    play->next = aligned_alloc(64, (game->state_bytes + 63) / 64 * 64);
    play->raw = (struct mad_move_list){.capacity = MAD_MAX_MOVES, .delta_capacity = MAD_MAX_DELTAS};
    play->raw.moves = malloc(MAD_MAX_MOVES * sizeof *play->raw.moves);
    play->raw.deltas = malloc(MAD_MAX_DELTAS * sizeof *play->raw.deltas);
    return play->before != NULL && play->after != NULL && play->next != NULL &&
           play->raw.moves != NULL && play->raw.deltas != NULL &&
           mad_position_new(game, &play->reread) == MAD_OK &&
           mad_moves_new(game, &play->list) == MAD_OK &&
           mad_moves_new(game, &play->other) == MAD_OK;
}

static void random_play_close(struct random_play *play)
{
    mad_moves_free(play->list);
    mad_moves_free(play->other);
    mad_position_free(play->reread);
    free(play->before);
    free(play->after);
    free(play->next);
    free(play->raw.moves);
    free(play->raw.deltas);
}

/* Plays `games` games; false when a promise was broken, with play->fault filled. */
static bool random_play_games(struct random_play *play, const mad_game *game, int games)
{
    bool good = random_play_open(play, game);
    if (!good)
        snprintf(play->fault, sizeof play->fault, "no memory");
    for (int i = 0; i < games && good; i++) {
        play->position = NULL;
        good = mad_position_new(game, &play->position) == MAD_OK;
        if (!good)
            snprintf(play->fault, sizeof play->fault, "a position cannot be made");
        else
            good = random_play_game(play) || play->limited;
        mad_position_free(play->position);
    }
    random_play_close(play);
    return good;
}

#endif
