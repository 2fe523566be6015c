/* value.c - what expressions stand for: squares, directions, pieces, players, numbers, pockets.
 *
 * Layer: plan. As much as possible is worked out now: a set of squares is a constant, or a table over where the
 * man stands, and only what depends on the men on the board becomes code that leaves it in a register. `own
 * rank 2` is a constant, `step north` a table, `own Rook` a register. It relies on expr.def for whether a word
 * may stand, on names.c for names and on reach.c for what is reached. */
#include <stdio.h>
#include <string.h>

#include "../../grammar/parse.h"
#include "expr.h"
#include "value.h"
#include "../rules/library.h"

static const struct mad_value NONE = {.kind = MAD_KIND_NONE};

static const char *const KIND_NAMES[MAD_KINDS] = {"nothing",  "squares",  "directions", "pieces",
                                                  "a player", "a number", "a pocket"};

/* --- making values --------------------------------------------------------------------------- */

struct mad_value mad_const_value(const struct mad_squares *set)
{
    return (struct mad_value){.kind = MAD_KIND_SQUARES,
                              .form = MAD_FORM_CONST,
                              .set = *set,
                              .single = squares_count(set) <= 1,
                              .some = !squares_empty(set)};
}

/* What a table says that has to stay as it is. */
static struct mad_value value_of_table(const struct mad_codegen *codegen,
                                       const struct mad_squares *table)
{
    struct mad_value value = {.kind = MAD_KIND_SQUARES,
                              .form = MAD_FORM_HERE,
                              .table = table,
                              .single = true,
                              .some = true};
    if (table == NULL) {
        return NONE;
    }
    bool same = true;
    for (uint32_t i = 0; i < codegen->squares; i++) {
        value.single = value.single && squares_count(&table[i]) <= 1;
        value.some = value.some && !squares_empty(&table[i]);
        same = same && memcmp(&table[i], &table[0], sizeof *table) == 0;
    }
    return same ? mad_const_value(&table[0]) : value; /* no man need stand anywhere to ask for it */
}

struct mad_value mad_table_value(struct mad_codegen *codegen, struct mad_squares *table)
{
    struct mad_table_store *tables = &codegen->tables;
    struct mad_value value = value_of_table(codegen, table);
    const size_t bytes = codegen->squares * sizeof *table;
    if (value.form != MAD_FORM_HERE) {
        mad_spare_table(codegen, table);
        return value;
    }
    for (uint32_t i = 0; i < MAD_RECENT_TABLES; i++) {
        if (tables->recent[i] != NULL && memcmp(tables->recent[i], table, bytes) == 0) {
            mad_spare_table(codegen, table);
            value.table = tables->recent[i];
            return value;
        }
    }
    tables->recent[tables->recent_count++ % MAD_RECENT_TABLES] = table;
    return value;
}

struct mad_value mad_slot_value(struct mad_codegen *codegen, uint32_t slot)
{
    enum mad_op op = codegen->former ? MAD_OP_FORMER : MAD_OP_SLOT;
    const uint32_t codes = MAD_SLOT_CODE + codegen->game->code_count;
    struct mad_value value = mad_emit_set(codegen, op, 0, 0, slot);
    value.foreign = slot < MAD_SLOT_CODE ? slot != codegen->side
                    : slot < codes
                        ? codegen->game->codes[slot - MAD_SLOT_CODE].owner != codegen->side
                        : false;
    return value;
}

struct mad_squares *mad_new_table(struct mad_codegen *codegen)
{
    const size_t bytes = codegen->squares * sizeof(struct mad_squares);
    struct mad_spare *spare = codegen->tables.spare;
    if (spare == NULL) {
        return mad_codegen_scratch(codegen, bytes);
    }
    codegen->tables.spare = spare->next;
    return memset(spare, 0, bytes);
}

void mad_spare_table(struct mad_codegen *codegen, struct mad_squares *table)
{
    struct mad_spare *spare = (struct mad_spare *)(void *)table;
    if (spare != NULL) {
        spare->next = codegen->tables.spare;
        codegen->tables.spare = spare;
    }
}

static bool is_here(const struct mad_codegen *codegen, const struct mad_squares *table)
{
    for (uint32_t i = 0; i < codegen->squares; i++) {
        if (squares_count(&table[i]) != 1 || !squares_has(&table[i], i)) {
            return false;
        }
    }
    return true;
}

uint32_t mad_in_register(struct mad_codegen *codegen, const struct mad_value *value)
{
    if (value->form == MAD_FORM_REGISTER) {
        return value->reg;
    }
    if (value->form == MAD_FORM_CONST) {
        return mad_emit_value(codegen, MAD_OP_CONST, 0, 0, mad_codegen_const(codegen, &value->set));
    }
    if (is_here(codegen, value->table)) {
        return mad_emit_value(codegen, MAD_OP_HERE, 0, 0, 0);
    }
    return mad_emit_value(codegen, MAD_OP_LEAP, 0, 0, mad_codegen_leap(codegen, value->table));
}

static struct mad_value combine_known(struct mad_codegen *codegen, enum mad_combine how,
                                      const struct mad_value *a, const struct mad_value *b)
{
    if (a->form == MAD_FORM_CONST && b->form == MAD_FORM_CONST) {
        struct mad_squares set = squares_combine(how, &a->set, &b->set);
        return mad_const_value(&set);
    }
    struct mad_squares *table = mad_new_table(codegen);
    for (uint32_t i = 0; table != NULL && i < codegen->squares; i++) {
        table[i] = squares_combine(how, mad_known_at(a, i), mad_known_at(b, i));
    }
    return mad_table_value(codegen, table);
}

struct mad_value mad_combine_values(struct mad_codegen *codegen, enum mad_combine how,
                                    const struct mad_value *a, const struct mad_value *b)
{
    static const enum mad_op OPS[] = {
        [MAD_BOTH] = MAD_OP_AND, [MAD_EITHER] = MAD_OP_OR, [MAD_WITHOUT] = MAD_OP_EXCEPT};
    if (a->kind != MAD_KIND_SQUARES || b->kind != MAD_KIND_SQUARES) {
        return NONE;
    }
    if (mad_is_known(a) && mad_is_known(b)) {
        return combine_known(codegen, how, a, b);
    }
    if (how == MAD_EITHER && (mad_is_nothing(a) || mad_is_nothing(b))) {
        return mad_is_nothing(a) ? *b : *a;
    }
    uint32_t left = mad_in_register(codegen, a), right = mad_in_register(codegen, b);
    struct mad_value value = mad_emit_set(codegen, OPS[how], left, right, 0);
    value.single = how != MAD_EITHER && (a->single || (how == MAD_BOTH && b->single));
    value.some = how == MAD_EITHER && (a->some || b->some);
    value.empties = how == MAD_EITHER ? a->empties && b->empties
                                      : a->empties || (how == MAD_BOTH && b->empties);
    value.foreign = how == MAD_EITHER ? a->foreign && b->foreign
                                      : a->foreign || (how == MAD_BOTH && b->foreign);
    return value;
}

struct mad_value mad_here_value(struct mad_codegen *codegen, const struct mad_node *node)
{
    if (codegen->place == MAD_PLACE_MOVED || codegen->place == MAD_PLACE_LAW) {
        struct mad_value arrived = mad_emit_set(codegen, MAD_OP_ORIGIN, 1, 0, 0);
        arrived.single = true;
        return arrived;
    }
    if (!codegen->has_here) {
        mad_no_piece_moves(codegen, node);
        return NONE;
    }
    if (codegen->tables.here == NULL) {
        codegen->tables.here = mad_new_table(codegen);
        for (uint32_t i = 0; codegen->tables.here != NULL && i < codegen->squares; i++) {
            squares_add(&codegen->tables.here[i], i);
        }
    }
    return value_of_table(codegen, codegen->tables.here);
}

/* --- pieces as squares ----------------------------------------------------------------------- */

struct mad_value mad_as_squares(struct mad_codegen *codegen, struct mad_value value,
                                struct mad_span span)
{
    if (value.kind == MAD_KIND_SQUARES || value.kind == MAD_KIND_NONE) {
        return value;
    }
    if (value.kind != MAD_KIND_PIECES) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, span, "squares are wanted here, not %s",
                          KIND_NAMES[value.kind]);
        return NONE;
    }
    struct mad_squares nothing = {{0}};
    struct mad_value result = mad_const_value(&nothing);
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        struct mad_code who = codegen->game->codes[code];
        if (types_has(&value.types, who.type) && (value.owner < 0 || value.owner == who.owner)) {
            struct mad_value men = mad_slot_value(codegen, MAD_SLOT_CODE + code);
            result = mad_combine_values(codegen, MAD_EITHER, &result, &men);
        }
    }
    return result;
}

struct mad_value mad_owned(struct mad_codegen *codegen, struct mad_value value, uint32_t player,
                           struct mad_span span)
{
    if (value.kind == MAD_KIND_PIECES || value.kind == MAD_KIND_POCKET) {
        value.owner = (int)player;
        value.owned = true;
        return value;
    }
    struct mad_value men = mad_slot_value(codegen, player);
    value = mad_as_squares(codegen, value, span);
    return mad_combine_values(codegen, MAD_BOTH, &men, &value);
}

/* --- single node kinds ----------------------------------------------------------------------- */

static struct mad_value men_on_board(struct mad_codegen *codegen)
{
    if (codegen->former) {
        struct mad_value men = mad_slot_value(codegen, 0);
        for (uint32_t owner = 1; owner < MAD_SLOT_CODE; owner++) {
            struct mad_value more = mad_slot_value(codegen, owner);
            men = mad_combine_values(codegen, MAD_EITHER, &men, &more);
        }
        return men;
    }
    if (!codegen->changed) {
        return mad_register_value(MAD_MEN_REGISTER);
    }
    return mad_emit_set(codegen, MAD_OP_OCCUPIED, 0, 0, 0);
}

static struct mad_value empties(struct mad_codegen *codegen)
{
    struct mad_value value = mad_register_value(4);
    if (codegen->changed || codegen->former) {
        struct mad_value board = mad_const_value(&codegen->board), men = men_on_board(codegen);
        value = mad_combine_values(codegen, MAD_WITHOUT, &board, &men);
    }
    value.empties = value.foreign = true;
    return value;
}

struct mad_types mad_royal_types(const struct mad_codegen *codegen)
{
    struct mad_types types = {{0, 0}};
    for (uint32_t type = 0; type < codegen->game->type_count; type++) {
        if (codegen->game->types[type].royal) {
            types_add(&types, type);
        }
    }
    return types;
}

static struct mad_value word_value(struct mad_codegen *codegen, const struct mad_node *node)
{
    struct mad_squares nothing = {{0}};
    switch ((enum mad_word)node->n0) {
    case MAD_WORD_EMPTY: return empties(codegen);
    case MAD_WORD_PIECE: return men_on_board(codegen);
    case MAD_WORD_OWN: return mad_slot_value(codegen, codegen->side);
    case MAD_WORD_ENEMY: return mad_slot_value(codegen, 1 - codegen->side);
    case MAD_WORD_NOTHING: return mad_const_value(&nothing);
    case MAD_WORD_BOARD: return mad_const_value(&codegen->board);
    case MAD_WORD_HERE: return mad_here_value(codegen, node);
    case MAD_WORD_ORIGIN: {
        if (!codegen->has_here && codegen->place <= MAD_PLACE_VERB) {
            mad_no_piece_moves(codegen, node);
            return NONE;
        }
        struct mad_value value = mad_emit_set(codegen, MAD_OP_ORIGIN, 0, 0, 0);
        value.single = true;
        value.some = codegen->place <= MAD_PLACE_VERB; /* elsewhere: who was put began nowhere */
        return value;
    }
    case MAD_WORD_ROYAL:
        return (struct mad_value){
            .kind = MAD_KIND_PIECES, .owner = -1, .types = mad_royal_types(codegen)};
    case MAD_WORD_MOVER:
        return (struct mad_value){.kind = MAD_KIND_PLAYER, .player = codegen->side};
    case MAD_WORD_ATTACKED:
    case MAD_WORD_NOBODY:
    case MAD_WORD_NEXT_PLAYER:
    case MAD_WORD_OTHER_SIDE: break;
    case MAD_WORD_OUTWARD:
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "`outward` goes on from another movement: `step diagonal then slide "
                          "outward`");
        return NONE;
    }
    mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span, "this word cannot stand here");
    return NONE;
}

int mad_player_of(const struct mad_codegen *codegen, const struct mad_node *node,
                  const struct mad_env *env)
{
    if (node->kind == MAD_NODE_CONST) {
        return node->n0 == MAD_WORD_MOVER   ? (int)codegen->side
               : node->n0 == MAD_WORD_ENEMY ? 1 - (int)codegen->side
                                            : -1;
    }
    const struct mad_env *local = mad_local(env, node);
    if (local != NULL) {
        return local->node != NULL ? mad_player_of(codegen, local->node, local->outer) : -1;
    }
    return node->kind == MAD_NODE_REF ? mad_named(codegen, MAD_NAME_PLAYER, node->name) : -1;
}

static struct mad_value mark_value(struct mad_codegen *codegen, const struct mad_node *node,
                                   uint32_t mark)
{
    if (!mad_may_stand(codegen, mad_expr_of_mark(codegen, mark), node->span)) {
        return NONE;
    }
    if (codegen->rules->marks[mark].most > 0) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "of which squares? say `%s on X`, or `X where %s is at least 1`",
                          node->name, node->name);
        return NONE;
    }
    return mad_slot_value(codegen, codegen->game->mark_slot + mark);
}

static struct mad_value name_value(struct mad_codegen *codegen, const struct mad_node *node,
                                   const struct mad_env *env)
{
    const struct mad_env *local = mad_env_find(env, node->name);
    if (local != NULL) {
        return local->node != NULL ? mad_value_of(codegen, local->node, local->outer)
                                   : local->value;
    }
    const struct mad_ruleset *rules = codegen->rules;
    uint32_t index = 0;
    switch (mad_look_up(codegen, node->name, &index)) {
    case MAD_NAME_DEFINITION: {
        struct mad_span before = mad_codegen_begin_use(codegen, node->span);
        struct mad_value value = mad_value_of(codegen, rules->definitions[index].expression, NULL);
        mad_codegen_end_use(codegen, before);
        return value;
    }
    case MAD_NAME_PIECE: {
        struct mad_value value = {.kind = MAD_KIND_PIECES, .owner = -1};
        types_add(&value.types, index);
        return value;
    }
    case MAD_NAME_DIRECTION:
        return (struct mad_value){.kind = MAD_KIND_DIRECTIONS, .directions = UINT64_C(1) << index};
    case MAD_NAME_MARK: return mark_value(codegen, node, index);
    case MAD_NAME_COUNTER:
        return (struct mad_value){.kind = MAD_KIND_NUMBER,
                                  .counter = index * 2 +
                                             (rules->counters[index].each ? codegen->side : 0) + 1};
    case MAD_NAME_POCKET: return (struct mad_value){.kind = MAD_KIND_POCKET, .pocket = index};
    case MAD_NAME_PLAYER: return (struct mad_value){.kind = MAD_KIND_PLAYER, .player = index};
    case MAD_NAME_OPTION:
    case MAD_NAME_VERB:
    case MAD_NAMES: break;
    }
    mad_codegen_unknown(codegen, node->span, node->name, (node->flags & MAD_FLAG_CAPITAL) != 0,
                        env);
    return NONE;
}

int mad_line_known(struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN);
    const int known = when != NULL ? mad_truth_known(codegen, when->first, NULL) : 1;
    return when != NULL && known >= 0 && (when->flags & MAD_FLAG_UNLESS) ? !known : known;
}

bool mad_options_allow(struct mad_codegen *codegen, const struct mad_node *line, const char *advice)
{
    const int known = mad_line_known(codegen, line);
    if (known < 0) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, mad_child_of_kind(line, MAD_NODE_WHEN)->span,
                          "%s", advice);
    }
    return known == 1;
}

/* The squares where the drop lines of a piece allow it. */
static struct mad_value drops_value(struct mad_codegen *codegen, const struct mad_value *of,
                                    struct mad_span span)
{
    struct mad_squares nothing = {{0}};
    struct mad_value result = mad_const_value(&nothing);
    if (of->kind != MAD_KIND_PIECES) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, span, "`drops of` wants a piece");
        return NONE;
    }
    bool first = true;
    for (uint32_t type = 0; type < codegen->rules->piece_count; type++) {
        uint32_t at = 0;
        for (const struct mad_node *line; types_has(&of->types, type) &&
                                          (line = mad_next_line(&codegen->rules->pieces[type].lines,
                                                                MAD_NODE_DROP, &at)) != NULL;) {
            if (mad_options_allow(codegen, line,
                                  "a drop line can only ask for an option; squares stand after "
                                  "`on`: `drop on empty on own rank 2`")) {
                struct mad_value where = mad_squares_of(codegen, line->first, NULL);
                result = first ? where : mad_combine_values(codegen, MAD_EITHER, &result, &where);
                first = false;
            }
        }
    }
    struct mad_value free = empties(codegen); /* nobody is dropped on anybody */
    return result.empties ? result : mad_combine_values(codegen, MAD_BOTH, &result, &free);
}

static uint64_t opposite(struct mad_codegen *codegen, uint64_t directions, struct mad_span span)
{
    const struct mad_rule_direction *all = codegen->rules->directions;
    uint64_t result = 0;
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        bool found = !(directions >> d & 1);
        for (uint32_t e = 0; e < codegen->direction_count && !found; e++) {
            if (all[e].right == -all[d].right && all[e].up == -all[d].up &&
                all[e].own == all[d].own && all[d].track == NULL && all[e].track == NULL) {
                result |= UINT64_C(1) << e;
                found = true;
            }
        }
        if (!found) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, span,
                              "no direction is the opposite of '%s'", all[d].name);
        }
    }
    return result;
}

static struct mad_value function_value(struct mad_codegen *codegen, const struct mad_node *node,
                                       const struct mad_env *env)
{
    enum mad_function function = (enum mad_function)node->n0;
    struct mad_value of = mad_value_of(codegen, node->first, env);
    if (function == MAD_FN_OPPOSITE_OF) {
        if (of.kind == MAD_KIND_DIRECTIONS) {
            of.directions = opposite(codegen, of.directions, node->span);
            return of;
        }
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span, "`opposite of` wants a direction");
        return NONE;
    }
    if (function == MAD_FN_DROPS_OF) {
        return drops_value(codegen, &of, node->span);
    }
    if (function == MAD_FN_NUMBER_OF || function == MAD_FN_WORTH_OF) {
        return mad_amount_value(codegen, of, function == MAD_FN_WORTH_OF,
                                node->first->kind == MAD_NODE_FORMER, node->first->span);
    }
    if (function == MAD_FN_KIND_OF) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "`kind of` asks a line of a piece for that piece: say `kind of here` in "
                          "the line itself, or name the pieces");
        return NONE;
    }
    of = mad_as_squares(codegen, of, node->first->span);
    struct mad_value second = NONE;
    if (function == MAD_FN_BETWEEN) {
        second = mad_squares_of(codegen, node->first->next, env);
    }
    switch (function) {
    case MAD_FN_NEXT_TO: return mad_neighbours(codegen, &of);
    case MAD_FN_BETWEEN: return mad_between_value(codegen, &of, &second);
    case MAD_FN_NEAREST:
    case MAD_FN_FARTHEST: return mad_extreme_value(codegen, node, &of);
    case MAD_FN_RANK_OF: return mad_line_through(codegen, &of, true);
    case MAD_FN_FILE_OF: return mad_line_through(codegen, &of, false);
    case MAD_FN_DROPS_OF:
    case MAD_FN_KIND_OF:
    case MAD_FN_NUMBER_OF:
    case MAD_FN_WORTH_OF:
    case MAD_FN_OPPOSITE_OF: break;
    }
    return NONE;
}

/* A or B, A and B: everything in any of them; all of one kind. */
static struct mad_value joined_value(struct mad_codegen *codegen, const struct mad_node *node,
                                     const struct mad_env *env)
{
    struct mad_room room = mad_codegen_room(codegen);
    struct mad_value result = mad_value_of(codegen, node->first, env);
    for (const struct mad_node *child = node->first->next; child != NULL; child = child->next) {
        struct mad_value next = mad_value_of(codegen, child, env);
        if (result.kind == MAD_KIND_NONE || next.kind == MAD_KIND_NONE) {
            return NONE;
        }
        if (result.kind == MAD_KIND_DIRECTIONS && next.kind == MAD_KIND_DIRECTIONS) {
            result.directions |= next.directions;
        } else if (result.kind == MAD_KIND_PIECES && next.kind == MAD_KIND_PIECES &&
                   result.owner == next.owner) {
            result.types = types_combine(MAD_EITHER, result.types, next.types);
        } else {
            result = mad_as_squares(codegen, result, node->first->span);
            next = mad_as_squares(codegen, next, child->span);
            result = mad_combine_values(codegen, MAD_EITHER, &result, &next);
            mad_codegen_leave_room(codegen, room, &result);
        }
    }
    return result;
}

/* Of `seeds on X` the squares of X. */
static struct mad_value filtered_squares(struct mad_codegen *codegen, const struct mad_node *node,
                                         const struct mad_env *env)
{
    struct mad_room room = mad_codegen_room(codegen);
    uint32_t mark = 0;
    struct mad_value result = mad_is_tally(codegen, node->first, env, &mark)
                                  ? mad_const_value(&codegen->board)
                              : mad_says_tally(codegen, node->first, env, &mark)
                                  ? filtered_squares(codegen, node->first, env)
                                  : mad_squares_of(codegen, node->first, env);
    for (const struct mad_node *child = node->first->next; child != NULL; child = child->next) {
        struct mad_value next = mad_squares_of(codegen, child, env);
        if (node->kind == MAD_NODE_NEXT_TO) {
            next = mad_neighbours(codegen, &next);
        }
        result = mad_combine_values(codegen, node->kind == MAD_NODE_EXCEPT ? MAD_WITHOUT : MAD_BOTH,
                                    &result, &next);
        mad_codegen_leave_room(codegen, room, &result);
    }
    return result;
}

static struct mad_value filtered_value(struct mad_codegen *codegen, const struct mad_node *node,
                                       const struct mad_env *env)
{
    uint32_t mark = 0;
    struct mad_value squares = filtered_squares(codegen, node, env);
    return mad_says_tally(codegen, node, env, &mark) ? mad_tally_value(codegen, mark, &squares)
                                                     : squares;
}

/* `own Stone joined to rank 1`: those on rank 1, and all that hang on them by neighbours. */
static struct mad_value joined_to(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env)
{
    struct mad_room room = mad_codegen_room(codegen);
    struct mad_value men = mad_squares_of(codegen, node->first, env),
                     from = mad_squares_of(codegen, node->first->next, env);
    struct mad_value result = mad_joined(codegen, &men, &from);
    mad_codegen_leave_room(codegen, room, &result);
    return result;
}

/* `own X`, `enemy X`, `White's X`, `mover's X`, `nobody's X`. */
static struct mad_value of_player(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env)
{
    const uint32_t side = codegen->side;
    const int player = strcmp(node->name, "mover") == 0   ? (int)side
                       : strcmp(node->name, "enemy") == 0 ? 1 - (int)side
                       : strcmp(node->name, "nobody") == 0
                           ? MAD_NOBODY
                           : mad_named(codegen, MAD_NAME_PLAYER, node->name);
    if (player < 0) {
        mad_codegen_unknown(codegen, node->span, node->name, true, NULL);
        return NONE;
    }
    codegen->side =
        player != MAD_NOBODY ? (uint32_t)player : side; /* as seen by that player, and his */
    struct mad_value value = mad_value_of(codegen, node->first, env);
    codegen->side = side;
    const bool as_it_is = value.kind == MAD_KIND_NUMBER || value.kind == MAD_KIND_NONE ||
                          (value.kind == MAD_KIND_SQUARES && value.form == MAD_FORM_CONST);
    return as_it_is && player != MAD_NOBODY
               ? value
               : mad_owned(codegen, value, (uint32_t)player, node->span);
}

/* `former X`: the squares of X, or what is in a pocket, as it was when the move began. */
static struct mad_value former_value(struct mad_codegen *codegen, const struct mad_node *node,
                                     const struct mad_env *env)
{
    bool former = codegen->former;
    codegen->former = true;
    struct mad_value value = mad_value_of(codegen, node->first, env);
    if (value.kind == MAD_KIND_POCKET) {
        value.was = true;
    } else {
        value = mad_as_squares(codegen, value, node->span);
    }
    codegen->former = former;
    return value;
}

static struct mad_value node_value(struct mad_codegen *codegen, const struct mad_node *node,
                                   const struct mad_env *env)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_REF: return name_value(codegen, node, env);
    case MAD_NODE_CONST: return word_value(codegen, node);
    case MAD_NODE_NUMBER: return (struct mad_value){.kind = MAD_KIND_NUMBER, .number = node->n0};
    case MAD_NODE_SQUARE:
    case MAD_NODE_RECTANGLE:
    case MAD_NODE_RANK:
    case MAD_NODE_LAST_RANKS:
    case MAD_NODE_FILE_OF_BOARD: return mad_place_value(codegen, node);
    case MAD_NODE_OWN:
        return mad_owned(codegen, mad_value_of(codegen, node->first, env), codegen->side,
                         node->span);
    case MAD_NODE_ENEMY:
        return mad_owned(codegen, mad_value_of(codegen, node->first, env), 1 - codegen->side,
                         node->span);
    case MAD_NODE_OF_PLAYER: return of_player(codegen, node, env);
    case MAD_NODE_FORMER: return former_value(codegen, node, env);
    case MAD_NODE_STEP:
    case MAD_NODE_LINE: return mad_step_value(codegen, node, env);
    case MAD_NODE_LEAP_ALONG: return mad_leap_along_value(codegen, node, env);
    case MAD_NODE_SLIDE:
    case MAD_NODE_LEAP:
    case MAD_NODE_THEN: return mad_motion_value(codegen, node, env);
    case MAD_NODE_LINE_OF: return mad_line_of_value(codegen, node, false, env);
    case MAD_NODE_FUNCTION: return function_value(codegen, node, env);
    case MAD_NODE_ON:
    case MAD_NODE_NEXT_TO:
    case MAD_NODE_EXCEPT: return filtered_value(codegen, node, env);
    case MAD_NODE_ATTACKED_BY:
    case MAD_NODE_ATTACKING: return mad_attack_value(codegen, node, env);
    case MAD_NODE_WORTH_THAN: return mad_worth_than(codegen, node, env);
    case MAD_NODE_WHERE: return mad_where_value(codegen, node, env);
    case MAD_NODE_THE_NEXT:
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "squares one after the other stand behind `for each x from`");
        break;
    case MAD_NODE_JOINED_TO: return joined_to(codegen, node, env);
    case MAD_NODE_PLUS: return mad_sum_value(codegen, node, env);
    case MAD_NODE_OR:
    case MAD_NODE_AND: return joined_value(codegen, node, env);
    default: break;
    }
    return NONE;
}

struct mad_value mad_value_of(struct mad_codegen *codegen, const struct mad_node *node,
                              const struct mad_env *env)
{
    struct mad_value value = NONE;
    if (!mad_codegen_enter(codegen, node->span)) {
        return NONE;
    }
    if (mad_is_truth(node)) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "a truth stands where squares, pieces or directions are wanted");
    } else if (mad_node_may_stand(codegen, node)) {
        value = node_value(codegen, node, env);
    }
    mad_codegen_leave(codegen);
    return value;
}

struct mad_value mad_squares_of(struct mad_codegen *codegen, const struct mad_node *node,
                                const struct mad_env *env)
{
    return mad_as_squares(codegen, mad_value_of(codegen, node, env), node->span);
}

struct mad_value mad_choices_of(struct mad_codegen *codegen, const struct mad_value *value,
                                struct mad_span span)
{
    return value->kind == MAD_KIND_PIECES && value->owned ? mad_as_squares(codegen, *value, span)
                                                          : *value;
}

uint64_t mad_directions_of(struct mad_codegen *codegen, const struct mad_node *node,
                           const struct mad_env *env)
{
    bool wanted = codegen->wants_direction;
    codegen->wants_direction = true;
    struct mad_value value = mad_value_of(codegen, node, env);
    codegen->wants_direction = wanted;
    if (value.kind != MAD_KIND_DIRECTIONS && value.kind != MAD_KIND_NONE) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "a direction is wanted here, not %s", KIND_NAMES[value.kind]);
    }
    return value.kind == MAD_KIND_DIRECTIONS ? value.directions : 0;
}

struct mad_types mad_types_of(struct mad_codegen *codegen, const struct mad_node *node,
                              const struct mad_env *env)
{
    struct mad_value value = mad_value_of(codegen, node, env);
    if (value.kind != MAD_KIND_PIECES && value.kind != MAD_KIND_NONE) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span, "a piece is wanted here, not %s",
                          KIND_NAMES[value.kind]);
    }
    return value.kind == MAD_KIND_PIECES ? value.types : (struct mad_types){{0, 0}};
}

bool mad_take_one(struct mad_value *several, struct mad_value *one)
{
    *one = (struct mad_value){.kind = several->kind, .owner = -1};
    if (several->kind == MAD_KIND_DIRECTIONS) {
        one->directions = several->directions & -several->directions;
        several->directions &= ~one->directions;
        return one->directions != 0;
    }
    for (uint32_t w = 0; several->kind == MAD_KIND_PIECES && w < 2; w++) {
        one->types.word[w] = several->types.word[w] & -several->types.word[w];
        several->types.word[w] &= ~one->types.word[w];
        if (one->types.word[w] != 0) {
            return true;
        }
    }
    return false;
}

struct mad_value mad_silent_value(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env)
{
    struct mad_value none = {.kind = MAD_KIND_NONE};
    const uint32_t code = codegen->code_count, numbers = codegen->values.next_number;
    const struct mad_scope scope = mad_codegen_scope(codegen);
    struct mad_value value = mad_value_of(codegen, node, env);
    codegen->values.next_number = numbers;
    bool silent = codegen->code_count == code &&
                  (value.kind != MAD_KIND_SQUARES || value.form != MAD_FORM_REGISTER);
    mad_codegen_take_back(codegen, scope, code);
    return silent ? value : none;
}
