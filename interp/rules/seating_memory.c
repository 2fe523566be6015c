/* seating_memory.c - what a game of several players remembers, as one of them sees it: counters, marks, pockets.
 *
 * Layer: rules. What each player has by himself is there once for each, under a name of its own; it relies on
 * seats.c for the rest of the game. */
#include <stdio.h>

#include "seating.h"

/* "points-r": what each player counts is a counter of its own, and so its fields of position texts; of marks likewise. */
const char *mad_seating_named(struct mad_seating *seats, uint32_t player, const char *name)
{
    char text[200];
    snprintf(text, sizeof text, "%s-%s", name, seats->rules->players[player].letter);
    const char *one = mad_intern_string(seats->names, text);
    seats->out_of_memory |= one == NULL;
    return one;
}

/* A mark that lasts a turn: there is one for each player who may set it, and it is his until he is to move again. */
static bool is_of_turn(const struct mad_rule_mark *mark)
{
    return mark->life == MAD_LIFE_TURNS && mark->turns == 1;
}

bool mad_seating_is_turn_mark(const struct mad_seating *seats, const char *name)
{
    const struct mad_ruleset *rules = seats->rules;
    bool is_one = false;
    for (uint32_t i = 0; i < rules->mark_count; i++)
        is_one = is_one || (rules->marks[i].name == name && is_of_turn(&rules->marks[i]));
    return is_one;
}

void mad_seating_add_counters(struct mad_seating *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    out->counters = mad_seating_room(seats, (size_t)rules->counter_count * rules->player_count,
                                     sizeof *out->counters);
    out->counter_count = 0;
    for (uint32_t i = 0; i < rules->counter_count && !seats->out_of_memory; i++) {
        const uint32_t players = rules->counters[i].each ? rules->player_count : 1;
        for (uint32_t player = 0; player < players; player++) {
            struct mad_rule_counter *made = &out->counters[out->counter_count++];
            *made = rules->counters[i];
            made->said = made->each ? made->name : NULL;
            made->name = made->each ? mad_seating_named(seats, player, made->name) : made->name;
            made->each = false;
        }
    }
}

void mad_seating_add_marks(struct mad_seating *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    out->marks = mad_seating_room(seats, (size_t)rules->mark_count * rules->player_count,
                                  sizeof *out->marks);
    out->mark_count = 0;
    for (uint32_t i = 0; i < rules->mark_count && !seats->out_of_memory; i++) {
        const bool each = is_of_turn(&rules->marks[i]);
        for (uint32_t player = 0; player < (each ? rules->player_count : 1); player++) {
            struct mad_rule_mark *made = &out->marks[out->mark_count++];
            *made = rules->marks[i];
            if (each) { /* how long it lasts is known by whose turn it is (game/seats.c) */
                made->said = made->name;
                made->name = mad_seating_named(seats, player, made->name);
                made->life = MAD_LIFE_ALWAYS;
            }
        }
    }
}

/* `show passed as "ep"`: those of each player are shown as "ep-r". */
void mad_seating_add_shows(struct mad_seating *seats)
{
    const struct mad_rule_lines said = seats->rules->shows;
    const uint32_t players = seats->rules->player_count;
    const struct mad_node **items =
        mad_seating_room(seats, (size_t)said.count * players, sizeof *items);
    seats->out->shows = (struct mad_rule_lines){items, 0};
    for (uint32_t i = 0; i < said.count && !seats->out_of_memory; i++) {
        const bool each = mad_seating_is_turn_mark(seats, said.items[i]->name);
        for (uint32_t player = 0; player < (each ? players : 1); player++) {
            struct mad_node *made =
                mad_seating_node(seats, MAD_NODE_SHOW, said.items[i]->span, said.items[i]->name);
            if (made == NULL)
                return;
            *made = *said.items[i];
            if (each) {
                made->name = mad_seating_named(seats, player, made->name);
                made->text = mad_seating_named(seats, player, made->text);
            }
            items[seats->out->shows.count++] = made;
        }
    }
}

uint32_t mad_seat_turn_marks(const struct mad_ruleset *rules, uint32_t player)
{
    uint32_t bits = 0;
    for (uint32_t i = 0, at = 0; i < rules->mark_count; i++) {
        const bool each = is_of_turn(&rules->marks[i]);
        bits |= each && at + player < 32 ? 1u << (at + player) : 0;
        at += each ? rules->player_count : 1;
    }
    return bits;
}

/* Each player has of what it starts with as much in his. */
void mad_seating_add_pockets(struct mad_seating *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    const uint32_t players = rules->player_count;
    seats->out->pockets = mad_seating_room(seats, rules->pocket_count, sizeof *rules->pockets);
    for (uint32_t i = 0; i < rules->pocket_count && !seats->out_of_memory; i++) {
        const struct mad_rule_lines said = rules->pockets[i].stock;
        const struct mad_node **stock =
            mad_seating_room(seats, (size_t)said.count * players, sizeof *stock);
        seats->out->pockets[i] = rules->pockets[i];
        for (uint32_t k = 0; stock != NULL && k < said.count * players; k++) {
            const struct mad_node *one = said.items[k / players];
            struct mad_node *made = mad_seating_node(seats, one->kind, one->span, NULL);
            if (made == NULL)
                return;
            *made = *one;
            made->name = mad_seating_of_player(seats, k % players, one->name);
            stock[k] = made;
        }
        seats->out->pockets[i].stock = (struct mad_rule_lines){stock, said.count * players};
    }
}
