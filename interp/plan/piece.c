/* piece.c - what the lines of a piece say: plain movement, arrivals, handlers, attacks.
 *
 * Layer: plan. Plain clauses become MEN and ROYAL instructions with table terms; their captures, read
 * backwards, become the attacks by which check is seen. What a piece becomes when its own move ends is worked
 * out for every start and end now. `promote to Queen or Rook` makes rows of arrivals; `capture step forward-
 * diagonal`, read backwards, is how a Pawn gives check. It relies on tables/ for movement, and on truth.c for
 * what a `when` asks. */
#include <string.h>

#include "../vm/opcode.h"
#include "codegen.h"

/* --- arrivals -------------------------------------------------------------------------------- */

struct event { /* what happens when the own move ends or starts on a zone */
    struct mad_squares zone;
    bool ends, starts, optional;
    struct mad_types kinds;
    const struct mad_node *body;
    const struct mad_env *env;
    bool becomes, acts;
};

/* What the sentence makes of the piece, by choice or not; null: nothing. */
static const struct mad_node *become_of(const struct mad_node *s, bool *optional)
{
    *optional = s->kind == MAD_NODE_MAY;
    for (s = *optional ? s->first->first : s; s != NULL; s = *optional ? s->next : NULL) {
        if (s->kind == MAD_NODE_CALL && strcmp(s->name, "become") == 0) {
            return s;
        }
    }
    return NULL;
}

/* Any choice but an outright `may become` at the end of the own move would be passed over. */
static void refuse_choices(struct mad_codegen *codegen, const struct mad_node *body,
                           bool may_become)
{
    for (const struct mad_node *s = body != NULL ? body->first : NULL; s != NULL; s = s->next) {
        bool optional = false;
        if (s->kind == MAD_NODE_MAY && !(may_become && become_of(s, &optional) != NULL)) {
            mad_no_choice_here(codegen, s);
        }
        if (s->kind == MAD_NODE_IF || s->kind == MAD_NODE_FOR_EACH) {
            for (const struct mad_node *part = s->first->next; part != NULL; part = part->next) {
                refuse_choices(codegen, part, false);
            }
        }
    }
}

/* One of a single army cannot become a man of the other; a piece that both armies have becomes what the
 * army of each has, but it has to be something. */
static void check_armies(struct mad_codegen *codegen, const struct mad_types *kinds, uint32_t of,
                         struct mad_span span)
{
    bool shared = codegen->rules->pieces[of].owner < 0, any = false;
    int wrong = -1;
    for (uint32_t type = 0; type < codegen->game->type_count; type++) {
        bool has = codegen->game->code_of[type][codegen->side] != 0xff;
        any = any || (has && types_has(kinds, type));
        wrong = !has && wrong < 0 && types_has(kinds, type) ? (int)type : wrong;
    }
    if (wrong >= 0 && !(shared && any)) {
        mad_codegen_other_army(codegen, (uint32_t)wrong, codegen->side, span);
    }
}

/* Where it happens, and whether more is said than what the piece becomes. */
static bool read_event(struct mad_codegen *codegen, const struct mad_node *on,
                       const struct mad_node *body, const struct mad_env *env, struct event *event)
{
    *event = (struct event){.zone = codegen->board, .body = body, .env = env};
    event->ends = on->n0 != MAD_EVENT_STARTS;
    event->starts = on->n0 == MAD_EVENT_STARTS || on->n0 == MAD_EVENT_STARTS_OR_ENDS;
    if (on->first != NULL) {
        struct mad_value zone = mad_squares_of(codegen, on->first, env);
        if (zone.kind != MAD_KIND_SQUARES || zone.form != MAD_FORM_CONST) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, on->span,
                              "ranks, files or squares are wanted here");
            return false;
        }
        event->zone = zone.set;
    }
    for (const struct mad_node *s = body != NULL ? body->first : NULL; s != NULL; s = s->next) {
        bool never = s->kind == MAD_NODE_IF && mad_truth_known(codegen, s->first, env) == 0;
        bool optional;
        event->acts = event->acts || (become_of(s, &optional) == NULL && !never);
    }
    return true;
}

/* What an outright `become K` or `may become K` of the event makes of the piece; false for any other sentence. */
static bool read_become(struct mad_codegen *codegen, uint32_t type, const struct mad_node *sentence,
                        struct event *event)
{
    const struct mad_node *become = become_of(sentence, &event->optional);
    event->becomes = become != NULL && become->first != NULL;
    if (event->becomes) {
        event->kinds = mad_kinds_become(codegen, become, event->env);
        check_armies(codegen, &event->kinds, type, codegen->span);
    }
    return event->becomes;
}

static bool is_of_own_move(const struct mad_node *on)
{
    return on->n0 == MAD_EVENT_ENDS || on->n0 == MAD_EVENT_STARTS ||
           on->n0 == MAD_EVENT_STARTS_OR_ENDS;
}

/* What a line of a piece says of an event, itself or by calling a verb that is headed so. */
struct event_line {
    const struct mad_node *on, *body;
    const struct mad_env *env; /* the blanks of the verb */
};

/* False when the line is of no event, or of none by the options in force. */
static bool read_event_line(struct mad_codegen *codegen, const struct mad_node *line,
                            struct event_line *out)
{
    codegen->span = line->span;
    *out = (struct event_line){NULL, NULL, NULL};
    if (line->kind == MAD_NODE_EVENT) {
        out->on = mad_child_of_kind(line, MAD_NODE_EVENT_ON);
        out->body = mad_child_of_kind(line, MAD_NODE_BODY);
    } else if (mad_is_event_verb(codegen, line) &&
               mad_options_allow(codegen, line,
                                 "this line can only ask for an option; its squares stand in the "
                                 "line itself: `promote to Queen on rank 8`")) {
        const struct mad_node *call = mad_child_of_kind(line, MAD_NODE_CALL);
        const struct mad_rule_verb *verb = mad_verb(codegen, call->name);
        out->env = mad_verb_bind(codegen, verb, call, NULL);
        if (out->env != NULL) { /* else it was told why */
            out->on = mad_child_of_kind(verb->node, MAD_NODE_EVENT_ON);
            out->body = mad_child_of_kind(verb->node, MAD_NODE_BODY);
        }
    }
    return out->on != NULL;
}

/* The events of a piece while they are collected. */
struct event_list {
    struct event items[MAD_MAX_EVENTS];
    uint32_t count;
};

static void add_event(struct mad_codegen *codegen, struct event_list *events, struct event event,
                      struct mad_span span)
{
    if (events->count == MAD_MAX_EVENTS) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, span,
                          "a piece has at most %d lines about where its own move starts or ends",
                          MAD_MAX_EVENTS);
        codegen->status = MAD_ERROR_RULES;
        return;
    }
    events->items[events->count++] = event;
}

/* What the lines of a piece say of its own move, in written order: each outright `become` is an event of its own, and
 * what else a line says is another. */
static void collect_events(struct mad_codegen *codegen, uint32_t type, struct event_list *events)
{
    const struct mad_rule_piece *piece = &codegen->rules->pieces[type];
    events->count = 0;
    for (uint32_t i = 0; i < piece->lines.count && codegen->status == MAD_OK; i++) {
        const struct mad_span span = piece->lines.items[i]->span;
        struct event_line line;
        struct event event;
        if (!read_event_line(codegen, piece->lines.items[i], &line) || !is_of_own_move(line.on)) {
            continue;
        }
        refuse_choices(codegen, line.body, true);
        if (!read_event(codegen, line.on, line.body, line.env, &event)) {
            continue;
        }
        const bool acts = event.acts;
        event.acts = false;
        for (const struct mad_node *s = line.body->first; s != NULL; s = s->next) {
            if (read_become(codegen, type, s, &event)) {
                add_event(codegen, events, event, span);
            }
        }
        if (acts) {
            event.acts = true;
            event.becomes = false;
            add_event(codegen, events, event, span);
        }
    }
}

/* What a man is in the end who becomes one of these on that square: promotions place men. */
static struct mad_types placed_there(const struct mad_codegen *codegen, struct mad_code who,
                                     struct mad_types types, uint32_t square)
{
    const struct mad_game *game = codegen->game;
    const uint8_t *placed = codegen->program->piece.placed;
    struct mad_types ends = {{0, 0}};
    for (uint32_t type = 0; type < game->type_count; type++) {
        const uint8_t code = game->code_of[type][who.owner];
        if (types_has(&types, type) && code != 0xff) {
            types_add(&ends, placed == NULL || type == who.type
                                 ? type
                                 : game->codes[placed[code * codegen->squares + square]].type);
        }
    }
    return ends;
}

/* What a man may be in the end after a move from a square with this membership in the zones. */
static struct mad_types choices_for(const struct mad_codegen *codegen,
                                    const struct event_list *events, struct mad_code who,
                                    uint64_t starts, uint32_t to)
{
    struct mad_types result = {{0, 0}}, itself = {{0, 0}};
    bool still = true; /* it may still be what it was */
    types_add(&itself, who.type);
    for (uint32_t i = 0; i < events->count && still; i++) {
        const struct event *event = &events->items[i];
        if (!event->becomes ||
            !((event->ends && squares_has(&event->zone, to)) || (starts >> i & 1))) {
            continue;
        }
        const struct mad_types ends = placed_there(codegen, who, event->kinds, to);
        still = event->optional || types_has(&ends, who.type) || (ends.word[0] | ends.word[1]) == 0;
        result = types_combine(MAD_EITHER, result, types_combine(MAD_WITHOUT, ends, itself));
    }
    return still ? types_combine(MAD_EITHER, result, itself) : result;
}

/* Bits: in which of the events' zones a move from there starts. */
static uint64_t starts_of(const struct event_list *events, uint32_t square)
{
    uint64_t starts = 0;
    for (uint32_t i = 0; i < events->count; i++) {
        bool started = events->items[i].starts && squares_has(&events->items[i].zone, square);
        starts |= (uint64_t)started << i;
    }
    return starts;
}

static bool is_itself(const struct mad_types *types, uint32_t type)
{
    struct mad_types only = {{0, 0}};
    types_add(&only, type);
    return types->word[0] == only.word[0] && types->word[1] == only.word[1];
}

struct choice_list {
    uint8_t *items;
    uint32_t count, capacity;
};

static void add_choices(struct mad_codegen *codegen, struct choice_list *list,
                        const struct mad_types *types, uint32_t side)
{
    for (uint32_t type = 0; type < codegen->game->type_count; type++) {
        uint8_t code = codegen->game->code_of[type][side];
        if (types_has(types, type) && code != 0xff &&
            mad_codegen_grow(codegen, (void **)&list->items, &list->capacity, list->count, 1)) {
            list->items[list->count++] = code;
        }
    }
}

/* The rows of one man while they are found. */
struct arrivals {
    struct mad_codegen *codegen;
    struct mad_code who;
    struct choice_list *list;
    struct mad_arrival *rows;
    uint32_t count, capacity;
};

static void add_arrival(struct arrivals *arrivals, const struct mad_squares *from,
                        const struct mad_squares *to, const struct mad_types *types)
{
    struct mad_codegen *codegen = arrivals->codegen;
    uint32_t first = arrivals->list->count;
    if (arrivals->count == MAD_MAX_ARRIVALS) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "what this piece may become where its move ends takes more than %d "
                          "rows; use fewer zones",
                          MAD_MAX_ARRIVALS);
        codegen->status = MAD_ERROR_RULES;
    }
    if (!mad_codegen_grow(codegen, (void **)&arrivals->rows, &arrivals->capacity, arrivals->count,
                          sizeof *arrivals->rows)) {
        return;
    }
    add_choices(codegen, arrivals->list, types, arrivals->who.owner);
    arrivals->rows[arrivals->count++] =
        (struct mad_arrival){mad_codegen_const(codegen, from), mad_codegen_const(codegen, to),
                             first, arrivals->list->count - first};
}

/* The rows of moves that start on `from`, by what the man may be on each square then. */
static void add_arrivals_from(struct arrivals *arrivals, const struct mad_squares *from,
                              const struct mad_types *types)
{
    struct mad_codegen *codegen = arrivals->codegen;
    struct mad_squares done = {{0}};
    for (uint32_t to = 0; to < codegen->squares && codegen->status == MAD_OK; to++) {
        struct mad_squares zone = {{0}};
        if (squares_has(&done, to) || is_itself(&types[to], arrivals->who.type)) {
            continue;
        }
        for (uint32_t s = to; s < codegen->squares; s++) {
            if (memcmp(&types[s], &types[to], sizeof *types) == 0) {
                squares_add(&zone, s);
            }
        }
        done = squares_combine(MAD_EITHER, &done, &zone);
        add_arrival(arrivals, from, &zone, &types[to]);
    }
}

/* One row for each group of starts and each different choice. */
static void lower_arrivals(struct mad_codegen *codegen, uint32_t code,
                           const struct event_list *events, struct choice_list *list)
{
    struct arrivals arrivals = {
        .codegen = codegen, .who = codegen->game->codes[code], .list = list};
    uint64_t starts[MAD_MAX_SQUARES];
    struct mad_types types[MAD_MAX_SQUARES];
    struct mad_squares done = {{0}};
    for (uint32_t s = 0; s < codegen->squares; s++) {
        starts[s] = starts_of(events, s);
    }
    for (uint32_t square = 0; square < codegen->squares && codegen->status == MAD_OK; square++) {
        struct mad_squares from = {{0}};
        if (squares_has(&done, square)) {
            continue;
        }
        for (uint32_t s = 0; s < codegen->squares; s++) {
            types[s] = choices_for(codegen, events, arrivals.who, starts[square], s);
            if (starts[s] == starts[square]) {
                squares_add(&from, s);
            }
        }
        done = squares_combine(MAD_EITHER, &done, &from);
        add_arrivals_from(&arrivals, &from, types);
    }
    struct mad_arrival *kept = mad_codegen_keep(codegen, (arrivals.count + 1) * sizeof *kept);
    if (kept != NULL && arrivals.count != 0) {
        memcpy(kept, arrivals.rows, arrivals.count * sizeof *kept);
        codegen->program->arrival.ways[code] = kept;
        codegen->program->arrival.count[code] = arrivals.count;
    }
}

/* --- handlers -------------------------------------------------------------------------------- */

static void begin_handler(struct mad_codegen *codegen)
{
    codegen->values.next_register =
        MAD_HANDLER_REGISTERS; /* above those of the verb that set it off */
    codegen->values.most_registers = MAD_HANDLER_REGISTERS;
    codegen->values.register_end = MAD_MAX_SETS;
    codegen->values.next_number = MAD_NUMBERS / 2;
    codegen->values.known_first = codegen->values.known_count = 0;
    codegen->changed = true; /* the fixed registers belong to the run that set it off */
    codegen->place = MAD_PLACE_EVENT;
    codegen->has_here = true;
}

static uint32_t end_handler(struct mad_codegen *codegen, uint32_t address)
{
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    const uint32_t used = codegen->values.most_registers - MAD_HANDLER_REGISTERS;
    if (used > codegen->program->handler_registers) {
        codegen->program->handler_registers = used;
    }
    codegen->place = MAD_PLACE_LINE;
    codegen->has_here = false;
    codegen->values.register_end = MAD_HANDLER_REGISTERS;
    codegen->values.next_register = MAD_FIXED_REGISTERS;
    return address;
}

/* Jumps to `past` when the move that has just ended is none of the event. */
static void lower_unless_moved_so(struct mad_codegen *codegen, const struct event *event,
                                  struct mad_label *past)
{
    uint32_t square = mad_emit_value(codegen, event->ends ? MAD_OP_HERE : MAD_OP_ORIGIN, 0, 0, 0);
    if (event->ends && event->starts) {
        uint32_t origin = mad_emit_value(codegen, MAD_OP_ORIGIN, 0, 0, 0);
        square = mad_emit_value(codegen, MAD_OP_OR, square, origin, 0);
    }
    struct mad_value zone = mad_const_value(&event->zone);
    mad_emit_jump(codegen, MAD_OP_IF_APART, square, mad_in_register(codegen, &zone), 0, past);
}

static bool calls_verb(const struct mad_node *node, const void *codegen)
{
    return node->kind == MAD_NODE_CALL && mad_verb(codegen, node->name) != NULL;
}

/* Whether the man may become another behind an `if` or in a verb: outright is what his arrival makes of him. */
static bool becomes_within(const struct mad_codegen *codegen, const struct event_list *events)
{
    bool within = false, optional = false;
    for (uint32_t i = 0; i < events->count; i++) {
        const struct mad_node *s = events->items[i].acts ? events->items[i].body->first : NULL;
        for (; s != NULL; s = s->next) {
            within =
                within || (become_of(s, &optional) == NULL &&
                           (mad_tree_calls(s, "become") || mad_tree_any(s, calls_verb, codegen)));
        }
    }
    return within;
}

/* What else happens with the own move: `become kinds` and then, say, `set promoted on here`; and where. */
static void lower_after(struct mad_codegen *codegen, uint32_t code, const struct event_list *events)
{
    struct mad_squares where = {{0}}, everywhere;
    uint32_t address = codegen->code_count;
    bool any = false;
    memset(&everywhere, 0xff, sizeof everywhere);
    begin_handler(codegen);
    codegen->man.own_move_of = code + 1;
    if (becomes_within(codegen, events)) {
        codegen->man.not_yet = mad_codegen_register(codegen);
        mad_note_not_yet(codegen);
    }
    for (uint32_t i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        struct mad_label past = {0};
        if (!event->acts) {
            continue;
        }
        lower_unless_moved_so(codegen, event, &past);
        mad_lower_effects(codegen, event->body, event->env, true);
        mad_label_bind(codegen, &past);
        any = true;
        where = squares_combine(MAD_EITHER, &where, event->starts ? &everywhere : &event->zone);
    }
    codegen->man.own_move_of = 0;
    end_handler(codegen, address);
    memcpy(codegen->program->piece.triggers_at + code * codegen->game->words, where.word,
           codegen->game->words * sizeof *where.word);
    codegen->program->piece.after[code] = any ? address : MAD_NO_PROGRAM;
}

static uint32_t lower_handler(struct mad_codegen *codegen, const struct mad_rule_piece *piece,
                              enum mad_event which)
{
    uint32_t address = codegen->code_count;
    bool any = false;
    begin_handler(codegen);
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        struct event_line line;
        if (read_event_line(codegen, piece->lines.items[i], &line) &&
            line.on->n0 == (int32_t)which) {
            refuse_choices(codegen, line.body, false);
            mad_lower_effects(codegen, line.body, line.env, false);
            any = true;
        }
    }
    end_handler(codegen, address);
    return any ? address : MAD_NO_PROGRAM;
}

/* `when placed on X: become Y`: what a man dropped, promoted or converted there is at once. */
static void lower_placed(struct mad_codegen *codegen, uint8_t *placed, uint32_t code)
{
    uint32_t of = codegen->game->codes[code].type;
    const struct mad_rule_piece *piece = &codegen->rules->pieces[of];
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        struct event_line line;
        struct event event;
        if (!read_event_line(codegen, piece->lines.items[i], &line) ||
            line.on->n0 != MAD_EVENT_PLACED) {
            continue;
        }
        const struct mad_node *body = line.body;
        refuse_choices(codegen, body, false);
        while (body != NULL && body->first != NULL && body->first->kind == MAD_NODE_IF) {
            int known = mad_truth_known(codegen, body->first->first, line.env);
            if (known < 0) {
                mad_codegen_error(codegen, MAD_FINDING_SYNTAX, codegen->span,
                                  "only an option can be asked here");
            }
            body = known == 1 ? body->first->first->next : NULL;
        }
        if (body == NULL || body->first == NULL ||
            !read_event(codegen, line.on, body, line.env, &event)) {
            continue;
        }
        (void)read_become(codegen, of, body->first, &event);
        event.acts = event.acts || body->first->next != NULL;
        if (event.acts || (!event.becomes && body->first != NULL)) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, body->first->span,
                              "where it is placed a piece can only `become` another; what else "
                              "happens is said by the verb that places it");
        }
        if (!event.becomes) {
            continue;
        }
        for (uint32_t type = 0; type < codegen->game->type_count; type++) {
            uint8_t becomes = codegen->game->code_of[type][codegen->side];
            for (uint32_t s = 0;
                 types_has(&event.kinds, type) && becomes != 0xff && s < codegen->squares; s++) {
                if (squares_has(&event.zone, s)) {
                    placed[code * codegen->squares + s] = becomes;
                    codegen->program->piece.placed = placed;
                }
            }
        }
    }
}

/* --- all pieces ------------------------------------------------------------------------------ */

static void lower_code(struct mad_codegen *codegen, uint32_t code, struct choice_list *choices)
{
    struct mad_program *program = codegen->program;
    struct event_list events;
    const struct mad_rule_piece *piece = &codegen->rules->pieces[codegen->game->codes[code].type];
    codegen->side = codegen->game->codes[code].owner;
    codegen->span = piece->span;
    collect_events(codegen, codegen->game->codes[code].type, &events);
    if (events.count != 0) {
        lower_arrivals(codegen, code, &events, choices);
        lower_after(codegen, code, &events);
    }
    program->piece.taken[code] = lower_handler(codegen, piece, MAD_EVENT_TAKEN);
    program->piece.capturing[code] = lower_handler(codegen, piece, MAD_EVENT_CAPTURING);
}

/* Of several players the men of allies are nobody's, whom verbs may take. */
static void lower_ally(struct mad_codegen *codegen, uint32_t code)
{
    const struct mad_ruleset *rules = codegen->rules;
    if (rules->player_count <= 2) {
        return;
    }
    codegen->side = 0;
    codegen->is_ally = true;
    codegen->program->piece.taken[code] =
        lower_handler(codegen, &rules->pieces[codegen->game->codes[code].type], MAD_EVENT_TAKEN);
    codegen->is_ally = false;
}

void mad_lower_pieces(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    uint32_t codes = codegen->game->code_count;
    struct choice_list choices = {0};
    uint8_t *placed = mad_codegen_keep(codegen, (size_t)(codes + 1) * codegen->squares);
    if (placed == NULL) {
        return;
    }
    for (uint32_t i = 0; i < (codes + 1) * codegen->squares; i++) {
        placed[i] = (uint8_t)(i / codegen->squares);
    }
    for (uint32_t code = 0; code < codes && codegen->status == MAD_OK; code++) {
        if (codegen->game->codes[code].owner != MAD_NOBODY) {
            codegen->side = codegen->game->codes[code].owner;
            lower_placed(codegen, placed, code);
        }
    }
    for (uint32_t code = 0; code < codes && codegen->status == MAD_OK; code++) {
        if (codegen->game->codes[code].owner == MAD_NOBODY) {
            lower_ally(codegen, code);
            continue; /* who is nobody's never moves, takes or becomes anything */
        }
        lower_code(codegen, code, &choices);
        mad_lower_attacks_of(codegen, code);
    }
    mad_keep_attacks(codegen, 0);
    mad_keep_attacks(codegen, 1);
    uint8_t *kept = mad_codegen_keep(codegen, choices.count + 1);
    if (kept != NULL && choices.count != 0) {
        memcpy(kept, choices.items, choices.count);
    }
    program->arrival.choices = kept;
    program->arrival.choice_count = choices.count;
}
