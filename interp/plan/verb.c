/* verb.c - verbs as programs: choices become loops, requirements jump to the next choice.
 *
 * Layer: plan. A verb is lowered anew for each line that calls it, with the arguments of that line in place, so
 * that directions, kinds and most squares are constants. Choices among directions, kinds and pocket men are
 * unrolled; choices among squares are loops. Every way that reaches the end of the body is one MOVE. A way
 * fails by jumping to the innermost loop or alternative (struct mad_fail). `choose target from leap 1,2 on
 * empty` and `land on target` become a loop over squares with a `move` at its end. It relies on call.c for the
 * blanks, on gate.c for what is known before effects begin, and on effect.c for these. */
#include "expr.h"
#include "verb.h"

/* Jumps to the next choice when the truth is not as wanted, taking back what has been done since. */
static void fail_unless(struct mad_verb *verb, const struct mad_node *truth,
                        const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    if (!verb->effects || verb->fail.clean) {
        mad_jump_if(codegen, truth, env, false, verb->fail.label);
        return;
    }
    struct mad_label holds = {0};
    mad_jump_if(codegen, truth, env, true, &holds);
    mad_emit(codegen, MAD_OP_SAVE, verb->fail.level, 1, 0, 0);
    mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, verb->fail.label);
    mad_label_bind(codegen, &holds);
}

/* Lowers the rest of the body once for this alternative; the next one begins where it fails. */
static void lower_alternative(struct mad_verb *verb, const struct mad_node *statement,
                              const char *name, struct mad_value value, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_verb inner = *verb;
    struct mad_label next = {0};
    const struct mad_scope scope = mad_codegen_scope(codegen);
    inner.fail = (struct mad_fail){&next, verb->level, !verb->effects};
    mad_lower_rest(&inner, statement, mad_bind(codegen, name, value, env));
    mad_label_bind(codegen, &next);
    mad_codegen_back_to(codegen, scope);
}

void mad_save_level(struct mad_verb *verb)
{
    if (!verb->effects) {
        return;
    }
    if (verb->level + 1 >= MAD_SAVE_LEVELS) {
        mad_codegen_error(verb->codegen, MAD_FINDING_LIMIT, verb->codegen->span,
                          "more than %d choices after effects, one in another",
                          MAD_SAVE_LEVELS - 1);
        return;
    }
    verb->level++;
    mad_emit(verb->codegen, MAD_OP_SAVE, verb->level, 0, 0, 0);
}

void mad_give_up(struct mad_verb *verb)
{
    if (verb->effects && !verb->fail.clean) {
        mad_emit(verb->codegen, MAD_OP_SAVE, verb->fail.level, 1, 0, 0);
    }
    mad_emit_jump(verb->codegen, MAD_OP_JUMP, 0, 0, 0, verb->fail.label);
}

/* Each direction, or each kind. */
static void choose_known(struct mad_verb *verb, const struct mad_node *choose,
                         struct mad_value several, const struct mad_env *env)
{
    struct mad_verb inner = *verb;
    struct mad_value one;
    mad_save_level(&inner);
    while (mad_take_one(&several, &one)) {
        lower_alternative(&inner, choose->next, choose->name, one, env);
    }
    mad_give_up(verb);
}

/* Each kind that the pocket may hold, when it holds one. */
static void choose_man(struct mad_verb *verb, const struct mad_node *choose,
                       const struct mad_value *pocket, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_verb inner = *verb;
    mad_save_level(&inner);
    for (uint32_t type = 0; type < codegen->game->type_count; type++) {
        struct mad_value value = {.kind = MAD_KIND_PIECES, .owner = -1};
        struct mad_label next = {0};
        if (codegen->game->code_of[type][codegen->side] == 0xff ||
            !mad_has_line(codegen, type, MAD_NODE_DROP)) {
            continue;
        }
        struct mad_verb one = inner;
        one.type = (int)type;
        one.gate = mad_class_of_move(codegen, verb->rule->name, one.type, verb->mask_gate);
        types_add(&value.types, type);
        mad_emit_jump(codegen, MAD_OP_IF_POCKET_EMPTY, pocket->pocket, codegen->side, type, &next);
        if (pocket->was) {
            mad_emit_jump(codegen, MAD_OP_IF_POCKET_WAS_EMPTY, pocket->pocket, codegen->side, type,
                          &next);
        }
        lower_alternative(&one, choose->next, choose->name, value, env);
        mad_label_bind(codegen, &next);
    }
    mad_give_up(verb);
}

/* Whether nothing is chosen or required from this statement to the end of the way. */
static bool ends_in_effects(const struct mad_verb *verb, const struct mad_node *statement)
{
    bool only = mad_only_effects(statement);
    for (const struct mad_block *block = verb->block; only && block != NULL; block = block->outer) {
        only = mad_only_effects(block->next);
    }
    return only;
}

static bool is_ref_to(const struct mad_node *node, const void *name)
{
    return mad_is_ref(node, name);
}

/* Behind a choice, `let row be line way over X to Y from CHOSEN` and `require row has a square`: the line. */
static const struct mad_node *wanted_row(const struct mad_node *choose)
{
    const struct mad_node *let = choose->next, *require = let != NULL ? let->next : NULL;
    if (require == NULL || let->kind != MAD_NODE_LET || let->first->kind != MAD_NODE_LINE ||
        require->kind != MAD_NODE_REQUIRE || !mad_wants_a_square(require->first) ||
        !mad_is_ref(require->first->first, let->name)) {
        return NULL;
    }
    const struct mad_node *line = let->first, *from = mad_child_of_kind(line, MAD_NODE_FROM);
    bool told = mad_child_of_kind(line, MAD_NODE_TO) != NULL && from != NULL &&
                mad_is_ref(from->first, choose->name);
    for (const struct mad_node *part = line->first; part != NULL && told; part = part->next) {
        told = part == from || !mad_tree_any(part, is_ref_to, choose->name);
    }
    return told ? line : NULL;
}

/* The squares that are tried one by one, in a register that may be changed. Those from which no row goes on
 * that is wanted are left out, found at once from the other end of the rows; or all the others are counted. */
static uint32_t squares_to_try(struct mad_verb *verb, const struct mad_node *choose,
                               struct mad_value squares, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_node *line =
        mad_takes_way(codegen->program, MAD_WAY_FLANKING) ? wanted_row(choose) : NULL;
    if (line != NULL) {
        const struct mad_value starts = mad_row_starts(codegen, line, &squares, env);
        const struct mad_node *rest = choose->next->next->next;
        squares = starts.kind == MAD_KIND_SQUARES ? starts : squares;
        if (!verb->extends && !verb->effects && ends_in_effects(verb, rest) &&
            mad_comes_for_certain(verb, rest, env, choose->name)) {
            mad_emit_jump(codegen, MAD_OP_MANY, mad_in_register(codegen, &squares), MAD_CLASS_TEST,
                          0, verb->fail.label);
        }
    }
    const uint32_t source = mad_in_register(codegen, &squares),
                   rest = mad_codegen_register(codegen);
    mad_emit(codegen, MAD_OP_AND, rest, source, source, 0);
    return rest;
}

/* Whether the law is asked about this outcome: about all of them when the rules name none. */
bool mad_outcome_is_asked(const struct mad_node *toss, const struct mad_node *outcome)
{
    for (const struct mad_node *other = toss->first; other != NULL; other = other->next) {
        if (other->flags & MAD_FLAG_MUST) {
            return (outcome->flags & MAD_FLAG_MUST) != 0;
        }
    }
    return true;
}

static void choose_square(struct mad_verb *verb, const struct mad_node *choose,
                          struct mad_value squares, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_verb inner = *verb;
    struct mad_label again = {0}, none = {0};
    bool dirty = verb->effects && !verb->fail.clean;
    const struct mad_node *next = choose->next;
    uint32_t source = mad_in_register(codegen, &squares);
    bool countable = verb->extends ? !verb->effects : verb->gated && verb->gate != MAD_CLASS_STAY;
    if (countable && ends_in_effects(verb, next) &&
        mad_comes_for_certain(verb, next, env, choose->name)) {
        mad_emit_jump(codegen, MAD_OP_MANY, source, mad_gate_of_many(verb, next, choose->name), 0,
                      verb->fail.label);
    }
    uint32_t outcomes = 0;
    enum mad_legality_class gate = MAD_CLASS_TEST;
    if (mad_is_toss_gated(verb, next, choose->name, env, &gate, &outcomes)) {
        mad_emit_jump(codegen, MAD_OP_OUTCOMES, source, gate, outcomes, verb->fail.label);
    }
    uint32_t rest = squares_to_try(verb, choose, squares, env),
             chosen = mad_codegen_register(codegen);
    mad_save_level(&inner);
    mad_label_bind(codegen, &again);
    mad_emit_jump(codegen, MAD_OP_NEXT_SQUARE, chosen, rest, 0, dirty ? &none : verb->fail.label);
    struct mad_value value = {.kind = MAD_KIND_SQUARES,
                              .form = MAD_FORM_REGISTER,
                              .reg = (uint8_t)chosen,
                              .single = true,
                              .some = true,
                              .empties = squares.empties};
    inner.fail = (struct mad_fail){&again, inner.level, !inner.effects};
    mad_lower_rest(&inner, next, mad_bind(codegen, choose->name, value, env));
    if (dirty) {
        mad_label_bind(codegen, &none);
        mad_give_up(verb);
    }
}

/* `choose x from 1 to N`: from the largest down. */
static void choose_number(struct mad_verb *verb, const struct mad_node *choose,
                          const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_node *most = choose->first;
    const struct mad_value value = mad_value_of(codegen, most, env);
    if (mad_is_written(&value) && value.number < choose->n0) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, most->span,
                          "there is no number from %d to %d", choose->n0, value.number);
        return;
    }
    struct mad_verb inner = *verb;
    struct mad_label again = {0}, none = {0};
    const bool dirty = verb->effects && !verb->fail.clean;
    const uint32_t numbers = codegen->values.next_number,
                   upper = mad_in_number(codegen, &value, most->span);
    const struct mad_value left = mad_number_kept(codegen, upper, 1 - choose->n0);
    const uint32_t rest = left.worked_out - 1;
    mad_save_level(&inner);
    mad_label_bind(codegen, &again);
    mad_emit_jump(codegen, MAD_OP_NEXT_TIME, rest, rest, 0, dirty ? &none : verb->fail.label);
    inner.fail = (struct mad_fail){&again, inner.level, !inner.effects};
    mad_lower_rest(
        &inner, choose->next,
        mad_bind(codegen, choose->name, mad_number_kept(codegen, rest, choose->n0), env));
    if (dirty) {
        mad_label_bind(codegen, &none);
        mad_give_up(verb);
    }
    codegen->values.next_number = numbers;
}

/* What follows a statement, for blocks that go on there; null when there is no memory. */
static const struct mad_block *block_behind(struct mad_verb *verb, const struct mad_node *statement,
                                            const struct mad_env *env)
{
    struct mad_block *after = mad_codegen_scratch(verb->codegen, sizeof *after);
    if (after != NULL) {
        *after = (struct mad_block){statement->next, env, verb->block};
    }
    return after;
}

/* One branch of an `if` that has choices, and all that follows it, once more. */
static void lower_branch(struct mad_verb *verb, const struct mad_node *body,
                         const struct mad_block *after)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_verb inner = *verb;
    const struct mad_scope scope = mad_codegen_scope(codegen);
    inner.block = after;
    mad_lower_rest(&inner, body != NULL ? body->first : NULL, after->env);
    mad_codegen_back_to(codegen, scope);
}

static void lower_branches(struct mad_verb *verb, const struct mad_node *node,
                           const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_node *then = node->first->next, *otherwise = then != NULL ? then->next : NULL;
    const struct mad_block *after = block_behind(verb, node, env);
    struct mad_label not = {0};
    int known = mad_truth_known(codegen, node->first, env);
    if (after == NULL) {
        return;
    }
    if (known != 0) {
        if (known < 0) {
            mad_jump_if(codegen, node->first, env, false, &not );
        }
        lower_branch(verb, then, after);
    }
    if (known <= 0) {
        mad_label_bind(codegen, &not );
        lower_branch(verb, otherwise, after);
    }
}

/* `may CALL`: the rest with it, and the rest without. */
static void lower_may(struct mad_verb *verb, const struct mad_node *may, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_block *after = block_behind(verb, may, env);
    struct mad_verb inner = *verb;
    if (after == NULL || !mad_may_stand(codegen, MAD_EXPR_MAY, may->span)) {
        return;
    }
    mad_save_level(&inner);
    for (uint32_t with = 0; with < 2; with++) {
        struct mad_verb one = inner;
        struct mad_label next = {0};
        one.fail = (struct mad_fail){&next, inner.level, !inner.effects};
        lower_branch(&one, with != 0 ? may->first : NULL, after);
        mad_label_bind(codegen, &next);
    }
    mad_give_up(verb);
}

/* Whether an effect may bring a man to squares of which it has not been seen that there are any. */
static bool may_miss(const struct mad_verb *verb, const struct mad_node *statement)
{
    return mad_brings_somebody(statement) && !verb->comes &&
           mad_argument(statement, "on") != NULL && verb->part == MAD_TOSS_NONE;
}

/* A way that puts a man from a pocket where none is held is no move. */
static void fail_unheld(struct mad_verb *verb, const struct mad_node *put,
                        const struct mad_env *env)
{
    struct mad_label none = {0}, held = {0};
    if (!verb->effects || verb->fail.clean) {
        (void)mad_unless_held(verb->codegen, put, env, verb->fail.label);
    } else if (mad_unless_held(verb->codegen, put, env, &none)) {
        mad_emit_jump(verb->codegen, MAD_OP_JUMP, 0, 0, 0, &held);
        mad_label_bind(verb->codegen, &none);
        mad_give_up(verb);
        mad_label_bind(verb->codegen, &held);
    }
}

/* Whether nothing is chosen in this branch, and nothing in it may fail. */
static bool only_happens(const struct mad_verb *verb, const struct mad_node *body,
                         const struct mad_env *env)
{
    const struct mad_node *first = body != NULL ? body->first : NULL;
    bool may_fail = false;
    for (const struct mad_node *s = first; s != NULL && !may_fail; s = s->next) {
        if (may_miss(verb, s)) {
            const struct mad_node *on = mad_argument(s, "on");
            may_fail = on->kind != MAD_NODE_REF || mad_env_find(env, on->name) == NULL ||
                       !mad_silent_value(verb->codegen, on, env).some;
        }
    }
    return !may_fail && mad_only_effects(first);
}

void mad_lower_end(struct mad_verb *verb)
{
    bool asks = verb->part == MAD_TOSS_ASKS;
    enum mad_legality_class gate =
        verb->gated || verb->gate == MAD_CLASS_FREE ? verb->gate : MAD_CLASS_TEST;
    gate = gate == MAD_CLASS_TWO_MAN && !verb->second_man ? MAD_CLASS_TEST : gate;
    mad_emit_jump(verb->codegen, asks ? MAD_OP_TRY : MAD_OP_MOVE, verb->line, verb->fail.level,
                  verb->part == MAD_TOSS_MOVES ? MAD_CLASS_FREE : gate,
                  asks ? verb->legal : verb->fail.label);
    if (asks) {
        mad_emit_jump(verb->codegen, MAD_OP_JUMP, 0, 0, 0, verb->fail.label);
    }
}

/* What follows when that outcome has come; then it goes on at `next`. */
static void lower_come(struct mad_verb *verb, enum mad_toss_part part,
                       const struct mad_node *statement, const struct mad_env *env,
                       struct mad_label *next)
{
    struct mad_verb inner = *verb;
    const struct mad_scope scope = mad_codegen_scope(verb->codegen);
    inner.part = part;
    inner.legal = next;
    if (part == MAD_TOSS_MOVES) {
        inner.fail.label = next;
    }
    mad_lower_rest(&inner, statement, env);
    mad_codegen_back_to(verb->codegen, scope);
}

static void lower_outcome(struct mad_verb *verb, enum mad_toss_part part,
                          const struct mad_node *statement, const struct mad_env *env,
                          uint32_t number)
{
    struct mad_label next = {0};
    mad_emit(verb->codegen, MAD_OP_TOSS, number + 1, 1, 0, 0);
    lower_come(verb, part, statement, env, &next);
    mad_label_bind(verb->codegen, &next);
}

/* From here on it goes to `forbidden` when the toss is, and when all has come of it that can. */
static struct mad_verb begin_toss(struct mad_verb *verb, struct mad_label *forbidden)
{
    struct mad_verb inner = *verb;
    mad_save_level(&inner);
    inner.fail = (struct mad_fail){forbidden, inner.level, !inner.effects};
    mad_emit(verb->codegen, MAD_OP_TOSS, 0, 0, 0, 0);
    return inner;
}

static void end_toss(struct mad_verb *verb, struct mad_label *forbidden)
{
    mad_label_bind(verb->codegen, forbidden);
    mad_emit(verb->codegen, MAD_OP_TOSS, 0, 1, 0, 0);
    mad_give_up(verb);
}

static void lower_toss(struct mad_verb *verb, const struct mad_node *toss,
                       const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_block *after = block_behind(verb, toss, env);
    struct mad_label forbidden = {0};
    int first = mad_toss_outcomes(codegen, toss);
    if (after == NULL || first < 0) {
        return;
    }
    struct mad_verb inner = begin_toss(verb, &forbidden);
    inner.block = after;
    for (enum mad_toss_part part = MAD_TOSS_ASKS; part <= MAD_TOSS_MOVES; part++) {
        uint32_t number = (uint32_t)first;
        for (const struct mad_node *outcome = toss->first; outcome != NULL;
             outcome = outcome->next) {
            if (part == MAD_TOSS_MOVES || mad_outcome_is_asked(toss, outcome)) {
                lower_outcome(&inner, part, outcome->first->first, after->env, number);
            }
            number++;
        }
    }
    end_toss(verb, &forbidden);
}

/* Each of these squares is an outcome. */
static void draw_square(struct mad_verb *verb, enum mad_toss_part part,
                        const struct mad_node *choose, uint32_t squares, int first,
                        const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_label again = {0}, none = {0};
    const uint32_t rest = mad_codegen_register(codegen), drawn = mad_codegen_register(codegen);
    const struct mad_value value = {.kind = MAD_KIND_SQUARES,
                                    .form = MAD_FORM_REGISTER,
                                    .reg = (uint8_t)drawn,
                                    .single = true,
                                    .some = true};
    mad_emit(codegen, MAD_OP_AND, rest, squares, squares, 0);
    mad_label_bind(codegen, &again);
    mad_emit_jump(codegen, MAD_OP_NEXT_SQUARE, drawn, rest, 0, &none);
    mad_emit(codegen, MAD_OP_DRAWN, (uint32_t)first + 1, drawn, 0, 0);
    lower_come(verb, part, choose->next, mad_bind(codegen, choose->name, value, env), &again);
    mad_label_bind(codegen, &none);
}

/* `choose x at random from X`: all of X are outcomes, each as likely as any other. */
static void lower_draw(struct mad_verb *verb, const struct mad_node *choose,
                       struct mad_value several, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_label forbidden = {0};
    const bool among_squares = several.kind == MAD_KIND_SQUARES;
    const int first = mad_draw_outcomes(codegen, several, choose->span);
    if (first < 0) {
        return;
    }
    const uint32_t squares = among_squares ? mad_in_register(codegen, &several) : 0;
    const struct mad_verb inner = begin_toss(verb, &forbidden);
    for (enum mad_toss_part part = MAD_TOSS_ASKS; part <= MAD_TOSS_MOVES; part++) {
        struct mad_verb one = inner;
        struct mad_value left = several, value;
        if (among_squares) {
            draw_square(&one, part, choose, squares, first, env);
        }
        for (int i = first; !among_squares && mad_take_one(&left, &value); i++) {
            lower_outcome(&one, part, choose->next, mad_bind(codegen, choose->name, value, env),
                          (uint32_t)i);
        }
    }
    end_toss(verb, &forbidden);
}

static void lower_choose(struct mad_verb *verb, const struct mad_node *choose,
                         const struct mad_env *env)
{
    const bool is_drawn = mad_is_drawn(choose);
    if (choose->n1 != 0) {
        choose_number(verb, choose, env);
        return;
    }
    struct mad_value value = mad_value_of(verb->codegen, choose->first, env);
    value = mad_choices_of(verb->codegen, &value, choose->first->span);
    if (is_drawn && value.kind == MAD_KIND_POCKET) {
        mad_out_of_place(verb->codegen, choose->first->span,
                         "a pocket's men are not drawn: how many there are is known in play alone",
                         "let the player choose the man, or draw a kind: `from Knight or Bishop`");
        return;
    }
    switch (value.kind) {
    case MAD_KIND_DIRECTIONS:
    case MAD_KIND_PIECES: (is_drawn ? lower_draw : choose_known)(verb, choose, value, env); break;
    case MAD_KIND_POCKET: choose_man(verb, choose, &value, env); break;
    case MAD_KIND_SQUARES: (is_drawn ? lower_draw : choose_square)(verb, choose, value, env); break;
    case MAD_KIND_NONE: break;
    case MAD_KIND_PLAYER:
    case MAD_KIND_NUMBER:
    case MAD_KINDS:
        mad_codegen_error(verb->codegen, MAD_FINDING_TYPE, choose->first->span,
                          "one can choose among squares, directions, pieces, a pocket's men, or "
                          "numbers, as in `choose x from 1 to 3`");
        break;
    }
}

/* What is done for certain, or in cases; where these come first, nothing is known of the way before them. */
static void lower_done(struct mad_verb *verb, const struct mad_node *statement,
                       const struct mad_env *env)
{
    if (statement->kind != MAD_NODE_CALL) {
        verb->gated = verb->gated && verb->effects;
    } else {
        if (!verb->comes && verb->part == MAD_TOSS_NONE) {
            fail_unheld(verb, statement, env);
        }
        if (!verb->effects && verb->gated) {
            mad_emit_gate(verb, statement, env);
        }
        if (may_miss(verb, statement)) {
            mad_fail_nowhere(verb, mad_argument(statement, "on"), env);
        }
    }
    if (mad_may_land(verb->codegen, statement, 0)) {
        verb->block = mad_settle_blocks(verb->codegen, verb->block);
    }
    env = mad_lower_statement(verb->codegen, statement, env, false);
    verb->effects = true;
    verb->fail.clean = false;
    mad_lower_rest(verb, statement->next, env);
}

static void lower_if(struct mad_verb *verb, const struct mad_node *node, const struct mad_env *env)
{
    const struct mad_node *then = node->first->next, *otherwise = then != NULL ? then->next : NULL;
    if (only_happens(verb, then, env) && only_happens(verb, otherwise, env)) {
        lower_done(verb, node, env);
    } else {
        lower_branches(verb, node, env);
    }
}

static bool is_chosen(const struct mad_node *statement)
{
    return statement->kind == MAD_NODE_CHOOSE || statement->kind == MAD_NODE_REQUIRE ||
           statement->kind == MAD_NODE_TOSS || statement->kind == MAD_NODE_REPEAT ||
           statement->kind == MAD_NODE_MAY;
}

void mad_lower_rest(struct mad_verb *verb, const struct mad_node *statement,
                    const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    if (codegen->status != MAD_OK || codegen->errors >= MAD_MAX_ERRORS) {
        return;
    }
    if (statement == NULL && verb->block != NULL) {
        const struct mad_block *block = verb->block;
        verb->block = block->outer;
        mad_lower_rest(verb, block->next, block->env);
        return;
    }
    if (statement == NULL) {
        if (!verb->effects && verb->gated) {
            mad_emit_gate(verb, NULL, env);
        }
        mad_lower_end(verb);
        return;
    }
    struct mad_room room;
    codegen->span = statement->span;
    if (verb->part != MAD_TOSS_NONE && is_chosen(statement)) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, statement->span,
                          "behind a toss nothing is chosen or required, and no other is made: the "
                          "player has decided before");
        return;
    }
    switch ((unsigned)statement->kind) {
    case MAD_NODE_TOSS: lower_toss(verb, statement, env); return;
    case MAD_NODE_NOTHING_HAPPENS:
    case MAD_NODE_LET:
        env = mad_lower_statement(codegen, statement, env, false);
        mad_lower_rest(verb, statement->next, env);
        return;
    case MAD_NODE_CHOOSE: lower_choose(verb, statement, env); return;
    case MAD_NODE_REQUIRE:
        room = mad_codegen_room(codegen);
        fail_unless(verb, statement->first, env);
        mad_codegen_leave_room(codegen, room, NULL);
        mad_lower_rest(verb, statement->next, mad_learn(codegen, statement->first, env));
        return;
    case MAD_NODE_IF: lower_if(verb, statement, env); return;
    case MAD_NODE_REPEAT: mad_lower_repeat(verb, statement, env); return;
    case MAD_NODE_MAY: lower_may(verb, statement, env); return;
    case MAD_NODE_FOR_EACH:
    case MAD_NODE_CALL: lower_done(verb, statement, env); return;
    default:
        mad_codegen_error(codegen, MAD_FINDING_SYNTAX, statement->span,
                          "this sentence is not built yet in verbs");
        return;
    }
}
