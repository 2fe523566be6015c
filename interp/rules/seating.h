/* seating.h - a game of several players while it is made out for one of them; shared by the files that do so. Layer: rules. */
#ifndef MAD_RULES_SEATING_H
#define MAD_RULES_SEATING_H

#include "seats.h"

struct mad_seating {
    struct mad_arena *arena;
    struct mad_intern *names;
    const struct mad_ruleset *rules;
    struct mad_ruleset *out;
    const struct mad_node *verb; /* whose names are local there; null: no verb is looked at */
    uint32_t seat;
    bool walls; /* men of who is out stay */
    bool out_of_memory;
};

/* Zeroed, of the arena; null: there is no memory, and out_of_memory is set. */
void *mad_seating_room(struct mad_seating *seats, size_t count, size_t bytes);
struct mad_node *mad_seating_node(struct mad_seating *seats, enum mad_node_kind kind,
                                  struct mad_span span, const char *name);
/* "Red Pawn" */
const char *mad_seating_of_player(struct mad_seating *seats, uint32_t player, const char *name);
/* "points-r" */
const char *mad_seating_named(struct mad_seating *seats, uint32_t player, const char *name);
/* Whether the mark of that name lasts a turn. */
bool mad_seating_is_turn_mark(const struct mad_seating *seats, const char *name);

void mad_seating_add_counters(struct mad_seating *seats);
void mad_seating_add_marks(struct mad_seating *seats);
void mad_seating_add_shows(struct mad_seating *seats);
void mad_seating_add_pockets(struct mad_seating *seats);

#endif
