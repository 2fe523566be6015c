/* effect.c - what verbs do, and bodies in which nothing is chosen.
 *
 * Layer: plan. Each deed is a sentence that begins with its word: `land on X`, `take X`. What happens by itself
 * (handlers, the outcomes of other sentences) is made of them, of `if` and of `for each`. `take path as
 * trampled` becomes `take r13, fate 1`. It relies on value.c for what the words stand for, and on whoever calls
 * it to have asked everything that may fail. */
#include <string.h>

#include "expr.h"
#include "value.h"
#include "verb.h"

enum { MEMORY, BOARD };
enum { FREE, WANTED };
enum { NOBODY = 0, HIM = MAD_MOVES_HIM, OTHERS = MAD_MOVES_OTHERS, EITHER = HIM | OTHERS };
#define MAD_LABELS(...) \
    {                   \
        __VA_ARGS__     \
    }
const struct mad_effect_row mad_effects[MAD_EFFECT_NONE] = {
#define MAD_EFFECT(effect, ...) [MAD_EFFECT_##effect] = {__VA_ARGS__},
#include "effects.def"
#undef MAD_EFFECT
};

/* As if men never stood on one another: `stack` is no word of any sentence. */
static enum mad_effect effect_by_word(const struct mad_node *node)
{
    uint32_t effect = 0;
    while (effect < MAD_EFFECT_NONE && (node->kind != MAD_NODE_CALL || effect == MAD_EFFECT_STACK ||
                                        strcmp(mad_effects[effect].word, node->name) != 0)) {
        effect++;
    }
    return (enum mad_effect)effect;
}

enum mad_effect mad_effect_of(const struct mad_node *node)
{
    const enum mad_effect effect = effect_by_word(node);
    const bool goes =
        effect == MAD_EFFECT_LAND || effect == MAD_EFFECT_BRING || effect == MAD_EFFECT_TAKE;
    return goes && mad_says_part(node) ? MAD_EFFECT_STACK : effect;
}

bool mad_says_twice(struct mad_codegen *codegen, const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        for (const struct mad_node *other = arg->next; other != NULL; other = other->next) {
            if (mad_tree_same_text(arg->text, other->text)) {
                mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, other->span,
                                  "`%s` stands here twice; put what belongs together in brackets",
                                  other->text != NULL ? other->text : call->name);
                return true;
            }
        }
    }
    return false;
}

static bool check_arguments(struct mad_codegen *codegen, const struct mad_node *call,
                            enum mad_effect effect)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        const char *const *labels = mad_effects[effect].labels;
        bool known = arg->text == NULL;
        for (uint32_t i = 0; i < 3 && labels[i] != NULL; i++) {
            known = known || strcmp(arg->text, labels[i]) == 0;
        }
        if (!known) {
            mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, arg->span,
                              "'%s' takes no `%s`; say `%s`", call->name, arg->text,
                              mad_effects[effect].usage);
            return false;
        }
    }
    return !mad_says_twice(codegen, call) && mad_check_parts(codegen, call);
}

/* Of `take X as WORD`; null: nothing is said. */
uint32_t mad_fate_of(struct mad_codegen *codegen, const struct mad_node *as)
{
    const char *word = as != NULL && as->name != NULL ? as->name : "captured";
    const struct mad_rule_fate *fate = NULL;
    if (as == NULL) {
        return 0;
    }
    for (uint32_t i = 0; i < codegen->rules->fate_count && fate == NULL; i++) {
        fate = strcmp(codegen->rules->fates[i].word, word) == 0 ? &codegen->rules->fates[i] : NULL;
    }
    if (fate == NULL && strcmp(word, "captured") == 0) {
        return MAD_FATE_CAPTURED;
    }
    for (uint32_t p = 0; fate != NULL && p < codegen->rules->pocket_count; p++) {
        if (codegen->rules->pockets[p].name == fate->pocket) {
            return MAD_FATE_POCKET + MAD_JOINS_KINDS * p + fate->joins;
        }
    }
    return MAD_FATE_GONE;
}

static uint32_t single_type(struct mad_codegen *codegen, const struct mad_node *node,
                            const struct mad_types types)
{
    uint32_t found = 0, count = 0;
    for (uint32_t type = 0; type < codegen->game->type_count; type++) {
        if (types_has(&types, type)) {
            found = type;
            count++;
        }
    }
    if (count != 1 && codegen->status == MAD_OK && codegen->errors == 0) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span, "one piece is wanted here, not %u",
                          count);
    }
    return found;
}

void mad_codegen_other_army(struct mad_codegen *codegen, uint32_t type, uint32_t player,
                            struct mad_span span)
{
    const struct mad_rule_piece *piece = &codegen->rules->pieces[type];
    if (player == MAD_NOBODY || piece->owner == MAD_NOBODY) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, span,
                          player == MAD_NOBODY
                              ? "%s belongs to a player; a piece of nobody is declared so: "
                                "`piece %s (%s) of nobody`"
                              : "%s belongs to nobody: `nobody's %s`",
                          piece->name, piece->name, piece->letter);
        return;
    }
    const char *army = codegen->rules->players[player].name;
    struct mad_finding *finding =
        mad_findings_add(codegen->diagnostics, MAD_FINDING_OTHER_ARMY, span, army, piece->name);
    mad_finding_note_at(codegen->diagnostics, finding, piece->span, "only %s has it",
                        piece->owner == MAD_NOBODY ? "nobody"
                                                   : codegen->rules->players[1 - player].name);
    mad_finding_remedy(codegen->diagnostics, finding,
                       "name a piece that %s has, or declare one that both have: `piece %s (%s)`",
                       army, piece->name, piece->letter);
    codegen->errors++;
}

static uint32_t own_code(struct mad_codegen *codegen, uint32_t type, uint32_t player,
                         struct mad_span span)
{
    const uint32_t owner = codegen->is_ally ? MAD_NOBODY : player;
    uint32_t code = type < codegen->game->type_count ? codegen->game->code_of[type][owner] : 0xff;
    if (code == 0xff && codegen->errors == 0 && type < codegen->game->type_count) {
        mad_codegen_other_army(codegen, type, player, span);
    }
    return code == 0xff ? 0 : code;
}

bool mad_is_mark(const struct mad_codegen *codegen, const struct mad_node *node, uint32_t *mark)
{
    const int found = node != NULL && node->kind == MAD_NODE_REF
                          ? mad_named(codegen, MAD_NAME_MARK, node->name)
                          : -1;
    if (found >= 0) {
        *mark = (uint32_t)found;
    }
    return found >= 0;
}

static bool mark_of(struct mad_codegen *codegen, const struct mad_node *node, uint32_t *mark)
{
    if (mad_is_mark(codegen, node, mark)) {
        return true;
    }
    mad_codegen_error(codegen, MAD_FINDING_TYPE, node != NULL ? node->span : codegen->span,
                      "a mark is wanted here: say `mark %s lasts ...`",
                      node != NULL && node->name != NULL ? node->name : "name");
    return false;
}

/* Whether a kind is a name for what was chosen, and not said by name. */
static bool was_chosen(const struct mad_node *kind, const struct mad_env *env)
{
    const struct mad_env *local = mad_local(env, kind);
    return local != NULL && (local->node == NULL || was_chosen(local->node, local->outer));
}

bool mad_may_be_unheld(const struct mad_node *call, const struct mad_env *env)
{
    const struct mad_node *man = mad_argument(call, NULL);
    return mad_effect_of(call) == MAD_EFFECT_PUT && man != NULL &&
           mad_argument(call, "from") != NULL && !was_chosen(man, env);
}

bool mad_unless_held(struct mad_codegen *codegen, const struct mad_node *call,
                     const struct mad_env *env, struct mad_label *label)
{
    const struct mad_node *man = mad_argument(call, NULL), *from = mad_argument(call, "from");
    if (!mad_may_be_unheld(call, env)) {
        return false;
    }
    const bool is_own = man->kind == MAD_NODE_OWN, is_enemy = man->kind == MAD_NODE_ENEMY;
    struct mad_value pocket = mad_silent_value(codegen, from, env),
                     kind = mad_silent_value(codegen, is_own || is_enemy ? man->first : man, env);
    if (pocket.kind != MAD_KIND_POCKET || kind.kind != MAD_KIND_PIECES) {
        return false;
    }
    uint32_t type = 0;
    while (type + 1 < codegen->game->type_count && !types_has(&kind.types, type)) {
        type++;
    }
    mad_emit_jump(codegen, MAD_OP_IF_POCKET_EMPTY, pocket.pocket,
                  is_enemy ? 1 - codegen->side : codegen->side, type, label);
    return true;
}

static void lower_put(struct mad_codegen *codegen, const struct mad_node *call,
                      const struct mad_env *env)
{
    const struct mad_node *man = mad_argument(call, NULL), *on = mad_argument(call, "on"),
                          *from = mad_argument(call, "from"), *as = mad_argument(call, "as");
    uint32_t player = codegen->side;
    if (man == NULL || on == NULL || (as != NULL && from == NULL)) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span, "say `%s`",
                          mad_effects[MAD_EFFECT_PUT].usage);
        return;
    }
    if (man->kind == MAD_NODE_ENEMY) {
        player = 1 - codegen->side;
    } else if (man->kind == MAD_NODE_OF_PLAYER && strcmp(man->name, "nobody") == 0) {
        player = MAD_NOBODY;
    }
    struct mad_value squares = mad_squares_of(codegen, on, env);
    uint32_t type = single_type(codegen, man, mad_types_of(codegen, man, env));
    uint32_t shown = as != NULL ? single_type(codegen, as, mad_types_of(codegen, as, env)) : type;
    if (squares.kind != MAD_KIND_SQUARES || codegen->errors != 0) {
        return;
    }
    struct mad_label past = {0};
    struct mad_value pocket = {0};
    if (from != NULL) {
        pocket = mad_value_of(codegen, from, env);
        if (pocket.kind != MAD_KIND_POCKET) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, from->span, "a pocket is wanted here");
            return;
        }
        if (player == MAD_NOBODY) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, man->span,
                              "men of nobody are in no pocket: say `put nobody's X on Y`");
            return;
        }
        (void)mad_unless_held(codegen, call, env, &past);
    }
    uint32_t where = mad_in_register(codegen, &squares);
    if (from != NULL && !was_chosen(on, env)) { /* nothing is paid where nobody comes */
        mad_emit_jump(codegen, MAD_OP_IF_EMPTY, where, 0, 0, &past);
    }
    mad_emit(codegen, MAD_OP_PUT, where,
             own_code(codegen, shown, player, (as != NULL ? as : man)->span), 0,
             mad_part_of(call, "on") == MAD_PART_TOP);
    if (from != NULL) {
        mad_emit(codegen, MAD_OP_SPEND, pocket.pocket, player, type, 0);
    }
    mad_label_bind(codegen, &past);
}

/* `increase C by N`, `decrease C by N`, `set C to N`. */
static void lower_counting(struct mad_codegen *codegen, enum mad_effect effect,
                           const struct mad_node *counter, const struct mad_node *number,
                           const struct mad_env *env)
{
    struct mad_value what = mad_value_of(codegen, counter, env),
                     amount = mad_value_of(codegen, number, env);
    if (what.kind != MAD_KIND_NUMBER || what.counter == 0) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, counter->span,
                          what.kind == MAD_KIND_SQUARES
                              ? "a counter is wanted here; squares are named by `let goal be ...`"
                              : "a counter is wanted here: say `counter name starts at 0`");
        return;
    }
    if (mad_is_written(&amount) && (amount.number < 0 || amount.number > 255)) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, number->span,
                          "a counter goes from 0 to 255");
        return;
    }
    uint32_t numbers = codegen->values.next_number,
             n = mad_in_number(codegen, &amount, number->span);
    if (effect != MAD_EFFECT_SET) {
        uint32_t old = mad_in_number(codegen, &what, counter->span);
        mad_emit(codegen, MAD_OP_ADD, old, old, n, effect != MAD_EFFECT_INCREASE);
        n = old;
    }
    mad_emit(codegen, MAD_OP_COUNT, what.counter - 1, n, 0, 0);
    codegen->values.next_number = numbers;
}

/* Notes whether the man whose move has ended is here, and who he was. */
void mad_note_not_yet(struct mad_codegen *codegen)
{
    const uint32_t here = mad_emit_value(codegen, MAD_OP_HERE, 0, 0, 0);
    mad_emit(codegen, MAD_OP_SLOT, codegen->man.not_yet, 0, 0,
             MAD_SLOT_CODE + codegen->man.own_move_of - 1);
    mad_emit(codegen, MAD_OP_AND, codegen->man.not_yet, codegen->man.not_yet, here, 0);
}

struct mad_types mad_kinds_become(struct mad_codegen *codegen, const struct mad_node *call,
                                  const struct mad_env *env)
{
    const struct mad_node *kinds = mad_argument(call, NULL);
    const struct mad_types none = {{0, 0}};
    if (!check_arguments(codegen, call, MAD_EFFECT_BECOME)) {
        return none;
    }
    if (kinds->kind == MAD_NODE_ENEMY || kinds->kind == MAD_NODE_OF_PLAYER) {
        struct mad_finding *finding =
            mad_findings_add(codegen->diagnostics, MAD_FINDING_TYPE, kinds->span,
                             "`become` says which piece it is; whose it is stays");
        mad_finding_remedy(codegen->diagnostics, finding,
                           "another player's it is by `turn here to enemy`");
        codegen->errors++;
        return none;
    }
    return mad_types_of(codegen, kinds, env);
}

/* At the end of his own move he becomes another once, even where somebody else has been put in his place, and
 * wherever he has been brought. */
static void lower_become(struct mad_codegen *codegen, const struct mad_node *call,
                         const struct mad_env *env)
{
    const struct mad_node *object = mad_argument(call, NULL);
    const uint32_t type = single_type(codegen, object, mad_kinds_become(codegen, call, env));
    struct mad_label past = {0};
    if (codegen->man.own_move_of != 0) {
        mad_emit_jump(codegen, MAD_OP_IF_EMPTY, codegen->man.not_yet, 0, 0, &past);
    }
    mad_emit(codegen, MAD_OP_BECOME, own_code(codegen, type, codegen->side, object->span), 0, 0, 0);
    if (codegen->man.own_move_of != 0) {
        mad_note_not_yet(codegen);
    }
    mad_label_bind(codegen, &past);
}

const char *mad_effect_like(const char *word)
{
    const char *words[MAD_EFFECT_NONE];
    uint32_t count = 0;
    for (uint32_t effect = 0; effect < MAD_EFFECT_NONE; effect++) {
        words[count] = mad_effects[effect].word;
        count += effect != MAD_EFFECT_STACK;
    }
    return mad_did_you_mean(word, words, count);
}

/* What an effect acts on, behind its word and behind the first of its labels. */
struct acts_on {
    const struct mad_node *object, *other;
};

static void lower_bring(struct mad_codegen *codegen, const struct mad_node *call, bool swaps,
                        struct acts_on on, const struct mad_env *env)
{
    struct mad_value a = mad_squares_of(codegen, on.object, env),
                     b = mad_squares_of(codegen, on.other, env);
    if (!swaps && (mad_is_word(on.object, MAD_WORD_HERE) || mad_is_word(on.other, MAD_WORD_HERE))) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span,
                          mad_is_word(on.object, MAD_WORD_HERE)
                              ? "`bring` moves another piece; this one goes by `land on X`"
                              : "this piece itself stands here, and would be taken; let it `land "
                                "on` its square first, or `swap` the two");
    } else if (a.kind == MAD_KIND_SQUARES && b.kind == MAD_KIND_SQUARES) {
        uint32_t from = mad_in_register(codegen, &a);
        mad_emit(codegen, MAD_OP_BRING, from, mad_in_register(codegen, &b), swaps, 0);
    }
}

/* For effects on squares: what the instruction makes of them is its second operand. */
static void lower_on_squares(struct mad_codegen *codegen, enum mad_op op,
                             const struct mad_node *squares, uint32_t what,
                             const struct mad_env *env)
{
    const struct mad_value a = mad_squares_of(codegen, squares, env);
    if (a.kind == MAD_KIND_SQUARES) {
        mad_emit(codegen, op, mad_in_register(codegen, &a), what, 0, 0);
    }
}

/* Each man on the squares becomes one of that kind of his own player's; whose army has none stays who he is. */
static void lower_turn_into(struct mad_codegen *codegen, const struct mad_node *squares,
                            const struct mad_node *kind, const struct mad_env *env)
{
    const bool is_whose = kind->kind == MAD_NODE_ENEMY || kind->kind == MAD_NODE_OWN ||
                          kind->kind == MAD_NODE_OF_PLAYER;
    if (is_whose) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, kind->span,
                          "`turn X into K` says which piece they are; whose they are stays");
        mad_finding_remedy(codegen->diagnostics, codegen->diagnostics->last,
                           "another player's they are by `turn X to enemy`");
        return;
    }
    const uint32_t type = single_type(codegen, kind, mad_types_of(codegen, kind, env));
    const uint8_t *codes = codegen->game->code_of[type];
    const uint32_t code = codes[0] != 0xff   ? codes[0]
                          : codes[1] != 0xff ? codes[1]
                                             : codes[MAD_NOBODY];
    if (mad_codegen_ok(codegen)) {
        lower_on_squares(codegen, MAD_OP_TURN_INTO, squares, code, env);
    }
}

static void lower_turn(struct mad_codegen *codegen, const struct mad_node *call, struct acts_on on,
                       const struct mad_env *env)
{
    const struct mad_node *kind = mad_argument(call, "into");
    if ((kind == NULL) == (on.other == NULL)) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span, "say `%s`",
                          mad_effects[MAD_EFFECT_TURN].usage);
        return;
    }
    if (kind != NULL) {
        lower_turn_into(codegen, on.object, kind, env);
        return;
    }
    const int player = mad_player_of(codegen, on.other, env);
    if (player < 0) {
        (void)mad_squares_of(codegen, on.object, env); /* tells what else is wrong */
        mad_codegen_no_player(codegen, on.other);
        return;
    }
    lower_on_squares(codegen, MAD_OP_TURN, on.object, (uint32_t)player, env);
}

/* `set M on X`, `clear M on X`. */
static void lower_mark(struct mad_codegen *codegen, struct acts_on on, bool clears,
                       const struct mad_env *env)
{
    uint32_t mark = 0;
    if (mark_of(codegen, on.object, &mark) &&
        mad_may_stand(codegen, mad_expr_of_mark(codegen, mark), on.object->span)) {
        const struct mad_value a = mad_squares_of(codegen, on.other, env);
        if (a.kind == MAD_KIND_SQUARES) {
            mad_emit(codegen, MAD_OP_SET_MARK, mark, mad_in_register(codegen, &a), clears, 0);
        }
    }
}

/* What is done to men, and to counters. */
static void lower_deed(struct mad_codegen *codegen, enum mad_effect effect,
                       const struct mad_node *call, struct acts_on on, const struct mad_env *env)
{
    switch (effect) {
    case MAD_EFFECT_LAND: lower_on_squares(codegen, MAD_OP_LAND, on.other, 0, env); break;
    case MAD_EFFECT_BRING:
    case MAD_EFFECT_SWAP: lower_bring(codegen, call, effect == MAD_EFFECT_SWAP, on, env); break;
    case MAD_EFFECT_TAKE:
        lower_on_squares(codegen, MAD_OP_TAKE, on.object, mad_fate_of(codegen, on.other), env);
        break;
    case MAD_EFFECT_PUT: lower_put(codegen, call, env); break;
    case MAD_EFFECT_STACK: mad_lower_stack(codegen, call, env); break;
    case MAD_EFFECT_BECOME: lower_become(codegen, call, env); break;
    case MAD_EFFECT_TURN: lower_turn(codegen, call, on, env); break;
    case MAD_EFFECT_SET:
        lower_counting(codegen, effect, on.object, mad_argument(call, "to"), env);
        break;
    case MAD_EFFECT_INCREASE:
    case MAD_EFFECT_DECREASE: lower_counting(codegen, effect, on.object, on.other, env); break;
    case MAD_EFFECT_CLEAR:
    case MAD_EFFECT_NONE: break;
    }
    codegen->changed = true;
    mad_forget_values(codegen);
}

/* `gold`, `mover's gold` */
static bool is_counter(const struct mad_codegen *codegen, const struct mad_node *object)
{
    const struct mad_node *node =
        object != NULL && object->kind == MAD_NODE_OF_PLAYER ? object->first : object;
    for (uint32_t i = 0; node != NULL && i < codegen->rules->counter_count; i++)
        if (mad_is_ref(node, codegen->rules->counters[i].name))
            return true;
    return false;
}

/* `increase gold by number of own Man on mines`: a counter stands on no squares, what is counted does. False where it is
 * not told behind that. */
static bool tell_brackets(struct mad_codegen *codegen, const struct mad_node *call)
{
    const struct mad_node *by = mad_argument(call, "by"), *on = mad_argument(call, "on");
    const struct mad_node *counted = by != NULL && by->kind == MAD_NODE_FUNCTION ? by->first : by;
    if (!is_counter(codegen, mad_argument(call, NULL)) || counted == NULL ||
        counted->span.source != on->span.source || counted->span.begin > on->span.begin)
        return false;
    struct mad_finding *finding = mad_findings_add(
        codegen->diagnostics, MAD_FINDING_TYPE, on->span,
        "a counter stands on no squares: what is counted there stands in brackets");
    struct mad_span whole = counted->span;
    whole.length = (uint16_t)(on->span.begin + on->span.length - whole.begin);
    mad_finding_fix(codegen->diagnostics, finding, whole, false, "(%.*s)", (int)whole.length,
                    codegen->sources->items[whole.source].text + whole.begin);
    codegen->errors++;
    return true;
}

static void lower_effect(struct mad_codegen *codegen, const struct mad_node *call,
                         const struct mad_env *env)
{
    const enum mad_effect effect = mad_effect_of(call), said = effect_by_word(call);
    if (effect == MAD_EFFECT_NONE) { /* verbs have been seen to */
        mad_codegen_unknown_verb(codegen, call);
        return;
    }
    const struct mad_effect_row *row = &mad_effects[said];
    const bool adds = effect == MAD_EFFECT_INCREASE || effect == MAD_EFFECT_DECREASE;
    const bool marks = (effect == MAD_EFFECT_SET && mad_argument(call, "to") == NULL) ||
                       effect == MAD_EFFECT_CLEAR;
    const struct acts_on on = {mad_argument(call, NULL),
                               row->labels[0] != NULL ? mad_argument(call, row->labels[0]) : NULL};
    uint32_t tally = 0;
    if (!check_arguments(codegen, call, said)) {
        return;
    }
    codegen->span = call->span;
    if (!row->on_board && mad_is_tally(codegen, on.object, env, &tally)) {
        mad_lower_tally(codegen, effect, call, tally, env);
        mad_forget_marks(codegen);
    } else if ((on.object == NULL && row->wants_object) ||
               (row->wants_first && (on.other != NULL) == (effect == MAD_EFFECT_SET && !marks))) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span, "say `%s`", row->usage);
    } else if (adds && mad_argument(call, "on") != NULL) {
        if (tell_brackets(codegen, call)) {
            return;
        }
        mad_codegen_error(codegen, MAD_FINDING_TYPE, on.object->span,
                          "squares have a number where it is declared so: say `number %s on "
                          "each square from 0 to 63`",
                          on.object->name != NULL ? on.object->name : "name");
    } else if (marks) {
        lower_mark(codegen, on, effect == MAD_EFFECT_CLEAR, env);
        mad_forget_marks(codegen); /* the men are where they were */
    } else {
        lower_deed(codegen, effect, call, on, env);
    }
}

bool mad_only_effects(const struct mad_node *statement)
{
    while (statement != NULL &&
           (statement->kind == MAD_NODE_CALL || statement->kind == MAD_NODE_LET ||
            statement->kind == MAD_NODE_NOTHING_HAPPENS)) {
        statement = statement->next;
    }
    return statement == NULL;
}

/* --- bodies without choices ------------------------------------------------------------------ */

static const struct mad_env *bind_let(struct mad_codegen *codegen, const struct mad_node *let,
                                      const struct mad_env *env)
{
    struct mad_room room = mad_codegen_room(codegen);
    struct mad_value value = mad_value_of(codegen, let->first, env);
    if (value.kind == MAD_KIND_PIECES && value.owner >= 0) { /* where they stand by now */
        value = mad_as_squares(codegen, value, let->span);
    }
    mad_codegen_leave_room(codegen, room, &value);
    return mad_bind(codegen, let->name, value, env);
}

static bool asks_or_chooses(const struct mad_node *node, const void *unused)
{
    (void)unused;
    return node->kind == MAD_NODE_REQUIRE || node->kind == MAD_NODE_CHOOSE;
}

/* A verb that is a move, or that says itself when it happens, is nothing that happens here: that is told where it is called. */
static bool refuse_verb(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                        struct mad_span call)
{
    const char *text = NULL;
    if (mad_child_of_kind(verb->node, MAD_NODE_EVENT_ON) != NULL) {
        text = "says in its heading when it happens: it stands in a line of its own";
    } else if (mad_tree_any(verb->node, asks_or_chooses, NULL)) {
        text = "asks or chooses, as moves do: what happens by itself does neither";
    }
    if (text != NULL) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call, "`%s` %s", verb->name, text);
    }
    return text != NULL;
}

/* Another verb, all of it, as one thing that happens. */
static void lower_whole_verb(struct mad_codegen *codegen, const struct mad_node *call,
                             const struct mad_env *env)
{
    const struct mad_rule_verb *verb = mad_verb(codegen, call->name);
    const struct mad_env *bound = mad_verb_bind(codegen, verb, call, env);
    if (bound == NULL || refuse_verb(codegen, verb, call->span)) {
        return;
    }
    if (codegen->depth >= MAD_MAX_NESTING) {
        mad_codegen_error(codegen, MAD_FINDING_RECURSION, call->span, "'%s' leads back to itself",
                          call->name);
        return;
    }
    codegen->depth++;
    mad_lower_effects(codegen, mad_child_of_kind(verb->node, MAD_NODE_BODY), bound, false);
    codegen->depth--;
}

static void lower_if(struct mad_codegen *codegen, const struct mad_node *node,
                     const struct mad_env *env)
{
    const struct mad_node *then = node->first->next, *otherwise = then != NULL ? then->next : NULL;
    struct mad_label not = {0}, past = {0};
    int known = mad_truth_known(codegen, node->first, env);
    if (known != 0) {
        if (known < 0) {
            mad_jump_if(codegen, node->first, env, false, &not );
        }
        mad_lower_effects(codegen, then, env, false);
    }
    if (otherwise != NULL && known <= 0) {
        if (known < 0) {
            mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, &past);
        }
        mad_label_bind(codegen, &not );
        mad_lower_effects(codegen, otherwise, env, false);
    }
    mad_label_bind(codegen, &not );
    mad_label_bind(codegen, &past);
}

/* What a loop does with the square in `chosen`, and back to `again`. */
static void lower_round(struct mad_codegen *codegen, const struct mad_node *each, uint32_t chosen,
                        const struct mad_env *env, struct mad_label *again, struct mad_label *end)
{
    struct mad_value value = {.kind = MAD_KIND_SQUARES,
                              .form = MAD_FORM_REGISTER,
                              .reg = (uint8_t)chosen,
                              .single = true,
                              .some = true};
    codegen->changed = true; /* by the rounds before */
    mad_lower_effects(codegen, each->first->next, mad_bind(codegen, each->name, value, env), false);
    mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, again);
    mad_label_bind(codegen, end);
    mad_forget_values(codegen);
}

/* For each square: a loop. */
static void lower_each_square(struct mad_codegen *codegen, const struct mad_node *each,
                              const struct mad_value *squares, const struct mad_env *env)
{
    uint32_t source = mad_in_register(codegen, squares), rest = mad_codegen_register(codegen),
             chosen = mad_codegen_register(codegen);
    struct mad_label again = {0}, end = {0};
    mad_emit(codegen, MAD_OP_AND, rest, source, source, 0);
    mad_forget_values(codegen);
    mad_label_bind(codegen, &again);
    mad_emit_jump(codegen, MAD_OP_NEXT_SQUARE, chosen, rest, 0, &end);
    lower_round(codegen, each, chosen, env, &again, &end);
}

/* For each of the next so many squares: a loop that goes from one to the next. */
static void lower_each_next(struct mad_codegen *codegen, const struct mad_node *each,
                            const struct mad_env *env)
{
    const uint32_t numbers = codegen->values.next_number;
    struct mad_label again = {0}, end = {0};
    struct mad_series series;
    if (!mad_next_squares(codegen, each->first, env, &series)) {
        return;
    }
    const uint32_t chosen = mad_codegen_register(codegen);
    mad_forget_values(codegen);
    mad_label_bind(codegen, &again);
    mad_emit_jump(codegen, MAD_OP_NEXT_TIME, series.left, series.left, 0, &end);
    mad_emit(codegen, MAD_OP_ALONG, series.at, series.at, series.among, series.step);
    mad_emit_jump(codegen, MAD_OP_IF_EMPTY, series.at, 0, 0, &end);
    mad_emit(codegen, MAD_OP_AND, chosen, series.at, series.at, 0);
    lower_round(codegen, each, chosen, env, &again, &end);
    codegen->values.next_number = numbers;
}

/* `for each way from queenwise: ...`: once for each direction or kind; a loop for squares. */
static void lower_each(struct mad_codegen *codegen, const struct mad_node *each,
                       const struct mad_env *env)
{
    if (each->first->kind == MAD_NODE_THE_NEXT) {
        lower_each_next(codegen, each, env);
        return;
    }
    struct mad_value of = mad_value_of(codegen, each->first, env);
    of = mad_choices_of(codegen, &of, each->first->span);
    struct mad_value one;
    if (of.kind == MAD_KIND_SQUARES) {
        lower_each_square(codegen, each, &of, env);
    } else if (of.kind != MAD_KIND_DIRECTIONS && of.kind != MAD_KIND_PIECES &&
               of.kind != MAD_KIND_NONE) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, each->span,
                          "squares, directions or pieces are wanted here");
    }
    while (codegen->status == MAD_OK && mad_take_one(&of, &one)) {
        uint32_t registers = codegen->values.next_register;
        mad_lower_effects(codegen, each->first->next, mad_bind(codegen, each->name, one, env),
                          false);
        codegen->values.next_register =
            registers; /* what one round worked out is not used in the next */
        mad_forget_values(codegen);
    }
}

void mad_no_choice_here(struct mad_codegen *codegen, const struct mad_node *may)
{
    mad_out_of_place(
        codegen, may->span,
        "nothing is chosen here: this happens by itself, or for each of several",
        "say `when its own move ends on X: may become K`, without `if`; where more decides, let "
        "the "
        "move go on by `after each move, a player may rise`, a verb that says `require C` and "
        "`become K`; or choose in a verb, outside `for each`");
}

/* The names as they are to be read once the man may have landed. */
static const struct mad_env *leave_here(struct mad_codegen *codegen,
                                        const struct mad_node *statement, const struct mad_env *env)
{
    const bool is_last = statement->next == NULL && statement->kind == MAD_NODE_CALL;
    return !is_last && mad_may_land(codegen, statement, 0) ? mad_settle(codegen, env) : env;
}

const struct mad_env *mad_lower_statement(struct mad_codegen *codegen,
                                          const struct mad_node *statement,
                                          const struct mad_env *env, bool skip_become)
{
    codegen->span = statement->span;
    if (statement->kind == MAD_NODE_LET) {
        return bind_let(codegen, statement, env);
    }
    env = leave_here(codegen, statement, env);
    struct mad_room room = mad_codegen_room(codegen);
    const enum mad_effect effect = mad_effect_of(statement);
    switch ((unsigned)statement->kind) {
    case MAD_NODE_CALL:
        if (effect == MAD_EFFECT_NONE && mad_verb(codegen, statement->name) != NULL) {
            lower_whole_verb(codegen, statement, env);
        } else if (effect != MAD_EFFECT_BECOME || !skip_become) {
            lower_effect(codegen, statement, env);
        }
        break;
    case MAD_NODE_MAY: /* what lines of pieces say has been looked at: see piece.c */
        if (codegen->place != MAD_PLACE_EVENT || codegen->depth != 0) {
            mad_no_choice_here(codegen, statement);
        }
        break;
    case MAD_NODE_NOTHING_HAPPENS: break;
    case MAD_NODE_TOSS:
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, statement->span,
                          "a toss stands in a verb that is a move: what happens by itself "
                          "happens for certain");
        break;
    case MAD_NODE_REQUIRE:
    case MAD_NODE_CHOOSE:
        mad_out_of_place(codegen, statement->span,
                         "what happens by itself asks and chooses nothing",
                         "say `if ...:`, or `for each place from ...:` for all of them");
        break;
    case MAD_NODE_FOR_EACH: lower_each(codegen, statement, env); break;
    case MAD_NODE_IF: lower_if(codegen, statement, env); break;
    default:
        mad_codegen_error(codegen, MAD_FINDING_SYNTAX, statement->span,
                          "this sentence is not built yet in what happens by itself");
        break;
    }
    mad_codegen_leave_room(codegen, room, NULL);
    return env;
}

void mad_lower_effects(struct mad_codegen *codegen, const struct mad_node *body,
                       const struct mad_env *env, bool skip_become)
{
    for (const struct mad_node *s = body != NULL ? body->first : NULL;
         s != NULL && codegen->status == MAD_OK; s = s->next) {
        env = mad_lower_statement(codegen, s, env, skip_become);
    }
}
