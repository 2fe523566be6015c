/* chance.c - see chance.h. Layer: game. */
#include "chance.h"

#include <string.h>

static bool is_outcome(const struct mad_move *move)
{
    return move->flags >> MAD_MOVE_OUTCOME_SHIFT != 0;
}

/* How many moves from `index` on are the outcomes of one toss; 0 when that one has none. */
static uint32_t outcomes_at(const struct mad_move_list *list, uint32_t index)
{
    uint32_t count = is_outcome(&list->moves[index]);
    while (count != 0 && index + count < list->count && is_outcome(&list->moves[index + count]) &&
           !(list->moves[index + count].flags & MAD_MOVE_FIRST))
        count++;
    return count;
}

static uint32_t shown_of(const struct mad_move *outcomes, uint32_t count)
{
    uint32_t shown = 0;
    while (shown < count &&
           (outcomes[shown].to == MAD_NO_SQUARE || outcomes[shown].to == outcomes[shown].from))
        shown++;
    return shown < count ? shown : 0;
}

const struct mad_move *mad_chance_shown(const struct mad_move_list *list,
                                        const struct mad_move *open)
{
    const struct mad_move *outcomes = list->moves + open->delta_first;
    return outcomes + shown_of(outcomes, open->delta_count);
}

static bool is_drawn(const struct mad_game *game, const struct mad_move *outcome)
{
    return mad_move_chance(game, outcome)->of == 0;
}

static struct mad_move open_move(const struct mad_game *game, const struct mad_move *outcomes,
                                 uint32_t count, uint32_t index)
{
    struct mad_move open = outcomes[shown_of(outcomes, count)];
    const uint32_t alike = MAD_MOVE_TAKES | MAD_MOVE_CHANGES;
    for (uint32_t i = 0; i < count; i++) {
        if ((outcomes[i].flags & alike) != (open.flags & alike))
            open.flags |= MAD_MOVE_UNSURE;
        if (is_drawn(game, outcomes) && outcomes[i].to != open.to)
            open.to = MAD_NO_SQUARE;
        if (is_drawn(game, outcomes) && outcomes[i].placed != open.placed)
            open.placed = game->empty;
    }
    open.flags &= (1u << MAD_MOVE_OUTCOME_SHIFT) - 1;
    open.flags |= MAD_MOVE_OPEN << MAD_MOVE_OUTCOME_SHIFT;
    open.delta_first = index;
    open.delta_count = count;
    return open;
}

static bool has_delta(const struct mad_move_list *list, const struct mad_move *move,
                      const struct mad_delta *wanted)
{
    uint32_t i = 0;
    while (i < move->delta_count &&
           memcmp(&list->deltas[move->delta_first + i], wanted, sizeof *wanted) != 0)
        i++;
    return i < move->delta_count;
}

bool mad_chance_is_told(const struct mad_game *game, const struct mad_move_list *list,
                        const struct mad_move *move, const struct mad_delta *delta)
{
    const bool is_open = mad_move_is_open(move) && is_drawn(game, list->moves + move->delta_first);
    bool is_told = true;
    for (uint32_t i = 0; is_open && i < move->delta_count && is_told; i++)
        is_told = has_delta(list, &list->moves[move->delta_first + i], delta);
    return is_told;
}

/* The outcomes are first set aside behind the list. */
enum mad_status mad_chance_fold(const struct mad_game *game, struct mad_move_list *list,
                                uint32_t first, uint32_t *total)
{
    uint32_t choices = first, aside = list->count;
    *total = list->count;
    for (uint32_t i = first, count; game->outcome_count != 0 && i < list->count; i += count) {
        count = outcomes_at(list, i);
        if (count == 0) {
            list->moves[choices++] = list->moves[i];
            count = 1;
            continue;
        }
        if (aside + count > list->capacity)
            return MAD_ERROR_LIMIT;
        list->moves[i].flags &= (uint16_t)~MAD_MOVE_FIRST;
        memcpy(list->moves + aside, list->moves + i, count * sizeof *list->moves);
        list->moves[choices++] = open_move(game, list->moves + i, count, aside - list->count);
        aside += count;
    }
    if (aside == list->count)
        return MAD_OK;
    for (uint32_t i = first; i < choices; i++)
        if (mad_move_is_open(&list->moves[i]))
            list->moves[i].delta_first += choices;
    memmove(list->moves + choices, list->moves + list->count,
            (aside - list->count) * sizeof *list->moves);
    *total = choices + aside - list->count;
    list->count = choices;
    return MAD_OK;
}
