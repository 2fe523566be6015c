/* value.c - what expressions stand for: squares, directions, pieces, players, numbers, pockets.
 *
 * Layer: tests. Written from the section Squares of the manual, and from its table of numbers. */
#include "parts.h"

/* --- men and marks -------------------------------------------------------------------------- */

set men_of(const struct view *v, int owner)
{
    set men = {{0}};
    for (int s = 0; s < v->g->squares; s++)
        if (v->now->cell[s] != 0 && is_of(v->g, owner_of(v->now->cell[s]), owner))
            add(&men, s);
    return men;
}

set as_squares(const struct view *v, const struct value *value, const node *n)
{
    set squares = {{0}};
    if (value->kind == OF_SQUARES)
        return value->squares;
    if (value->kind != OF_KINDS)
        refuse(v->g, n, "squares are wanted");
    for (int s = 0; value->kind == OF_KINDS && s < v->g->squares; s++) {
        int man = v->now->cell[s];
        if (man != 0 && has_kind(&value->kinds, kind_of(man)) &&
            is_of(v->g, owner_of(man), value->owner) && !is_wall(v, man))
            add(&squares, s);
    }
    return squares;
}

static struct value of_squares(set squares)
{
    return (struct value){.kind = OF_SQUARES, .squares = squares, .owner = NONE, .counter = NONE};
}

static struct value of_number(int number)
{
    return (struct value){.kind = OF_NUMBERS, .number = number, .owner = NONE, .counter = NONE};
}

static struct value of_player(int player)
{
    return (struct value){.kind = OF_PLAYERS, .number = player, .owner = NONE, .counter = NONE};
}

static struct value of_one_kind(int kind)
{
    struct value value = {.kind = OF_KINDS, .owner = NONE, .counter = NONE};
    add_kind(&value.kinds, kind);
    return value;
}

static struct value royals(const struct view *v)
{
    struct value value = {.kind = OF_KINDS, .owner = NONE, .counter = NONE};
    for (int kind = 0; kind < (int)v->g->rules->piece_count; kind++)
        if (is_royal(v->g, kind))
            add_kind(&value.kinds, kind);
    return value;
}

/* Which number a name stands for, NONE for none. */
int tally_named(const struct view *v, const node *n, const struct env *env)
{
    for (int m = 0; n->kind == MAD_NODE_REF && m < (int)v->g->rules->mark_count; m++)
        if (v->g->rules->marks[m].name == n->name && v->g->rules->marks[m].most > 0 &&
            bound(env, n->name) == NULL)
            return m;
    return NONE;
}

/* The number that `seeds on X except Y` begins with. */
static int tally_of(const struct view *v, const node *n, const struct env *env)
{
    while (n->kind == MAD_NODE_ON || n->kind == MAD_NODE_EXCEPT || n->kind == MAD_NODE_NEXT_TO)
        n = n->first;
    return tally_named(v, n, env);
}

/* What such a number says of a square. */
static int said_of(const struct view *v, int tally, int square)
{
    return v->g->rules->marks[tally].is_height ? height_of(v, only(square))
                                               : *mark_at(v->g, looked_at(v->now), tally, square);
}

static set marked(const struct view *v, int mark)
{
    set squares = {{0}};
    for (int s = 0; s < v->g->squares; s++)
        if (*mark_at(v->g, looked_at(v->now), mark, s) != 0)
            add(&squares, s);
    return squares;
}

/* --- words ---------------------------------------------------------------------------------- */

static struct value word(const struct view *v, const node *n)
{
    const set nothing = {{0}};
    switch ((enum mad_word)n->n0) {
    case MAD_WORD_EMPTY: return of_squares(without(v->g->board, men_of(v, NONE)));
    case MAD_WORD_PIECE: return of_squares(men_of(v, NONE));
    case MAD_WORD_OWN: return of_squares(men_of(v, v->side));
    case MAD_WORD_ENEMY: return of_squares(men_of(v, enemy_of(v->g, v->side)));
    case MAD_WORD_NOTHING: return of_squares(nothing);
    case MAD_WORD_BOARD: return of_squares(v->g->board);
    case MAD_WORD_HERE:
        if (v->here == NONE)
            refuse(v->g, n, "no piece is spoken of");
        return of_squares(only(v->here));
    case MAD_WORD_ORIGIN: return of_squares(only(v->origin));
    case MAD_WORD_ROYAL: return royals(v);
    case MAD_WORD_MOVER: return of_player(v->side);
    case MAD_WORD_ATTACKED:
    case MAD_WORD_NOBODY:
    case MAD_WORD_NEXT_PLAYER:
    case MAD_WORD_OTHER_SIDE:
    case MAD_WORD_OUTWARD: break;
    }
    refuse(v->g, n, "this word stands for nothing here");
    return of_squares(nothing);
}

const struct env *bound(const struct env *env, const char *name)
{
    while (env != NULL && env->name != name)
        env = env->next;
    return env;
}

static struct value of_counter(const struct view *v, int counter)
{
    int player = v->g->rules->counters[counter].each ? v->side : 0;
    struct value value = of_number(*counter_at(v->g, looked_at(v->now), counter, player));
    value.counter = counter;
    value.owner = player;
    return value;
}

#define FIND(items, found)                                      \
    int found = (int)rules->items##_count;                      \
    while (--found >= 0 && rules->items##s[found].name != name) \
        continue;

static struct value declared(const struct view *v, const node *n)
{
    const struct mad_ruleset *rules = v->g->rules;
    const char *name = n->name;
    FIND(direction, direction)
    FIND(mark, mark)
    FIND(counter, counter)
    FIND(pocket, pocket)
    if (kind_named(v->g, name) != NONE)
        return of_one_kind(kind_named(v->g, name));
    if (direction >= 0)
        return (struct value){.kind = OF_DIRECTIONS,
                              .directions = UINT64_C(1) << direction,
                              .owner = NONE,
                              .counter = NONE};
    if (mark >= 0)
        return of_squares(marked(v, mark));
    if (counter >= 0)
        return of_counter(v, counter);
    if (pocket >= 0)
        return (struct value){.kind = OF_POCKETS, .pocket = pocket, .owner = NONE, .counter = NONE};
    if (player_of(v, n) != NONE)
        return of_player(player_of(v, n));
    refuse(v->g, n, name);
    return of_number(0);
}

static struct value named(const struct view *v, const node *n, const struct env *env)
{
    const struct env *local = bound(env, n->name);
    const node *definition = definition_of(v->g, n->name);
    if (local != NULL && local->said == NULL)
        return local->value;
    if (local != NULL) {
        struct value value = value_of(v, local->said, local->around);
        if (local->as_squares && value.kind == OF_KINDS)
            return of_squares(as_squares(v, &value, n));
        return value;
    }
    return definition != NULL ? value_of(v, definition, NULL) : declared(v, n);
}

/* --- whose ---------------------------------------------------------------------------------- */

int player_of(const struct view *v, const node *n)
{
    if (n->kind == MAD_NODE_CONST && n->n0 == MAD_WORD_NEXT_PLAYER && plays_many(v->g))
        return v->ahead->side;
    if (n->kind == MAD_NODE_CONST)
        return n->n0 == MAD_WORD_MOVER   ? v->side
               : n->n0 == MAD_WORD_ENEMY ? enemy_of(v->g, v->side)
                                         : NONE;
    for (int player = 0; n->kind == MAD_NODE_REF && player < (int)v->g->rules->player_count;
         player++)
        if (v->g->rules->players[player].name == n->name)
            return player;
    return NONE;
}

static struct value owned(const struct view *v, struct value value, int player, const node *n)
{
    if (value.kind == OF_KINDS || value.kind == OF_POCKETS) {
        value.owner = player;
        return value;
    }
    set squares = both(as_squares(v, &value, n), men_of(v, player));
    for (int s = 0; s < v->g->squares && !is_enemies(player); s++)
        if (has(&squares, s) && is_wall(v, v->now->cell[s]))
            squares = without(squares, only(s));
    return of_squares(squares);
}

/* `White's X`: as that player sees it, and his; of numbers and of places there is nothing to be
 * his. */
static struct value of_player_named(const struct view *v, const node *n, const struct env *env)
{
    struct view his = *v;
    if (strcmp(n->name, "nobody") == 0)
        return owned(v, value_of(v, n->first, env), NOBODY, n);
    if (strcmp(n->name, "ally") == 0)
        return owned(v, value_of(v, n->first, env), ALLIES_OF + v->side, n);
    if (strcmp(n->name, "enemy") == 0 && plays_many(v->g))
        return owned(v, value_of(v, n->first, env), enemy_of(v->g, v->side), n);
    if (strcmp(n->name, "enemy") == 0)
        his.side = 1 - v->side;
    for (int player = 0; player < (int)v->g->rules->player_count; player++)
        if (v->g->rules->players[player].name == n->name)
            his.side = player;
    struct value value = value_of(&his, n->first, env);
    if (value.kind == OF_NUMBERS || (value.kind == OF_SQUARES && is_place(v, n->first, env)))
        return value;
    return owned(v, value, his.side, n);
}

static struct value former(const struct view *v, const node *n, const struct env *env)
{
    struct view then = *v;
    then.now = v->before;
    struct value value = value_of(&then, n->first, env);
    if (value.kind == OF_POCKETS)
        value.former = true;
    else
        value = of_squares(as_squares(&then, &value, n));
    return value;
}

/* --- functions ------------------------------------------------------------------------------ */

/* Where the lines `drop on` of such a man allow it; nobody is dropped on anybody. */
static set drops(const struct view *v, const struct value *men)
{
    set squares = {{0}};
    for (int kind = 0; kind < (int)v->g->rules->piece_count; kind++) {
        const struct mad_rule_lines *lines = &v->g->rules->pieces[kind].lines;
        for (uint32_t i = 0; has_kind(&men->kinds, kind) && i < lines->count; i++)
            if (lines->items[i]->kind == MAD_NODE_DROP && tail_holds(v, lines->items[i], NULL))
                squares = either(squares, squares_of(v, lines->items[i]->first, NULL));
    }
    return both(squares, without(v->g->board, men_of(v, NONE)));
}

static int worth_of_kind(const struct view *v, int kind)
{
    const struct mad_rule_lines *lines = &v->g->rules->pieces[kind].lines;
    int worth = 0;
    for (uint32_t i = 0; i < lines->count; i++)
        if (lines->items[i]->kind == MAD_NODE_WORTH)
            worth = lines->items[i]->n0;
    return worth;
}

static int amount(const struct view *v, const node *n, const struct env *env, bool worth)
{
    struct value of = value_of(v, n, env);
    int sum = 0;
    if (of.kind == OF_POCKETS) {
        const struct position *at = of.former ? v->before : v->now;
        if (of.owner == NONE)
            refuse(v->g, n, "whose pocket");
        for (int kind = 0; of.owner != NONE && kind < (int)v->g->rules->piece_count; kind++)
            sum += *pocket_at(v->g, looked_at(at), of.pocket, of.owner, kind) *
                   (worth ? worth_of_kind(v, kind) : 1);
        return sum;
    }
    set squares = as_squares(v, &of, n);
    if (!worth)
        return count_of(squares);
    struct view then = *v; /* `worth of former X`: the men who stood there */
    then.now = n->kind == MAD_NODE_FORMER ? v->before : v->now;
    squares = both(squares, men_of(&then, NONE));
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1))
        sum += is_wall(&then, then.now->cell[s]) ? 0 : worth_of_kind(v, kind_of(then.now->cell[s]));
    return sum;
}

static uint64_t opposite(const struct view *v, uint64_t directions, const node *n)
{
    const struct mad_rule_direction *all = v->g->rules->directions;
    uint64_t result = 0;
    for (uint32_t d = 0; d < v->g->rules->direction_count; d++)
        for (uint32_t e = 0; directions >> d & 1; e++) {
            if (e == v->g->rules->direction_count) {
                refuse(v->g, n, "no direction is the opposite");
                break;
            }
            if (all[e].right == -all[d].right && all[e].up == -all[d].up &&
                all[e].own == all[d].own && all[d].track == NULL && all[e].track == NULL) {
                result |= UINT64_C(1) << e;
                break;
            }
        }
    return result;
}

static struct value function(const struct view *v, const node *n, const struct env *env)
{
    struct value of;
    switch ((enum mad_function)n->n0) {
    case MAD_FN_NEXT_TO: return of_squares(neighbours(v, squares_of(v, n->first, env)));
    case MAD_FN_BETWEEN: {
        set a = squares_of(v, n->first, env), b = squares_of(v, n->first->next, env);
        const set nothing = {{0}};
        return of_squares(is_empty(a) || is_empty(b) ? nothing
                                                     : between(v, first_of(a), first_of(b)));
    }
    case MAD_FN_NEAREST:
    case MAD_FN_FARTHEST:
        return of_squares(extreme(v, squares_of(v, n->first, env), n->n0 == MAD_FN_NEAREST, n));
    case MAD_FN_RANK_OF: return of_squares(through(v, squares_of(v, n->first, env), true));
    case MAD_FN_FILE_OF: return of_squares(through(v, squares_of(v, n->first, env), false));
    case MAD_FN_DROPS_OF: of = value_of(v, n->first, env); return of_squares(drops(v, &of));
    case MAD_FN_NUMBER_OF: return of_number(amount(v, n->first, env, false));
    case MAD_FN_WORTH_OF: return of_number(amount(v, n->first, env, true));
    case MAD_FN_OPPOSITE_OF:
        of = value_of(v, n->first, env);
        of.directions = opposite(v, of.directions, n);
        return of;
    case MAD_FN_KIND_OF: {
        set here = squares_of(v, n->first, env);
        if (!is_empty(here) && v->now->cell[first_of(here)] != 0)
            return of_one_kind(kind_of(v->now->cell[first_of(here)]));
        break;
    }
    }
    refuse(v->g, n, "this is not built yet");
    return of_number(0);
}

/* --- joined --------------------------------------------------------------------------------- */

/* `A or B`, `A and B`: all that is in any of them. */
static struct value joined(const struct view *v, const node *n, const struct env *env)
{
    struct value result = value_of(v, n->first, env);
    for (const node *child = n->first->next; child != NULL; child = child->next) {
        struct value more = value_of(v, child, env);
        if (result.kind == OF_DIRECTIONS && more.kind == OF_DIRECTIONS) {
            result.directions |= more.directions;
        } else if (result.kind == OF_KINDS && more.kind == OF_KINDS && result.owner == more.owner) {
            for (int i = 0; i < MOST_KINDS / 64; i++)
                result.kinds.word[i] |= more.kinds.word[i];
        } else {
            set a = as_squares(v, &result, n->first), b = as_squares(v, &more, child);
            result = of_squares(either(a, b));
        }
    }
    return result;
}

static set kept(const struct view *v, const node *n, const struct env *env)
{
    set result = tally_named(v, n->first, env) != NONE ? v->g->board
                 : tally_of(v, n->first, env) != NONE  ? kept(v, n->first, env)
                                                       : squares_of(v, n->first, env);
    for (const node *child = n->first->next; child != NULL; child = child->next) {
        set other = squares_of(v, child, env);
        if (n->kind == MAD_NODE_NEXT_TO)
            other = neighbours(v, other);
        result = n->kind == MAD_NODE_EXCEPT ? without(result, other) : both(result, other);
    }
    return result;
}

static struct value kept_or_sum(const struct view *v, const node *n, const struct env *env)
{
    const int tally = tally_of(v, n, env);
    set squares = kept(v, n, env);
    int sum = 0;
    if (tally == NONE)
        return of_squares(squares);
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1))
        sum += said_of(v, tally, s);
    return of_number(sum);
}

/* `X where seeds is at least 2`: square by square. */
static set where(const struct view *v, const node *n, const struct env *env)
{
    const int tally = tally_named(v, n->first->next, env),
              number = number_of(v, n->first->next->next, env);
    set squares = squares_of(v, n->first, env), result = {{0}};
    if (tally == NONE)
        refuse(v->g, n, "a number is wanted");
    for (int s = first_of(squares); tally != NONE && s != NONE; s = next_of(&squares, s + 1)) {
        const int is = said_of(v, tally, s);
        if (compares((enum mad_is)n->n0, is, number) != ((n->flags & MAD_FLAG_NEGATED) != 0))
            add(&result, s);
    }
    return result;
}

/* `X worth less than Y`: than one of the men on Y, or than a number; `former Y`: as they stood then. */
static set worth_than(const struct view *v, const node *n, const struct env *env)
{
    const node *second = n->first->next;
    const struct value than = value_of(v, second, env);
    const struct position *then = second->kind == MAD_NODE_FORMER ? v->before : v->now;
    set squares = squares_of(v, n->first, env), result = {{0}};
    set others = than.kind == OF_NUMBERS ? only(0) : as_squares(v, &than, second);
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1))
        for (int o = first_of(others); o != NONE; o = next_of(&others, o + 1)) {
            if (v->now->cell[s] == 0 || (than.kind != OF_NUMBERS && then->cell[o] == 0))
                continue;
            const int worth = worth_of_kind(v, kind_of(v->now->cell[s])),
                      other = than.kind == OF_NUMBERS ? than.number
                                                      : worth_of_kind(v, kind_of(then->cell[o]));
            if (compares((enum mad_is)n->n0, worth, other))
                add(&result, s);
        }
    return result;
}

/* Those who stand in a row of so many, nobody in it twice. */
static set rows(const struct view *v, const node *n, const struct env *env)
{
    set men = squares_of(v, n->first, env), all = {{0}};
    uint64_t directions = adjacent(v);
    for (int d = 0; d < (int)v->g->rules->direction_count; d++)
        for (int from = 0; from < v->g->squares && (directions >> d & 1); from++) {
            set row = {{0}};
            int at = from, length = 0;
            for (; at != NONE && has(&men, at) && !has(&row, at) && length < n->n0; length++) {
                add(&row, at);
                at = step(v->g, v->side, d, at);
            }
            if (length == n->n0)
                all = either(all, row);
        }
    return all;
}

static struct value sum(const struct view *v, const node *n, const struct env *env)
{
    int a = number_of(v, n->first, env), b = number_of(v, n->first->next, env);
    return of_number(n->flags & MAD_FLAG_NEGATED ? a - b : a + b);
}

struct value value_of(const struct view *v, const node *n, const struct env *env)
{
    if (!goes_on(v->g))
        return of_number(0);
    switch ((unsigned)n->kind) {
    case MAD_NODE_REF: return named(v, n, env);
    case MAD_NODE_CONST: return word(v, n);
    case MAD_NODE_NUMBER: return of_number(n->n0);
    case MAD_NODE_SQUARE:
    case MAD_NODE_RECTANGLE: return of_squares(rectangle(v, n));
    case MAD_NODE_RANK: /* by its name, or counted on each board */
        return of_squares(n->flags & MAD_FLAG_OWN ? ranks(v, n->n0, n->n0, v->g->quarters[v->side],
                                                          v->g->rules->one.height)
                                                  : ranks(v, n->n0, n->n0, 0, v->g->ranks));
    case MAD_NODE_LAST_RANKS: /* the first ones of who comes from there */
        return of_squares(
            ranks(v, 1, n->n0, (v->g->quarters[v->side] + 2) % 4, v->g->rules->one.height));
    case MAD_NODE_FILE_OF_BOARD: return of_squares(file_of(v, n->text));
    case MAD_NODE_OWN: return owned(v, value_of(v, n->first, env), v->side, n);
    case MAD_NODE_ENEMY: return owned(v, value_of(v, n->first, env), enemy_of(v->g, v->side), n);
    case MAD_NODE_OF_PLAYER: return of_player_named(v, n, env);
    case MAD_NODE_FORMER: return former(v, n, env);
    case MAD_NODE_STEP:
    case MAD_NODE_SLIDE:
    case MAD_NODE_LEAP:
    case MAD_NODE_LEAP_ALONG:
    case MAD_NODE_THEN:
    case MAD_NODE_LINE: return of_squares(reached_by(v, n, env));
    case MAD_NODE_LINE_OF: return of_squares(rows(v, n, env));
    case MAD_NODE_FUNCTION: return function(v, n, env);
    case MAD_NODE_ON:
    case MAD_NODE_NEXT_TO:
    case MAD_NODE_EXCEPT: return kept_or_sum(v, n, env);
    case MAD_NODE_WORTH_THAN: return of_squares(worth_than(v, n, env));
    case MAD_NODE_WHERE: return of_squares(where(v, n, env));
    case MAD_NODE_JOINED_TO:
        return of_squares(
            hanging_on(v, squares_of(v, n->first, env), squares_of(v, n->first->next, env)));
    case MAD_NODE_ATTACKED_BY:
    case MAD_NODE_ATTACKING: return of_squares(attacks(v, n, env));
    case MAD_NODE_PLUS: return sum(v, n, env);
    case MAD_NODE_OR:
    case MAD_NODE_AND: return joined(v, n, env);
    default: break;
    }
    refuse(v->g, n, "a truth where squares, pieces or directions are wanted");
    return of_number(0);
}

set squares_of(const struct view *v, const node *n, const struct env *env)
{
    struct value value = value_of(v, n, env);
    return as_squares(v, &value, n);
}

uint64_t directions_of(const struct view *v, const node *n, const struct env *env)
{
    struct value value = value_of(v, n, env);
    if (value.kind != OF_DIRECTIONS)
        refuse(v->g, n, "a direction is wanted");
    return value.directions;
}

kinds kinds_of(const struct view *v, const node *n, const struct env *env)
{
    struct value value = value_of(v, n, env);
    if (value.kind != OF_KINDS)
        refuse(v->g, n, "a piece is wanted");
    return value.kinds;
}

int number_of(const struct view *v, const node *n, const struct env *env)
{
    struct value value = value_of(v, n, env);
    if (value.kind != OF_NUMBERS)
        refuse(v->g, n, "a number is wanted");
    return value.number;
}
