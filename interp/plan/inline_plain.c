/* inline_plain.c - verbs that are plain moves after all.
 *
 * Layer: plan. A verb such as the double step lets squares be named, requires some of them empty, lands on one
 * and perhaps sets a mark: for every square where the man may stand all of that is known now. Such a line
 * becomes a ray of the piece's movement table, and the mark a note for apply, so that it costs what a plain
 * move costs. Anything else is left to call.c. `double-step along forward` on the second rank goes two squares
 * and leaves `passed-square` behind. What another line may do too is left to call.c as well: ways of verbs are moves
 * of their own, rays of a table are not. It relies on value.c to know every word of the body without code. */
#include <string.h>

#include "codegen.h"
#include "verb.h"

struct straight {
    struct mad_codegen *codegen;
    const struct mad_squares *needed[4]; /* [squares] each: must be empty */
    uint32_t needed_count;
    const struct mad_squares *target, *marked;
    uint32_t mark;
    bool has_mark;
};

/* The value when it is a table over where the man stands and needs no code. */
static const struct mad_squares *table_of(struct mad_codegen *codegen, const struct mad_node *node,
                                          const struct mad_env *env)
{
    struct mad_value value = mad_silent_value(codegen, node, env);
    return value.kind == MAD_KIND_SQUARES && value.form == MAD_FORM_HERE && value.single
               ? value.table
               : NULL;
}

/* `X is empty`, one or several joined by `and`. */
static bool read_requirement(struct straight *s, const struct mad_node *truth,
                             const struct mad_env *env)
{
    if (truth->kind == MAD_NODE_AND) {
        for (const struct mad_node *child = truth->first; child != NULL; child = child->next) {
            if (!read_requirement(s, child, env)) {
                return false;
            }
        }
        return true;
    }
    if (truth->kind != MAD_NODE_IS || truth->flags != 0 || truth->n0 != MAD_IS ||
        !mad_is_word(truth->first->next, MAD_WORD_EMPTY) || s->needed_count == 4) {
        return false;
    }
    s->needed[s->needed_count] = table_of(s->codegen, truth->first, env);
    return s->needed[s->needed_count++] != NULL;
}

/* A name that was given its squares before the man landed. */
static bool is_named_before(const struct mad_node *node, const struct mad_env *env)
{
    const struct mad_env *local = mad_local(env, node);
    return local != NULL && local->node == NULL;
}

static bool read_effect(struct straight *s, const struct mad_node *call, const struct mad_env *env)
{
    const struct mad_node *on = mad_argument(call, "on"), *object = mad_argument(call, NULL);
    if (on == NULL || (s->target != NULL && !is_named_before(on, env))) {
        return false; /* once he has landed, `step south` is counted from there */
    }
    if (mad_says_part(call)) {
        return false;
    }
    if (strcmp(call->name, "land") == 0 && s->target == NULL) {
        s->target = table_of(s->codegen, on, env);
        return s->target != NULL;
    }
    for (uint32_t mark = 0;
         strcmp(call->name, "set") == 0 && !s->has_mark && mark < s->codegen->rules->mark_count;
         mark++) {
        if (mad_is_ref(object, s->codegen->rules->marks[mark].name)) {
            s->mark = mark;
            s->has_mark = true;
            s->marked = table_of(s->codegen, on, env);
            return s->marked != NULL && /* notes of the move itself are gone behind it */
                   s->codegen->rules->marks[mark].life != MAD_LIFE_MOVE;
        }
    }
    return false;
}

static bool read_body(struct straight *s, const struct mad_node *statement,
                      const struct mad_env *env)
{
    for (; statement != NULL; statement = statement->next) {
        if (statement->kind == MAD_NODE_LET) {
            const struct mad_value value = {.kind = MAD_KIND_SQUARES,
                                            .form = MAD_FORM_HERE,
                                            .table = table_of(s->codegen, statement->first, env),
                                            .single = true};
            if (value.table == NULL || s->target != NULL) {
                return false;
            }
            env = mad_bind(s->codegen, statement->name, value, env);
        } else if (statement->kind == MAD_NODE_REQUIRE) {
            if (s->target != NULL || s->has_mark || !read_requirement(s, statement->first, env)) {
                return false;
            }
        } else if (statement->kind != MAD_NODE_CALL || !read_effect(s, statement, env)) {
            return false;
        }
    }
    return s->target != NULL;
}

/* Whether the man lands on empty squares alone: he may capture elsewhere, which is no such way. */
static bool lands_on_empty(const struct straight *s)
{
    bool empty = true;
    for (uint32_t from = 0; empty && from < s->codegen->squares; from++) {
        empty = squares_empty(&s->target[from]);
        for (uint32_t i = 0; i < s->needed_count; i++) {
            empty = empty || squares_empty(&s->needed[i][from]) ||
                    squares_first(&s->needed[i][from]) == squares_first(&s->target[from]);
        }
    }
    return empty;
}

/* The way from one square as a ray: what must be empty, then the target, which must be empty too. */
static void add_way(struct straight *s, struct mad_motion *motion, uint32_t from,
                    struct mad_trail_mark *trace, uint16_t *to)
{
    uint16_t way[5];
    uint32_t count = 0;
    if (squares_empty(&s->target[from])) {
        return;
    }
    uint32_t target = squares_first(&s->target[from]);
    for (uint32_t i = 0; i < s->needed_count; i++) {
        if (squares_empty(&s->needed[i][from])) {
            return; /* off the board nothing is empty */
        }
        uint32_t square = squares_first(&s->needed[i][from]);
        if (square != target) {
            way[count++] = (uint16_t)square;
        }
    }
    way[count++] = (uint16_t)target;
    if (target != from) {
        to[from] = (uint16_t)target;
        mad_motion_add_way(s->codegen, motion, from, way, count);
        if (s->has_mark && !squares_empty(&s->marked[from])) {
            trace[from] = (struct mad_trail_mark){(uint16_t)target,
                                                  (uint16_t)squares_first(&s->marked[from])};
        }
    }
}

static bool has_template(const struct mad_codegen *codegen, const char *verb)
{
    for (uint32_t i = 0; i < codegen->rules->templates.count; i++) {
        if (codegen->rules->templates.items[i]->name == verb) {
            return true;
        }
    }
    return false;
}

/* Notes where this way leads; whether the man comes there otherwise too. */
static bool is_gone_otherwise(const struct straight *s, struct mad_gone *gone, bool noting)
{
    bool otherwise = false;
    for (uint32_t from = 0; from < s->codegen->squares; from++) {
        const struct mad_squares *to = &s->target[from];
        struct mad_squares twice =
            squares_combine(MAD_BOTH, noting ? &gone->once[from] : &gone->twice[from], to);
        otherwise = otherwise || !squares_empty(&twice);
        if (noting) {
            gone->twice[from] = squares_combine(MAD_EITHER, &gone->twice[from], &twice);
            gone->once[from] = squares_combine(MAD_EITHER, &gone->once[from], to);
        }
    }
    return otherwise;
}

bool mad_inline_plain_line(struct mad_codegen *codegen, const struct mad_node *line, uint32_t code,
                           struct mad_gone *gone, struct mad_motion *motion)
{
    const struct mad_node *call = mad_child_of_kind(line, MAD_NODE_CALL);
    const struct mad_rule_verb *verb = mad_verb(codegen, call->name);
    const struct mad_node *body = mad_body_of(verb);
    if (!mad_takes_way(codegen->program, MAD_WAY_INLINE_PLAIN) || body == NULL ||
        line->text != NULL || (line->flags & MAD_FLAG_ONE_MUST) ||
        mad_child_of_kind(verb->node, MAD_NODE_EVENT_ON) != NULL ||
        has_template(codegen, verb->name) || mad_is_asked_for(codegen, verb->name) ||
        codegen->program->piece.trail_marks[code] != NULL || codegen->errors != 0) {
        return false;
    }
    struct straight s = {.codegen = codegen};
    struct mad_squares places;
    struct mad_motion *ways = mad_motion_new(codegen);
    struct mad_trail_mark *trace = mad_codegen_keep(codegen, codegen->squares * sizeof *trace);
    struct mad_straight *known = mad_codegen_keep(codegen, sizeof *known);
    uint16_t *to = mad_codegen_keep(codegen, codegen->squares * sizeof *to);
    codegen->place = MAD_PLACE_VERB;
    codegen->has_here = true;
    const struct mad_env *env = mad_verb_bind(codegen, verb, call, NULL);
    bool straight = ways != NULL && trace != NULL && known != NULL && to != NULL && env != NULL &&
                    read_body(&s, body->first, env) && lands_on_empty(&s);
    codegen->place = MAD_PLACE_LINE;
    codegen->has_here = false;
    if (!straight || !mad_when_is_place(codegen, line, &places) ||
        is_gone_otherwise(&s, gone, motion == NULL) || motion == NULL) {
        return false;
    }
    for (uint32_t from = 0; from < codegen->squares; from++) {
        trace[from].to = to[from] = (uint16_t)from;
        if (squares_has(&places, from)) {
            add_way(&s, ways, from, trace, to);
        }
    }
    mad_motion_add(codegen, motion, ways);
    *known = (struct mad_straight){codegen->game->lines[0].straights,
                                   mad_codegen_keep_text(codegen, verb->name), to, (uint8_t)code};
    codegen->game->lines[0].straights = known;
    if (s.has_mark) {
        codegen->program->piece.trail_marks[code] = trace;
        codegen->program->piece.trace_mark[code] = (uint8_t)s.mark;
    }
    return true;
}
