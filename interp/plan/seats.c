/* seats.c - games of three players and more, lowered once for each of them.
 *
 * Layer: plan. From each seat the rules are those of two, he who sits there and all others (rules/seats.c); what no one
 * of them can tell, who is out and whose win an end is, stands in struct mad_seats.
 * It relies on lower.c for each of them. */
#include "../game/seats.h"
#include "../game/writer.h"
#include "../rules/seats.h"
#include "../vm/program.h"
#include "codegen.h"
#include "lower.h"

/* "Red and Green" */
static const char *winners_of(struct mad_lower_context *context, const struct mad_ruleset *rules,
                              uint32_t allies)
{
    char text[400];
    struct mad_writer writer = mad_writer_on(text, sizeof text);
    for (uint32_t left = allies; left != 0; left &= left - 1) {
        const bool is_last = (left & (left - 1)) == 0;
        mad_writer_text(&writer, left == allies ? "" : is_last ? " and " : ", ");
        mad_writer_text(&writer, rules->players[__builtin_ctz(left)].name);
    }
    return mad_arena_copy(context->arena, text, strlen(text));
}

/* The counter that the node names, as the first player has it. */
static uint8_t counter_of(const struct mad_ruleset *rules, const struct mad_node *named)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < rules->counter_count && rules->counters[i].name != named->name; i++)
        at += rules->counters[i].each ? rules->player_count : 1;
    return (uint8_t)at;
}

/* What the ends say of who is out, and who has won. */
static bool note_ends(struct mad_lower_context *context, const struct mad_ruleset *rules,
                      struct mad_seats *seats)
{
    seats->stuck = seats->last = seats->most = MAD_NO_END;
    seats->winner = mad_arena_new(context->arena, rules->ends.count + 1, 1);
    seats->counter = mad_arena_new(context->arena, rules->ends.count + 1, 1);
    seats->loses = mad_arena_new(context->arena, rules->ends.count + 1, 1);
    if (seats->winner == NULL || seats->counter == NULL || seats->loses == NULL)
        return false;
    for (uint32_t i = 0; i < rules->ends.count; i++) {
        const struct mad_node *end = rules->ends.items[i];
        const char *name = end->kind == MAD_NODE_END_FOR ? end->first->name : NULL;
        seats->winner[i] =
            end->kind == MAD_NODE_END_FOR && mad_is_word(end->first, MAD_WORD_NEXT_PLAYER)
                ? MAD_SEAT_OF_NEXT
                : MAD_SEAT_OF_MOVER;
        seats->loses[i] = end->kind == MAD_NODE_END_FOR && end->n0 == 0;
        for (uint32_t player = 0; player < rules->player_count && name != NULL; player++)
            if (rules->players[player].name == name)
                seats->winner[i] = (uint8_t)player;
        if (end->kind == MAD_NODE_END_LAST)
            seats->last = i;
        if (end->kind == MAD_NODE_END_MOST ||
            (end->kind == MAD_NODE_END_LAST && end->first != NULL)) {
            seats->winner[i] = MAD_SEAT_WITH_MOST;
            seats->most = seats->most == MAD_NO_END ? i : seats->most;
            seats->counter[i] = counter_of(rules, end->first);
        }
        if (end->kind != MAD_NODE_END_OUT)
            continue;
        seats->out_count = i + 1;
        seats->stay |= (uint32_t)end->n0 << i;
        seats->stuck = end->first == NULL ? i : seats->stuck;
    }
    return true;
}

static enum mad_status lower_seat(const struct mad_ruleset *rules, struct mad_intern *names,
                                  struct mad_lower_context *context, struct mad_seats *seats,
                                  uint32_t seat)
{
    struct mad_ruleset *mine = MAD_ARENA_NEW(context->scratch, struct mad_ruleset);
    struct mad_game *made = NULL;
    if (mine == NULL || !mad_seat_rules(context->scratch, names, rules, seat, mine))
        return MAD_ERROR_MEMORY;
    enum mad_status status = mad_lower(mine, context, &made);
    if (status != MAD_OK)
        return status;
    made->turn.seats = seats;
    made->memory = context->arena;
    seats->game[seat] = made;
    seats->allies[seat] = mad_seat_allies(rules, seat);
    seats->turn_marks[seat] = mad_seat_turn_marks(rules, seat);
    seats->winners[seat] = winners_of(context, rules, seats->allies[seat]);
    return seats->winners[seat] != NULL ? MAD_OK : MAD_ERROR_MEMORY;
}

enum mad_status mad_lower_seats(const struct mad_ruleset *rules, struct mad_intern *names,
                                struct mad_lower_context *context, struct mad_game **out)
{
    struct mad_seats *seats = MAD_ARENA_NEW(context->arena, struct mad_seats);
    enum mad_status status = MAD_OK;
    if (!mad_seats_check(context->diagnostics, rules))
        return MAD_ERROR_RULES;
    if (seats == NULL || !note_ends(context, rules, seats))
        return MAD_ERROR_MEMORY;
    seats->count = rules->player_count;
    seats->men = rules->piece_count * rules->player_count;
    context->left_out = UINT32_MAX; /* what looks ahead takes the enemy for who is next */
    for (uint32_t seat = 0; seat < seats->count && status == MAD_OK; seat++)
        status = lower_seat(rules, names, context, seats, seat);
    if (status != MAD_OK)
        return status;
    struct mad_game *first = (struct mad_game *)(uintptr_t)seats->game[0];
    struct mad_state *array = (struct mad_state *)(uintptr_t)first->initial;
    mad_seat_begin(first, array);
    mad_state_finish(first, array);
    *out = first;
    return MAD_OK;
}
