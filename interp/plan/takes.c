/* takes.c - whom verbs may take, and so attack.
 *
 * Layer: plan. A man on whose square a way of an enemy's verb would take him is attacked, as by a `capture`
 * line: a King whom a rampage would trample is in check. Which kinds that may be is read off the sentences:
 * `take victim` behind `require victim is enemy Pawn` takes Pawns, `take path` behind `require no King on path`
 * everybody else. Where no royal is among them masks keep their say; else each move is made, and the ways of
 * such verbs are gone through to see whom they take. What a duty makes a man do is no threat, nor what happens
 * by itself when somebody is taken. It relies on the sentences after expand.c, and on call.c to lower them
 * again. */
#include <string.h>

#include "verb.h"

/* A name of the body, and the kinds of enemies who may stand on its squares. */
struct meant {
    const char *name;
    struct mad_types types;
    const struct mad_node *said; /* null: nothing more is known */
    const struct meant *next;
};

/* Of some squares: kinds of enemies who may stand there, and of whom none stands elsewhere. */
struct kinds {
    struct mad_types may, all;
};

struct taker {
    struct mad_codegen *codegen;
    const struct mad_env *env;
    struct mad_types taken;
    bool stirred; /* men who are not the mover's may have come to other squares */
};

static const struct mad_types NO_TYPES = {{0, 0}}, ALL_TYPES = {{UINT64_MAX, UINT64_MAX}};

static bool is_none(struct mad_types types)
{
    return (types.word[0] | types.word[1]) == 0;
}

/* --- who may be there ------------------------------------------------------------------------ */

static struct kinds kinds_on(const struct taker *taker, const struct mad_node *node,
                             const struct mad_env *env, const struct meant *names, uint32_t depth);

static struct kinds kinds_of_name(const struct taker *taker, const struct mad_node *ref,
                                  const struct mad_env *env, const struct meant *names,
                                  uint32_t depth)
{
    const struct mad_rule_definition *definition = mad_definition(taker->codegen, ref->name);
    const struct mad_env *blank = mad_env_find(env, ref->name);
    const int type = mad_named(taker->codegen, MAD_NAME_PIECE, ref->name);
    struct kinds kinds = {ALL_TYPES, NO_TYPES};
    for (const struct meant *name = names; name != NULL; name = name->next) {
        if (name->name == ref->name) {
            if (name->said != NULL) {
                kinds.may = kinds_on(taker, name->said, env, names, depth + 1).may;
            }
            kinds.may = types_combine(MAD_BOTH, kinds.may, name->types);
            return kinds;
        }
    }
    if (blank != NULL) {
        return kinds_on(taker, blank->node, blank->outer, NULL, depth + 1);
    }
    if (definition != NULL) {
        return kinds_on(taker, definition->expression, NULL, NULL, depth + 1);
    }
    if (type >= 0) {
        kinds.may = NO_TYPES;
        types_add(&kinds.may, (uint32_t)type);
        kinds.all = kinds.may;
    }
    return kinds;
}

static struct kinds kinds_of_word(const struct taker *taker, enum mad_word word)
{
    const struct mad_types royals = mad_royal_types(taker->codegen);
    switch ((unsigned)word) {
    case MAD_WORD_ROYAL: return (struct kinds){royals, royals};
    case MAD_WORD_EMPTY:
    case MAD_WORD_NOTHING:
    case MAD_WORD_OWN:
    case MAD_WORD_HERE:
    case MAD_WORD_ORIGIN: return (struct kinds){NO_TYPES, NO_TYPES};
    case MAD_WORD_PIECE:
    case MAD_WORD_ENEMY:
    case MAD_WORD_BOARD: return (struct kinds){ALL_TYPES, ALL_TYPES};
    default: return (struct kinds){ALL_TYPES, NO_TYPES};
    }
}

/* The kinds on squares that are in all of the parts, in any of them, or in the first alone. */
static struct kinds kinds_of_parts(const struct taker *taker, const struct mad_node *node,
                                   enum mad_combine how, const struct mad_env *env,
                                   const struct meant *names, uint32_t depth)
{
    struct kinds kinds = kinds_on(taker, node->first, env, names, depth + 1);
    for (const struct mad_node *child = node->first->next; child != NULL; child = child->next) {
        const struct kinds next = kinds_on(taker, child, env, names, depth + 1);
        kinds.may = types_combine(how, kinds.may, how == MAD_WITHOUT ? next.all : next.may);
        kinds.all = types_combine(how, kinds.all, how == MAD_WITHOUT ? next.may : next.all);
    }
    return kinds;
}

static struct kinds kinds_on(const struct taker *taker, const struct mad_node *node,
                             const struct mad_env *env, const struct meant *names, uint32_t depth)
{
    struct kinds kinds = {ALL_TYPES, NO_TYPES};
    if (depth == MAD_MAX_NESTING) {
        return kinds;
    }
    switch ((unsigned)node->kind) {
    case MAD_NODE_REF: return kinds_of_name(taker, node, env, names, depth);
    case MAD_NODE_CONST: return kinds_of_word(taker, (enum mad_word)node->n0);
    case MAD_NODE_OWN: return (struct kinds){NO_TYPES, NO_TYPES};
    case MAD_NODE_ENEMY: return kinds_on(taker, node->first, env, names, depth + 1);
    case MAD_NODE_FUNCTION:
        if (node->n0 == MAD_FN_NEAREST || node->n0 == MAD_FN_FARTHEST) {
            kinds.may = kinds_on(taker, node->first, env, names, depth + 1).may;
        } else if (node->n0 == MAD_FN_DROPS_OF) {
            kinds.may = NO_TYPES;
        }
        return kinds;
    case MAD_NODE_ATTACKED_BY:
    case MAD_NODE_ATTACKING:
    case MAD_NODE_WORTH_THAN:
    case MAD_NODE_JOINED_TO:
    case MAD_NODE_NEXT_TO:
        kinds.may = kinds_on(taker, node->first, env, names, depth + 1).may;
        return kinds;
    case MAD_NODE_ON: return kinds_of_parts(taker, node, MAD_BOTH, env, names, depth);
    case MAD_NODE_OR:
    case MAD_NODE_AND: return kinds_of_parts(taker, node, MAD_EITHER, env, names, depth);
    case MAD_NODE_EXCEPT: return kinds_of_parts(taker, node, MAD_WITHOUT, env, names, depth);
    default: return kinds;
    }
}

bool mad_victims(struct mad_codegen *codegen, const struct mad_node *line, struct mad_types *types)
{
    const struct taker taker = {.codegen = codegen};
    struct kinds kinds = {ALL_TYPES, ALL_TYPES};
    if (mad_child_of_kind(line, MAD_NODE_BY) != NULL) {
        kinds = kinds_on(&taker, line->first, NULL, NULL, 0);
    }
    *types = kinds.may;
    return is_none(types_combine(MAD_WITHOUT, kinds.may, kinds.all));
}

/* --- what bodies take ------------------------------------------------------------------------ */

static struct mad_types may_be_on(const struct taker *taker, const struct mad_node *squares,
                                  const struct meant *names)
{
    return kinds_on(taker, squares, taker->env, names, 0).may;
}

static const struct meant *mean(struct taker *taker, const char *name, struct mad_types types,
                                const struct mad_node *said, const struct meant *names)
{
    struct meant *meant = mad_codegen_scratch(taker->codegen, sizeof *meant);
    if (meant == NULL) {
        return names;
    }
    *meant = (struct meant){name, types, said, names};
    return meant;
}

/* No more than these kinds are on the squares of the name, nor of those that make it up. */
static const struct meant *narrow(struct taker *taker, const char *name, struct mad_types types,
                                  const struct meant *names, uint32_t depth)
{
    const struct meant *at = names;
    while (at != NULL && at->name != name) {
        at = at->next;
    }
    if (at == NULL || depth == MAD_MAX_NESTING) {
        return names; /* a blank, or a name of the rules */
    }
    const struct mad_node *said = at->said;
    names = mean(taker, name, types_combine(MAD_BOTH, at->types, types), said, names);
    for (const struct mad_node *part = said != NULL && said->kind == MAD_NODE_AND ? said->first
                                                                                  : NULL;
         part != NULL; part = part->next) {
        if (part->kind == MAD_NODE_REF) {
            names = narrow(taker, part->name, types, names, depth + 1);
        }
    }
    return names;
}

/* The same of squares that are said by more than a name. */
static const struct meant *narrow_squares(struct taker *taker, const struct mad_node *squares,
                                          struct mad_types types, const struct meant *names)
{
    if (squares->kind == MAD_NODE_EXCEPT) { /* whoever stands on those is left out of it */
        for (const struct mad_node *out = squares->first->next; out != NULL; out = out->next) {
            types = types_combine(MAD_EITHER, types, may_be_on(taker, out, names));
        }
        squares = squares->first;
    }
    return squares->kind == MAD_NODE_REF ? narrow(taker, squares->name, types, names, 0) : names;
}

/* The names as they are known where the truth holds. */
static const struct meant *learn(struct taker *taker, const struct mad_node *truth,
                                 const struct meant *names)
{
    if (truth->kind == MAD_NODE_AND) {
        for (const struct mad_node *part = truth->first; part != NULL; part = part->next) {
            names = learn(taker, part, names);
        }
    }
    if (truth->kind == MAD_NODE_IS && !(truth->flags & MAD_FLAG_NEGATED) &&
        (truth->n0 == MAD_IS || truth->n0 == MAD_IS_ON) && truth->first->kind == MAD_NODE_REF &&
        truth->first->next != NULL) {
        return narrow(taker, truth->first->name, may_be_on(taker, truth->first->next, names), names,
                      0);
    }
    const struct mad_node *on = truth->first;
    if (truth->kind == MAD_NODE_SOME && truth->n0 == MAD_SOME_NO && on->kind == MAD_NODE_ON &&
        on->first->next->next == NULL) {
        const struct mad_types none = kinds_on(taker, on->first, taker->env, names, 0).all;
        return narrow_squares(taker, on->first->next, types_combine(MAD_WITHOUT, ALL_TYPES, none),
                              names);
    }
    return names;
}

static void take(struct taker *taker, const struct mad_node *squares, const struct meant *names)
{
    const struct mad_types types =
        squares == NULL || taker->stirred ? ALL_TYPES : may_be_on(taker, squares, names);
    taker->taken = types_combine(MAD_EITHER, taker->taken, types);
}

static void read_effect(struct taker *taker, const struct mad_node *call, const struct meant *names)
{
    const struct mad_node *object = mad_argument(call, NULL);
    switch (mad_effect_of(call)) {
    case MAD_EFFECT_LAND: take(taker, mad_argument(call, "on"), names); break;
    case MAD_EFFECT_TAKE: take(taker, object, names); break;
    case MAD_EFFECT_PUT:
        take(taker, mad_argument(call, "on"), names);
        taker->stirred = taker->stirred || object == NULL || object->kind == MAD_NODE_ENEMY;
        break;
    case MAD_EFFECT_BRING:
        take(taker, mad_argument(call, "to"), names);
        taker->stirred =
            taker->stirred || object == NULL || !is_none(may_be_on(taker, object, names));
        break;
    case MAD_EFFECT_STACK: /* others come out from below, and are not looked for */
        taker->stirred = true;
        taker->taken = ALL_TYPES;
        break;
    case MAD_EFFECT_SWAP:
    case MAD_EFFECT_TURN: taker->stirred = true; break;
    case MAD_EFFECT_NONE: /* another verb, all of it */
        taker->stirred = true;
        taker->taken = ALL_TYPES;
        break;
    case MAD_EFFECT_BECOME:
    case MAD_EFFECT_SET:
    case MAD_EFFECT_CLEAR:
    case MAD_EFFECT_INCREASE:
    case MAD_EFFECT_DECREASE: break;
    }
}

static void read_body(struct taker *taker, const struct mad_node *statement,
                      const struct meant *names)
{
    for (; statement != NULL; statement = statement->next) {
        const struct meant *inside = names;
        switch ((unsigned)statement->kind) {
        case MAD_NODE_LET:
            names = mean(taker, statement->name, ALL_TYPES, statement->first, names);
            continue;
        case MAD_NODE_CHOOSE:
            names = mean(taker, statement->name, may_be_on(taker, statement->first, names), NULL,
                         names);
            continue;
        case MAD_NODE_REQUIRE: names = learn(taker, statement->first, names); continue;
        case MAD_NODE_CALL: read_effect(taker, statement, names); continue;
        case MAD_NODE_FOR_EACH:
            inside = mean(taker, statement->name, may_be_on(taker, statement->first, names), NULL,
                          names);
            break;
        case MAD_NODE_IF: inside = learn(taker, statement->first, names); break;
        default: break;
        }
        for (const struct mad_node *child = statement->first; child != NULL; child = child->next) {
            if (child->kind == MAD_NODE_BODY || child->kind == MAD_NODE_OUTCOME) {
                read_body(taker, child->kind == MAD_NODE_BODY ? child->first : child->first->first,
                          inside);
                inside = names; /* otherwise: the truth does not hold */
            }
        }
    }
}

/* --- lines ----------------------------------------------------------------------------------- */

/* Adds the kinds of enemies whom the line may take; whether there are any. */
static bool add_takes(struct mad_codegen *codegen, const struct mad_node *call, uint32_t side,
                      bool *takes)
{
    const struct mad_rule_verb *rule = mad_verb(codegen, call->name);
    const struct mad_node *body = mad_body_of(rule);
    struct taker taker = {.codegen = codegen};
    bool any = false;
    taker.env = body != NULL ? mad_verb_bind(codegen, rule, call, NULL) : NULL;
    for (uint32_t round = 0; taker.env != NULL && round < 2; round++) { /* it may be repeated */
        read_body(&taker, body->first, NULL);
    }
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        struct mad_code who = codegen->game->codes[code];
        if (who.owner == 1 - side && types_has(&taker.taken, who.type)) {
            takes[code] = true;
            any = true;
        }
    }
    return any;
}

static bool is_threat(const struct mad_codegen *codegen, const struct mad_node *line)
{
    return line->kind == MAD_NODE_CALL_LINE && !(line->flags & MAD_FLAG_ONE_MUST) &&
           !mad_is_event_verb(codegen, line);
}

/* All calls of verbs by one player that may take somebody, or all lines that have been made verbs: how many; with
 * `lower` they are made a program. */
static uint32_t take_lines(struct mad_codegen *codegen, uint32_t side, bool motions, bool lower,
                           bool *takes)
{
    uint32_t count = 0;
    codegen->side = side;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        const struct mad_code who = codegen->game->codes[code];
        const struct mad_rule_lines *lines = &codegen->rules->pieces[who.type].lines;
        for (uint32_t i = 0; i < lines->count && who.owner == side; i++) {
            const struct mad_node *call = mad_child_of_kind(lines->items[i], MAD_NODE_CALL);
            if (!is_threat(codegen, lines->items[i]) || mad_was_motion(call) != motions ||
                !add_takes(codegen, call, side, takes)) {
                continue;
            }
            count++;
            if (lower) {
                mad_lower_call(codegen, lines->items[i], call, (int)code);
            }
        }
    }
    for (uint32_t i = 0; !motions && i < codegen->rules->player_may.count; i++) {
        const struct mad_node *line = codegen->rules->player_may.items[i];
        if (add_takes(codegen, line->first, side, takes)) {
            count++;
            if (lower) {
                mad_lower_call(codegen, line, line->first, -1);
            }
        }
    }
    return count;
}

static bool asks_for_attacks(const struct mad_codegen *codegen)
{
    bool asks = false;
    for (uint32_t at = 0; at < codegen->code_count && !asks; at++) {
        asks = codegen->code[at].op == MAD_OP_IF_ATTACKED;
    }
    return asks;
}

uint8_t mad_man_to_ask_about(const struct mad_codegen *codegen, uint32_t owner)
{
    const struct mad_game *game = codegen->game;
    uint32_t found = game->empty;
    for (uint32_t code = game->code_count; code-- > 0;) {
        if (game->codes[code].owner == owner &&
            (found == game->empty || game->types[game->codes[code].type].royal ||
             !game->types[game->codes[found].type].royal)) {
            found = code;
        }
    }
    return (uint8_t)found;
}

void mad_lower_takes(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    struct mad_verb_takes *taking = &program->taking;
    const struct mad_types royals = mad_royal_types(codegen);
    uint32_t lines[2];
    taking->codes = mad_codegen_keep(codegen, codegen->game->code_count + 1u);
    taking->asked[0] = mad_man_to_ask_about(codegen, 0);
    taking->asked[1] = mad_man_to_ask_about(codegen, 1);
    if (taking->codes == NULL || codegen->errors != 0 || !asks_for_attacks(codegen)) {
        return;
    }
    for (uint32_t side = 0; side < 2; side++) {
        lines[side] = take_lines(codegen, side, false, false, taking->codes) +
                      take_lines(codegen, side, true, false, taking->codes);
    }
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        taking->royals |=
            taking->codes[code] && types_has(&royals, codegen->game->codes[code].type);
    }
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t address = codegen->code_count;
        if (lines[side] != 0) {
            (void)take_lines(codegen, side, false, true, taking->codes);
            taking->lines[side] = codegen->code_count;
            (void)take_lines(codegen, side, true, true, taking->codes);
            mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
            taking->ways[side] = address;
        }
    }
}
