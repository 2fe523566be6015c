/* make.c - what is so when a move has been made: marks that go, `when moved`, whose turn it is.
 *
 * Layer: tests. Written from the sections Memory, Players and turns and The turn of the manual. */
#include "parts.h"

void clear_marks(const struct meaning_game *g, struct position *p, enum mad_life life)
{
    for (uint32_t m = 0; m < g->rules->mark_count; m++)
        for (int s = 0; g->rules->marks[m].life == life && s < g->squares; s++)
            *mark_at(g, p, (int)m, s) = 0;
}

/* Marks that last a turn go with the first move of the enemy's turn, but for those that it sets. */
static void age_marks(const struct meaning_game *g, struct position *p, bool is_new_turn)
{
    for (uint32_t m = 0; m < g->rules->mark_count; m++)
        for (int s = 0; s < g->squares; s++) {
            int16_t *mark = mark_at(g, p, (int)m, s);
            bool goes = g->rules->marks[m].life == MAD_LIFE_TURNS && is_new_turn && *mark == 1;
            if (g->rules->marks[m].most == 0 && !is_of_players(g, (int)m))
                *mark = *mark != 0 && !goes;
        }
}

int ended_at(const struct way *w)
{
    return w->at != NONE ? w->at : w->origin;
}

struct last last_of(const struct way *w)
{
    int man = w->man != 0 ? w->man : w->at != NONE ? w->now->cell[w->at] : 0;
    return (struct last){.is_any = true,
                         .origin = w->origin,
                         .kind = man != 0 ? kind_of(man) : NONE,
                         .takes = w->taken > 0,
                         .forced = w->forced,
                         .verb = w->verb,
                         .outcome = w->outcome != NULL ? w->outcome->name : NULL};
}

struct keep {
    struct frame base;
    struct position **kept;
};

static void keep_position(struct way *w, const struct frame *frame)
{
    struct position **kept = ((const struct keep *)(const void *)frame)->kept;
    if (*kept != NULL)
        refuse(w->g, NULL, "a choice in what happens when moved");
    else
        *kept = copy_of(w->g, w->now);
}

/* `when moved`, seen by who made the move. */
static struct position *do_when_moved(const struct way *done, struct position *p)
{
    const struct mad_rule_lines *laws = &done->g->rules->laws;
    for (uint32_t i = 0; i < laws->count && goes_on(done->g); i++) {
        if (laws->items[i]->kind != MAD_NODE_WHEN_MOVED)
            continue;
        struct position *after = NULL;
        struct way w = {.g = done->g,
                        .now = p,
                        .before = done->before,
                        .past = done->past,
                        .side = done->mover,
                        .mover = done->mover,
                        .here = ended_at(done),
                        .origin = done->origin,
                        .at = NONE,
                        .to = NONE,
                        .laws = done->laws,
                        .aside = 1,
                        .by_itself = true};
        struct keep keep = {{keep_position, NULL}, &after};
        struct call call = {child_of(laws->items[i], MAD_NODE_BODY), NULL, 0, NULL};
        walk(&w, call.body->first, NULL, &call, &keep.base);
        if (after != NULL) {
            free(p);
            p = after;
        }
    }
    return p;
}

static bool holds_behind(const struct way *w, const struct position *p, enum mad_node_kind kind)
{
    const struct mad_rule_lines *laws = &w->g->rules->laws;
    struct past here = {p, w->past};
    struct view view = {.g = w->g,
                        .now = p,
                        .before = w->before,
                        .past = &here,
                        .ahead = p,
                        .side = w->mover,
                        .here = NONE,
                        .origin = w->origin,
                        .laws = w->laws};
    for (uint32_t i = 0; i < laws->count; i++)
        if (laws->items[i]->kind == kind && holds(&view, laws->items[i]->first, NULL))
            return true;
    return false;
}

static void next_turn(const struct way *w, struct position *p)
{
    const struct meaning_game *g = w->g;
    bool ends = holds_behind(w, p, MAD_NODE_END_TURN_WHEN);
    if (g->goes_on) { /* the turns are: a player's first move, and any further one */
        bool again = !ends && holds_behind(w, p, MAD_NODE_AGAIN_WHEN);
        p->turn = 2 * (again ? w->mover : 1 - w->mover) + again;
        p->side = g->turns[p->turn];
        return;
    }
    do
        p->turn = p->turn + 1 < g->turn_count ? p->turn + 1 : g->turns_once;
    while (ends && g->turns[p->turn] == w->mover);
    p->side = g->turns[p->turn];
}

static struct position *make_with(struct way *w, bool moved)
{
    const struct meaning_game *g = w->g;
    struct position *p = copy_of(g, w->now);
    const struct position *before = w->before;
    bool quiet = !w->breaks && !(w->taken > 0 && breaks_quiet(g, NONE, 0));
    clear_marks(g, p, MAD_LIFE_MOVE);
    age_marks(g, p, before->mover != w->mover);
    p->last = last_of(w);
    p->mover = w->mover;
    p->side = g->turn_count > 0 || plays_many(g) ? w->mover : 1 - w->mover;
    p->quiet = !quiet ? 0 : before->quiet < MAD_MAX_COUNT ? before->quiet + 1 : MAD_MAX_COUNT;
    if (moved)
        p = do_when_moved(w, p);
    clear_marks(g, p, MAD_LIFE_MOVE);
    age_marks(g, p, false);
    if (g->turn_count > 0)
        next_turn(w, p);
    if (plays_many(g)) {
        pass_on(w->g, p, w->past);
        return p;
    }
    bool is_last =
        g->rules->players[w->mover].capitals == 0; /* a full move ends with the small letters' */
    bool is_over = g->rules->plays_alone || (is_last && p->side != w->mover);
    if (is_over && before->fullmove < MAD_MAX_COUNT)
        p->fullmove = before->fullmove + 1;
    return p;
}

struct position *make(struct way *w)
{
    return make_with(w, true);
}

struct position *make_alone(struct way *w)
{
    return make_with(w, false);
}
