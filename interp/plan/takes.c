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

struct taker {
    struct mad_codegen *codegen;
    const struct mad_env *env;
    int type; /* of the man whose line it is; -1: nobody's, or not known */
    struct mad_types taken, asked;
    bool stirred; /* men who are not the mover's may have come to other squares */
    bool asking;  /* it is told who may be asked about, own men too */
};

static struct mad_types no_types(void)
{
    return (struct mad_types){{0, 0}};
}

static struct mad_types all_types(void)
{
    return (struct mad_types){{UINT64_MAX, UINT64_MAX}};
}

static struct mad_types both_types(struct mad_types a, struct mad_types b)
{
    return (struct mad_types){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static struct mad_types either_types(struct mad_types a, struct mad_types b)
{
    return (struct mad_types){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

static struct mad_types without_types(struct mad_types a, struct mad_types b)
{
    return (struct mad_types){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

static bool is_none(struct mad_types types)
{
    return (types.word[0] | types.word[1]) == 0;
}

static struct mad_types royal_types(const struct mad_codegen *codegen)
{
    struct mad_types types = no_types();
    for (uint32_t type = 0; type < codegen->game->type_count; type++) {
        if (codegen->game->types[type].royal) {
            types_add(&types, type);
        }
    }
    return types;
}

static const struct mad_node *definition_of(const struct taker *taker, const struct mad_node *node)
{
    const struct mad_rule_definition *definition = mad_definition(taker->codegen, node->name);
    return definition != NULL ? definition->expression : NULL;
}

static struct mad_types kind_named(const struct taker *taker, const char *name)
{
    struct mad_types types = no_types();
    int type = mad_codegen_type(taker->codegen, name);
    if (type >= 0) {
        types_add(&types, (uint32_t)type);
    }
    return types;
}

/* --- kinds of enemies who may be there, and of whom all are there ---------------------------- */

static struct mad_types may_be_on(const struct taker *taker, const struct mad_node *node,
                                  const struct mad_env *env, const struct meant *names,
                                  uint32_t depth);

static struct mad_types covered_by(const struct taker *taker, const struct mad_node *node,
                                   const struct mad_env *env, uint32_t depth)
{
    struct mad_types types = no_types();
    if (depth == MAD_MAX_NESTING) {
        return types;
    }
    switch ((unsigned)node->kind) {
    case MAD_NODE_REF: {
        const struct mad_env *blank = mad_env_find(env, node->name);
        const struct mad_node *said = blank != NULL ? blank->node : definition_of(taker, node);
        return said != NULL
                   ? covered_by(taker, said, blank != NULL ? blank->outer : NULL, depth + 1)
                   : kind_named(taker, node->name);
    }
    case MAD_NODE_CONST:
        return node->n0 == MAD_WORD_ROYAL ? royal_types(taker->codegen)
               : node->n0 == MAD_WORD_PIECE || node->n0 == MAD_WORD_ENEMY ||
                       node->n0 == MAD_WORD_BOARD
                   ? all_types()
                   : types;
    case MAD_NODE_ENEMY: return covered_by(taker, node->first, env, depth + 1);
    case MAD_NODE_OR:
    case MAD_NODE_AND:
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            types = either_types(types, covered_by(taker, child, env, depth + 1));
        }
        return types;
    case MAD_NODE_EXCEPT:
        types = covered_by(taker, node->first, env, depth + 1);
        for (const struct mad_node *out = node->first->next; out != NULL; out = out->next) {
            types = without_types(types, may_be_on(taker, out, env, NULL, depth + 1));
        }
        return types;
    default: return types;
    }
}

static struct mad_types meant_by(const struct taker *taker, const struct mad_node *ref,
                                 const struct mad_env *env, const struct meant *names,
                                 uint32_t depth)
{
    const struct mad_env *blank = mad_env_find(env, ref->name);
    const struct mad_node *said = blank != NULL ? blank->node : definition_of(taker, ref);
    for (const struct meant *name = names; name != NULL; name = name->next) {
        if (name->name == ref->name) {
            return name->said == NULL ? name->types
                                      : both_types(name->types, may_be_on(taker, name->said, env,
                                                                          names, depth + 1));
        }
    }
    if (said != NULL) {
        return may_be_on(taker, said, blank != NULL ? blank->outer : NULL, NULL, depth + 1);
    }
    return mad_codegen_type(taker->codegen, ref->name) >= 0 ? kind_named(taker, ref->name)
                                                            : all_types();
}

static struct mad_types types_here(const struct taker *taker)
{
    struct mad_types types = no_types();
    if (taker->type < 0) {
        return all_types();
    }
    types_add(&types, (uint32_t)taker->type);
    return types;
}

static struct mad_types may_be_on(const struct taker *taker, const struct mad_node *node,
                                  const struct mad_env *env, const struct meant *names,
                                  uint32_t depth)
{
    const struct mad_node *first = node->first;
    struct mad_types types = all_types();
    if (depth == MAD_MAX_NESTING) {
        return types;
    }
    switch ((unsigned)node->kind) {
    case MAD_NODE_REF: return meant_by(taker, node, env, names, depth);
    case MAD_NODE_CONST:
        return node->n0 == MAD_WORD_ROYAL ? royal_types(taker->codegen)
               : node->n0 == MAD_WORD_EMPTY || node->n0 == MAD_WORD_NOTHING ? no_types()
               : node->n0 == MAD_WORD_HERE && taker->asking                 ? types_here(taker)
               : node->n0 == MAD_WORD_OWN || node->n0 == MAD_WORD_HERE ||
                       node->n0 == MAD_WORD_ORIGIN
                   ? (taker->asking ? types : no_types())
                   : types;
    case MAD_NODE_OWN:
        return taker->asking ? may_be_on(taker, first, env, names, depth + 1) : no_types();
    case MAD_NODE_ENEMY:
    case MAD_NODE_JOINED_TO:
    case MAD_NODE_NEXT_TO: return may_be_on(taker, first, env, names, depth + 1);
    case MAD_NODE_FUNCTION:
        return node->n0 == MAD_FN_NEAREST || node->n0 == MAD_FN_FARTHEST
                   ? may_be_on(taker, first, env, names, depth + 1)
               : node->n0 == MAD_FN_DROPS_OF ? no_types()
                                             : types;
    case MAD_NODE_ON:
        for (; first != NULL; first = first->next) {
            types = both_types(types, may_be_on(taker, first, env, names, depth + 1));
        }
        return types;
    case MAD_NODE_OR:
    case MAD_NODE_AND:
        types = no_types();
        for (; first != NULL; first = first->next) {
            types = either_types(types, may_be_on(taker, first, env, names, depth + 1));
        }
        return types;
    case MAD_NODE_EXCEPT:
        types = may_be_on(taker, first, env, names, depth + 1);
        for (first = first->next; first != NULL; first = first->next) {
            types = without_types(types, covered_by(taker, first, env, 0));
        }
        return types;
    default: return types;
    }
}

bool mad_victims(struct mad_codegen *codegen, const struct mad_node *line, struct mad_types *types)
{
    const struct taker taker = {.codegen = codegen, .type = -1};
    if (mad_child_of_kind(line, MAD_NODE_BY) == NULL) {
        *types = all_types();
        return true;
    }
    *types = may_be_on(&taker, line->first, NULL, NULL, 0);
    return is_none(without_types(*types, covered_by(&taker, line->first, NULL, 0)));
}

/* --- what bodies take ------------------------------------------------------------------------ */

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
    names = mean(taker, name, both_types(at->types, types), said, names);
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
            types = either_types(types, may_be_on(taker, out, taker->env, names, 0));
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
        return narrow(taker, truth->first->name,
                      may_be_on(taker, truth->first->next, taker->env, names, 0), names, 0);
    }
    const struct mad_node *on = truth->first;
    if (truth->kind == MAD_NODE_SOME && truth->n0 == MAD_SOME_NO && on->kind == MAD_NODE_ON &&
        on->first->next->next == NULL) {
        struct mad_types none = covered_by(taker, on->first, taker->env, 0);
        return narrow_squares(taker, on->first->next, without_types(all_types(), none), names);
    }
    return names;
}

static void take(struct taker *taker, const struct mad_node *squares, const struct meant *names)
{
    struct mad_types types = squares == NULL || taker->stirred
                                 ? all_types()
                                 : may_be_on(taker, squares, taker->env, names, 0);
    taker->taken = either_types(taker->taken, types);
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
        taker->stirred = taker->stirred || object == NULL ||
                         !is_none(may_be_on(taker, object, taker->env, names, 0));
        break;
    case MAD_EFFECT_SWAP:
    case MAD_EFFECT_TURN: taker->stirred = true; break;
    case MAD_EFFECT_NONE: /* another verb, all of it */
        taker->stirred = true;
        taker->taken = all_types();
        break;
    case MAD_EFFECT_BECOME:
    case MAD_EFFECT_SET:
    case MAD_EFFECT_CLEAR:
    case MAD_EFFECT_INCREASE:
    case MAD_EFFECT_DECREASE: break;
    }
}

/* Adds the kinds of whom it is asked below this node whether they are attacked. */
static void find_asked(struct taker *taker, const struct mad_node *node, const struct meant *names)
{
    if (node->kind == MAD_NODE_EVERY_IS_ATTACKED ||
        (node->kind == MAD_NODE_IS && node->n0 == MAD_IS_ATTACKED)) {
        taker->asking = true;
        taker->asked =
            either_types(taker->asked, may_be_on(taker, node->first, taker->env, names, 0));
        taker->asking = false;
        return;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        if (child->kind != MAD_NODE_BODY) {
            find_asked(taker, child, names);
        }
    }
}

static void read_body(struct taker *taker, const struct mad_node *statement,
                      const struct meant *names)
{
    for (; statement != NULL; statement = statement->next) {
        const struct meant *inside = names;
        find_asked(taker, statement, names);
        switch ((unsigned)statement->kind) {
        case MAD_NODE_LET:
            names = mean(taker, statement->name, all_types(), statement->first, names);
            continue;
        case MAD_NODE_CHOOSE:
            names = mean(taker, statement->name,
                         may_be_on(taker, statement->first, taker->env, names, 0), NULL, names);
            continue;
        case MAD_NODE_REQUIRE: names = learn(taker, statement->first, names); continue;
        case MAD_NODE_CALL: read_effect(taker, statement, names); continue;
        case MAD_NODE_FOR_EACH:
            inside = mean(taker, statement->name,
                          may_be_on(taker, statement->first, taker->env, names, 0), NULL, names);
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

/* Reads the line of a man of this type (-1: of the player). */
static struct taker read_call(struct mad_codegen *codegen, const struct mad_node *call, int type)
{
    const struct mad_rule_verb *rule = mad_verb(codegen, call->name);
    const struct mad_node *body =
        rule != NULL ? mad_child_of_kind(rule->node, MAD_NODE_BODY) : NULL;
    struct taker taker = {.codegen = codegen, .type = type};
    taker.env = body != NULL ? mad_verb_bind(codegen, rule, call, NULL) : NULL;
    for (uint32_t round = 0; taker.env != NULL && round < 2; round++) { /* it may be repeated */
        read_body(&taker, body->first, NULL);
    }
    return taker;
}

/* --- lines ----------------------------------------------------------------------------------- */

/* Adds the kinds of enemies whom the line may take; whether there are any. */
static bool add_takes(struct mad_codegen *codegen, const struct mad_node *call, int type,
                      uint32_t side, bool *takes)
{
    struct taker taker = read_call(codegen, call, type);
    bool any = false;
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

/* All lines of one player that may take somebody: how many; with `lower` they are made a program. */
static uint32_t take_lines(struct mad_codegen *codegen, uint32_t side, bool lower, bool *takes)
{
    uint32_t count = 0;
    codegen->side = side;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        const struct mad_code who = codegen->game->codes[code];
        const struct mad_rule_lines *lines = &codegen->rules->pieces[who.type].lines;
        for (uint32_t i = 0; i < lines->count && who.owner == side; i++) {
            const struct mad_node *call = mad_child_of_kind(lines->items[i], MAD_NODE_CALL);
            if (!is_threat(codegen, lines->items[i]) ||
                !add_takes(codegen, call, who.type, side, takes)) {
                continue;
            }
            count++;
            if (lower) {
                mad_lower_call(codegen, lines->items[i], call, (int)code);
            }
        }
    }
    for (uint32_t i = 0; i < codegen->rules->player_may.count; i++) {
        const struct mad_node *line = codegen->rules->player_may.items[i];
        if (add_takes(codegen, line->first, -1, side, takes)) {
            count++;
            if (lower) {
                mad_lower_call(codegen, line, line->first, -1);
            }
        }
    }
    return count;
}

/* --- who is asked about ---------------------------------------------------------------------- */

static void add_asked(struct taker *all, const struct mad_node *call, int type)
{
    struct taker one = read_call(all->codegen, call, type);
    all->asked = either_types(all->asked, one.asked);
}

static void find_asked_below(struct taker *all, const struct mad_node *node)
{
    find_asked(all, node, NULL);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        if (child->kind == MAD_NODE_BODY) {
            for (const struct mad_node *s = child->first; s != NULL; s = s->next) {
                find_asked_below(all, s);
            }
        }
    }
}

/* Whether lines of pieces or of players call the verb, so that they tell who does it. */
static bool is_called(const struct mad_codegen *codegen, const char *verb)
{
    const struct mad_ruleset *rules = codegen->rules;
    bool is = false;
    for (uint32_t p = 0; p < rules->piece_count && !is; p++) {
        for (uint32_t i = 0; i < rules->pieces[p].lines.count && !is; i++) {
            const struct mad_node *line = rules->pieces[p].lines.items[i];
            is = line->kind == MAD_NODE_CALL_LINE &&
                 mad_child_of_kind(line, MAD_NODE_CALL)->name == verb &&
                 !mad_is_event_verb(codegen, line);
        }
    }
    return is;
}

/* The kinds of men of whom rules ask anywhere whether they are attacked; royals, who are asked about on squares
 * where nobody stands, always. */
static struct mad_types find_all_asked(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    const struct mad_rule_lines *lists[] = {&rules->illegal, &rules->ends, &rules->laws};
    struct taker all = {.codegen = codegen, .type = -1, .asked = royal_types(codegen)};
    for (uint32_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        for (uint32_t i = 0; i < lists[list]->count; i++) {
            find_asked_below(&all, lists[list]->items[i]);
        }
    }
    for (uint32_t i = 0; i < rules->definition_count; i++) {
        find_asked(&all, rules->definitions[i].expression, NULL);
    }
    for (uint32_t i = 0; i < rules->verb_count; i++) {
        if (!is_called(codegen, rules->verbs[i].name)) {
            find_asked_below(&all, rules->verbs[i].node);
        }
    }
    for (uint32_t p = 0; p < rules->piece_count; p++) {
        for (uint32_t i = 0; i < rules->pieces[p].lines.count; i++) {
            const struct mad_node *line = rules->pieces[p].lines.items[i];
            find_asked_below(&all, line);
            if (line->kind == MAD_NODE_CALL_LINE && !mad_is_event_verb(codegen, line)) {
                add_asked(&all, mad_child_of_kind(line, MAD_NODE_CALL), (int)p);
            }
        }
    }
    return all.asked;
}

static bool asks_for_attacks(const struct mad_codegen *codegen)
{
    bool asks = false;
    for (uint32_t at = 0; at < codegen->code_count && !asks; at++) {
        asks = codegen->code[at].op == MAD_OP_IF_ATTACKED;
    }
    return asks;
}

void mad_lower_takes(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    const uint32_t codes = codegen->game->code_count;
    bool *takes = mad_codegen_scratch(codegen, codes + 1u);
    program->taking.codes = mad_codegen_keep(codegen, codes + 1u);
    if (takes == NULL || program->taking.codes == NULL || codegen->errors != 0 ||
        !asks_for_attacks(codegen) ||
        take_lines(codegen, 0, false, takes) + take_lines(codegen, 1, false, takes) == 0) {
        return;
    }
    const struct mad_types asked = find_all_asked(codegen);
    bool wanted[2] = {false, false};
    for (uint32_t code = 0; code < codes; code++) {
        const struct mad_code who = codegen->game->codes[code];
        if (takes[code] && types_has(&asked, who.type)) {
            program->taking.codes[code] = wanted[1 - who.owner] = true;
            program->taking.royals |= codegen->game->types[who.type].royal;
        }
    }
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t address = codegen->code_count;
        if (wanted[side] && take_lines(codegen, side, true, takes) != 0) {
            mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
            program->taking.ways[side] = address;
        }
    }
}
