/* truth.c - truths as jumps.
 *
 * Layer: plan. A truth is never a value: code goes on when it is as wanted, and elsewhere when it is not.
 * Truths that options and the board alone decide leave no code. `a and b` jumps where it fails as soon as a
 * does not hold. It relies on value.c for what is compared. */
#include <string.h>

#include "expr.h"
#include "value.h"
#include "../game/move.h"

static void jump(struct mad_codegen *codegen, struct mad_label *label)
{
    mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, label);
}

static void jump_known(struct mad_codegen *codegen, bool truth, bool when, struct mad_label *label)
{
    if (truth == when) {
        jump(codegen, label);
    }
}

/* --- set tests ------------------------------------------------------------------------------- */

static void jump_some(struct mad_codegen *codegen, const struct mad_value *value, bool when,
                      struct mad_label *label)
{
    if (value->kind != MAD_KIND_SQUARES) {
        return;
    }
    if (value->some || (value->form == MAD_FORM_CONST && squares_empty(&value->set))) {
        jump_known(codegen, value->some, when, label);
        return;
    }
    mad_emit_jump(codegen, when ? MAD_OP_IF_SOME : MAD_OP_IF_EMPTY, mad_in_register(codegen, value),
                  0, 0, label);
}

static void jump_meet(struct mad_codegen *codegen, const struct mad_value *a,
                      const struct mad_value *b, bool when, struct mad_label *label)
{
    if (a->kind != MAD_KIND_SQUARES || b->kind != MAD_KIND_SQUARES) {
        return;
    }
    if (a->form != MAD_FORM_REGISTER && b->form != MAD_FORM_REGISTER) {
        struct mad_value both = mad_combine_values(codegen, MAD_BOTH, a, b);
        jump_some(codegen, &both, when, label);
        return;
    }
    if ((a->form == MAD_FORM_CONST && squares_empty(&a->set)) ||
        (b->form == MAD_FORM_CONST && squares_empty(&b->set))) {
        jump_known(codegen, false, when, label);
        return;
    }
    uint32_t left = mad_in_register(codegen, a), right = mad_in_register(codegen, b);
    mad_emit_jump(codegen, MAD_OP_IF_APART, left, right, when, label);
}

static void jump_within(struct mad_codegen *codegen, const struct mad_value *a,
                        const struct mad_value *b, bool when, struct mad_label *label)
{
    if (a->kind != MAD_KIND_SQUARES || b->kind != MAD_KIND_SQUARES) {
        return;
    }
    if (a->form == MAD_FORM_CONST && squares_empty(&a->set)) {
        jump_known(codegen, true, when, label);
        return;
    }
    uint32_t left = mad_in_register(codegen, a), right = mad_in_register(codegen, b);
    mad_emit_jump(codegen, MAD_OP_IF_WITHIN, left, right, !when, label);
}

/* `X is Y` said of squares: X is not empty and lies in Y. */
static void jump_is(struct mad_codegen *codegen, const struct mad_value *a,
                    const struct mad_value *b, bool when, struct mad_label *label)
{
    struct mad_label past = {0};
    jump_some(codegen, a, false, when ? &past : label);
    jump_within(codegen, a, b, when, label);
    mad_label_bind(codegen, &past);
}

/* `a X`, `no X`; X on Y is tested without making the common set. */
static void jump_any(struct mad_codegen *codegen, const struct mad_node *node,
                     const struct mad_env *env, bool when, struct mad_label *label)
{
    if (node->kind == MAD_NODE_ON && node->first->next->next == NULL) {
        struct mad_value a = mad_squares_of(codegen, node->first, env);
        struct mad_value b = mad_squares_of(codegen, node->first->next, env);
        jump_meet(codegen, &a, &b, when, label);
        return;
    }
    struct mad_value value = node->kind == MAD_NODE_LINE_OF
                                 ? mad_line_of_value(codegen, node, true, env) /* is there one? */
                                 : mad_squares_of(codegen, node, env);
    jump_some(codegen, &value, when, label);
}

static void jump_count(struct mad_codegen *codegen, const struct mad_node *node,
                       const struct mad_value *value, bool when, struct mad_label *label)
{
    struct mad_label past = {0};
    if (value->kind != MAD_KIND_SQUARES) {
        return;
    }
    if (node->n1 < 0 || node->n1 > 254) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, node->span,
                          "a number of squares is between 0 and 254");
        return;
    }
    uint32_t reg = mad_in_register(codegen, value), n = (uint32_t)node->n1;
    switch ((enum mad_quantity)node->n0) {
    case MAD_SOME_A: jump_some(codegen, value, when, label); break;
    case MAD_SOME_NO: jump_some(codegen, value, !when, label); break;
    case MAD_SOME_AT_LEAST: mad_emit_jump(codegen, MAD_OP_IF_FEWER, reg, n, when, label); break;
    case MAD_SOME_AT_MOST: mad_emit_jump(codegen, MAD_OP_IF_FEWER, reg, n + 1, !when, label); break;
    case MAD_SOME_EXACTLY:
        /* too many first: so it is most often */
        mad_emit_jump(codegen, MAD_OP_IF_FEWER, reg, n + 1, true, when ? &past : label);
        mad_emit_jump(codegen, MAD_OP_IF_FEWER, reg, n, when, label);
        break;
    }
    mad_label_bind(codegen, &past);
}

static void jump_some_node(struct mad_codegen *codegen, const struct mad_node *node,
                           const struct mad_env *env, bool when, struct mad_label *label)
{
    enum mad_quantity quantity = (enum mad_quantity)node->n0;
    if (quantity == MAD_SOME_A || quantity == MAD_SOME_NO) {
        jump_any(codegen, node->first, env, (quantity == MAD_SOME_A) == when, label);
        return;
    }
    struct mad_value value = mad_squares_of(codegen, node->first, env);
    jump_count(codegen, node, &value, when, label);
}

/* --- players --------------------------------------------------------------------------------- */

/* The truth as that player sees it. */
static void jump_as(struct mad_codegen *codegen, uint32_t player, const struct mad_node *truth,
                    bool when, struct mad_label *label)
{
    uint32_t side = codegen->side;
    codegen->side = player;
    mad_jump_if(codegen, truth, NULL, when, label);
    codegen->side = side;
}

bool mad_wants_a_square(const struct mad_node *truth)
{
    return truth->kind == MAD_NODE_HAS && !(truth->flags & MAD_FLAG_NEGATED) &&
           truth->first->next == NULL;
}

/* Of `has at least 2 X`, `has a X`: X. */
static const struct mad_node *had(const struct mad_node *what)
{
    return what->kind == MAD_NODE_SOME ? what->first : what;
}

/* What is asked of the squares that somebody, or a set, has of something. */
static void jump_had(struct mad_codegen *codegen, const struct mad_node *what,
                     const struct mad_value *value, bool wanted, struct mad_label *label)
{
    if (what->kind == MAD_NODE_SOME) {
        jump_count(codegen, what, value, wanted, label);
    } else {
        jump_some(codegen, value, wanted, label);
    }
}

static void jump_player_has(struct mad_codegen *codegen, uint32_t player,
                            const struct mad_node *what, const struct mad_env *env, bool wanted,
                            struct mad_label *label)
{
    const struct mad_node *pieces = had(what);
    struct mad_value value = mad_value_of(codegen, pieces, env);
    value = mad_owned(codegen, value, player, pieces->span);
    value = mad_as_squares(codegen, value, pieces->span);
    jump_had(codegen, what, &value, wanted, label);
}

/* `path has 4 squares`: the word stands for all of them. */
static bool is_word_squares(const struct mad_codegen *codegen, const struct mad_node *node,
                            const struct mad_env *env)
{
    return node->kind == MAD_NODE_REF && mad_env_find(env, node->name) == NULL &&
           mad_definition(codegen, node->name) == NULL &&
           (strcmp(node->name, "squares") == 0 || strcmp(node->name, "square") == 0);
}

/* `path has a Knight`, `path has at least 2 squares`; `what` is null for `a square`. */
static void jump_set_has(struct mad_codegen *codegen, const struct mad_node *subject,
                         const struct mad_node *what, const struct mad_env *env, bool wanted,
                         struct mad_label *label)
{
    struct mad_value squares = mad_squares_of(codegen, subject, env);
    if (what == NULL) {
        jump_some(codegen, &squares, wanted, label);
        return;
    }
    if (!is_word_squares(codegen, had(what), env)) {
        struct mad_value of = mad_squares_of(codegen, had(what), env);
        squares = mad_combine_values(codegen, MAD_BOTH, &squares, &of);
    }
    jump_had(codegen, what, &squares, wanted, label);
}

/* `enemy has no King`, `nobody has a King`, `path has a square`. */
static void jump_has(struct mad_codegen *codegen, const struct mad_node *node,
                     const struct mad_env *env, bool wanted, struct mad_label *label)
{
    const struct mad_node *subject = node->first, *what = subject->next;
    bool nobody = mad_is_word(subject, MAD_WORD_NOBODY);
    int player = mad_player_of(codegen, subject, env);
    if ((nobody || player >= 0) && what == NULL) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, subject->span,
                          "a player has pieces, and no squares: say `enemy has a Pawn`");
    } else if (nobody) { /* neither player has; what belongs to nobody does not count */
        struct mad_label past = {0};
        jump_player_has(codegen, 0, what, env, true, wanted ? &past : label);
        jump_player_has(codegen, 1, what, env, !wanted, label);
        mad_label_bind(codegen, &past);
    } else if (player >= 0) {
        jump_player_has(codegen, (uint32_t)player, what, env, wanted, label);
    } else {
        jump_set_has(codegen, subject, what, env, wanted, label);
    }
}

/* A program of its own in the midst of another: seen by the same player, asked of other positions. */
static uint32_t lower_question(struct mad_codegen *codegen, const struct mad_node *truth)
{
    uint32_t registers = codegen->values.next_register, first = codegen->values.known_first;
    struct mad_label past = {0}, not = {0};
    bool changed = codegen->changed, has_here = codegen->has_here;
    enum mad_where place = codegen->place;
    mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, &past);
    uint32_t address = codegen->code_count;
    codegen->values.next_register = MAD_FIXED_REGISTERS;
    codegen->changed = codegen->has_here = false;
    codegen->place = MAD_PLACE_END;
    mad_forget_values(codegen);
    mad_jump_if(codegen, truth, NULL, false, &not );
    mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(codegen, &not );
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    codegen->changed = changed;
    codegen->has_here = has_here;
    codegen->place = place;
    codegen->values.next_register = registers;
    mad_label_bind(codegen, &past);
    codegen->values.known_first = first;
    return address;
}

/* Of a position that is asked alone nobody knows which ones were before it. */
static bool asks_for_past(struct mad_codegen *codegen, const struct mad_node *truth,
                          const char *what, const char *remedy)
{
    const bool asks = (mad_reads_of(codegen, truth, NULL) & MAD_READS(PAST)) != 0;
    if (asks) {
        mad_out_of_place(codegen, truth->span, what, remedy);
    }
    return asks;
}

/* `enemy has no move after which mover is bare`. */
static void jump_after(struct mad_codegen *codegen, uint32_t player, const struct mad_node *truth,
                       bool when, struct mad_label *label)
{
    struct mad_label none = {0};
    if (asks_for_past(
            codegen, truth,
            "what is asked behind a move thought ahead cannot ask for positions before it",
            "end the game when the position has come: `draw when position has occurred 2 "
            "times`, or `mover loses when ...`")) {
        return;
    }
    uint32_t address = lower_question(codegen, truth);
    mad_emit(codegen, MAD_OP_UNLESS_AFTER, player, 0, 0, address);
    mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, when ? &none : label);
    if (when) {
        jump(codegen, label);
    }
    mad_label_bind(codegen, &none);
}

static bool knows_who_is_next(struct mad_codegen *codegen, const struct mad_node *player)
{
    if (!mad_node_may_stand(codegen, player)) {
        return false;
    }
    const bool is_early = codegen->place == MAD_PLACE_LAW && mad_ends_turns(codegen);
    if (is_early) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, player->span,
                          "whether the turn is over is not known before the move is made: ask "
                          "for `mover` or `enemy`");
    }
    return !is_early;
}

static void jump_can_move(struct mad_codegen *codegen, const struct mad_node *node, bool wanted,
                          struct mad_label *label)
{
    if (mad_is_word(node->first, MAD_WORD_NOBODY)) {
        struct mad_label past = {
            0}; /* nobody can move: neither can; of who moves next it is known */
        const uint32_t mover = codegen->side, next = 1 - mover;
        mad_emit_jump(codegen, MAD_OP_IF_FREE, next, 0, 0, wanted ? &past : label);
        mad_emit_jump(codegen, MAD_OP_IF_FREE, mover, 0, wanted, label);
        mad_label_bind(codegen, &past);
        return;
    }
    int player = mad_player_of(codegen, node->first, NULL);
    if (mad_is_word(node->first, MAD_WORD_NEXT_PLAYER) && node->first->next == NULL) {
        if (!knows_who_is_next(codegen, node->first)) {
            return;
        }
        player = MAD_NEXT_PLAYER;
    }
    if (player < 0) {
        mad_codegen_no_player(codegen, node->first);
        return;
    }
    if (node->first->next != NULL) {
        jump_after(codegen, (uint32_t)player, node->first->next, wanted, label);
        return;
    }
    mad_emit_jump(codegen, MAD_OP_IF_FREE, (uint32_t)player, 0, !wanted, label);
}

/* For an instruction that goes on where something is so, and elsewhere where it is not. */
static void jump_by(struct mad_codegen *codegen, enum mad_op op, uint32_t a, uint32_t b, bool when,
                    struct mad_label *label)
{
    struct mad_label past = {0};
    mad_emit_jump(codegen, op, a, b, 0, when ? &past : label);
    if (when) {
        jump(codegen, label);
    }
    mad_label_bind(codegen, &past);
}

/* `after every turn of mover since the first time, enemy is in check`. The same truth seen by the same player is
 * one watch, wherever it is asked. */
static void jump_since_first(struct mad_codegen *codegen, const struct mad_node *node, bool when,
                             struct mad_label *label)
{
    struct mad_program *program = codegen->program;
    int player = mad_player_of(codegen, node->first, NULL);
    uint32_t watch = 0;
    while (watch < program->ends.watch_count &&
           (codegen->watched[watch] != node ||
            program->ends.watches[watch].seen_by != codegen->side)) {
        watch++;
    }
    if (player < 0) {
        mad_codegen_no_player(codegen, node->first);
        return;
    }
    if (watch == MAD_MAX_WATCHES) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, node->span,
                          "more than %d truths about the turns since a repetition began",
                          MAD_MAX_WATCHES / 2);
        return;
    }
    if (asks_for_past(codegen, node->first->next,
                      "what is asked behind each turn cannot ask for positions before it",
                      "ask for the repetition beside it: `position has occurred 3 times and after "
                      "every turn of mover since the first time, enemy is in check`")) {
        return;
    }
    if (watch == program->ends.watch_count) {
        uint32_t address = lower_question(codegen, node->first->next);
        codegen->watched[watch] = node;
        program->ends.watches[watch] =
            (struct mad_watch){address, (uint8_t)player, (uint8_t)codegen->side};
        program->ends.watch_count++;
    }
    jump_by(codegen, MAD_OP_UNLESS_HELD, watch, 0, when, label);
}

/* --- is -------------------------------------------------------------------------------------- */

static void jump_player_is(struct mad_codegen *codegen, const struct mad_node *node, int player,
                           bool when, struct mad_label *label)
{
    const struct mad_node *what = node->first->next;
    const int other = mad_player_of(codegen, what, NULL);
    if (other >= 0) { /* each player has code of his own */
        jump_known(codegen, player == other, when, label);
        return;
    }
    const struct mad_rule_definition *definition =
        what->kind == MAD_NODE_REF ? mad_definition(codegen, what->name) : NULL;
    if (definition == NULL) {
        mad_codegen_not_a_player(codegen, what);
        return;
    }
    jump_as(codegen, (uint32_t)player, definition->expression, when, label);
}

/* `next player is in check`: of either, by who it is then. */
static void jump_next_is(struct mad_codegen *codegen, const struct mad_node *node, bool when,
                         struct mad_label *label)
{
    struct mad_label his = {0}, past = {0};
    const uint32_t mover = codegen->side;
    if (!knows_who_is_next(codegen, node->first)) {
        return;
    }
    mad_emit_jump(codegen, MAD_OP_IF_NEXT, mover, 0, 0, &his);
    jump_player_is(codegen, node, (int)(1 - mover), when, label);
    jump(codegen, &past);
    mad_label_bind(codegen, &his);
    jump_player_is(codegen, node, (int)mover, when, label);
    mad_label_bind(codegen, &past);
}

/* `mover's checks is at least 3`, `number of X is more than number of Y`. */
static void jump_compared(struct mad_codegen *codegen, const struct mad_node *node,
                          const struct mad_value *a, const struct mad_env *env, bool when,
                          struct mad_label *label)
{
    uint32_t left = mad_in_number(codegen, a, node->first->span);
    struct mad_value b = mad_value_of(codegen, node->first->next, env);
    uint32_t right = mad_in_number(codegen, &b, node->first->next->span);
    enum mad_is is = (enum mad_is)node->n0;
    struct mad_label past = {0};
    bool less = is == MAD_IS_LESS_THAN || is == MAD_IS_AT_LEAST; /* asks which of the two is more */
    bool no = is == MAD_IS_AT_LEAST || is == MAD_IS_AT_MOST;
    if (is < MAD_IS_AT_LEAST) { /* equal: neither is more */
        mad_emit_jump(codegen, MAD_OP_IF_MORE, left, right, 0, when ? &past : label);
        less = no = true;
    }
    mad_emit_jump(codegen, MAD_OP_IF_MORE, less ? right : left, less ? left : right, when == no,
                  label);
    mad_label_bind(codegen, &past);
}

uint32_t mad_men_in_array(const struct mad_codegen *codegen, const struct mad_value *value)
{
    uint32_t count[2] = {0, 0};
    for (uint32_t i = 0; codegen->rules->array != NULL && i < codegen->squares; i++) {
        const struct mad_rule_cell *cell = &codegen->rules->array[i];
        if (cell->piece >= 0 && cell->owner < 2 &&
            types_has(&value->types, (uint32_t)cell->piece)) {
            count[cell->owner]++;
        }
    }
    if (value->owner >= 0 && value->owner < 2) {
        return count[value->owner];
    }
    return count[0] > count[1] ? count[0] : count[1];
}

/* What is to be in Y has to be somewhere. */
static bool is_somewhere(struct mad_codegen *codegen, const struct mad_node *node)
{
    const struct mad_node *where = node->first->next;
    if (!mad_is_word(where, MAD_WORD_NOTHING)) {
        return true;
    }
    mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                      "what is somewhere is never nothing: say `X has no square`, or of "
                      "men `no X`");
    return false;
}

/* Whether men are said and no squares, `own Rook`, `enemy piece`: of these one is enough, squares are meant all. */
static bool are_men(const struct mad_codegen *codegen, const struct mad_node *said,
                    const struct mad_value *value)
{
    const struct mad_node *node = mad_meaning(codegen, said);
    if (node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY ||
        node->kind == MAD_NODE_OF_PLAYER) {
        node = node->first;
    }
    return value->kind == MAD_KIND_PIECES || mad_is_word(node, MAD_WORD_PIECE) ||
           mad_is_word(node, MAD_WORD_OWN) || mad_is_word(node, MAD_WORD_ENEMY);
}

/* By whom: the enemy of those who are said to be attacked, which of squares is the enemy. */
static uint32_t attacker_of(struct mad_codegen *codegen, const struct mad_node *node)
{
    node = mad_meaning(codegen, node);
    switch ((unsigned)node->kind) {
    case MAD_NODE_ENEMY: return codegen->side;
    case MAD_NODE_CONST: return node->n0 == MAD_WORD_ENEMY ? codegen->side : 1 - codegen->side;
    case MAD_NODE_OF_PLAYER:
        return strcmp(node->name, "enemy") == 0 ||
                       mad_named(codegen, MAD_NAME_PLAYER, node->name) == 1 - (int)codegen->side
                   ? codegen->side
                   : 1 - codegen->side;
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT:
    case MAD_NODE_WORTH_THAN:
    case MAD_NODE_WHERE: return attacker_of(codegen, node->first);
    default: return 1 - codegen->side;
    }
}

static void jump_is_node(struct mad_codegen *codegen, const struct mad_node *node,
                         const struct mad_env *env, bool when, struct mad_label *label)
{
    bool wanted = when != ((node->flags & MAD_FLAG_NEGATED) != 0);
    enum mad_is is = (enum mad_is)node->n0;
    int player = mad_player_of(codegen, node->first, NULL);
    int known = mad_truth_known(codegen, node, env);
    if (known >= 0) {
        jump_known(codegen, known, when, label);
        return;
    }
    if (player >= 0 && (is == MAD_IS_IN || is == MAD_IS)) {
        jump_player_is(codegen, node, player, wanted, label);
        return;
    }
    if (is == MAD_IS_IN && mad_is_word(node->first, MAD_WORD_NEXT_PLAYER)) {
        jump_next_is(codegen, node, wanted, label);
        return;
    }
    uint32_t numbers = codegen->values.next_number;
    struct mad_value a = mad_value_of(codegen, node->first, env);
    if (a.kind == MAD_KIND_NUMBER && is < MAD_IS_AT_LEAST && is != MAD_IS) {
        mad_codegen_error(
            codegen, MAD_FINDING_TYPE, node->span,
            "a number stands nowhere: write `is 3`, `is at least 3` or `is at most 3`");
        return;
    }
    if (a.kind == MAD_KIND_NUMBER || is >= MAD_IS_AT_LEAST) {
        jump_compared(codegen, node, &a, env, wanted, label);
        codegen->values.next_number = numbers;
        return;
    }
    if (is == MAD_IS_IN) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->first->span, "a player is wanted here");
        return;
    }
    if ((is == MAD_IS || is == MAD_IS_ON) && !is_somewhere(codegen, node)) {
        return;
    }
    const bool one_is_enough = is == MAD_IS_NEXT_TO || are_men(codegen, node->first, &a);
    a = mad_as_squares(codegen, a, node->first->span);
    if (is == MAD_IS_ATTACKED) {
        mad_emit_jump(codegen, MAD_OP_IF_ATTACKED, mad_in_register(codegen, &a),
                      attacker_of(codegen, node->first), !wanted, label);
        return;
    }
    struct mad_value b = mad_squares_of(codegen, node->first->next, env);
    if (is == MAD_IS_NEXT_TO) {
        b = mad_neighbours(codegen, &b);
    }
    (one_is_enough ? jump_meet : jump_is)(codegen, &a, &b, wanted, label);
}

/* One after the other, until one is safe. */
static void jump_every_attacked(struct mad_codegen *codegen, const struct mad_value *squares,
                                uint32_t by, bool when, struct mad_label *label)
{
    struct mad_label again = {0}, all = {0}, past = {0};
    uint32_t source = mad_in_register(codegen, squares), rest = mad_codegen_register(codegen),
             one = mad_codegen_register(codegen);
    mad_emit(codegen, MAD_OP_AND, rest, source, source, 0);
    mad_label_bind(codegen, &again);
    mad_emit_jump(codegen, MAD_OP_NEXT_SQUARE, one, rest, 0, when ? label : &all);
    mad_emit_jump(codegen, MAD_OP_IF_ATTACKED, one, by, true, when ? &past : label);
    jump(codegen, &again);
    mad_label_bind(codegen, &all);
    mad_label_bind(codegen, &past);
}

/* All of them hang by neighbours on the first. */
static void jump_group(struct mad_codegen *codegen, const struct mad_value *squares, bool wanted,
                       struct mad_label *label)
{
    struct mad_label past = {0};
    uint32_t source = mad_in_register(codegen, squares), rest = mad_codegen_register(codegen);
    struct mad_value all = mad_register_value(source),
                     first = mad_register_value(mad_codegen_register(codegen));
    mad_emit(codegen, MAD_OP_AND, rest, source, source, 0);
    mad_emit_jump(codegen, MAD_OP_NEXT_SQUARE, first.reg, rest, 0, wanted ? &past : label);
    struct mad_value group = mad_joined(codegen, &all, &first);
    jump_within(codegen, &all, &group, wanted, label);
    mad_label_bind(codegen, &past);
}

static void jump_joined(struct mad_codegen *codegen, const struct mad_node *node,
                        const struct mad_env *env, bool when, struct mad_label *label)
{
    bool all = node->kind ==
               MAD_NODE_AND; /* all must hold: one that fails decides, and the other way about */
    struct mad_label past = {0};
    const struct mad_node *last = NULL;
    for (int known = 1; known >= 0; known--) { /* first what the options settle */
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            if ((mad_truth_known(codegen, child, env) >= 0) != known) {
                continue;
            }
            if (last != NULL) {
                mad_jump_if(codegen, last, env, !all, when == !all ? label : &past);
            }
            last = child;
        }
    }
    mad_jump_if(codegen, last, env, when, label);
    mad_label_bind(codegen, &past);
}

static void jump_name(struct mad_codegen *codegen, const struct mad_node *node,
                      const struct mad_env *env, bool when, struct mad_label *label)
{
    const struct mad_env *local = mad_env_find(env, node->name);
    const struct mad_rule_definition *definition = mad_definition(codegen, node->name);
    if (local != NULL && local->node != NULL) {
        mad_jump_if(codegen, local->node, local->outer, when, label);
    } else if (definition != NULL) {
        struct mad_span before = mad_codegen_begin_use(codegen, node->span);
        mad_jump_if(codegen, definition->expression, NULL, when, label);
        mad_codegen_end_use(codegen, before);
    } else if (mad_value_of(codegen, node, env).kind != MAD_KIND_NONE) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span, "'%s' is not true or false",
                          node->name);
    }
}

/* Goes to `label` when some of these hold (`when`) or none. */
struct any {
    struct mad_codegen *codegen;
    struct mad_label past;
    struct mad_label *label;
    bool when;
};

static void any_of(struct any *any, enum mad_last what, uint32_t value)
{
    mad_emit_jump(any->codegen, MAD_OP_IF_LAST, value, 0, what,
                  any->when ? any->label : &any->past);
}

static void end_any(struct any *any)
{
    if (!any->when) {
        jump(any->codegen, any->label);
    }
    mad_label_bind(any->codegen, &any->past);
}

/* `move was capture`, `move was by Pawn`, `move was drop`. */
static void jump_move_was(struct mad_codegen *codegen, const struct mad_node *node, bool when,
                          struct mad_label *label)
{
    struct any any = {.codegen = codegen, .label = label, .when = when};
    if (node->first != NULL) {
        struct mad_types types = mad_types_of(codegen, node->first, NULL);
        for (uint32_t type = 0; type < codegen->game->type_count; type++) {
            if (types_has(&types, type)) {
                any_of(&any, MAD_LAST_KIND, type);
            }
        }
    } else if (strcmp(node->name, "capture") == 0) {
        any_of(&any, MAD_LAST_FLAG, MAD_MOVE_TAKES);
    } else if (strcmp(node->name, "forced") == 0) {
        any_of(&any, MAD_LAST_FLAG, MAD_MOVE_FORCED);
    } else if (mad_is_outcome(codegen, node->name)) {
        for (uint32_t i = 0; i < codegen->game->outcome_count; i++) {
            if (strcmp(codegen->game->outcomes[i].name, node->name) == 0) {
                any_of(&any, MAD_LAST_OUTCOME, i + 1);
            }
        }
    } else if (mad_verb(codegen, node->name) == NULL &&
               (codegen->program->pass_line == 0 || strcmp(node->name, "pass") != 0)) {
        mad_codegen_unknown(codegen, node->span, node->name, false, NULL);
    } else {
        for (uint32_t line = 1; line < codegen->game->line_count; line++) {
            if (strcmp(codegen->game->lines[line].verb, node->name) == 0) {
                any_of(&any, MAD_LAST_LINE, line);
            }
        }
    }
    end_any(&any);
}

static void jump_node(struct mad_codegen *codegen, const struct mad_node *node,
                      const struct mad_env *env, bool when, struct mad_label *label)
{
    const bool wanted = when != ((node->flags & MAD_FLAG_NEGATED) != 0);
    struct mad_value a, b;
    switch ((unsigned)node->kind) {
    case MAD_NODE_AND:
    case MAD_NODE_OR: jump_joined(codegen, node, env, when, label); return;
    case MAD_NODE_NOT: mad_jump_if(codegen, node->first, env, !when, label); return;
    case MAD_NODE_SOME: jump_some_node(codegen, node, env, when, label); return;
    case MAD_NODE_HAS: jump_has(codegen, node, env, wanted, label); return;
    case MAD_NODE_IS: jump_is_node(codegen, node, env, when, label); return;
    case MAD_NODE_CAN_MOVE: jump_can_move(codegen, node, wanted, label); return;
    case MAD_NODE_SINCE_FIRST: jump_since_first(codegen, node, when, label); return;
    case MAD_NODE_MOVE_WAS: jump_move_was(codegen, node, when, label); return;
    case MAD_NODE_REF: jump_name(codegen, node, env, when, label); return;
    case MAD_NODE_EVERY_IS_ON:
        a = mad_squares_of(codegen, node->first, env);
        b = mad_squares_of(codegen, node->first->next, env);
        jump_within(codegen, &a, &b, when, label);
        return;
    case MAD_NODE_IS_GROUP:
        a = mad_squares_of(codegen, node->first, env);
        if (a.kind == MAD_KIND_SQUARES) {
            jump_group(codegen, &a, wanted, label);
        }
        return;
    case MAD_NODE_EVERY_IS_ATTACKED:
        a = mad_squares_of(codegen, node->first, env);
        if (a.kind == MAD_KIND_SQUARES) {
            jump_every_attacked(codegen, &a, attacker_of(codegen, node->first), when, label);
        }
        return;
    case MAD_NODE_REPEATED:
    case MAD_NODE_BOARD_REPEATED:
        if (node->n0 < 2 || node->n0 > 255) {
            mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, node->span,
                              "a position is repeated 2 to 255 times");
            return;
        }
        jump_by(codegen, MAD_OP_IF_NEWER, (uint32_t)node->n0,
                node->kind == MAD_NODE_BOARD_REPEATED ? 1u + (uint32_t)node->n1 : 0, when, label);
        return;
    default: break;
    }
    mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                      "something that is true or false is wanted here, such as `X is empty`");
}

void mad_jump_if(struct mad_codegen *codegen, const struct mad_node *node,
                 const struct mad_env *env, bool when, struct mad_label *label)
{
    if (mad_codegen_enter(codegen, node->span)) {
        if (mad_node_may_stand(codegen, node)) {
            jump_node(codegen, node, env, when, label);
        }
        mad_codegen_leave(codegen);
    }
}
