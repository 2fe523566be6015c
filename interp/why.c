/* why.c - why a move is legal, or which sentence forbids it.
 *
 * Layer: interp. It asks by trial: the game is compiled again without one of its sentences, or one man or
 * mark of the position is changed, and it is looked whether the move is there. What makes the difference
 * is the reason. So it holds for every rule that can be written, and knows none of them.
 *
 * Cost: as many loads as the game has sentences, about a hundred, a few milliseconds each; what it all takes is
 * counted in steps, and what would take more than MAD_MAX_WHY_STEPS is left unsaid. */
#include "why.h"

#include <stdio.h>
#include <string.h>

#include "ablate.h"
#include "memory.h"
#include "position.h"

enum { MOST_LAWS = 3, MOST_MEN = 3, MOST_MOVES_TOLD = 6, MOVE_BYTES = 80 };
enum {
    LOAD_STEPS = 1 << 14,
    LOOK_STEPS = 1 << 9
}; /* what a load counts for, and a look beside its listing */

enum part { PART_NONE, PART_MAKES, PART_HELPS };

struct why {
    const mad_engine *engine;
    const struct mad_load *load;
    const mad_position *position;
    const struct mad_game *game;
    char *text; /* of the position */
    size_t text_bytes;
    struct mad_sentence_list sentences;
    bool *without; /* [sentence] */
    uint8_t *part; /* [sentence] enum part */
    char move[MOVE_BYTES];
    mad_interrupt interrupt;
    mad_why_sink sink;
    void *context;
    bool is_told[MAD_MAX_SQUARES]; /* the man there has been named */
    uint32_t steps;                /* taken so far */
    enum mad_status status;        /* what ended it early */
};

/* A game, a position of it, and the move in question. */
struct trial {
    mad_game *game; /* null: the game itself */
    mad_position *position;
    mad_moves *moves;
    size_t index;
};

enum found { FOUND_NOTHING, FOUND_NO_MOVE, FOUND_MOVE };

/* --- saying -------------------------------------------------------------------------------------- */

static void say_fact(void *context, const char *text)
{
    struct why *why = context;
    why->sink(why->context, &(struct mad_why_step){.text = text});
}

static void say_verdict(struct why *why, const char *text)
{
    why->sink(why->context, &(struct mad_why_step){.text = text, .is_verdict = true});
}

static void say_line(struct why *why, uint32_t sentence, const char *text)
{
    why->sink(why->context,
              &(struct mad_why_step){.place = why->sentences.items[sentence].place, .text = text});
}

/* --- trials -------------------------------------------------------------------------------------- */

static void trial_close(struct trial *trial)
{
    mad_moves_free(trial->moves);
    mad_position_free(trial->position);
    mad_game_free(trial->game);
    *trial = (struct trial){.game = NULL};
}

/* Want of memory ends it all; whatever else fails leaves one thing unsaid. */
static bool is_done(struct why *why, enum mad_status status)
{
    if (status == MAD_ERROR_MEMORY)
        why->status = status;
    return status == MAD_OK;
}

static bool is_given_up(struct why *why)
{
    if (why->status == MAD_OK && why->steps > MAD_MAX_WHY_STEPS)
        why->status = MAD_ERROR_LIMIT;
    if (why->status == MAD_OK && why->interrupt != NULL && why->interrupt(why->context))
        why->status = MAD_ERROR_STOPPED;
    return why->status != MAD_OK;
}

/* Lists the moves of the trial's position and looks for the one in question. */
static enum found look(struct why *why, struct trial *trial)
{
    enum mad_status status = mad_moves_list_raw(trial->moves, trial->position);
    why->steps += LOOK_STEPS + mad_moves_steps(trial->moves);
    if (status == MAD_OK)
        status = mad_moves_find(trial->moves, why->move, &trial->index, NULL);
    if (status == MAD_ERROR_MEMORY)
        why->status = status;
    return status == MAD_OK ? FOUND_MOVE : FOUND_NO_MOVE;
}

/* What has been before: no text says it. */
static void carry_past(const mad_position *from, mad_position *to)
{
    const struct mad_game *game = to->game;
    if (game->past_offset != 0 && from->game->past_offset != 0 &&
        game->code_count == from->game->code_count)
        memcpy(mad_state_past(game, mad_position_state(to)),
               mad_state_past(from->game, mad_position_state(from)),
               (MAD_MAX_PAST + 1) * sizeof(uint64_t));
}

/* The position `text` in the game without some sentences; FOUND_NOTHING when there is no such game. Close
 * the trial unless it is that. */
static enum found trial_open(struct why *why, const char *text, struct trial *trial)
{
    struct mad_text_error error;
    *trial = (struct trial){.game = NULL};
    why->steps += LOAD_STEPS;
    enum mad_status status =
        mad_ablate_load(why->engine, why->load, why->without,
                        why->sentences.count + why->sentences.end_count, &trial->game);
    if (status == MAD_OK)
        status = mad_position_new(trial->game, &trial->position);
    if (status == MAD_OK)
        status = mad_position_set_as(trial->position, text, MAD_DIALECT_OURS, &error);
    if (status == MAD_OK) {
        carry_past(why->position, trial->position);
        status = mad_moves_new(trial->game, &trial->moves);
    }
    if (status == MAD_OK)
        return look(why, trial);
    if (status == MAD_ERROR_MEMORY)
        why->status = status;
    trial_close(trial);
    return FOUND_NOTHING;
}

/* --- a legal move -------------------------------------------------------------------------------- */

static bool is_same_text(const char *text, const mad_position *position)
{
    size_t length = mad_position_text(position, NULL, 0);
    char small[400];
    if (length >= sizeof small || length != strlen(text))
        return length == strlen(text);
    mad_position_text(position, small, sizeof small);
    return strcmp(small, text) == 0;
}

/* Whether a sentence without which others cannot be compiled makes the move: it is gone without it and those that speak of it,
 * and there without those alone. */
static bool makes_with_users(struct why *why, const char *text, uint32_t sentence)
{
    struct trial trial = {.game = NULL};
    enum found both = FOUND_NOTHING, users = FOUND_NOTHING;
    why->steps += LOAD_STEPS;
    if (is_done(why, mad_ablate_users(why->engine, why->load, why->without, &why->sentences)))
        both = trial_open(why, text, &trial);
    why->without[sentence] = false;
    if (both == FOUND_NO_MOVE) {
        trial_close(&trial);
        users = trial_open(why, text, &trial);
    }
    trial_close(&trial);
    memset(why->without, 0,
           (why->sentences.count + why->sentences.end_count) * sizeof *why->without);
    return both == FOUND_NO_MOVE && users == FOUND_MOVE;
}

/* Which sentences the move needs, and without which it would do something else: `after`, null when that
 * cannot be said, is the text of what it leads to. */
static void find_parts(struct why *why, const char *before, const char *after)
{
    for (uint32_t i = 0; i < why->sentences.count && !is_given_up(why); i++) {
        struct trial trial;
        why->without[i] = true;
        enum found found = trial_open(why, before, &trial);
        /* What is only asked makes nothing: without it there are more moves, which may be duties. */
        why->part[i] = found == FOUND_NO_MOVE && !why->sentences.items[i].is_condition ? PART_MAKES
                                                                                       : PART_NONE;
        if (found == FOUND_MOVE && after != NULL &&
            is_done(why, mad_position_apply(trial.position, trial.moves, trial.index)) &&
            !is_same_text(after, trial.position))
            why->part[i] = PART_HELPS;
        trial_close(&trial);
        if (found == FOUND_NOTHING && !why->sentences.items[i].is_condition &&
            makes_with_users(why, before, i))
            why->part[i] = PART_MAKES;
        why->without[i] = false;
    }
}

static void say_parts(struct why *why, enum part part, const char *text)
{
    for (uint32_t i = 0; i < why->sentences.count; i++)
        if (why->part[i] == part)
            say_line(why, i, text);
}

static char *text_of(const mad_position *position, size_t *bytes)
{
    size_t length = mad_position_text(position, NULL, 0);
    char *text = mad_memory_new(position->game->allocator, length + 1);
    if (text != NULL)
        mad_position_text(position, text, length + 1);
    *bytes = length + 1;
    return text;
}

static void say_result(struct why *why, mad_position *position, bool is_verdict)
{
    struct mad_result result;
    char text[300];
    if (!is_done(why, mad_position_result(position, &result)) || result.outcome == MAD_GOES_ON)
        return;
    (void)snprintf(text, sizeof text, "the game is over%s: %s", is_verdict ? "" : " then",
                   result.reason);
    why->sink(why->context, &(struct mad_why_step){.text = text, .is_verdict = is_verdict});
}

static void explain_legal(struct why *why, const mad_moves *moves, size_t index)
{
    mad_position *after = NULL;
    char *text = NULL;
    size_t bytes = 0;
    why->status = mad_position_new(why->game, &after);
    if (why->status == MAD_OK)
        why->status = mad_position_copy(after, why->position);
    if (why->status == MAD_OK && is_done(why, mad_position_apply(after, moves, index))) {
        struct mad_why_effects effects = {.say = say_fact, .context = why};
        mad_why_tell_effects(why->game, mad_position_state(why->position),
                             mad_position_state(after), &after->plies[after->count - 1].move,
                             &effects);
        say_result(why, after, false);
        text = text_of(after, &bytes);
        if (text == NULL)
            why->status = MAD_ERROR_MEMORY;
    }
    if (why->status == MAD_OK) {
        find_parts(why, why->text, text);
        say_parts(why, PART_MAKES, "makes it: without this line it would not be there");
        say_parts(why, PART_HELPS, "has a part in what it does");
    }
    if (text != NULL)
        mad_memory_free(why->game->allocator, text, bytes);
    mad_position_free(after);
}

/* --- an illegal move: which sentence forbids it -------------------------------------------------- */

/* From here on the move is known by its coordinates. */
static void name_move(struct why *why, const struct trial *trial)
{
    const char *coord = mad_moves_at(trial->moves, trial->index).coord;
    if (strlen(coord) < sizeof why->move)
        strcpy(why->move, coord);
}

/* "then Black's Rook on e8 could take White's King on e1" */
static bool say_reply(struct why *why, struct trial *trial)
{
    const struct mad_game *game = trial->game;
    int mover = mad_position_side(trial->position);
    if (!is_done(why, mad_position_apply(trial->position, trial->moves, trial->index)) ||
        !is_done(why, mad_moves_list_raw(trial->moves, trial->position)))
        return false;
    const uint8_t *board = mad_state_board_const(game, mad_position_state(trial->position));
    for (size_t i = 0; i < mad_moves_count(trial->moves); i++) {
        struct mad_move_info info = mad_moves_at(trial->moves, i);
        if (info.from < 0 || info.to < 0 || info.from == info.to || board[info.to] >= game->empty)
            continue;
        const struct mad_code *victim = &game->codes[board[info.to]];
        if (victim->owner != mover || !game->types[victim->type].royal)
            continue;
        char text[200];
        struct mad_writer writer = mad_writer_on(text, sizeof text);
        mad_writer_text(&writer, "then ");
        mad_why_put_man(&writer, game, board[info.from]);
        mad_writer_text(&writer, " on ");
        mad_writer_text(&writer, game->square_name[info.from]);
        mad_writer_text(&writer, " would take ");
        mad_why_put_man(&writer, game, board[info.to]);
        mad_writer_text(&writer, " on ");
        mad_writer_text(&writer, game->square_name[info.to]);
        say_fact(why, text);
        why->is_told[info.from] = true;
        return true;
    }
    return false;
}

/* The sentences without each of which alone the move would be legal; how many. Laws and conditions first:
 * that a line lets the enemy attack is no reason beside them. */
static uint32_t say_single(struct why *why, bool wants_conditions, bool *is_law)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < why->sentences.count && count < MOST_LAWS && !is_given_up(why); i++) {
        struct trial trial;
        if (why->sentences.items[i].is_condition != wants_conditions)
            continue;
        why->without[i] = true;
        if (trial_open(why, why->text, &trial) == FOUND_MOVE) {
            say_line(why, i, "forbids it");
            name_move(why, &trial);
            *is_law = *is_law || why->sentences.items[i].is_law;
            if (count++ == 0 && *is_law)
                (void)say_reply(why, &trial);
        }
        why->without[i] = false;
        trial_close(&trial);
    }
    return count;
}

/* When several stand in the way at once: all laws and conditions are left out, and all that can be put
 * back without harm are. */
static bool say_together(struct why *why)
{
    struct trial trial;
    uint32_t said = 0;
    for (uint32_t i = 0; i < why->sentences.count; i++)
        why->without[i] = why->sentences.items[i].is_condition;
    enum found found = trial_open(why, why->text, &trial);
    trial_close(&trial);
    for (uint32_t i = why->sentences.count; found == FOUND_MOVE && i-- > 0 && !is_given_up(why);) {
        if (!why->without[i])
            continue;
        why->without[i] = false;
        why->without[i] = trial_open(why, why->text, &trial) != FOUND_MOVE;
        trial_close(&trial);
    }
    for (uint32_t i = 0; i < why->sentences.count; i++) {
        if (why->without[i] && found == FOUND_MOVE && said++ < MOST_LAWS)
            say_line(why, i, said == 1 ? "forbids it" : "and so does this");
        why->without[i] = false;
    }
    return said > 0;
}

/* --- an illegal move: what in the position forbids it -------------------------------------------- */

/* A copy of the position that may be changed; null without memory. */
static bool open_changed(struct why *why, struct trial *trial)
{
    *trial = (struct trial){.game = NULL};
    enum mad_status status = mad_position_new(why->game, &trial->position);
    if (status == MAD_OK)
        status = mad_position_copy(trial->position, why->position);
    if (status == MAD_OK)
        status = mad_moves_new(why->game, &trial->moves);
    if (status == MAD_OK)
        return true;
    why->status = status;
    trial_close(trial);
    return false;
}

static bool with_man(struct why *why, struct trial *trial, uint32_t square, uint8_t code)
{
    struct mad_state *state = mad_position_state(trial->position);
    uint8_t before = mad_state_board(why->game, state)[square];
    mad_state_put(why->game, state, square, code);
    mad_state_finish(why->game, state);
    bool is_found = look(why, trial) == FOUND_MOVE;
    if (!is_found) {
        mad_state_put(why->game, state, square, before);
        mad_state_finish(why->game, state);
    }
    return is_found;
}

static void put_back(struct why *why, struct trial *trial)
{
    if (mad_position_copy(trial->position, why->position) != MAD_OK)
        why->status = MAD_ERROR_MEMORY;
}

/* Which lines would make the move in that position. */
static void say_makers(struct why *why, const mad_position *position)
{
    size_t bytes;
    char *text = text_of(position, &bytes);
    if (text == NULL) {
        why->status = MAD_ERROR_MEMORY;
        return;
    }
    find_parts(why, text, NULL);
    say_parts(why, PART_MAKES, "would make it then");
    mad_memory_free(why->game->allocator, text, bytes);
}

/* "without Sente's Pawn on 7g and ... it would be legal" */
static void say_without(struct why *why, const uint8_t *board, const uint32_t *squares,
                        uint32_t count)
{
    const struct mad_game *game = why->game;
    char text[300];
    struct mad_writer writer = mad_writer_on(text, sizeof text);
    for (uint32_t i = 0; i < count; i++) {
        mad_writer_text(&writer, i == 0 ? "without " : i + 1 == count ? " and " : ", ");
        mad_why_put_man(&writer, game, board[squares[i]]);
        mad_writer_text(&writer, " on ");
        mad_writer_text(&writer, game->square_name[squares[i]]);
    }
    mad_writer_text(&writer, " it would be legal");
    say_fact(why, text);
}

/* Bytes of the square's name at the start of a text, 0: none. */
static size_t square_bytes(const struct mad_game *game, const char *text)
{
    char name[8];
    size_t bytes = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
    (void)snprintf(name, sizeof name, "%.*s", bytes < sizeof name ? (int)bytes : 0, text);
    return mad_game_square(game, name) >= 0 ? bytes : 0;
}

/* Whether two texts differ in the squares that they name alone. */
static bool are_alike(const struct mad_game *game, const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        size_t a_bytes = square_bytes(game, a), b_bytes = square_bytes(game, b);
        if ((a_bytes == 0) != (b_bytes == 0) || (a_bytes == 0 && *a != *b))
            return false;
        a += a_bytes > 0 ? a_bytes : 1;
        b += b_bytes > 0 ? b_bytes : 1;
    }
    return *a == *b;
}

/* Of the legal moves one that looks like the one asked for, which the trial has found, when none is made in the way in
 * which that would be: so it is the others' way that was meant. Null: there is none. */
static const char *other_way(const struct trial *trial, const mad_moves *legal)
{
    struct mad_move_info asked = mad_moves_at(trial->moves, trial->index);
    const char *alike = NULL;
    for (size_t i = mad_moves_count(legal); i-- > 0;) {
        struct mad_move_info move = mad_moves_at(legal, i);
        if (strcmp(move.verb, asked.verb) == 0)
            return NULL;
        if (are_alike(mad_position_game(trial->position), move.text, asked.text))
            alike = move.coord;
    }
    return alike;
}

static void say_way_of(struct why *why, const char *coord)
{
    char asked[MOVE_BYTES];
    if (strlen(coord) >= sizeof why->move)
        return;
    strcpy(asked, why->move);
    strcpy(why->move, coord);
    find_parts(why, why->text, NULL);
    say_parts(why, PART_MAKES, "makes the legal moves like it");
    strcpy(why->move, asked);
}

/* Men without whom the move would be legal. */
static uint32_t say_men(struct why *why, struct trial *trial, const mad_moves *legal, bool is_law,
                        bool wants_makers)
{
    const struct mad_game *game = why->game;
    const uint8_t *board = mad_state_board_const(game, mad_position_state(why->position));
    int side = mad_position_side(why->position);
    uint32_t count = 0;
    for (uint32_t square = 0; square < game->squares && count < MOST_MEN && why->status == MAD_OK;
         square++) {
        uint8_t code = board[square];
        if (is_given_up(why))
            break;
        if (code >= game->empty || why->is_told[square] ||
            (is_law && game->codes[code].owner == side &&
             game->types[game->codes[code].type].royal))
            continue;
        if (!with_man(why, trial, square, game->empty))
            continue;
        const char *other = wants_makers ? other_way(trial, legal) : NULL;
        if (other != NULL) {
            say_way_of(why, other);
            put_back(why, trial);
            return 1;
        }
        say_without(why, board, &square, 1);
        if (count++ == 0 && wants_makers)
            say_makers(why, trial->position);
        put_back(why, trial);
    }
    return count;
}

/* Takes one man after the other away, `more` of them beside those that are away; true: that is enough. */
static bool try_without(struct why *why, struct trial *trial, uint32_t from, uint32_t more,
                        uint32_t *squares)
{
    const struct mad_game *game = why->game;
    struct mad_state *state = mad_position_state(trial->position);
    for (uint32_t square = from; square < game->squares && !is_given_up(why); square++) {
        uint8_t code = mad_state_board(game, state)[square];
        if (code >= game->empty || game->types[game->codes[code].type].royal)
            continue;
        squares[0] = square;
        mad_state_put(game, state, square, game->empty);
        mad_state_finish(game, state);
        if (more > 1 ? try_without(why, trial, square + 1, more - 1, squares + 1)
                     : look(why, trial) == FOUND_MOVE)
            return true;
        mad_state_put(game, state, square, code);
        mad_state_finish(game, state);
    }
    return false;
}

/* Two men, or three where there are not many, who stand in the way together: between a King and his Rook. */
static bool say_men_together(struct why *why, struct trial *trial)
{
    enum { MOST_BY_THREE = 36 };
    const struct mad_game *game = why->game;
    const uint8_t *board = mad_state_board_const(game, mad_position_state(why->position));
    uint32_t squares[3], men = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        men += board[square] < game->empty;
    for (uint32_t count = 2; count <= (men <= MOST_BY_THREE ? 3 : 2); count++) {
        bool is_enough = try_without(why, trial, 0, count, squares);
        put_back(why, trial);
        if (is_enough) {
            say_without(why, board, squares, count);
            return true;
        }
    }
    return false;
}

/* Marks that would have to be set, or not to be, on a square where a man stands. */
static bool say_mark(struct why *why, struct trial *trial)
{
    const struct mad_game *game = why->game;
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        for (uint32_t square = 0;
             square < game->squares && !mad_is_digit_of(&game->marks[mark]) && !is_given_up(why);
             square++) {
            struct mad_state *state = mad_position_state(trial->position);
            uint64_t *word = &state->sets[(game->mark_slot + mark) * game->words + square / 64];
            uint64_t bit = UINT64_C(1) << square % 64;
            bool is_set = (*word & bit) != 0;
            *word ^= bit;
            mad_state_finish(game, state);
            bool is_found = look(why, trial) == FOUND_MOVE;
            *word ^= bit;
            mad_state_finish(game, state);
            if (!is_found)
                continue;
            char text[200];
            (void)snprintf(text, sizeof text, "`%s` is %s on %s; else it would be legal",
                           game->marks[mark].name, is_set ? "set" : "not set",
                           game->square_name[square]);
            say_fact(why, text);
            return true;
        }
    return false;
}

/* Somebody would have to stand where nobody does: whoever can only be taken there, or jumped over. */
static bool say_missing_man(struct why *why, struct trial *trial)
{
    const struct mad_game *game = why->game;
    int side = mad_position_side(why->position);
    for (uint32_t code = 0; code < game->code_count; code++) {
        if (game->codes[code].owner != 1 - side || game->types[game->codes[code].type].royal)
            continue;
        for (uint32_t square = 0; square < game->squares && !is_given_up(why); square++) {
            const uint8_t *board = mad_state_board_const(game, mad_position_state(why->position));
            if (board[square] != game->empty || game->square_name[square][0] == '\0' ||
                !with_man(why, trial, square, (uint8_t)code))
                continue;
            char text[200];
            struct mad_writer writer = mad_writer_on(text, sizeof text);
            mad_writer_text(&writer, "with ");
            mad_why_put_man(&writer, game, (uint8_t)code);
            mad_writer_text(&writer, " on ");
            mad_writer_text(&writer, game->square_name[square]);
            mad_writer_text(&writer, " it would be legal; nobody stands there");
            say_fact(why, text);
            say_makers(why, trial->position);
            put_back(why, trial);
            return true;
        }
        return false; /* one kind of enemy is enough: others would be taken alike */
    }
    return false;
}

static void say_what_can(struct why *why, const mad_moves *moves)
{
    size_t count = mad_moves_count(moves);
    char text[300];
    if (count == 0 || count > MOST_MOVES_TOLD)
        return;
    struct mad_writer writer = mad_writer_on(text, sizeof text);
    mad_writer_text(&writer, "what can be played: ");
    for (size_t i = 0; i < count; i++) {
        mad_writer_text(&writer, i > 0 ? ", " : "");
        mad_writer_text(&writer, mad_moves_at(moves, i).text);
    }
    say_fact(why, text);
}

static void explain_illegal(struct why *why, const mad_moves *moves)
{
    struct trial trial;
    bool is_law = false;
    uint32_t lines = say_single(why, true, &is_law);
    if (is_given_up(why) || !open_changed(why, &trial))
        return;
    bool has_more = say_men(why, &trial, moves, is_law, lines == 0) > 0;
    has_more = has_more || (!is_law && say_mark(why, &trial));
    if (lines == 0 && !has_more && !say_missing_man(why, &trial)) {
        bool is_together = say_together(why);
        has_more = say_men_together(why, &trial);
        if (!is_together && !has_more)
            (void)say_single(why, false, &is_law);
    }
    say_what_can(why, moves);
    trial_close(&trial);
}

/* --- asking -------------------------------------------------------------------------------------- */

static enum mad_status begin(struct why *why)
{
    enum mad_status status = mad_ablate_list(why->engine, why->load, &why->sentences);
    if (status != MAD_OK)
        return status;
    const struct mad_memory *memory = why->game->allocator;
    why->text = text_of(why->position, &why->text_bytes);
    why->without = mad_memory_new(memory, why->sentences.count + why->sentences.end_count + 1);
    why->part = mad_memory_new(memory, why->sentences.count + 1);
    return why->text == NULL || why->without == NULL || why->part == NULL ? MAD_ERROR_MEMORY
                                                                          : MAD_OK;
}

static void end(struct why *why)
{
    const struct mad_memory *memory = why->game->allocator;
    mad_memory_free(memory, why->text, why->text_bytes);
    mad_memory_free(memory, why->without, why->sentences.count + why->sentences.end_count + 1);
    mad_memory_free(memory, why->part, why->sentences.count + 1);
    mad_ablate_free(&why->sentences);
}

/* The move among the legal ones of the position as it is, the end of the game included. */
static enum mad_status find(struct why *why, mad_moves *moves, size_t *index,
                            struct mad_text_error *error)
{
    mad_position *now = NULL;
    enum mad_status status = mad_position_new(why->game, &now);
    if (status == MAD_OK)
        status = mad_position_copy(now, why->position);
    if (status == MAD_OK)
        status = mad_moves_list(moves, now);
    if (status == MAD_OK)
        status = mad_moves_find(moves, why->move, index, error);
    if (status == MAD_ERROR_OVER)
        say_result(why, now, true);
    mad_position_free(now);
    return why->status != MAD_OK ? why->status : status;
}

enum mad_status mad_why(const mad_engine *engine, const struct mad_load *load,
                        const mad_position *position, const char *move, mad_interrupt interrupt,
                        mad_why_sink sink, void *context, bool *is_legal)
{
    if (engine == NULL || load == NULL || position == NULL || move == NULL || sink == NULL)
        return MAD_ERROR_MISUSE;
    struct why why = {.engine = engine,
                      .load = load,
                      .position = position,
                      .game = position->game,
                      .interrupt = interrupt,
                      .sink = sink,
                      .context = context};
    struct mad_text_error error = {.offset = 0};
    mad_moves *moves = NULL;
    size_t index = 0;
    (void)snprintf(why.move, sizeof why.move, "%s", move); /* no move is so long */
    enum mad_status status = mad_moves_new(why.game, &moves);
    if (status == MAD_OK)
        status = find(&why, moves, &index, &error);
    bool is_found = status == MAD_OK;
    if (!is_found && error.text[0] != '\0' && status != MAD_ERROR_OVER)
        say_verdict(&why, error.text);
    if (status == MAD_OK || status == MAD_ERROR_ILLEGAL) {
        status = begin(&why);
        if (status == MAD_OK && is_found) {
            strcpy(why.move, mad_moves_at(moves, index).coord);
            explain_legal(&why, moves, index);
        } else if (status == MAD_OK) {
            explain_illegal(&why, moves);
        }
        status = status == MAD_OK ? why.status : status;
        if (status == MAD_ERROR_LIMIT && why.steps > MAD_MAX_WHY_STEPS) {
            say_fact(&why, "there is more to try than can be tried in time: this is not all");
            status = MAD_OK;
        }
        end(&why);
    }
    mad_moves_free(moves);
    if (status == MAD_OK)
        *is_legal = is_found;
    return status;
}
