/* walk.c - verbs: every way through their sentences, walked on copies.
 *
 * Layer: tests. A sentence does what it says and then goes on with what comes behind it, once
 * for each choice that there is; a way that fails just does not go on. Written from the sections
 * Verbs and Chance of the manual. */
#include "parts.h"

struct view view_of(const struct way *w)
{
    return (struct view){.g = w->g,
                         .now = w->now,
                         .before = w->before,
                         .past = w->past,
                         .ahead = w->now,
                         .side = w->side,
                         .here = w->here,
                         .origin = w->origin,
                         .laws = w->laws,
                         .lines_alone = w->gen != NULL && w->gen->prey != NULL};
}

struct way copy_way(const struct way *w)
{
    struct way copy = *w;
    copy.now = copy_of(w->g, w->now);
    return copy;
}

void drop_way(struct way *w)
{
    free(w->now);
}

/* --- calls ---------------------------------------------------------------------------------- */

const struct env *fill_in(struct meaning_game *g, const node *verb, const node *call,
                          const struct env *env, struct env *room)
{
    const struct env *filled = NULL;
    int count = 0;
    for (const node *blank = verb->first; blank != NULL; blank = blank->next) {
        if (blank->kind != MAD_NODE_PARAM)
            continue;
        const node *given = argument_of(call, blank->text);
        if (count == MOST_BLANKS || (given == NULL && blank->first == NULL)) {
            refuse(g, call, "blanks");
            return NULL;
        }
        room[count] = (struct env){.name = blank->name,
                                   .next = filled,
                                   .said = given != NULL ? given : blank->first,
                                   .around = given != NULL ? env : NULL,
                                   .as_squares = strcmp(blank->other, "squares") == 0};
        filled = &room[count++];
    }
    return filled;
}

/* --- what comes behind ---------------------------------------------------------------------- */

struct rest { /* the sentences behind one that has been walked */
    struct frame base;
    const node *s;
    const struct env *env;
    const struct call *call;
};

static void go_on(struct way *w, const struct frame *frame)
{
    const struct rest *rest = (const struct rest *)(const void *)frame;
    walk(w, rest->s, rest->env, rest->call, frame->next);
}

static struct rest rest_of(const node *s, const struct env *env, const struct call *call,
                           const struct frame *frame)
{
    return (struct rest){{go_on, frame}, s->next, env, call};
}

/* --- choices -------------------------------------------------------------------------------- */

/* One after the other of what a value holds; false behind the last. A square, a direction, a
 * kind; whose men are meant when that is said are squares. */
static bool next_in(const struct view *v, const struct value *all, int *at, struct value *one)
{
    *one = (struct value){.kind = all->kind, .owner = NONE, .counter = NONE};
    int limit = all->kind == OF_SQUARES      ? MOST_SQUARES
                : all->kind == OF_DIRECTIONS ? (int)v->g->rules->direction_count
                                             : (int)v->g->rules->piece_count;
    for (; *at < limit; ++*at) {
        if (all->kind == OF_SQUARES && has(&all->squares, *at)) {
            add(&one->squares, (*at)++);
            return true;
        }
        if (all->kind == OF_DIRECTIONS && all->directions >> *at & 1) {
            one->directions = UINT64_C(1) << (*at)++;
            return true;
        }
        if (all->kind == OF_KINDS && has_kind(&all->kinds, *at)) {
            add_kind(&one->kinds, (*at)++);
            return true;
        }
    }
    return false;
}

/* The men in a pocket, each kind once; with `former`, of those that were there when the move
 * began. */
static struct value men_in(const struct view *v, const struct value *pocket)
{
    struct value men = {.kind = OF_KINDS, .owner = NONE, .counter = NONE};
    int owner = pocket->owner != NONE ? pocket->owner : v->side;
    for (int kind = 0; kind < (int)v->g->rules->piece_count; kind++)
        if (*pocket_at(v->g, looked_at(v->now), pocket->pocket, owner, kind) > 0 &&
            (!pocket->former ||
             *pocket_at(v->g, looked_at(v->before), pocket->pocket, owner, kind) > 0))
            add_kind(&men.kinds, kind);
    return men;
}

static struct value choices_of(const struct way *w, const node *n, const struct env *env)
{
    struct view view = view_of(w);
    struct value all = value_of(&view, n, env);
    if (all.kind == OF_POCKETS)
        return men_in(&view, &all);
    if (all.kind == OF_KINDS && all.owner != NONE) {
        all.squares = as_squares(&view, &all, n);
        all.kind = OF_SQUARES;
    }
    if (all.kind == OF_PLAYERS || all.kind == OF_NUMBERS)
        refuse(w->g, n, "nothing to choose among");
    return all;
}

/* What has been drawn, one of so many, as an outcome of a toss. */
static const node *drawn_outcome(struct meaning_game *g, const struct value *one, int at, int of)
{
    char name[80] = "on-";
    const char *said = one->kind == OF_SQUARES      ? g->name[at]
                       : one->kind == OF_DIRECTIONS ? g->rules->directions[at].name
                                                    : g->rules->pieces[at].name;
    size_t used = one->kind == OF_SQUARES ? strlen(name) : 0;
    for (; *said != '\0' && used + 1 < sizeof name; said++)
        name[used++] = (char)(*said == ' '                   ? '-'
                              : *said >= 'A' && *said <= 'Z' ? *said + 32
                                                             : *said);
    name[used] = '\0';
    for (const node *known = g->drawn; known != NULL; known = known->next)
        if (known->n1 == of && strcmp(known->name, name) == 0)
            return known;
    struct mad_node *fresh = must_have(MAD_ARENA_NEW(&g->arena, struct mad_node));
    *fresh = (struct mad_node){.kind = MAD_NODE_OUTCOME,
                               .name = must_have(mad_arena_copy(&g->arena, name, used)),
                               .n0 = 1,
                               .n1 = of,
                               .next = g->drawn};
    g->drawn = fresh;
    return fresh;
}

static int how_many(const struct view *v, const struct value *all)
{
    struct value one;
    int count = 0;
    for (int at = 0; next_in(v, all, &at, &one);)
        count++;
    return count;
}

static bool may_toss(struct way *w, const node *s)
{
    if (w->gen != NULL && w->outcome == NULL)
        return true;
    refuse(w->g, s, "a toss behind a move, or behind another");
    return false;
}

/* One of them comes, each as likely as any other; there is no way where there are none. */
static void draw(struct way *w, const node *s, const struct env *env, const struct call *call,
                 const struct frame *frame)
{
    struct view view = view_of(w);
    struct value all = choices_of(w, s->first, env);
    struct env name = {.name = s->name, .next = env};
    const int of = how_many(&view, &all);
    if (!may_toss(w, s))
        return;
    const int choice = ++w->gen->tosses;
    for (int at = 0; next_in(&view, &all, &at, &name.value) && goes_on(w->g);) {
        struct way copy = copy_way(w);
        copy.toss = s;
        copy.outcome = drawn_outcome(w->g, &name.value, at - 1, of);
        copy.choice = choice;
        walk(&copy, s->next, &name, call, frame);
        drop_way(&copy);
    }
}

static void choose(struct way *w, const node *s, const struct env *env, const struct call *call,
                   const struct frame *frame)
{
    struct view view = view_of(w);
    struct value all = choices_of(w, s->first, env);
    struct env name = {.name = s->name, .next = env};
    for (int at = 0; next_in(&view, &all, &at, &name.value) && goes_on(w->g);) {
        struct way copy = copy_way(w);
        walk(&copy, s->next, &name, call, frame);
        drop_way(&copy);
    }
}

/* `choose x from 1 to N`. */
static void choose_number(struct way *w, const node *s, const struct env *env,
                          const struct call *call, const struct frame *frame)
{
    struct view view = view_of(w);
    const int most = number_of(&view, s->first, env);
    struct env name = {.name = s->name, .next = env};
    for (int number = s->n0; number <= most && goes_on(w->g); number++) {
        struct way copy = copy_way(w);
        name.value =
            (struct value){.kind = OF_NUMBERS, .number = number, .owner = NONE, .counter = NONE};
        walk(&copy, s->next, &name, call, frame);
        drop_way(&copy);
    }
}

struct round { /* `for each`: the next one, and behind the last what follows */
    struct rest rest;
    const node *s;
    struct value all;
    int at;
};

static void go_round(struct way *w, const struct frame *frame)
{
    struct round round = *(const struct round *)(const void *)frame;
    struct view view = view_of(w);
    struct env name = {.name = round.s->name, .next = round.rest.env};
    w->rounds--;
    if (!next_in(&view, &round.all, &round.at, &name.value)) {
        go_on(w, frame);
        return;
    }
    w->rounds++;
    walk(w, round.s->first->next->first, &name, round.rest.call, &round.rest.base);
}

struct lap { /* `for each x from the next N squares along D`: the next one */
    struct rest rest;
    const node *s;
    int direction, at, left;
    set skipped;
};

static void go_lap(struct way *w, const struct frame *frame)
{
    struct lap lap = *(const struct lap *)(const void *)frame;
    struct env name = {.name = lap.s->name, .next = lap.rest.env};
    int passed = 0;
    w->rounds--;
    do
        lap.at = lap.at != NONE ? step(w->g, w->side, lap.direction, lap.at) : NONE;
    while (lap.at != NONE && has(&lap.skipped, lap.at) && passed++ <= w->g->squares);
    if (lap.left-- <= 0 || lap.at == NONE || has(&lap.skipped, lap.at)) {
        go_on(w, frame);
        return;
    }
    w->rounds++;
    name.value =
        (struct value){.kind = OF_SQUARES, .squares = only(lap.at), .owner = NONE, .counter = NONE};
    walk(w, lap.s->first->next->first, &name, lap.rest.call, &lap.rest.base);
}

static void walk_along(struct way *w, const node *s, const struct env *env, const struct call *call,
                       const struct frame *frame)
{
    const node *next = s->first, *from = child_of(next, MAD_NODE_FROM),
               *skip = child_of(next, MAD_NODE_OVER);
    struct view view = view_of(w);
    struct lap lap = {{{go_lap, frame}, s->next, env, call},
                      .s = s,
                      .at = from != NULL ? first_of(squares_of(&view, from->first, env)) : w->here,
                      .left = number_of(&view, next->first, env)};
    const uint64_t ways = directions_of(&view, next->first->next, env);
    if (ways == 0 || (ways & (ways - 1)) != 0) {
        refuse(w->g, s, "one way is wanted");
        return;
    }
    if (skip != NULL)
        lap.skipped = squares_of(&view, skip->first, env);
    lap.direction = __builtin_ctzll(ways);
    w->rounds++;
    go_lap(w, &lap.rest.base);
}

/* --- if, let, again ------------------------------------------------------------------------- */

static void walk_if(struct way *w, const node *s, const struct env *env, const struct call *call,
                    const struct frame *frame)
{
    struct view view = view_of(w);
    struct rest rest = rest_of(s, env, call, frame);
    const node *body = s->first->next;
    if (!holds(&view, s->first, env))
        body = body->next;
    walk(w, body != NULL ? body->first : NULL, env, call, &rest.base);
}

static void walk_let(struct way *w, const node *s, const struct env *env, const struct call *call,
                     const struct frame *frame)
{
    struct view view = view_of(w);
    struct env name = {.name = s->name, .next = env, .value = value_of(&view, s->first, env)};
    if (name.value.kind == OF_KINDS && name.value.owner != NONE) { /* where they stand now */
        name.value.squares = as_squares(&view, &name.value, s);
        name.value.kind = OF_SQUARES;
    }
    walk(w, s->next, &name, call, frame);
}

struct count_way {
    struct frame base;
    bool *found;
};

static void note_way(struct way *w, const struct frame *frame)
{
    *((const struct count_way *)(const void *)frame)->found = true;
    frame->next->go(w, frame->next);
}

/* The blanks of the next round: those that are filled anew have what that is worth now. */
static const struct env *fill_again(struct way *w, const node *s, const struct env *env,
                                    const struct call *call, struct env *room)
{
    struct view view = view_of(w);
    const struct env *filled = NULL;
    int count = 0;
    for (const node *blank = call->verb->first; blank != NULL; blank = blank->next) {
        if (blank->kind != MAD_NODE_PARAM)
            continue;
        const node *given = argument_of(s, blank->text);
        room[count] = *bound(call->blanks, blank->name);
        room[count].next = filled;
        if (given != NULL) {
            const bool as_squares = room[count].as_squares;
            room[count].said = NULL;
            room[count].value = as_squares
                                    ? (struct value){.kind = OF_SQUARES,
                                                     .squares = squares_of(&view, given, env),
                                                     .owner = NONE,
                                                     .counter = NONE}
                                    : value_of(&view, given, env);
        }
        filled = &room[count++];
    }
    return filled;
}

/* The whole verb again from where the piece is now, for as long as it finds a way, or as one likes. */
static void walk_again(struct way *w, const node *s, const struct env *env, const struct call *call,
                       const struct frame *frame)
{
    bool found = false;
    struct count_way count = {{note_way, frame}, &found};
    struct env room[MOST_BLANKS];
    struct call again = {call->body, call->blanks, call->rounds + 1, call->verb};
    if (s->first != NULL)
        again.blanks = fill_again(w, s, env, call, room);
    if (s->n0 == 0 || call->rounds < s->n0) {
        struct way copy = copy_way(w);
        walk(&copy, again.body->first, again.blanks, &again, &count.base);
        drop_way(&copy);
    }
    if (!found || s->n1 != 0)
        frame->go(w, frame);
}

/* Nobody chooses whether to become what he is. */
static bool is_that_already(const struct way *w, const node *call_node, const struct env *env)
{
    struct view view = view_of(w);
    const int man = w->here != NONE ? w->now->cell[w->here] : 0;
    if (man == 0 || !w->ends || !is_effect(call_node) || strcmp(call_node->name, "become") != 0)
        return false;
    struct value value = value_of(&view, argument_of(call_node, NULL), env);
    for (int kind = 0; kind < (int)w->g->rules->piece_count; kind++)
        if (value.kind == OF_KINDS && has_kind(&value.kinds, kind) &&
            may_have(w->g, kind, owner_of(man)) && comes_to_be(w, kind) != kind_of(man))
            return false;
    return true;
}

static void walk_may(struct way *w, const node *s, const struct env *env, const struct call *call,
                     const struct frame *frame)
{
    struct rest rest = rest_of(s, env, call, frame);
    if (!is_that_already(w, s->first->first, env)) {
        struct way copy = copy_way(w);
        walk(&copy, s->first->first, env, call, &rest.base);
        drop_way(&copy);
    }
    walk(w, s->next, env, call, frame);
}

static void toss(struct way *w, const node *s, const struct env *env, const struct call *call,
                 const struct frame *frame)
{
    struct rest rest = rest_of(s, env, call, frame);
    if (!may_toss(w, s))
        return;
    int choice = ++w->gen->tosses;
    for (const node *outcome = s->first; outcome != NULL && goes_on(w->g);
         outcome = outcome->next) {
        struct way copy = copy_way(w);
        copy.toss = s;
        copy.outcome = outcome;
        copy.choice = choice;
        walk(&copy, outcome->first->first, env, call, &rest.base);
        drop_way(&copy);
    }
}

static void walk_call(struct way *w, const node *s, const struct env *env, const struct call *call,
                      const struct frame *frame)
{
    struct rest rest = rest_of(s, env, call, frame);
    const node *verb = verb_of(w->g, s->name);
    struct env room[MOST_BLANKS];
    if (is_effect(s)) {
        do_effect(w, s, env, &rest.base);
        return;
    }
    if (verb == NULL) {
        refuse(w->g, s, s->name);
        return;
    }
    struct call called = {child_of(verb, MAD_NODE_BODY), fill_in(w->g, verb, s, env, room), 0,
                          verb};
    walk(w, called.body->first, called.blanks, &called, &rest.base);
}

/* A sentence of an event that is about the other half of it: not what the man becomes, or just that. */
static bool is_other_half(const struct way *w, const node *s, const struct call *call)
{
    const node *outright = call->body->first;
    if (s == NULL || w->event != call->body || s->kind == MAD_NODE_LET)
        return false;
    while (outright != NULL && outright != s)
        outright = outright->next;
    const node *deed = s->kind == MAD_NODE_MAY ? s->first->first : s;
    bool becomes =
        outright == s && deed->kind == MAD_NODE_CALL && strcmp(deed->name, "become") == 0;
    return outright == s && becomes != w->becoming;
}

void walk(struct way *w, const node *s, const struct env *env, const struct call *call,
          const struct frame *frame)
{
    while (is_other_half(w, s, call))
        s = s->next;
    if (!goes_on(w->g) || (w->gen != NULL && w->gen->one_will_do && w->gen->found))
        return;
    if (s == NULL) {
        frame->go(w, frame);
        return;
    }
    struct view view = view_of(w);
    switch ((unsigned)s->kind) {
    case MAD_NODE_LET: walk_let(w, s, env, call, frame); return;
    case MAD_NODE_CHOOSE:
        (s->n1 != 0                      ? choose_number
         : s->flags & MAD_FLAG_AT_RANDOM ? draw
                                         : choose)(w, s, env, call, frame);
        return;
    case MAD_NODE_REQUIRE:
        if (holds(&view, s->first, env))
            walk(w, s->next, env, call, frame);
        return;
    case MAD_NODE_IF: walk_if(w, s, env, call, frame); return;
    case MAD_NODE_FOR_EACH: {
        if (s->first->kind == MAD_NODE_THE_NEXT) {
            walk_along(w, s, env, call, frame);
            return;
        }
        struct round round = {
            {{go_round, frame}, s->next, env, call}, s, choices_of(w, s->first, env), 0};
        w->rounds++;
        go_round(w, &round.rest.base);
        return;
    }
    case MAD_NODE_REPEAT: walk_again(w, s, env, call, frame); return;
    case MAD_NODE_MAY: walk_may(w, s, env, call, frame); return;
    case MAD_NODE_TOSS: toss(w, s, env, call, frame); return;
    case MAD_NODE_NOTHING_HAPPENS: walk(w, s->next, env, call, frame); return;
    case MAD_NODE_CALL: walk_call(w, s, env, call, frame); return;
    default: refuse(w->g, s, "in a verb"); return;
    }
}
