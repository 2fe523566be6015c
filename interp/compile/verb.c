/* verb.c - verbs as programs: choices become loops, requirements jump to the next choice.
 *
 * Layer: compile. A verb is lowered anew for each line that calls it, with the arguments of that line
 * in place, so that directions, kinds and most squares are constants. Choices among directions, kinds
 * and pocket men are unrolled; choices among squares are loops. Every way that reaches the end of the
 * body is one MOVE. A way fails by jumping to the innermost loop or alternative (struct fail). */
#include <stdio.h>
#include <string.h>

#include "build.h"

enum { EMPTY_REGISTER = 4 }; /* see opcode.def */

struct fail {
    struct mad_label *label;
    uint32_t level; /* effects are taken back to this save level ... */
    bool clean;     /* ... unless none can have happened since it was made */
};

struct block { /* what follows a block whose statements are being lowered */
    const struct mad_node *next;
    const struct mad_env *env;
    const struct block *outer;
};

/* Behind a toss its outcomes are lowered twice: those that must be legal are asked whether they are,
 * then each is a move. */
enum toss_part { TOSS_NONE, TOSS_ASKS, TOSS_MOVES };

struct verb {
    struct mad_build *build;
    const struct block *block;
    const struct mad_env *blanks; /* of the call: what `repeat` begins with again */
    uint32_t *repeat;             /* address of the body as it is repeated; 0: not lowered yet */
    uint32_t line;                /* index in game->lines */
    uint32_t level;               /* innermost save level in use */
    bool effects;                 /* on the way to here something has changed */
    bool extends;                 /* it goes on from a move that has been made */
    bool gated;                   /* legality is known before effects begin */
    enum mad_gate gate;
    enum mad_gate mask_gate; /* as far as the law about royals goes */
    bool escorted;           /* an ESCORT stands before the effects */
    int type;                /* of the man whose move it is; -1: not known yet */
    enum toss_part part;
    struct mad_label *legal; /* TOSS_ASKS: where it goes on when it is */
    const struct mad_rule_verb *rule;
    uint32_t ending; /* register: men for whom it is known that `repeat` finds no way; 0: none */
    struct fail fail;
    struct mad_label
        *nobody; /* where it goes on when no man of the line can do it; null: it depends */
};

static void lower_rest(struct verb *verb, const struct mad_node *statement,
                       const struct mad_env *env);

static void note_effects(struct verb *verb)
{
    verb->effects = true;
    verb->fail.clean = false;
}

static void lower_if_effects(struct mad_build *build, const struct mad_node *node,
                             const struct mad_env *env, bool skip_become);
static void lower_each(struct mad_build *build, const struct mad_node *each,
                       const struct mad_env *env);

/* --- given effects ------------------------------------------------------------------------------------------ */

enum effect {
    EFFECT_LAND,
    EFFECT_BRING,
    EFFECT_TAKE,
    EFFECT_PUT,
    EFFECT_BECOME,
    EFFECT_TURN,
    EFFECT_SET,
    EFFECT_CLEAR,
    EFFECT_INCREASE,
    EFFECT_DECREASE,
    EFFECT_NONE,
};

static const struct {
    const char *name;
    enum effect effect;
    const char *labels[3]; /* besides the object */
    const char *usage;
} EFFECTS[] = {
    {"land", EFFECT_LAND, {"on", NULL}, "land on X"},
    {"bring", EFFECT_BRING, {"to", NULL}, "bring X to Y"},
    {"take", EFFECT_TAKE, {"as", NULL}, "take X, or take X as word"},
    {"put",
     EFFECT_PUT,
     {"on", "from", "as"},
     "put man on X from pocket, put man on X from pocket as Queen, or put own King on X"},
    {"become", EFFECT_BECOME, {NULL, NULL}, "become King"},
    {"turn", EFFECT_TURN, {"to", NULL}, "turn X to mover"},
    {"set", EFFECT_SET, {"on", "to"}, "set mark on X, or set counter to 1"},
    {"clear", EFFECT_CLEAR, {"on", NULL}, "clear mark on X"},
    {"increase", EFFECT_INCREASE, {"by", NULL}, "increase counter by 1"},
    {"decrease", EFFECT_DECREASE, {"by", NULL}, "decrease counter by 1"},
};
enum { EFFECT_COUNT = sizeof EFFECTS / sizeof *EFFECTS };

static enum effect effect_of(const struct mad_node *node)
{
    for (uint32_t i = 0; node->kind == MAD_NODE_CALL && i < EFFECT_COUNT; i++) {
        if (strcmp(EFFECTS[i].name, node->name) == 0) {
            return EFFECTS[i].effect;
        }
    }
    return EFFECT_NONE;
}

/* The argument with this label (null: the object). */
const struct mad_node *mad_argument(const struct mad_node *call, const char *label)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        if (label == NULL ? arg->text == NULL
                          : arg->text != NULL && strcmp(arg->text, label) == 0) {
            return arg->first;
        }
    }
    return NULL;
}

static bool same_label(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* `set m on own Rook on file a` may be meant in two ways: told when so. */
static bool says_twice(struct mad_build *build, const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        for (const struct mad_node *other = arg->next; other != NULL; other = other->next) {
            if (same_label(arg->text, other->text)) {
                mad_build_error(build, MAD_FINDING_CALL_SHAPE, other->span,
                                "`%s` stands here twice; put what belongs together in brackets",
                                other->text != NULL ? other->text : call->name);
                return true;
            }
        }
    }
    return false;
}

static bool check_arguments(struct mad_build *build, const struct mad_node *call,
                            enum effect effect)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        const char *const *labels = EFFECTS[effect].labels;
        bool known = arg->text == NULL;
        for (uint32_t i = 0; i < 3 && labels[i] != NULL; i++) {
            known = known || strcmp(arg->text, labels[i]) == 0;
        }
        if (!known) {
            mad_build_error(build, MAD_FINDING_CALL_SHAPE, arg->span,
                            "'%s' takes no `%s`; say `%s`", call->name, arg->text,
                            EFFECTS[effect].usage);
            return false;
        }
    }
    return !says_twice(build, call);
}

uint32_t mad_fate(struct mad_build *build, const char *word)
{
    /* fate 0 is `captured`; others are numbered as they stand in the rules, unsaid ones like captured */
    for (uint32_t i = 0; i < build->rules->fate_count; i++) {
        if (strcmp(build->rules->fates[i].word, word) == 0) {
            return i + 1;
        }
    }
    return strcmp(word, "captured") == 0 ? 0 : build->rules->fate_count + 1;
}

static uint32_t single_type(struct mad_build *build, const struct mad_node *node,
                            const struct mad_env *env)
{
    struct mad_types types = mad_types_of(build, node, env);
    uint32_t found = 0, count = 0;
    for (uint32_t type = 0; type < build->game->type_count; type++) {
        if (types_has(&types, type)) {
            found = type;
            count++;
        }
    }
    if (count != 1 && build->status == MAD_OK && build->errors == 0) {
        mad_build_error(build, MAD_FINDING_TYPE, node->span, "one piece is wanted here, not %u",
                        count);
    }
    return found;
}

void mad_build_other_army(struct mad_build *build, uint32_t type, uint32_t player,
                          struct mad_span span)
{
    const struct mad_rule_piece *piece = &build->rules->pieces[type];
    if (player == MAD_NOBODY || piece->owner == MAD_NOBODY) {
        mad_build_error(build, MAD_FINDING_TYPE, span,
                        player == MAD_NOBODY
                            ? "%s belongs to a player; a piece of nobody is declared so: "
                              "`piece %s (%s) of nobody`"
                            : "%s belongs to nobody: `nobody's %s`",
                        piece->name, piece->name, piece->letter);
        return;
    }
    const char *army = build->rules->players[player].name;
    struct mad_finding *finding =
        mad_findings_add(build->diagnostics, MAD_FINDING_OTHER_ARMY, span, army, piece->name);
    mad_finding_note_at(build->diagnostics, finding, piece->span, "only %s has it",
                        piece->owner == MAD_NOBODY ? "nobody"
                                                   : build->rules->players[1 - player].name);
    mad_finding_remedy(build->diagnostics, finding,
                       "name a piece that %s has, or declare one that both have: `piece %s (%s)`",
                       army, piece->name, piece->letter);
    build->errors++;
}

static uint32_t own_code(struct mad_build *build, uint32_t type, uint32_t player,
                         struct mad_span span)
{
    uint32_t code = type < build->game->type_count ? build->game->code_of[type][player] : 0xff;
    if (code == 0xff && build->errors == 0 && type < build->game->type_count) {
        mad_build_other_army(build, type, player, span);
    }
    return code == 0xff ? 0 : code;
}

static bool is_mark(const struct mad_build *build, const struct mad_node *node, uint32_t *mark)
{
    for (uint32_t i = 0; node != NULL && node->kind == MAD_NODE_REF && i < build->rules->mark_count;
         i++) {
        if (build->rules->marks[i].name == node->name) {
            *mark = i;
            return true;
        }
    }
    return false;
}

static bool mark_of(struct mad_build *build, const struct mad_node *node, uint32_t *mark)
{
    if (is_mark(build, node, mark)) {
        return true;
    }
    mad_build_error(build, MAD_FINDING_TYPE, node != NULL ? node->span : build->span,
                    "a mark is wanted here: say `mark %s lasts ...`",
                    node != NULL && node->name != NULL ? node->name : "name");
    return false;
}

static void lower_put(struct mad_build *build, const struct mad_node *call,
                      const struct mad_env *env)
{
    const struct mad_node *man = mad_argument(call, NULL), *on = mad_argument(call, "on"),
                          *from = mad_argument(call, "from"), *as = mad_argument(call, "as");
    uint32_t player = build->side;
    if (man == NULL || on == NULL || (as != NULL && from == NULL)) {
        mad_build_error(build, MAD_FINDING_CALL_SHAPE, call->span, "say `%s`",
                        EFFECTS[EFFECT_PUT].usage);
        return;
    }
    const struct mad_node *kind = man;
    if (man->kind == MAD_NODE_OWN || man->kind == MAD_NODE_ENEMY) {
        player = man->kind == MAD_NODE_OWN ? build->side : 1 - build->side;
        kind = man->first;
    } else if (man->kind == MAD_NODE_OF_PLAYER && strcmp(man->name, "nobody") == 0) {
        player = MAD_NOBODY;
        kind = man->first;
    }
    struct mad_value squares = mad_squares_of(build, on, env);
    uint32_t type = single_type(build, kind, env);
    uint32_t shown = as != NULL ? single_type(build, as, env) : type;
    if (squares.kind != MAD_KIND_SQUARES || build->errors != 0) {
        return;
    }
    mad_emit(build, MAD_OP_PUT, mad_in_register(build, &squares),
             own_code(build, shown, player, (as != NULL ? as : man)->span), 0, 0);
    if (from != NULL) {
        struct mad_value pocket = mad_value_of(build, from, env);
        if (pocket.kind != MAD_KIND_POCKET) {
            mad_build_error(build, MAD_FINDING_TYPE, from->span, "a pocket is wanted here");
            return;
        }
        mad_emit(build, MAD_OP_SPEND, pocket.pocket, player, type, 0);
    }
}

/* `increase C by N`, `decrease C by N`, `set C to N`. */
static void lower_counting(struct mad_build *build, enum effect effect,
                           const struct mad_node *counter, const struct mad_node *number,
                           const struct mad_env *env)
{
    struct mad_value what = mad_value_of(build, counter, env),
                     amount = mad_value_of(build, number, env);
    if (what.kind != MAD_KIND_NUMBER || what.counter == 0) {
        mad_build_error(build, MAD_FINDING_TYPE, counter->span,
                        "a counter is wanted here: say `counter name starts at 0`");
        return;
    }
    bool written = amount.counter == 0 && amount.worked_out == 0 && !amount.size;
    if (amount.kind == MAD_KIND_NUMBER && written && (amount.number < 0 || amount.number > 255)) {
        mad_build_error(build, MAD_FINDING_NUMBER_RANGE, number->span,
                        "a counter goes from 0 to 255");
        return;
    }
    if (effect == EFFECT_INCREASE && amount.kind == MAD_KIND_NUMBER && written) {
        mad_emit(build, MAD_OP_INCREASE, what.counter - 1, (uint32_t)amount.number, 0, 0);
        return;
    }
    uint32_t numbers = build->next_number, n = mad_in_number(build, &amount, number->span);
    if (effect != EFFECT_SET) {
        uint32_t old = mad_in_number(build, &what, counter->span);
        mad_emit(build, effect == EFFECT_INCREASE ? MAD_OP_ADD : MAD_OP_SUBTRACT, old, old, n, 0);
        n = old;
    }
    mad_emit(build, MAD_OP_COUNT, what.counter - 1, n, 0, 0);
    build->next_number = numbers;
}

static void lower_effect(struct mad_build *build, const struct mad_node *call,
                         const struct mad_env *env)
{
    enum effect effect = effect_of(call);
    const struct mad_node *object = mad_argument(call, NULL);
    const char *label = effect != EFFECT_NONE ? EFFECTS[effect].labels[0] : NULL;
    const struct mad_node *other = label != NULL ? mad_argument(call, label) : NULL;
    const struct mad_node *to = effect == EFFECT_SET ? mad_argument(call, "to") : NULL;
    struct mad_value a = {.kind = MAD_KIND_NONE}, b = {.kind = MAD_KIND_NONE};
    uint32_t mark = 0;
    if (effect == EFFECT_NONE) {
        mad_build_error(build, MAD_FINDING_TYPE, call->span,
                        "'%s' is not something that a verb can do", call->name);
        return;
    }
    if (!check_arguments(build, call, effect)) {
        return;
    }
    bool complete =
        (effect == EFFECT_LAND || object != NULL) &&
        (effect == EFFECT_TAKE || effect == EFFECT_BECOME || (other != NULL) != (to != NULL));
    if (!complete) {
        mad_build_error(build, MAD_FINDING_CALL_SHAPE, call->span, "say `%s`",
                        EFFECTS[effect].usage);
        return;
    }
    build->span = call->span;
    switch (effect) {
    case EFFECT_LAND:
        a = mad_squares_of(build, other, env);
        if (a.kind == MAD_KIND_SQUARES) {
            mad_emit(build, MAD_OP_LAND, mad_in_register(build, &a), 0, 0, 0);
        }
        break;
    case EFFECT_BRING:
        a = mad_squares_of(build, object, env);
        b = mad_squares_of(build, other, env);
        if (a.kind == MAD_KIND_SQUARES && b.kind == MAD_KIND_SQUARES) {
            uint32_t from = mad_in_register(build, &a);
            mad_emit(build, MAD_OP_BRING, from, mad_in_register(build, &b), 0, 0);
        }
        break;
    case EFFECT_TAKE:
        a = mad_squares_of(build, object, env);
        if (a.kind == MAD_KIND_SQUARES) {
            uint32_t fate =
                other == NULL ? 0 : mad_fate(build, other->name != NULL ? other->name : "captured");
            mad_emit(build, MAD_OP_TAKE, mad_in_register(build, &a), fate, 0, 0);
        }
        break;
    case EFFECT_PUT: lower_put(build, call, env); break;
    case EFFECT_BECOME:
        mad_emit(build, MAD_OP_BECOME,
                 own_code(build, single_type(build, object, env), build->side, object->span), 0, 0,
                 0);
        break;
    case EFFECT_TURN: {
        struct mad_value player = mad_value_of(build, other, env);
        a = mad_squares_of(build, object, env);
        if (a.kind == MAD_KIND_SQUARES && player.kind == MAD_KIND_PLAYER) {
            mad_emit(build, MAD_OP_TURN, mad_in_register(build, &a), player.player, 0, 0);
        }
        break;
    }
    case EFFECT_SET:
    case EFFECT_CLEAR:
        if (to != NULL) {
            lower_counting(build, effect, object, to, env);
        } else if (mark_of(build, object, &mark)) {
            a = mad_squares_of(build, other, env);
            if (a.kind == MAD_KIND_SQUARES) {
                mad_emit(build, effect == EFFECT_SET ? MAD_OP_SET_MARK : MAD_OP_CLEAR_MARK, mark,
                         mad_in_register(build, &a), 0, 0);
            }
            mad_forget_marks(build); /* the men are where they were */
            return;
        }
        break;
    case EFFECT_INCREASE:
    case EFFECT_DECREASE: lower_counting(build, effect, object, other, env); break;
    case EFFECT_NONE: break;
    }
    build->changed = true;
    mad_forget_values(build);
}

/* --- what a body does, seen from outside -------------------------------------------------------------------- */

struct outline {
    uint32_t land, bring, take, put, become, turn, marks;
    bool choices, requires_after_effect, sweeps, tosses, in_cases;
    const struct mad_node *target; /* of the one land or put */
    const struct mad_node *kind;   /* of the one become */
};

static void outline_of(const struct mad_node *statement, struct outline *outline, bool *effects)
{
    for (; statement != NULL; statement = statement->next) {
        const struct mad_node *take = NULL;
        switch ((unsigned)statement->kind) {
        case MAD_NODE_REPEAT:
        case MAD_NODE_FOR_EACH:
        case MAD_NODE_CHOOSE:
        case MAD_NODE_REQUIRE:
        case MAD_NODE_IF:
        case MAD_NODE_MAY:
            outline->choices |= statement->kind != MAD_NODE_REQUIRE;
            outline->requires_after_effect |= *effects;
            for (const struct mad_node *child = statement->first; child != NULL;
                 child = child->next) {
                if (child->kind == MAD_NODE_BODY) {
                    outline->in_cases = true;
                    outline_of(child->first, outline, effects);
                }
            }
            break;
        case MAD_NODE_TOSS:
            outline->tosses = outline->in_cases = true;
            for (const struct mad_node *outcome = statement->first; outcome != NULL;
                 outcome = outcome->next) {
                outline_of(outcome->first->first, outline, effects);
            }
            break;
        case MAD_NODE_CALL:
            *effects = true;
            switch (effect_of(statement)) {
            case EFFECT_LAND:
                outline->land++;
                outline->target = mad_argument(statement, "on");
                break;
            case EFFECT_BRING: outline->bring++; break;
            case EFFECT_TAKE:
                outline->take++;
                take = mad_argument(statement, "as");
                outline->sweeps |= take != NULL;
                break;
            case EFFECT_PUT:
                outline->put++;
                outline->target = mad_argument(statement, "on");
                break;
            case EFFECT_BECOME:
                outline->become++;
                outline->kind = mad_argument(statement, NULL);
                break;
            case EFFECT_TURN: outline->turn++; break;
            case EFFECT_SET: outline->marks += mad_argument(statement, "to") == NULL; break;
            case EFFECT_CLEAR: outline->marks++; break;
            case EFFECT_INCREASE:
            case EFFECT_DECREASE:
            case EFFECT_NONE: break;
            }
            break;
        default: break;
        }
    }
}

/* Whether what a man becomes is known to be a kind that is not royal. */
static bool becomes_common(struct mad_build *build, const struct mad_node *kind,
                           const struct mad_env *env)
{
    if (kind == NULL || kind->kind != MAD_NODE_REF ||
        (mad_env_find(env, kind->name) == NULL && mad_build_type(build, kind->name) < 0)) {
        return false;
    }
    struct mad_value value = mad_silent_value(build, kind, env);
    bool common = value.kind == MAD_KIND_PIECES;
    for (uint32_t type = 0; common && type < build->game->type_count; type++) {
        common = !types_has(&value.types, type) || !build->game->types[type].royal;
    }
    return common;
}

/* Whether masks can tell the legality of a way before it is made. */
static enum mad_gate gate_of(struct mad_build *build, const struct outline *outline,
                             const struct mad_env *env)
{
    uint32_t board = outline->land + outline->bring + outline->take + outline->put +
                     outline->become + outline->turn;
    if (board == 0 || (board == 1 && outline->become == 1)) {
        return MAD_GATE_STAY;
    }
    if (outline->land == 1 && (board == 1 || (board == 2 && !outline->in_cases &&
                                              becomes_common(build, outline->kind, env)))) {
        return MAD_GATE_PLAIN;
    }
    if (board == 2 && outline->land == 1 && outline->bring == 1) {
        return MAD_GATE_ESCORT;
    }
    if (outline->land == 1 && outline->take != 0 && board == 1 + outline->take) {
        return MAD_GATE_SWEPT;
    }
    return board == 1 && outline->put == 1 ? MAD_GATE_DROP : MAD_GATE_TEST;
}

static enum mad_line_shape shape_of(const struct outline *outline)
{
    if (outline->land == 0 && outline->put == 0) {
        return outline->become != 0 ? MAD_SHAPE_BECOME : MAD_SHAPE_STAY;
    }
    if (outline->land == 0) {
        return MAD_SHAPE_DROP;
    }
    return outline->sweeps ? MAD_SHAPE_RAMPAGE : MAD_SHAPE_MOVE;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static void bind_value(struct mad_env *env, const char *name, struct mad_value value,
                       const struct mad_env *next)
{
    *env = (struct mad_env){.name = name, .value = value, .next = next};
}

static struct mad_env *new_env(struct verb *verb)
{
    return mad_build_scratch(verb->build, sizeof(struct mad_env));
}

/* Jumps to the next choice when the truth is not as wanted, taking back what has been done since. */
static void fail_unless(struct verb *verb, const struct mad_node *truth, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    if (!verb->effects || verb->fail.clean) {
        mad_jump_if(build, truth, env, false, verb->fail.label);
        return;
    }
    struct mad_label holds = {0};
    mad_jump_if(build, truth, env, true, &holds);
    mad_emit(build, MAD_OP_UNDO, verb->fail.level, 0, 0, 0);
    mad_emit_jump(build, MAD_OP_JUMP, 0, 0, 0, verb->fail.label);
    mad_label_bind(build, &holds);
}

/* Lowers the rest of the body once for this alternative; the next one begins where it fails. */
static void lower_alternative(struct verb *verb, const struct mad_node *statement, const char *name,
                              struct mad_value value, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    struct verb inner = *verb;
    struct mad_label next = {0};
    struct mad_env *bound = new_env(verb);
    if (bound == NULL) {
        return;
    }
    bind_value(bound, name, value, env);
    inner.fail = (struct fail){&next, verb->level, !verb->effects};
    uint32_t registers = build->next_register, first = build->known_first,
             count = build->known_count;
    bool changed = build->changed;
    lower_rest(&inner, statement, bound);
    build->changed = changed;
    build->next_register = registers;
    mad_label_bind(build, &next);
    build->known_first = first;
    build->known_count = count;
}

static void save_level(struct verb *verb)
{
    if (!verb->effects) {
        return;
    }
    if (verb->level + 1 >= MAD_SAVE_LEVELS) {
        mad_build_error(verb->build, MAD_FINDING_LIMIT, verb->build->span,
                        "more than %d choices after effects, one in another", MAD_SAVE_LEVELS - 1);
        return;
    }
    verb->level++;
    mad_emit(verb->build, MAD_OP_SAVE, verb->level, 0, 0, 0);
}

/* No choice is left: what was done since the one before is taken back. */
static void give_up(struct verb *verb)
{
    if (verb->effects && !verb->fail.clean) {
        mad_emit(verb->build, MAD_OP_UNDO, verb->fail.level, 0, 0, 0);
    }
    mad_emit_jump(verb->build, MAD_OP_JUMP, 0, 0, 0, verb->fail.label);
}

static void choose_direction(struct verb *verb, const struct mad_node *choose, uint64_t directions,
                             const struct mad_env *env)
{
    struct verb inner = *verb;
    save_level(&inner);
    for (uint32_t d = 0; d < verb->build->direction_count; d++) {
        if (directions >> d & 1) {
            struct mad_value value = {.kind = MAD_KIND_DIRECTIONS, .directions = UINT64_C(1) << d};
            lower_alternative(&inner, choose->next, choose->name, value, env);
        }
    }
    give_up(verb);
}

static void choose_kind(struct verb *verb, const struct mad_node *choose,
                        const struct mad_value *kinds, const struct mad_env *env)
{
    struct verb inner = *verb;
    save_level(&inner);
    for (uint32_t type = 0; type < verb->build->game->type_count; type++) {
        if (types_has(&kinds->types, type)) {
            struct mad_value value = {.kind = MAD_KIND_PIECES, .owner = -1};
            types_add(&value.types, type);
            lower_alternative(&inner, choose->next, choose->name, value, env);
        }
    }
    give_up(verb);
}

static bool has_drop_line(const struct mad_build *build, uint32_t type)
{
    const struct mad_rule_lines *lines = &build->rules->pieces[type].lines;
    for (uint32_t i = 0; i < lines->count; i++) {
        if (lines->items[i]->kind == MAD_NODE_DROP) {
            return true;
        }
    }
    return false;
}

/* Each kind that the pocket may hold, when it holds one. */
static void choose_man(struct verb *verb, const struct mad_node *choose,
                       const struct mad_value *pocket, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    struct verb inner = *verb;
    save_level(&inner);
    for (uint32_t type = 0; type < build->game->type_count; type++) {
        struct mad_value value = {.kind = MAD_KIND_PIECES, .owner = -1};
        struct mad_label next = {0};
        if (build->game->code_of[type][build->side] == 0xff || !has_drop_line(build, type)) {
            continue;
        }
        struct verb one = inner;
        one.type = (int)type;
        one.gate = mad_gate_of_move(build, verb->rule->name, one.type, verb->mask_gate);
        types_add(&value.types, type);
        mad_emit_jump(build, MAD_OP_IF_POCKET_EMPTY, pocket->pocket, build->side, type, &next);
        if (pocket->was) {
            mad_emit_jump(build, MAD_OP_IF_POCKET_WAS_EMPTY, pocket->pocket, build->side, type,
                          &next);
        }
        lower_alternative(&one, choose->next, choose->name, value, env);
        mad_label_bind(build, &next);
    }
    give_up(verb);
}

static bool only_effects(const struct mad_node *statement)
{
    while (statement != NULL &&
           (statement->kind == MAD_NODE_CALL || statement->kind == MAD_NODE_LET ||
            statement->kind == MAD_NODE_NOTHING_HAPPENS)) {
        statement = statement->next;
    }
    return statement == NULL;
}

bool mad_sets_mark(const struct mad_node *statement, const char *mark)
{
    const struct mad_node *object = mad_argument(statement, NULL);
    return effect_of(statement) == EFFECT_SET && mad_argument(statement, "to") == NULL &&
           object != NULL && object->kind == MAD_NODE_REF && object->name == mark;
}

/* The squares that are tried one by one, in a register that may be changed. Where it can be told
 * beforehand from which of them the verb comes to its end, the others are left out, or all are counted at
 * once; marks from before keep it from being told. */
static uint32_t squares_to_try(struct verb *verb, const struct mad_node *choose, uint32_t source,
                               struct mad_value squares, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    struct mad_label marked = {0};
    const struct mad_node *require = choose->next != NULL ? choose->next->next : NULL;
    uint32_t rest = mad_build_register(build), mark = 0, first = build->known_first,
             count = build->known_count, registers = build->next_register;
    mad_emit(build, MAD_OP_AND, rest, source, source, 0);
    if (verb->extends || verb->effects || build->has_here || require == NULL ||
        require->kind != MAD_NODE_REQUIRE || require->first->kind != MAD_NODE_HAS ||
        !is_mark(build, require->first->first, &mark)) {
        return rest;
    }
    uint32_t at = build->code_count;
    if (!mad_is_note(build, verb->rule, choose->next)) {
        struct mad_value old = mad_slot_value(build, build->game->mark_slot + mark);
        mad_emit_jump(build, MAD_OP_IF_SOME, old.reg, 0, 0, &marked);
    }
    if (mad_foresee(build, choose, env, &squares)) {
        uint32_t some = mad_in_register(build, &squares);
        if (only_effects(require->next)) {
            mad_emit_jump(build, MAD_OP_MANY, some, MAD_GATE_TEST, 0, verb->fail.label);
        }
        mad_emit(build, MAD_OP_AND, rest, some, some, 0);
        at = build->code_count;
    }
    mad_label_bind(build, &marked);
    build->code_count = at;
    build->known_first = first;
    build->known_count = count;
    build->next_register = registers;
    return rest;
}

/* `require target is empty` right behind the choice of target: leaves only such squares of those to
 * choose from. Returns the first sentence that is left. */
static const struct mad_node *narrow_choice(struct mad_build *build, const struct mad_node *choose,
                                            const struct mad_env *env, struct mad_value *squares)
{
    const struct mad_node *statement = choose->next;
    for (; statement != NULL && statement->kind == MAD_NODE_REQUIRE && mad_build_ok(build);
         statement = statement->next) {
        const struct mad_node *is = statement->first;
        if (is->kind != MAD_NODE_IS || (is->flags & MAD_FLAG_NEGATED) || is->n0 != MAD_IS ||
            is->first->kind != MAD_NODE_REF || is->first->name != choose->name ||
            mad_mentions(is->first->next, choose->name)) {
            break;
        }
        build->span = statement->span;
        struct mad_value wanted = mad_squares_of(build, is->first->next, env);
        if (wanted.kind != MAD_KIND_SQUARES) {
            break;
        }
        *squares = mad_combine_values(build, MAD_BOTH, squares, &wanted);
    }
    return statement;
}

/* Whether the law is asked about this outcome: about all of them when the rules name none. */
static bool is_asked(const struct mad_node *toss, const struct mad_node *outcome)
{
    for (const struct mad_node *other = toss->first; other != NULL; other = other->next) {
        if (other->flags & MAD_FLAG_MUST) {
            return (outcome->flags & MAD_FLAG_MUST) != 0;
        }
    }
    return true;
}

static bool is_name(const struct mad_node *node, const char *name)
{
    return node != NULL && node->kind == MAD_NODE_REF && node->name == name;
}

/* Whether all that follows a choice among squares is a toss that the law allows on the squares of one gate,
 * and how many outcomes it has. */
static bool is_toss_gated(struct verb *verb, const struct mad_node *toss, const char *chosen,
                          const struct mad_env *env, enum mad_gate *gate, uint32_t *outcomes)
{
    bool first = true;
    *outcomes = 0;
    if (toss == NULL || toss->kind != MAD_NODE_TOSS || toss->next != NULL || verb->effects ||
        verb->extends || verb->part != TOSS_NONE) {
        return false;
    }
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        struct outline outline = {0};
        bool effects = false;
        ++*outcomes;
        if (!only_effects(outcome->first->first)) {
            return false;
        }
        if (!is_asked(toss, outcome)) {
            continue;
        }
        outline_of(outcome->first->first, &outline, &effects);
        enum mad_gate its = gate_of(verb->build, &outline, env);
        if (its == MAD_GATE_DROP && !is_name(outline.target, chosen)) {
            return false;
        }
        its = mad_gate_of_move(verb->build, verb->rule->name, verb->type, its);
        if ((its != MAD_GATE_DROP && its != MAD_GATE_STAY && its != MAD_GATE_FREE) ||
            (!first && its != *gate)) {
            return false;
        }
        *gate = its;
        first = false;
    }
    return !first;
}

static void choose_square(struct verb *verb, const struct mad_node *choose,
                          struct mad_value squares, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    struct verb inner = *verb;
    struct mad_label again = {0}, none = {0};
    bool dirty = verb->effects && !verb->fail.clean;
    struct mad_env *bound = new_env(verb);
    const struct mad_node *next = narrow_choice(build, choose, env, &squares);
    uint32_t source = mad_in_register(build, &squares);
    if (bound == NULL) {
        return;
    }
    bool countable = verb->extends ? !verb->effects : verb->gated && verb->gate != MAD_GATE_STAY;
    if (countable && only_effects(next)) {
        mad_emit_jump(build, MAD_OP_MANY, source, verb->gate, 0, verb->fail.label);
    }
    uint32_t outcomes = 0;
    enum mad_gate gate = MAD_GATE_TEST;
    if (is_toss_gated(verb, next, choose->name, env, &gate, &outcomes)) {
        mad_emit_jump(build, MAD_OP_OUTCOMES, source, gate, outcomes, verb->fail.label);
    }
    uint32_t rest = squares_to_try(verb, choose, source, squares, env),
             chosen = mad_build_register(build);
    save_level(&inner);
    mad_label_bind(build, &again);
    mad_emit_jump(build, MAD_OP_NEXT_SQUARE, chosen, rest, 0, dirty ? &none : verb->fail.label);
    struct mad_value value = {.kind = MAD_KIND_SQUARES,
                              .form = MAD_FORM_REGISTER,
                              .reg = (uint8_t)chosen,
                              .single = true,
                              .some = true,
                              .empties = squares.empties};
    bind_value(bound, choose->name, value, env);
    inner.fail = (struct fail){&again, inner.level, !inner.effects};
    lower_rest(&inner, next, bound);
    if (dirty) {
        mad_label_bind(build, &none);
        give_up(verb);
    }
}

/* Whether all that follows the choice is that the man from the pocket is put there, and other laws forbid
 * that only where he attacks the enemy's royal. */
static bool is_free_without_check(const struct verb *verb, const struct mad_node *choose,
                                  const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    const struct mad_node *put = choose->next;
    if (verb->type < 0 || verb->mask_gate != MAD_GATE_DROP || verb->gate != MAD_GATE_TEST ||
        !verb->gated || verb->effects || verb->extends || verb->part != TOSS_NONE || put == NULL ||
        put->next != NULL || effect_of(put) != EFFECT_PUT || mad_argument(put, "as") != NULL ||
        build->machine->placed != NULL) {
        return false;
    }
    const struct mad_node *man = mad_argument(put, NULL);
    struct mad_types types = {{0}}, wanted = {{0}};
    if (man != NULL && man->kind == MAD_NODE_REF && mad_env_find(env, man->name) != NULL) {
        types = mad_silent_value(build, man, env).types;
    }
    types_add(&wanted, (uint32_t)verb->type);
    return memcmp(&types, &wanted, sizeof types) == 0 &&
           mad_laws_want_check(build, verb->rule->name, verb->type);
}

/* First the squares from where the man does not attack the enemy's royal: masks tell all about them. */
static void choose_square_in_two(struct verb *verb, const struct mad_node *choose,
                                 struct mad_value squares, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    struct mad_label rest = {0};
    struct verb quiet = *verb;
    struct mad_value checking = {.kind = MAD_KIND_SQUARES, .form = MAD_FORM_REGISTER};
    checking.reg = (uint8_t)mad_build_register(build);
    mad_emit(build, MAD_OP_CHECKING, checking.reg, build->game->code_of[verb->type][build->side], 0,
             0);
    struct mad_value others = mad_combine_values(build, MAD_WITHOUT, &squares, &checking);
    quiet.gate = verb->mask_gate;
    quiet.fail.label = &rest;
    choose_square(&quiet, choose, others, env);
    build->changed = false; /* what was done is taken back */
    mad_label_bind(build, &rest);
    squares = mad_combine_values(build, MAD_BOTH, &squares, &checking);
    choose_square(verb, choose, squares, env);
}

static void lower_choose(struct verb *verb, const struct mad_node *choose,
                         const struct mad_env *env)
{
    struct mad_value value = mad_value_of(verb->build, choose->first, env);
    switch (value.kind) {
    case MAD_KIND_DIRECTIONS: choose_direction(verb, choose, value.directions, env); break;
    case MAD_KIND_PIECES: choose_kind(verb, choose, &value, env); break;
    case MAD_KIND_POCKET: choose_man(verb, choose, &value, env); break;
    case MAD_KIND_SQUARES:
        if (is_free_without_check(verb, choose, env)) {
            choose_square_in_two(verb, choose, value, env);
        } else {
            choose_square(verb, choose, value, env);
        }
        break;
    case MAD_KIND_NONE: break;
    case MAD_KIND_PLAYER:
    case MAD_KIND_NUMBER:
    case MAD_KINDS:
        mad_build_error(verb->build, MAD_FINDING_TYPE, choose->first->span,
                        "one can choose among squares, directions, pieces or a "
                        "pocket's men");
        break;
    }
}

/* One branch of an `if` that has choices, and all that follows it, once more. */
static void lower_branch(struct verb *verb, const struct mad_node *body, const struct block *after)
{
    struct mad_build *build = verb->build;
    struct verb inner = *verb;
    uint32_t registers = build->next_register, first = build->known_first,
             count = build->known_count;
    bool changed = build->changed;
    inner.block = after;
    lower_rest(&inner, body != NULL ? body->first : NULL, after->env);
    build->changed = changed;
    build->next_register = registers;
    build->known_first = first;
    build->known_count = count;
}

static void lower_branches(struct verb *verb, const struct mad_node *node,
                           const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    const struct mad_node *then = node->first->next, *otherwise = then != NULL ? then->next : NULL;
    struct block *after = mad_build_scratch(build, sizeof *after);
    struct mad_label not = {0};
    int known = mad_truth_known(build, node->first, env);
    if (after == NULL) {
        return;
    }
    *after = (struct block){node->next, env, verb->block};
    if (known != 0) {
        if (known < 0) {
            mad_jump_if(build, node->first, env, false, &not );
        }
        lower_branch(verb, then, after);
    }
    if (known <= 0) {
        mad_label_bind(build, &not );
        lower_branch(verb, otherwise, after);
    }
}

static void lower_if(struct verb *verb, const struct mad_node *node, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    const struct mad_node *then = node->first->next, *otherwise = then != NULL ? then->next : NULL;
    if (!only_effects(then != NULL ? then->first : NULL) ||
        !only_effects(otherwise != NULL ? otherwise->first : NULL)) {
        lower_branches(verb, node, env);
        return;
    }
    lower_if_effects(build, node, env, false);
    note_effects(verb);
    lower_rest(verb, node->next, env);
}

static bool wants_some(const struct mad_node *statement, const char *name)
{
    return statement != NULL && statement->kind == MAD_NODE_REQUIRE &&
           statement->first->kind == MAD_NODE_HAS &&
           !(statement->first->flags & MAD_FLAG_NEGATED) &&
           statement->first->first->kind == MAD_NODE_REF && statement->first->first->name == name;
}

/* `let x be nearest of (own Rook on mark on line way)` and then `require x has a square`: as long as no
 * own Rook is on the mark, none of the men can do it, wherever they stand. */
static void leave_when_none(struct verb *verb, const struct mad_node *let,
                            const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    const struct mad_node *node = let->first;
    struct mad_value of_all = {.kind = MAD_KIND_NONE};
    while (node->kind == MAD_NODE_FUNCTION &&
           (node->n0 == MAD_FN_NEAREST || node->n0 == MAD_FN_FARTHEST)) {
        node = node->first;
    }
    if (verb->nobody == NULL || verb->effects || node->kind != MAD_NODE_ON ||
        !wants_some(let->next, let->name)) {
        return;
    }
    for (const struct mad_node *part = node->first; part != NULL; part = part->next) {
        if (mad_needs_here(build, part, env)) {
            break; /* the parts before it are worked out in this order for the value, too */
        }
        struct mad_value value = mad_squares_of(build, part, env);
        of_all = of_all.kind == MAD_KIND_NONE
                     ? value
                     : mad_combine_values(build, MAD_BOTH, &of_all, &value);
    }
    if (of_all.kind == MAD_KIND_SQUARES && of_all.form == MAD_FORM_REGISTER) {
        mad_emit_jump(build, MAD_OP_IF_EMPTY, of_all.reg, 0, 0, verb->nobody);
    }
}

static void lower_let(struct verb *verb, const struct mad_node *let, const struct mad_env *env)
{
    leave_when_none(verb, let, env);
    struct mad_env *bound = new_env(verb);
    if (bound != NULL) {
        bind_value(bound, let->name, mad_value_of(verb->build, let->first, env), env);
        lower_rest(verb, let->next, bound);
    }
}

/* Values that were worked out for where the man stands are put in registers before he leaves. */
static void settle_here(struct verb *verb, const struct mad_node *statement,
                        const struct mad_env *env)
{
    if (effect_of(statement) != EFFECT_LAND || statement->next == NULL) {
        return;
    }
    for (struct mad_env *at = (struct mad_env *)(uintptr_t)env; at != NULL;
         at = (struct mad_env *)(uintptr_t)at->next) {
        if (at->node == NULL && at->value.kind == MAD_KIND_SQUARES &&
            at->value.form == MAD_FORM_HERE) {
            at->value.reg = (uint8_t)mad_in_register(verb->build, &at->value);
            at->value.form = MAD_FORM_REGISTER;
        }
    }
}

/* Whether the value of the node is the same before the effects as among them. */
static bool is_settled(struct mad_build *build, const struct mad_node *node,
                       const struct mad_env *env)
{
    const struct mad_env *local =
        node != NULL && node->kind == MAD_NODE_REF ? mad_env_find(env, node->name) : NULL;
    if (node == NULL || (local != NULL && local->node == NULL)) {
        return node != NULL && local->value.kind == MAD_KIND_SQUARES;
    }
    struct mad_value value = mad_silent_value(build, node, env);
    return value.kind == MAD_KIND_SQUARES && value.form == MAD_FORM_CONST;
}

/* `bring partner to beside`, `land on goal` and nothing more on the board: a look at where the royal
 * would stand is enough. False when the squares are not all known by now. */
static bool emit_escort(struct verb *verb, const struct mad_node *statement,
                        const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    const struct mad_node *squares[3] = {NULL, NULL, NULL}; /* target, from, to */
    uint32_t reg[3];
    for (; statement != NULL; statement = statement->next) {
        enum effect effect = effect_of(statement);
        if (effect == EFFECT_NONE) {
            return false;
        }
        if (effect == EFFECT_LAND) {
            squares[0] = mad_argument(statement, "on");
        } else if (effect == EFFECT_BRING) {
            squares[1] = mad_argument(statement, NULL);
            squares[2] = mad_argument(statement, "to");
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (!is_settled(build, squares[i], env)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        struct mad_value value = mad_squares_of(build, squares[i], env);
        if (value.kind != MAD_KIND_SQUARES) {
            return false;
        }
        reg[i] = mad_in_register(build, &value);
    }
    mad_emit_jump(build, MAD_OP_ESCORT, reg[0], reg[1], reg[2], verb->fail.label);
    return true;
}

static void emit_gate(struct verb *verb, const struct mad_node *statement,
                      const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    if (verb->gate == MAD_GATE_ESCORT && verb->block == NULL) {
        verb->escorted = emit_escort(verb, statement, env);
        if (verb->escorted) {
            return;
        }
    }
    uint32_t reg = 6; /* any set that is not empty, for ways that leave the board alone */
    struct outline outline = {0};
    bool effects = false;
    outline_of(statement, &outline, &effects);
    if (outline.target != NULL && (verb->gate == MAD_GATE_PLAIN || verb->gate == MAD_GATE_DROP)) {
        struct mad_value target = mad_squares_of(build, outline.target, env);
        if (target.kind == MAD_KIND_SQUARES) {
            reg = mad_in_register(build, &target);
        }
    }
    mad_emit_jump(build, MAD_OP_GATE, reg, verb->gate, 0, verb->fail.label);
}

static void lower_end(struct verb *verb)
{
    uint32_t at = verb->build->code_count;
    bool asks = verb->part == TOSS_ASKS;
    enum mad_gate gate = verb->gated || verb->gate == MAD_GATE_FREE ? verb->gate : MAD_GATE_TEST;
    gate = gate == MAD_GATE_ESCORT && !verb->escorted ? MAD_GATE_TEST : gate;
    mad_emit(verb->build, asks ? MAD_OP_TRY : MAD_OP_MOVE, verb->line, verb->fail.level,
             verb->part == TOSS_MOVES ? MAD_GATE_FREE : gate, 0);
    if (verb->build->code_count > at) { /* these carry their jump in x like the others */
        struct mad_label *label = asks ? verb->legal : verb->fail.label;
        verb->build->code[at].x = label->bound ? label->address : label->chain;
        if (!label->bound) {
            label->chain = at + 1;
        }
    }
    if (asks) {
        mad_emit_jump(verb->build, MAD_OP_JUMP, 0, 0, 0, verb->fail.label);
    }
}

/* One outcome, and what follows the toss. */
static void lower_outcome(struct verb *verb, enum toss_part part, const struct mad_node *outcome,
                          uint32_t number, const struct block *after)
{
    struct mad_build *build = verb->build;
    struct mad_label next = {0};
    struct verb inner = *verb;
    bool changed = build->changed;
    uint32_t first = build->known_first, count = build->known_count;
    mad_emit(build, MAD_OP_OUTCOME, number + 1, 0, 0, 0);
    inner.part = part;
    inner.block = after;
    inner.legal = &next;
    if (part == TOSS_MOVES) {
        inner.fail.label = &next;
    }
    lower_rest(&inner, outcome->first->first, after->env);
    mad_label_bind(build, &next);
    build->changed = changed;
    build->known_first = first;
    build->known_count = count;
}

static void lower_toss(struct verb *verb, const struct mad_node *toss, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    struct block *after = mad_build_scratch(build, sizeof *after);
    struct mad_label forbidden = {0};
    int first = mad_toss_outcomes(build, toss);
    if (after == NULL || first < 0) {
        return;
    }
    *after = (struct block){toss->next, env, verb->block};
    struct verb inner = *verb;
    save_level(&inner);
    inner.fail = (struct fail){&forbidden, inner.level, !inner.effects};
    mad_emit(build, MAD_OP_TOSS, 0, 0, 0, 0);
    for (enum toss_part part = TOSS_ASKS; part <= TOSS_MOVES; part++) {
        uint32_t number = (uint32_t)first;
        for (const struct mad_node *outcome = toss->first; outcome != NULL;
             outcome = outcome->next) {
            if (part == TOSS_MOVES || is_asked(toss, outcome)) {
                lower_outcome(&inner, part, outcome, number, after);
            }
            number++;
        }
    }
    mad_label_bind(build, &forbidden);
    mad_emit(build, MAD_OP_OUTCOME, 0, 0, 0, 0);
    give_up(verb);
}

/* The body as it runs again from where the man has come to: a program of its own. */
static uint32_t lower_repeated(struct verb *verb)
{
    struct mad_build *build = verb->build;
    const struct mad_node *body = mad_child_of_kind(verb->rule->node, MAD_NODE_BODY);
    uint32_t registers = build->next_register, first = build->known_first;
    struct mad_label past = {0}, end = {0};
    struct verb inner = *verb;
    bool changed = build->changed;
    mad_emit_jump(build, MAD_OP_JUMP, 0, 0, 0, &past);
    *verb->repeat = build->code_count;
    inner.block = NULL;
    inner.ending = 0;
    inner.effects = true;
    inner.gated = false;
    inner.level = 0;
    inner.fail = (struct fail){&end, 0, false};
    build->next_register = MAD_FIXED_REGISTERS;
    build->changed = true;
    mad_forget_values(build);
    lower_rest(&inner, body->first, verb->blanks);
    mad_label_bind(build, &end);
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    build->changed = changed;
    build->next_register = registers;
    mad_forget_values(build);
    mad_label_bind(build, &past);
    build->known_first = build->known_count > first ? build->known_count : first;
    return *verb->repeat;
}

/* `repeat at most N times`: the whole body again while it finds a way; then the way ends. */
static void lower_repeat(struct verb *verb, const struct mad_node *repeat)
{
    struct mad_build *build = verb->build;
    if (repeat->next != NULL || verb->block != NULL || repeat->n0 < 1 ||
        repeat->n0 > MAD_MAX_NESTING) {
        mad_build_error(build, MAD_FINDING_CALL_SHAPE, repeat->span,
                        "`repeat at most N times` is the last line of a verb, and N at most %d",
                        MAD_MAX_NESTING);
        return;
    }
    uint32_t address = *verb->repeat != 0 ? *verb->repeat : lower_repeated(verb);
    mad_emit(build, MAD_OP_REPEAT, (uint32_t)repeat->n0, 0, verb->ending, address);
    mad_emit(build, MAD_OP_UNDO, verb->fail.level, 0, 0, 0);
    mad_emit_jump(build, MAD_OP_JUMP, 0, 0, 0, verb->fail.label);
    lower_end(verb);
}

/* A round that does nothing but note squares in a mark, for what follows in the verb: the note is a set
 * then, and nothing changes. */
static bool lower_note(struct verb *verb, const struct mad_node *each, const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    struct mad_env *bound = new_env(verb);
    if (bound == NULL || verb->block != NULL || verb->extends || verb->part != TOSS_NONE ||
        !mad_is_note(build, verb->rule, each)) {
        return false;
    }
    struct mad_value squares = mad_note_of(build, each, env);
    if (squares.kind != MAD_KIND_SQUARES) {
        return false;
    }
    bind_value(bound, each->next->first->first->name, squares, env);
    lower_rest(verb, each->next, bound);
    return true;
}

static bool is_chosen(const struct mad_node *statement)
{
    return statement->kind == MAD_NODE_CHOOSE || statement->kind == MAD_NODE_REQUIRE ||
           statement->kind == MAD_NODE_TOSS || statement->kind == MAD_NODE_REPEAT;
}

static void lower_rest(struct verb *verb, const struct mad_node *statement,
                       const struct mad_env *env)
{
    struct mad_build *build = verb->build;
    if (build->status != MAD_OK || build->errors >= MAD_MAX_ERRORS) {
        return;
    }
    if (statement == NULL && verb->block != NULL) {
        const struct block *block = verb->block;
        verb->block = block->outer;
        lower_rest(verb, block->next, block->env);
        return;
    }
    if (statement == NULL) {
        if (!verb->effects && verb->gated) {
            emit_gate(verb, NULL, env);
        }
        lower_end(verb);
        return;
    }
    build->span = statement->span;
    if (is_chosen(statement) && statement->kind != MAD_NODE_REQUIRE) {
        verb->nobody = NULL; /* what fails from here on may come about another way */
    }
    if (verb->part != TOSS_NONE && is_chosen(statement)) {
        mad_build_error(build, MAD_FINDING_CALL_SHAPE, statement->span,
                        "behind a toss nothing is chosen or required, and no other is made: the "
                        "player has decided before");
        return;
    }
    switch ((unsigned)statement->kind) {
    case MAD_NODE_TOSS: lower_toss(verb, statement, env); return;
    case MAD_NODE_NOTHING_HAPPENS: lower_rest(verb, statement->next, env); return;
    case MAD_NODE_LET: lower_let(verb, statement, env); return;
    case MAD_NODE_CHOOSE: lower_choose(verb, statement, env); return;
    case MAD_NODE_REQUIRE:
        fail_unless(verb, statement->first, env);
        lower_rest(verb, statement->next, env);
        return;
    case MAD_NODE_IF:
        verb->nobody = NULL;
        lower_if(verb, statement, env);
        return;
    case MAD_NODE_REPEAT: lower_repeat(verb, statement); return;
    case MAD_NODE_FOR_EACH:
        if (lower_note(verb, statement, env)) {
            return;
        }
        lower_each(build, statement, env);
        note_effects(verb);
        lower_rest(verb, statement->next, env);
        return;
    case MAD_NODE_CALL:
        if (!verb->effects && verb->gated) {
            emit_gate(verb, statement, env);
        }
        settle_here(verb, statement, env);
        lower_effect(build, statement, env);
        note_effects(verb);
        lower_rest(verb, statement->next, env);
        return;
    default:
        mad_build_error(build, MAD_FINDING_SYNTAX, statement->span,
                        "this sentence is not built yet in verbs");
        return;
    }
}

static const struct mad_env *bind_let(struct mad_build *build, const struct mad_node *let,
                                      const struct mad_env *env)
{
    struct mad_env *bound = mad_build_scratch(build, sizeof *bound);
    if (bound != NULL) {
        bind_value(bound, let->name, mad_value_of(build, let->first, env), env);
    }
    return bound != NULL ? bound : env;
}

/* Another verb, all of it, as one thing that happens. */
static void lower_whole_verb(struct mad_build *build, const struct mad_node *call,
                             const struct mad_env *env)
{
    const struct mad_rule_verb *verb = mad_verb(build, call->name);
    const struct mad_env *bound = mad_verb_bind(build, verb, call, env);
    if (bound == NULL) {
        return;
    }
    if (build->depth >= MAD_MAX_NESTING) {
        mad_build_error(build, MAD_FINDING_RECURSION, call->span, "'%s' leads back to itself",
                        call->name);
        return;
    }
    build->depth++;
    mad_lower_effects(build, mad_child_of_kind(verb->node, MAD_NODE_BODY), bound, false);
    build->depth--;
}

static void lower_if_effects(struct mad_build *build, const struct mad_node *node,
                             const struct mad_env *env, bool skip_become)
{
    const struct mad_node *then = node->first->next, *otherwise = then != NULL ? then->next : NULL;
    struct mad_label not = {0}, past = {0};
    int known = mad_truth_known(build, node->first, env);
    if (known != 0) {
        if (known < 0) {
            mad_jump_if(build, node->first, env, false, &not );
        }
        mad_lower_effects(build, then, env, skip_become);
    }
    if (otherwise != NULL && known <= 0) {
        if (known < 0) {
            mad_emit_jump(build, MAD_OP_JUMP, 0, 0, 0, &past);
        }
        mad_label_bind(build, &not );
        mad_lower_effects(build, otherwise, env, skip_become);
    }
    mad_label_bind(build, &not );
    mad_label_bind(build, &past);
}

/* For each square: a loop. */
static void lower_each_square(struct mad_build *build, const struct mad_node *each,
                              const struct mad_value *squares, const struct mad_env *env)
{
    struct mad_env *bound = mad_build_scratch(build, sizeof *bound);
    uint32_t source = mad_in_register(build, squares), rest = mad_build_register(build),
             chosen = mad_build_register(build);
    struct mad_label again = {0}, end = {0};
    if (bound == NULL) {
        return;
    }
    mad_emit(build, MAD_OP_AND, rest, source, source, 0);
    mad_forget_values(build);
    mad_label_bind(build, &again);
    mad_emit_jump(build, MAD_OP_NEXT_SQUARE, chosen, rest, 0, &end);
    struct mad_value value = {.kind = MAD_KIND_SQUARES,
                              .form = MAD_FORM_REGISTER,
                              .reg = (uint8_t)chosen,
                              .single = true,
                              .some = true};
    bind_value(bound, each->name, value, env);
    mad_lower_effects(build, each->first->next, bound, false);
    mad_emit_jump(build, MAD_OP_JUMP, 0, 0, 0, &again);
    mad_label_bind(build, &end);
    mad_forget_values(build);
}

/* `for each way from queenwise: ...`: once for each direction or kind; a loop for squares. */
static void lower_each(struct mad_build *build, const struct mad_node *each,
                       const struct mad_env *env)
{
    struct mad_value of = mad_value_of(build, each->first, env);
    bool directions = of.kind == MAD_KIND_DIRECTIONS, pieces = of.kind == MAD_KIND_PIECES;
    uint32_t count = directions ? build->direction_count : pieces ? build->game->type_count : 0;
    if (of.kind == MAD_KIND_SQUARES) {
        lower_each_square(build, each, &of, env);
    } else if (!directions && !pieces && of.kind != MAD_KIND_NONE) {
        mad_build_error(build, MAD_FINDING_TYPE, each->span,
                        "squares, directions or pieces are wanted here");
    }
    for (uint32_t i = 0; i < count && build->status == MAD_OK; i++) {
        struct mad_value value = {.kind = of.kind, .owner = -1};
        struct mad_env *bound = mad_build_scratch(build, sizeof *bound);
        if (bound == NULL || !(directions ? of.directions >> i & 1 : types_has(&of.types, i))) {
            continue;
        }
        value.directions = directions ? UINT64_C(1) << i : 0;
        if (pieces) {
            types_add(&value.types, i);
        }
        bind_value(bound, each->name, value, env);
        uint32_t registers = build->next_register;
        mad_lower_effects(build, each->first->next, bound, false);
        build->next_register = registers; /* what one round worked out is not used in the next */
        mad_forget_values(build);
    }
}

void mad_lower_effects(struct mad_build *build, const struct mad_node *body,
                       const struct mad_env *env, bool skip_become)
{
    for (const struct mad_node *s = body != NULL ? body->first : NULL;
         s != NULL && build->status == MAD_OK; s = s->next) {
        if (s->kind == MAD_NODE_CALL && skip_become && effect_of(s) == EFFECT_BECOME) {
            continue;
        }
        switch ((unsigned)s->kind) {
        case MAD_NODE_CALL:
            if (effect_of(s) == EFFECT_NONE && mad_verb(build, s->name) != NULL) {
                lower_whole_verb(build, s, env);
            } else {
                lower_effect(build, s, env);
            }
            break;
        case MAD_NODE_MAY:
        case MAD_NODE_NOTHING_HAPPENS: break;
        case MAD_NODE_TOSS:
            mad_build_error(build, MAD_FINDING_CALL_SHAPE, s->span,
                            "a toss stands in a verb that is a move: what happens by itself "
                            "happens for certain");
            break;
        case MAD_NODE_LET: env = bind_let(build, s, env); break;
        case MAD_NODE_FOR_EACH: lower_each(build, s, env); break;
        case MAD_NODE_IF: lower_if_effects(build, s, env, skip_become); break;
        default:
            mad_build_error(build, MAD_FINDING_SYNTAX, s->span,
                            "this sentence is not built yet in what happens by itself");
            break;
        }
    }
}

/* --- calls ------------------------------------------------------------------------------------------------------- */

const struct mad_rule_verb *mad_verb(const struct mad_build *build, const char *name)
{
    for (uint32_t i = 0; i < build->rules->verb_count; i++) {
        if (build->rules->verbs[i].name == name) {
            return &build->rules->verbs[i];
        }
    }
    return NULL;
}

/* How the heading of a verb goes, "promote to ...". */
static void call_remedy(struct mad_build *build, const struct mad_rule_verb *verb,
                        struct mad_finding *finding)
{
    char text[200];
    int used = snprintf(text, sizeof text, "%s", verb->name);
    for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
        if (p->kind == MAD_NODE_PARAM && p->first == NULL && used > 0 &&
            (size_t)used < sizeof text) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%s ...",
                             p->text != NULL ? " " : "", p->text != NULL ? p->text : "");
        }
    }
    mad_finding_remedy(build->diagnostics, finding, "write `%s`", text);
}

/* False when the call does not fit the blanks; then it was told, once. */
static bool check_call_labels(struct mad_build *build, const struct mad_rule_verb *verb,
                              const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        bool known = false;
        for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
            known = known || (p->kind == MAD_NODE_PARAM && same_label(p->text, arg->text));
        }
        if (!known) {
            const char *text =
                mad_findings_text(build->diagnostics, "`%s` takes nothing after `%s`", call->name,
                                  arg->text != NULL ? arg->text : call->name);
            build->errors++;
            call_remedy(
                build, verb,
                mad_findings_add(build->diagnostics, MAD_FINDING_CALL_SHAPE, arg->span, text));
            return false;
        }
    }
    return true;
}

const struct mad_env *mad_verb_bind(struct mad_build *build, const struct mad_rule_verb *verb,
                                    const struct mad_node *call, const struct mad_env *outer)
{
    const struct mad_env *env = NULL;
    if (!check_call_labels(build, verb, call) || says_twice(build, call)) {
        return NULL;
    }
    for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
        if (p->kind != MAD_NODE_PARAM) {
            continue;
        }
        const struct mad_node *given = mad_argument(call, p->text);
        struct mad_env *bound = mad_build_scratch(build, sizeof *bound);
        if (bound == NULL) {
            return NULL;
        }
        if (given == NULL && p->first == NULL) {
            mad_build_error(build, MAD_FINDING_CALL_SHAPE, call->span, "`%s` wants %s after `%s`",
                            call->name, p->other, p->text != NULL ? p->text : call->name);
        }
        *bound = (struct mad_env){.name = p->name,
                                  .node = given != NULL ? given : p->first,
                                  .outer = given != NULL ? outer : NULL,
                                  .next = env};
        if (bound->node == NULL) {
            return NULL;
        }
        env = bound;
    }
    static const struct mad_env EMPTY_ENV = {.name = "", .value = {.kind = MAD_KIND_NONE}};
    return env != NULL ? env : &EMPTY_ENV;
}

static bool is_nothing(const struct mad_value *value)
{
    return value->kind == MAD_KIND_SQUARES && value->form == MAD_FORM_CONST &&
           squares_empty(&value->set);
}

/* `path has a square` for a path that is known for each place: the places where it has one. */
static bool narrow_to_some(struct mad_build *build, const struct mad_value *value,
                           struct mad_value *men)
{
    struct mad_squares places = {{0}};
    if (value->kind != MAD_KIND_SQUARES || value->form != MAD_FORM_HERE) {
        return false;
    }
    for (uint32_t i = 0; i < build->squares; i++) {
        if (!squares_empty(&value->table[i])) {
            squares_add(&places, i);
        }
    }
    struct mad_value set = mad_const_value(&places);
    *men = mad_combine_values(build, MAD_BOTH, men, &set);
    return true;
}

/* `no King on path`: not the places from which the path meets a King. */
static bool narrow_to_none(struct mad_build *build, const struct mad_node *on,
                           const struct mad_env *env, struct mad_value *men)
{
    if (on->kind != MAD_NODE_ON || on->first->next->next != NULL) {
        return false;
    }
    struct mad_value path = mad_silent_value(build, on->first->next, env),
                     feared = mad_silent_value(build, on->first, env);
    if (is_nothing(&feared)) {
        return true;
    }
    if (path.kind != MAD_KIND_SQUARES || path.form != MAD_FORM_HERE ||
        feared.kind != MAD_KIND_PIECES) {
        return false;
    }
    feared = mad_as_squares(build, feared, on->span);
    *men = mad_except_reaching(build, men, path.table, &feared);
    return true;
}

/* `victim is enemy piece` for a square that is known for each place: the places from which it is. */
static bool narrow_to_reaching(struct mad_build *build, const struct mad_node *is,
                               const struct mad_env *env, struct mad_value *men)
{
    const struct mad_env *local =
        is->first->kind == MAD_NODE_REF ? mad_env_find(env, is->first->name) : NULL;
    if ((is->n0 != MAD_IS && is->n0 != MAD_IS_ON) || (is->flags & MAD_FLAG_NEGATED) ||
        local == NULL || local->node != NULL || local->value.kind != MAD_KIND_SQUARES ||
        local->value.form != MAD_FORM_HERE || mad_needs_here(build, is->first->next, env)) {
        return false;
    }
    for (uint32_t i = 0; i < build->squares; i++) {
        if (squares_count(&local->value.table[i]) > 1) {
            return false;
        }
    }
    struct mad_value wanted = mad_squares_of(build, is->first->next, env);
    *men = mad_only_reaching(build, men, local->value.table, &wanted);
    return men->kind == MAD_KIND_SQUARES;
}

/* A requirement that only says where the man must stand narrows the set of men instead of being asked
 * of each: all of them are asked at once. */
static bool narrow_by(struct mad_build *build, const struct mad_node *truth,
                      const struct mad_env *env, struct mad_value *men)
{
    struct mad_value value;
    if (mad_truth_known(build, truth, env) == 1) {
        return true;
    }
    if (mad_truth_as_place(build, truth, env, &value)) {
        *men = mad_combine_values(build, MAD_BOTH, men, &value);
        return true;
    }
    if (truth->kind == MAD_NODE_HAS && !(truth->flags & MAD_FLAG_NEGATED) &&
        truth->first->kind == MAD_NODE_REF) {
        value = mad_silent_value(build, truth->first, env);
        return narrow_to_some(build, &value, men);
    }
    if (truth->kind == MAD_NODE_IS) {
        return narrow_to_reaching(build, truth, env, men);
    }
    if (truth->kind == MAD_NODE_SOME && truth->n0 == MAD_SOME_NO) {
        return narrow_to_none(build, truth->first, env, men);
    }
    if (truth->kind == MAD_NODE_EVERY_IS_ON) {
        value = mad_silent_value(build, truth->first, env);
        return is_nothing(&value);
    }
    return false;
}

/* Takes what it can from the head of a body; returns the first statement that is left. */
static const struct mad_node *narrow(struct mad_build *build, const struct mad_node *statement,
                                     const struct mad_env **env, struct mad_value *men)
{
    for (; statement != NULL && mad_build_ok(build); statement = statement->next) {
        if (statement->kind == MAD_NODE_LET) {
            struct mad_env *bound = mad_build_scratch(build, sizeof *bound);
            struct mad_value value = mad_silent_value(build, statement->first, *env);
            if (value.kind == MAD_KIND_NONE || bound == NULL) {
                return statement;
            }
            bind_value(bound, statement->name, value, *env);
            *env = bound;
        } else if (statement->kind != MAD_NODE_REQUIRE ||
                   !narrow_by(build, statement->first, *env, men)) {
            return statement;
        }
    }
    return statement;
}

/* The mark in `choose x from ... on mark ...`; a value of no kind when there is none. */
static struct mad_value mark_to_choose_on(struct mad_build *build, const struct mad_node *statement)
{
    if (statement == NULL || statement->kind != MAD_NODE_CHOOSE ||
        statement->first->kind != MAD_NODE_ON) {
        return (struct mad_value){.kind = MAD_KIND_NONE};
    }
    for (const struct mad_node *part = statement->first->first; part != NULL; part = part->next) {
        for (uint32_t mark = 0; part->kind == MAD_NODE_REF && mark < build->rules->mark_count;
             mark++) {
            if (build->rules->marks[mark].name == part->name) {
                return mad_slot_value(build, build->game->mark_slot + mark);
            }
        }
    }
    return (struct mad_value){.kind = MAD_KIND_NONE};
}

/* `choose x from ... on mark ...`: nothing to do while the mark is on no square. */
static void skip_without_mark(struct mad_build *build, const struct mad_node *statement,
                              struct mad_label *end)
{
    struct mad_value mark = mark_to_choose_on(build, statement);
    if (mark.kind == MAD_KIND_SQUARES) {
        mad_emit_jump(build, MAD_OP_IF_EMPTY, mark.reg, 0, 0, end);
    }
}

/* Such a choice leaves only men from whose squares the mark is reached. */
static void narrow_by_mark(struct mad_build *build, const struct mad_node *choice,
                           const struct mad_env *env, struct mad_value *men)
{
    struct mad_value mark = mark_to_choose_on(build, choice), reach = {.kind = MAD_KIND_NONE};
    if (mark.kind == MAD_KIND_SQUARES) {
        const struct mad_node *steps = choice->first;
        while (steps->kind == MAD_NODE_ON) { /* `step D on empty on mark` */
            steps = steps->first;
        }
        reach = mad_silent_value(build, steps, env);
    }
    if (reach.kind == MAD_KIND_SQUARES && reach.form == MAD_FORM_HERE) {
        *men = mad_only_reaching(build, men, reach.table, &mark);
    }
}

static bool chooses_on_arrival(const struct mad_build *build, uint32_t code)
{
    for (uint32_t row = 0; row < build->machine->arrival_count[code]; row++) {
        if (build->machine->arrivals[code][row].count > 1) {
            return true;
        }
    }
    return false;
}

/* --- who goes on ------------------------------------------------------------------------------------------ */

/* A way of effects alone behind which the verb is repeated. */
struct once {
    struct mad_value landing;
    struct mad_value emptied; /* squares that it may leave empty, whoever goes it */
};

static bool is_one_each(const struct mad_build *build, const struct mad_value *value)
{
    if (value->kind != MAD_KIND_SQUARES || value->form != MAD_FORM_HERE) {
        return false;
    }
    for (uint32_t i = 0; i < build->squares; i++) {
        if (squares_count(&value->table[i]) > 1) {
            return false;
        }
    }
    return true;
}

/* Reads `take X`, `land on Y`, `repeat`, with X and Y known for each place. */
static bool read_once(struct mad_build *build, const struct mad_node *body,
                      const struct mad_env *env, const struct mad_value *men, struct once *once)
{
    once->landing.kind = MAD_KIND_NONE;
    once->emptied = *men;
    for (; body != NULL && body->kind == MAD_NODE_CALL; body = body->next) {
        enum effect effect = effect_of(body);
        const struct mad_node *what = mad_argument(body, effect == EFFECT_LAND ? "on" : NULL);
        struct mad_value squares = {.kind = MAD_KIND_NONE};
        if (what != NULL && (effect == EFFECT_TAKE || effect == EFFECT_LAND)) {
            squares = mad_silent_value(build, what, env);
        }
        if (!is_one_each(build, &squares) || once->landing.kind != MAD_KIND_NONE) {
            return false;
        }
        if (effect == EFFECT_LAND) {
            once->landing = squares;
        } else {
            squares = mad_reached(build, men, squares.table);
            once->emptied = mad_combine_values(build, MAD_EITHER, &once->emptied, &squares);
        }
    }
    return body != NULL && body->kind == MAD_NODE_REPEAT && once->landing.kind != MAD_KIND_NONE;
}

/* Leaves those places from which the verb may find a way behind what has been done once, as far as its
 * first sentences tell: enemies only become fewer meanwhile, empty squares more. */
static struct mad_value going_on_from(struct mad_build *build, const struct mad_node *statement,
                                      const struct mad_env *env, const struct mad_value *empty,
                                      struct mad_value places)
{
    for (; statement != NULL && mad_build_ok(build); statement = statement->next) {
        struct mad_env *bound = mad_build_scratch(build, sizeof *bound);
        const struct mad_node *said = statement->first;
        if (bound == NULL) {
            return places;
        }
        if (statement->kind == MAD_NODE_LET) {
            bind_value(bound, statement->name, mad_silent_value(build, said, env), env);
            if (bound->value.kind == MAD_KIND_NONE) {
                return places;
            }
            env = bound;
        } else if (statement->kind == MAD_NODE_REQUIRE && said->kind == MAD_NODE_IS &&
                   (said->n0 == MAD_IS || said->n0 == MAD_IS_ON) &&
                   !(said->flags & MAD_FLAG_NEGATED) && said->first->kind == MAD_NODE_REF) {
            struct mad_value square = mad_silent_value(build, said->first, env), wanted;
            if (is_one_each(build, &square) && !mad_needs_here(build, said->first->next, env)) {
                wanted = mad_squares_of(build, said->first->next, env);
                bool is_empty = wanted.form == MAD_FORM_REGISTER && wanted.reg == EMPTY_REGISTER;
                if (is_empty || said->first->next->kind == MAD_NODE_ENEMY) {
                    places =
                        mad_only_reaching(build, &places, square.table, is_empty ? empty : &wanted);
                }
            }
        } else if (statement->kind == MAD_NODE_CHOOSE) {
            struct mad_value choice = mad_silent_value(build, said, env),
                             value = {.kind = MAD_KIND_DIRECTIONS, .owner = -1},
                             all = mad_const_value(&(struct mad_squares){{0}});
            for (uint32_t d = 0; choice.kind == MAD_KIND_DIRECTIONS && d < build->direction_count;
                 d++) {
                if (choice.directions >> d & 1) {
                    value.directions = UINT64_C(1) << d;
                    bind_value(bound, statement->name, value, env);
                    struct mad_value from =
                        going_on_from(build, statement->next, bound, empty, places);
                    all = mad_combine_values(build, MAD_EITHER, &all, &from);
                }
            }
            return choice.kind == MAD_KIND_DIRECTIONS ? all : places;
        } else if (statement->kind != MAD_NODE_REQUIRE) {
            return places;
        }
    }
    return places;
}

/* Who of the men may go on when he has gone the way once: a verb that is repeated as long as it can be is at
 * its end where it finds no way. False when it cannot be told from what is done. */
static bool who_goes_on(struct verb *verb, const struct mad_node *body, const struct mad_env *env,
                        const struct mad_value *men, struct mad_value *who)
{
    struct mad_build *build = verb->build;
    const struct mad_node *again = mad_child_of_kind(verb->rule->node, MAD_NODE_BODY)->first;
    struct once once;
    const uint32_t code = verb->type >= 0 ? build->game->code_of[verb->type][build->side] : 0xff;
    if (code == 0xff || verb->level != 0 || chooses_on_arrival(build, code)) {
        return false;
    }
    for (uint32_t victim = 0; victim < build->game->code_count; victim++) {
        if (build->machine->taken[victim] != MAD_NO_PROGRAM) {
            return false;
        }
    }
    if (!read_once(build, body, env, men, &once)) {
        return false;
    }
    struct mad_value empty = {
        .kind = MAD_KIND_SQUARES, .form = MAD_FORM_REGISTER, .reg = EMPTY_REGISTER};
    empty = mad_combine_values(build, MAD_EITHER, &empty, &once.emptied);
    struct mad_value landings = mad_reached(build, men, once.landing.table);
    struct mad_value from = going_on_from(build, again, verb->blanks, &empty, landings);
    *who = mad_only_reaching(build, men, once.landing.table, &from);
    return who->kind == MAD_KIND_SQUARES;
}

struct men_line {                /* what all ways of one line of one piece share */
    const struct mad_node *when; /* null when it is in the set of men already */
};

static void loop_over_men(struct verb *verb, const struct men_line *line,
                          const struct mad_node *body, const struct mad_env *env,
                          struct mad_value men)
{
    struct mad_build *build = verb->build;
    struct mad_label again = {0}, end = {0};
    uint32_t from = mad_in_register(build, &men), rest = mad_build_register(build),
             first = build->known_first, count = build->known_count;
    if (verb->gated && verb->gate != MAD_GATE_PLAIN && verb->gate != MAD_GATE_DROP &&
        only_effects(body) && line->when == NULL) {
        mad_emit_jump(build, MAD_OP_MANY, from, verb->gate, 0, &end);
    } else {
        mad_emit_jump(build, MAD_OP_IF_EMPTY, from, 0, 0, &end);
    }
    bool same_for_all = line->when != NULL && !mad_needs_here(build, line->when->first, NULL);
    if (same_for_all) {
        mad_jump_if(build, line->when->first, NULL, (line->when->flags & MAD_FLAG_UNLESS) != 0,
                    &end);
    }
    struct mad_value who;
    struct verb inner = *verb;
    inner.ending = 0;
    if (line->when == NULL && who_goes_on(verb, body, env, &men, &who)) {
        struct mad_value others = mad_combine_values(build, MAD_WITHOUT, &men, &who);
        uint32_t on = mad_in_register(build, &who), ending = mad_in_register(build, &others);
        enum mad_gate gate = verb->gate == MAD_GATE_FREE ? MAD_GATE_FREE : MAD_GATE_TEST;
        mad_emit(build, MAD_OP_AND, rest, on, on, 0);
        mad_emit_jump(build, MAD_OP_MANY, ending, gate, 0, &again);
        mad_emit(build, MAD_OP_OR, rest, rest, ending, 0);
        inner.ending = ending;
    } else {
        mad_emit(build, MAD_OP_AND, rest, from, from, 0);
    }
    mad_label_bind(build, &again);
    mad_emit_jump(build, MAD_OP_NEXT_MAN, rest, 0, 0, &end);
    inner.fail = (struct fail){&again, 0, true};
    inner.nobody = &end;
    if (line->when != NULL && !same_for_all) {
        mad_jump_if(build, line->when->first, NULL, (line->when->flags & MAD_FLAG_UNLESS) != 0,
                    &again);
    }
    lower_rest(&inner, body, env);
    build->changed = false;
    mad_label_bind(build, &end);
    build->known_first =
        first; /* what was worked out for one man is not known of the next line's */
    build->known_count = count;
}

/* Choices among directions and kinds come before the men, so that each can narrow the set of men. */
static void lower_for_men(struct verb *verb, const struct men_line *line,
                          const struct mad_node *body, const struct mad_env *env,
                          struct mad_value men)
{
    struct mad_build *build = verb->build;
    body = narrow(build, body, &env, &men);
    struct mad_value choice = {.kind = MAD_KIND_NONE};
    if (body != NULL && body->kind == MAD_NODE_CHOOSE) {
        choice = mad_silent_value(build, body->first, env);
    }
    bool directions = choice.kind == MAD_KIND_DIRECTIONS, pieces = choice.kind == MAD_KIND_PIECES;
    if (!directions && !pieces) {
        (void)narrow_to_some(build, &choice, &men); /* who has no square to choose does nothing */
        narrow_by_mark(build, body, env, &men);
        loop_over_men(verb, line, body, env, men);
        return;
    }
    uint32_t count = directions ? build->direction_count : build->game->type_count;
    struct mad_label past = {0};
    if (directions && verb->gated && line->when == NULL) {
        mad_lower_rays(build, body, choice.directions, env, &men, verb->gate, &past);
    }
    for (uint32_t i = 0; i < count && build->status == MAD_OK; i++) {
        struct mad_value value = {.kind = choice.kind, .owner = -1};
        struct mad_env *bound = new_env(verb);
        if (bound == NULL ||
            !(directions ? choice.directions >> i & 1 : types_has(&choice.types, i))) {
            continue;
        }
        value.directions = directions ? UINT64_C(1) << i : 0;
        if (pieces) {
            types_add(&value.types, i);
        }
        bind_value(bound, body->name, value, env);
        uint32_t registers = build->next_register, known = build->known_count;
        lower_for_men(verb, line, body->next, bound, men);
        if (build->next_register >
            MAD_MAX_SETS / 2) { /* values known so far may stay while there is room */
            build->next_register = registers;
            build->known_count = known;
        }
    }
    mad_label_bind(build, &past);
}

static uint32_t line_index(struct mad_build *build, const struct mad_node *line,
                           const struct mad_rule_verb *verb, enum mad_line_shape shape)
{
    struct mad_game *game = build->game;
    const char *written = line != NULL ? line->text : NULL;
    for (uint32_t i = 1; i < game->line_count; i++) {
        if (game->lines[i].verb == verb->name && same_label(game->lines[i].written, written)) {
            return i;
        }
    }
    if (game->line_count >= MAD_MAX_LINES) {
        mad_build_error(build, MAD_FINDING_LIMIT, build->span, "more than %d lines that call verbs",
                        MAD_MAX_LINES);
        return 0;
    }
    struct mad_line *made = &game->lines[game->line_count];
    *made = (struct mad_line){.verb = verb->name, .written = written, .shape = (uint8_t)shape};
    return game->line_count++;
}

/* Whether something more happens, or has to be chosen, when a man of this code has arrived. */
static bool ends_in_more(const struct mad_build *build, uint32_t code)
{
    const struct mad_machine *machine = build->machine;
    return machine->arrival_count[code] != 0 || machine->after[code] != MAD_NO_PROGRAM ||
           machine->capturing[code] != MAD_NO_PROGRAM;
}

/* The verb that a sentence calls, its blanks bound; null when it cannot be called, which has been said. */
static const struct mad_rule_verb *begin_call(struct mad_build *build, const struct mad_node *call,
                                              const struct mad_node **body,
                                              const struct mad_env **env)
{
    const struct mad_rule_verb *rule = mad_verb(build, call->name);
    build->span = call->span;
    if (rule == NULL) {
        mad_build_unknown(build, call->span, call->name, false, NULL);
        return NULL;
    }
    *body = mad_child_of_kind(rule->node, MAD_NODE_BODY);
    *env = mad_verb_bind(build, rule, call, NULL);
    return *env != NULL && *body != NULL ? rule : NULL;
}

void mad_lower_extension(struct mad_build *build, const struct mad_node *call)
{
    const struct mad_node *body;
    const struct mad_env *env;
    const struct mad_rule_verb *rule = begin_call(build, call, &body, &env);
    struct mad_label end = {0};
    uint32_t repeat = 0;
    if (rule == NULL) {
        return;
    }
    struct verb verb = {.build = build,
                        .rule = rule,
                        .gate = MAD_GATE_TEST,
                        .mask_gate = MAD_GATE_TEST,

                        .repeat = &repeat,
                        .blanks = env,
                        .extends = true,
                        .fail = {&end, 0, true}};
    build->next_register = MAD_FIXED_REGISTERS;
    build->known_first = build->known_count = 0;
    build->changed = build->has_here = true;
    lower_rest(&verb, body->first, env);
    build->changed = build->has_here = false;
    mad_label_bind(build, &end);
}

/* Whether the verb puts men on the board and does nothing else to it. */
bool mad_puts_alone(struct mad_build *build, const struct mad_node *call)
{
    const struct mad_rule_verb *rule = mad_verb(build, call->name);
    const struct mad_node *body =
        rule != NULL ? mad_child_of_kind(rule->node, MAD_NODE_BODY) : NULL;
    struct outline outline = {0};
    bool effects = false;
    outline_of(body != NULL ? body->first : NULL, &outline, &effects);
    return outline.land + outline.bring + outline.take + outline.become + outline.turn == 0;
}

void mad_lower_call(struct mad_build *build, const struct mad_node *line,
                    const struct mad_node *call, int code)
{
    const struct mad_node *body;
    const struct mad_env *env;
    const struct mad_rule_verb *rule = begin_call(build, call, &body, &env);
    if (rule == NULL) {
        return;
    }
    struct outline outline = {0};
    struct mad_label end = {0};
    bool effects = false;
    outline_of(body->first, &outline, &effects);
    struct verb verb = {.build = build, .rule = rule, .mask_gate = gate_of(build, &outline, env)};
    int type = code >= 0 ? build->game->codes[code].type : -1;
    uint32_t repeat = 0;
    verb.repeat = &repeat;
    verb.blanks = env;
    verb.type = type;
    verb.gate = mad_gate_of_move(build, rule->name, type, verb.mask_gate);
    if (outline.tosses && code >= 0 && chooses_on_arrival(build, (uint32_t)code)) {
        mad_build_error(build, MAD_FINDING_CALL_SHAPE, call->span,
                        "`%s` tosses, and a %s may choose what it becomes where it lands: nothing "
                        "is chosen behind a toss",
                        call->name, build->game->types[type].name);
        return;
    }
    verb.gated = !outline.requires_after_effect && !outline.tosses &&
                 !(code >= 0 && outline.land != 0 && ends_in_more(build, (uint32_t)code));
    verb.line = line_index(build, line, rule, shape_of(&outline));
    build->next_register = MAD_FIXED_REGISTERS;
    build->next_number = 0;
    build->changed = false;
    build->known_first = build->known_count = 0;
    const struct mad_node *when = line != NULL ? mad_child_of_kind(line, MAD_NODE_WHEN) : NULL;
    if (when != NULL &&
        mad_truth_known(build, when->first, NULL) == ((when->flags & MAD_FLAG_UNLESS) != 0)) {
        return; /* an option is set so that it never comes to this */
    }
    skip_without_mark(build, body->first, &end);
    if (code >= 0) {
        struct mad_value place, men = mad_slot_value(build, MAD_SLOT_CODE + (uint32_t)code);
        build->has_here = true;
        if (when != NULL && !(when->flags & MAD_FLAG_UNLESS) &&
            mad_truth_as_place(build, when->first, NULL, &place)) {
            men = mad_combine_values(build, MAD_BOTH, &men, &place);
            mad_emit_jump(build, MAD_OP_IF_EMPTY, mad_in_register(build, &men), 0, 0, &end);
            when = NULL;
        } else if (body->first != NULL && body->first->kind == MAD_NODE_CHOOSE) {
            /* without men nothing is narrowed, for each direction anew */
            mad_emit_jump(build, MAD_OP_IF_EMPTY, mad_in_register(build, &men), 0, 0, &end);
        }
        lower_for_men(&verb, &(struct men_line){when}, body->first, env, men);
    } else {
        build->has_here = false;
        if (when != NULL) {
            mad_jump_if(build, when->first, NULL, (when->flags & MAD_FLAG_UNLESS) != 0, &end);
        }
        mad_emit(build, MAD_OP_SAVE, 0, 0, 0, 0);
        verb.fail = (struct fail){&end, 0, true};
        lower_rest(&verb, body->first, env);
    }
    build->has_here = false;
    mad_label_bind(build, &end);
}
