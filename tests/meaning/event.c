/* event.c - what a piece's lines say of its own move, of being taken, of capturing, of being put
 * somewhere.
 *
 * Layer: tests. The lines are gone through in written order, each with its choices. Written from
 * the section Pieces of the manual. */
#include "parts.h"

struct event { /* a line of a piece that says what happens when */
    const node *on, *body;
    const struct env *env;
};

static bool is_of_phase(const node *on, enum phase phase)
{
    switch ((enum mad_event)on->n0) {
    case MAD_EVENT_ENDS:
    case MAD_EVENT_STARTS:
    case MAD_EVENT_STARTS_OR_ENDS: return phase == WHEN_MOVE_ENDS;
    case MAD_EVENT_PLACED: return phase == WHEN_PLACED;
    case MAD_EVENT_TAKEN: return phase == WHEN_TAKEN;
    case MAD_EVENT_CAPTURING: return phase == WHEN_CAPTURING;
    }
    return false;
}

/* The line itself, or the verb with an event behind its head that it calls. */
static bool read_event(struct way *w, const node *line, struct env *room, struct event *event)
{
    const node *call = child_of(line, MAD_NODE_CALL), *verb;
    struct view view = view_of(w);
    if (line->kind == MAD_NODE_EVENT) {
        *event =
            (struct event){child_of(line, MAD_NODE_EVENT_ON), child_of(line, MAD_NODE_BODY), NULL};
        return true;
    }
    if (line->kind != MAD_NODE_CALL_LINE || (verb = verb_of(w->g, call->name)) == NULL ||
        child_of(verb, MAD_NODE_EVENT_ON) == NULL || !when_holds(&view, line, NULL))
        return false;
    *event = (struct event){child_of(verb, MAD_NODE_EVENT_ON), child_of(verb, MAD_NODE_BODY),
                            fill_in(w->g, verb, call, NULL, room)};
    return true;
}

static bool happens(struct way *w, const struct event *event, enum phase phase, int square)
{
    struct view view = view_of(w);
    bool starts = event->on->n0 == MAD_EVENT_STARTS, ends = event->on->n0 == MAD_EVENT_ENDS;
    if (!is_of_phase(event->on, phase))
        return false;
    if (event->on->first == NULL)
        return true;
    set zone = squares_of(&view, event->on->first, event->env);
    if (phase != WHEN_MOVE_ENDS)
        return has(&zone, square);
    return (!starts && has(&zone, square)) || (!ends && w->origin != NONE && has(&zone, w->origin));
}

struct events { /* the lines of a piece, the next one first */
    struct frame base;
    enum phase phase;
    int kind, square;
    uint32_t line;
    bool
        becoming; /* what the lines make of him at the end of his move comes before all else that they say */
};

static void next_event(struct way *w, const struct frame *frame)
{
    struct events events = *(const struct events *)(const void *)frame;
    const struct mad_rule_lines *lines = &w->g->rules->pieces[events.kind].lines;
    struct env room[MOST_BLANKS];
    struct event event;
    while (events.line < lines->count && goes_on(w->g))
        if (read_event(w, lines->items[events.line++], room, &event) &&
            happens(w, &event, events.phase, events.square)) {
            struct call call = {event.body, event.env, 0, NULL};
            if (events.phase == WHEN_MOVE_ENDS) {
                w->event = event.body;
                w->becoming = events.becoming;
            }
            walk(w, event.body->first, event.env, &call, &events.base);
            return;
        }
    if (events.becoming) {
        int kind = kind_of(w->now->cell[events.square]);
        if (has_kind(&w->gen->become, kind))
            return; /* choices that come to the same are one */
        add_kind(&w->gen->become, kind);
        events.becoming = false;
        events.line = 0;
        next_event(w, &events.base);
        return;
    }
    frame->next->go(w, frame->next);
}

void do_events(struct way *w, enum phase phase, int kind, int square, const struct frame *frame)
{
    struct events events = {{next_event, frame}, phase, kind, square, 0, phase == WHEN_MOVE_ENDS};
    next_event(w, &events.base);
}

bool has_event(struct way *w, enum phase phase, int kind)
{
    const struct mad_rule_lines *lines = &w->g->rules->pieces[kind].lines;
    struct env room[MOST_BLANKS];
    struct event event;
    for (uint32_t i = 0; i < lines->count; i++)
        if (read_event(w, lines->items[i], room, &event) && is_of_phase(event.on, phase))
            return true;
    return false;
}

struct aside step_aside(struct way *w, void (*back)(struct way *, const struct frame *), int square,
                        const struct frame *frame)
{
    struct aside aside = {.base = {back, frame},
                          .side = w->side,
                          .here = w->here,
                          .placing = w->placing,
                          .leaving = w->leaving,
                          .square = square};
    int owner = owner_of(w->now->cell[square]);
    w->aside++;
    w->here = square;
    w->side = owner != NOBODY ? owner : w->side;
    return aside;
}

void step_back(struct way *w, const struct aside *aside)
{
    w->aside--;
    w->here = aside->here;
    w->side = aside->side;
    w->placing = aside->placing;
    w->leaving = aside->leaving;
}
