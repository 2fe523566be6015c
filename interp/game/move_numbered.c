/* move_numbered.c - see move_numbered.h. Layer: game.
 *
 * Where a man lands on his way tell the effects of his move, in their order. Two moves that differ in nothing else leave
 * the same position: one of them is meant by what does not part them. */
#include "move_numbered.h"

#include <string.h>

#include "chance.h"
#include "dialect.h"
#include "notation.h"
#include "state.h"

enum { MOST_NUMBERS = 64 };

struct numbers { /* squares that are named, in order */
    uint32_t at[MOST_NUMBERS];
    uint32_t count;
    bool is_capture;
};

static bool may_take(const struct mad_move *move)
{
    return (move->flags & (MAD_MOVE_TAKES | MAD_MOVE_UNSURE)) != 0;
}

/* --- reading ---------------------------------------------------------------------------------------------- */

static bool read_numbers(const struct mad_game *game, const char *text, struct numbers *out)
{
    *out = (struct numbers){.count = 0};
    for (;;) {
        if (out->count == MOST_NUMBERS)
            return false;
        text = mad_dialect_read_square(game, text, &out->at[out->count++]);
        if (text == NULL || *text == '\0')
            return text != NULL && out->count > 1;
        bool is_capture = *text == 'x' || *text == ':' || *text == 'X';
        if (!is_capture && *text != '-')
            return false;
        out->is_capture |= is_capture;
        text++;
    }
}

static int32_t sign(int32_t number)
{
    return (number > 0) - (number < 0);
}

/* Notes who is taken between two squares on one line; false when they are on none, or nobody is. */
static bool pass_taken(const struct mad_game *game, const struct mad_squares *taken, uint32_t from,
                       uint32_t to, bool *is_passed)
{
    int32_t files = game->files,
            right = (int32_t)(to % game->files) - (int32_t)(from % game->files);
    int32_t up = (int32_t)(to / game->files) - (int32_t)(from / game->files);
    bool is_one = false;
    if (from == to || (right != 0 && up != 0 && right != up && right != -up))
        return false;
    int32_t step = sign(up) * files + sign(right);
    for (int32_t square = (int32_t)from + step; square != (int32_t)to; square += step)
        for (uint32_t i = 0; i < taken->count; i++)
            if (taken->at[i] == square)
                is_passed[i] = is_one = true;
    return is_one;
}

static bool passes_taken(const struct mad_game *game, const struct mad_move_list *list,
                         const struct mad_move *move, const struct numbers *numbers)
{
    struct mad_squares taken;
    bool is_passed[MAD_MAX_SQUARES] = {false};
    mad_notation_taken(game, list, move, &taken);
    for (uint32_t i = 0; i + 1 < numbers->count; i++)
        if (!pass_taken(game, &taken, numbers->at[i], numbers->at[i + 1], is_passed))
            return false;
    for (uint32_t i = 0; i < taken.count; i++)
        if (!is_passed[i])
            return false;
    return true;
}

/* Where the man stands and lands, from the effects; false when they are too many. */
static bool find_way(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_move_list *list, const struct mad_move *move,
                     struct numbers *out)
{
    *out = (struct numbers){{move->from}, 1, may_take(move)};
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *delta = &list->deltas[move->delta_first + i];
        if (delta->kind != MAD_DELTA_SQUARE || delta->after == game->empty ||
            game->codes[delta->after].owner != state->side ||
            delta->index == out->at[out->count - 1])
            continue;
        if (out->count == MOST_NUMBERS)
            return false;
        out->at[out->count++] = delta->index;
    }
    if (move->delta_count == 0)
        out->at[out->count++] = move->to;
    return out->at[out->count - 1] == move->to && out->count > 1;
}

static bool is_same_way(const struct numbers *a, const struct numbers *b)
{
    return a->count == b->count && a->is_capture == b->is_capture &&
           memcmp(a->at, b->at, a->count * sizeof *a->at) == 0;
}

static bool goes(const struct mad_game *game, const struct mad_state *state,
                 const struct mad_move_list *list, const struct mad_move *move,
                 const struct numbers *numbers)
{
    struct numbers way;
    return find_way(game, state, list, move, &way) && is_same_way(&way, numbers);
}

static bool goes_any(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_move_list *list, const struct numbers *numbers)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (goes(game, state, list, &list->moves[i], numbers))
            return true;
    return false;
}

/* Whether two captures leave the same position. */
static bool is_alike(const struct mad_game *game, const struct mad_move_list *list,
                     const struct mad_move *a, const struct mad_move *b)
{
    struct mad_squares of_a, of_b;
    if (a->from != b->from || a->to != b->to || a->placed != b->placed)
        return false;
    mad_notation_taken(game, list, a, &of_a);
    mad_notation_taken(game, list, b, &of_b);
    uint32_t common = 0;
    for (uint32_t i = 0; i < of_a.count; i++)
        for (uint32_t j = 0; j < of_b.count; j++)
            common += of_a.at[i] == of_b.at[j];
    return of_a.count == of_b.count && common == of_a.count;
}

/* An order that does not hang on that of the list. */
static bool comes_before(const struct mad_move_list *list, const struct mad_move *a,
                         const struct mad_move *b)
{
    if (a->delta_count != b->delta_count || a->delta_count == 0)
        return a->delta_count < b->delta_count;
    return memcmp(list->deltas + a->delta_first, list->deltas + b->delta_first,
                  a->delta_count * sizeof *list->deltas) < 0;
}

/* Whether these squares are the move: all of its way, or so much that no other one is meant. */
static bool means(const struct mad_game *game, const struct mad_state *state,
                  const struct mad_move_list *list, const struct mad_move *move,
                  const struct numbers *numbers)
{
    if (move->from != numbers->at[0] || move->to != numbers->at[numbers->count - 1] ||
        numbers->is_capture != may_take(move))
        return false;
    if (numbers->count > 2 && goes_any(game, state, list, numbers))
        return goes(game, state, list, move, numbers);
    for (uint32_t i = 0; i < list->count; i++)
        if (comes_before(list, &list->moves[i], move) &&
            is_alike(game, list, &list->moves[i], move))
            return false;
    return numbers->count == 2 || passes_taken(game, list, move, numbers);
}

bool mad_move_is_numbered(const struct mad_game *game, const struct mad_state *state,
                          const struct mad_move_list *list, const struct mad_move *move,
                          const char *text)
{
    struct numbers numbers;
    return mad_game_has_dialect(game, MAD_DIALECT_PDN) && read_numbers(game, text, &numbers) &&
           means(game, state, list, move, &numbers);
}

/* --- writing ---------------------------------------------------------------------------------------------- */

/* Whether these squares are move `index` and no other one. */
static bool means_alone(const struct mad_game *game, const struct mad_state *state,
                        const struct mad_move_list *list, uint32_t index,
                        const struct numbers *numbers)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (means(game, state, list, &list->moves[i], numbers) != (i == index))
            return false;
    return true;
}

bool mad_move_write_numbered(const struct mad_game *game, const struct mad_state *state,
                             const struct mad_move_list *list, uint32_t index,
                             struct mad_writer *writer)
{
    const struct mad_move *move = &list->moves[index];
    struct numbers numbers = {{move->from, move->to}, 2, may_take(move)};
    if (!mad_game_has_dialect(game, MAD_DIALECT_PDN) || mad_move_is_open(move) ||
        mad_dialect_number(game, move->from) == 0 || mad_dialect_number(game, move->to) == 0)
        return false;
    if (!means_alone(game, state, list, index, &numbers) &&
        !(find_way(game, state, list, move, &numbers) &&
          means_alone(game, state, list, index, &numbers)))
        return false;
    for (uint32_t i = 0; i < numbers.count; i++) {
        if (i > 0)
            mad_writer_char(writer, numbers.is_capture ? 'x' : '-');
        mad_dialect_write_square(game, numbers.at[i], writer);
    }
    return true;
}
