/* truth.c - whether something holds, and who attacks what.
 *
 * Layer: tests. Written from the section Truths of the manual. */
#include "parts.h"

static bool is_some(const struct view *v, const node *n, int amount, int count)
{
    switch ((enum mad_quantity)amount) {
    case MAD_SOME_A: return count > 0;
    case MAD_SOME_NO: return count == 0;
    case MAD_SOME_EXACTLY: return count == n->n1;
    case MAD_SOME_AT_LEAST: return count >= n->n1;
    case MAD_SOME_AT_MOST: return count <= n->n1;
    }
    refuse(v->g, n, "so many");
    return false;
}

/* `path has exactly 4 squares`: the word stands for all of them. */
static bool is_any_square(const struct view *v, const node *n, const struct env *env)
{
    return n->kind == MAD_NODE_REF && bound(env, n->name) == NULL &&
           definition_of(v->g, n->name) == NULL &&
           (strcmp(n->name, "squares") == 0 || strcmp(n->name, "square") == 0);
}

static bool player_has(const struct view *v, int player, const node *what, const struct env *env)
{
    const node *men = what->kind == MAD_NODE_SOME ? what->first : what;
    struct value value = value_of(v, men, env);
    if (value.kind == OF_KINDS)
        value.owner = player;
    int count = count_of(both(as_squares(v, &value, men), men_of(v, player)));
    return what->kind == MAD_NODE_SOME ? is_some(v, what, what->n0, count) : count > 0;
}

/* `enemy has no King`, `nobody has a King`, `path has a square`. */
static bool has_some(const struct view *v, const node *n, const struct env *env)
{
    const node *subject = n->first, *what = subject->next;
    int player = player_of(v, subject);
    if (subject->kind == MAD_NODE_CONST && subject->n0 == MAD_WORD_NOBODY)
        return !player_has(v, 0, what, env) && !player_has(v, 1, what, env);
    if (player != NONE)
        return player_has(v, player, what, env);
    set squares = squares_of(v, subject, env);
    if (what == NULL)
        return !is_empty(squares);
    const node *men = what->kind == MAD_NODE_SOME ? what->first : what;
    if (!is_any_square(v, men, env))
        squares = both(squares, squares_of(v, men, env));
    return what->kind == MAD_NODE_SOME ? is_some(v, what, what->n0, count_of(squares))
                                       : !is_empty(squares);
}

/* --- ahead ---------------------------------------------------------------------------------- */

/* The game up to the position from which one looks ahead. */
static struct past up_to_here(const struct view *v)
{
    bool is_last = v->past != NULL && v->past->at == v->ahead;
    return (struct past){v->ahead, is_last ? v->past->earlier : v->past};
}

static bool has_move_after(const struct view *v, int player, const node *truth,
                           const struct env *env)
{
    struct past here = up_to_here(v);
    struct meaning_moves moves = {NULL, 0, 0};
    bool found = false;
    find_moves(v->g, &here, player, v->laws, true, &moves);
    for (size_t i = 0; i < moves.count && !found && goes_on(v->g); i++) {
        struct past there = {moves.items[i].after, &here};
        struct view after = *v;
        after.now = after.ahead = there.at;
        after.before = here.at;
        after.past = &there;
        after.here = NONE;
        after.origin = there.at->last.origin;
        found = holds(&after, truth, env);
    }
    meaning_moves_free(&moves);
    return found;
}

static bool can_move_now(const struct view *v, const node *n, const struct env *env)
{
    const node *subject = n->first, *after = subject->next;
    bool negated = (n->flags & MAD_FLAG_NEGATED) != 0;
    bool is_word = subject->kind == MAD_NODE_CONST;
    struct past here = up_to_here(v);
    int player = player_of(v, subject);
    if (is_word && subject->n0 == MAD_WORD_NOBODY) /* of neither it is true */
        return (can_move(v->g, &here, 0, v->laws) || can_move(v->g, &here, 1, v->laws)) == negated;
    if (is_word && subject->n0 == MAD_WORD_NEXT_PLAYER)
        player = v->ahead->side;
    if (player == NONE) {
        refuse(v->g, n, "a player is wanted");
        return false;
    }
    bool can = after != NULL ? has_move_after(v, player, after, env)
                             : can_move(v->g, &here, player, v->laws);
    return can != negated;
}

/* --- the past ------------------------------------------------------------------------------- */

/* C has been true behind each turn of his since the position was there for the first time. */
static bool held_since_first(const struct view *v, const node *n, const struct env *env)
{
    const struct past *first = first_there(v->g, v->past);
    int player = player_of(v, n->first);
    bool any = false;
    for (const struct past *p = v->past; p != NULL && p != first; p = p->earlier) {
        struct view then = *v;
        if (p->at->mover != player || p->at->side == player)
            continue;
        then.now = then.ahead = p->at;
        then.before = p->earlier != NULL ? p->earlier->at : p->at;
        then.past = p;
        then.origin = p->at->last.origin;
        any = true;
        if (!holds(&then, n->first->next, env))
            return false;
    }
    return any;
}

static bool move_was(const struct view *v, const node *n, const struct env *env)
{
    const struct last *last = &v->now->last;
    if (!last->is_any)
        return false;
    if (n->first != NULL) {
        struct value value = value_of(v, n->first, env);
        if (value.kind != OF_KINDS)
            refuse(v->g, n, "pieces are wanted");
        return last->kind != NONE && has_kind(&value.kinds, last->kind) &&
               (value.owner == NONE || value.owner == v->now->mover);
    }
    if (strcmp(n->name, "capture") == 0)
        return last->takes;
    if (strcmp(n->name, "forced") == 0)
        return last->forced;
    return (last->verb != NULL && strcmp(last->verb, n->name) == 0) ||
           (last->outcome != NULL && strcmp(last->outcome, n->name) == 0);
}

/* --- is ------------------------------------------------------------------------------------- */

bool compares(enum mad_is is, int a, int b)
{
    return is == MAD_IS_AT_LEAST    ? a >= b
           : is == MAD_IS_AT_MOST   ? a <= b
           : is == MAD_IS_MORE_THAN ? a > b
           : is == MAD_IS_LESS_THAN ? a < b
                                    : a == b;
}

static const struct mad_rule_option *option_of(const struct view *v, const node *n)
{
    for (uint32_t i = 0; n->kind == MAD_NODE_REF && i < v->g->rules->option_count; i++)
        if (v->g->rules->options[i].name == n->name)
            return &v->g->rules->options[i];
    return NULL;
}

static bool is_of_kind(const kinds *a, const kinds *b)
{
    for (int i = 0; i < MOST_KINDS / 64; i++)
        if (a->word[i] & ~b->word[i])
            return false;
    return true;
}

/* `mover is bare`, `enemy is in check`: what the words mean, as that player sees it. */
static bool player_is(const struct view *v, int player, const node *what)
{
    const int other = player_of(v, what);
    if (other != NONE)
        return player == other;
    const node *definition = what->kind == MAD_NODE_REF ? definition_of(v->g, what->name) : NULL;
    struct view his = *v;
    his.side = player;
    if (definition == NULL)
        refuse(v->g, what, "not what a player can be");
    return definition != NULL && holds(&his, definition, NULL);
}

static bool is_attacked_by(const struct view *v, set squares, int by);

/* Whether men of the enemy are named: who attacks them is the mover. */
static bool is_of_enemy(const struct view *v, const node *n, const struct env *env)
{
    const node *named = n->kind == MAD_NODE_REF && bound(env, n->name) == NULL
                            ? definition_of(v->g, n->name)
                            : NULL;
    if (named != NULL)
        return is_of_enemy(v, named, NULL);
    if (n->kind == MAD_NODE_ON || n->kind == MAD_NODE_EXCEPT || n->kind == MAD_NODE_WHERE ||
        n->kind == MAD_NODE_WORTH_THAN)
        return is_of_enemy(v, n->first, env);
    if (n->kind == MAD_NODE_OF_PLAYER)
        return value_of(v, n, env).owner == 1 - v->side;
    return n->kind == MAD_NODE_ENEMY || (n->kind == MAD_NODE_CONST && n->n0 == MAD_WORD_ENEMY);
}

/* By the mover, or by an enemy of his. */
static bool is_attacked_so(const struct view *v, set squares, bool by_mover)
{
    return by_mover ? is_attacked_by(v, squares, v->side) : is_attacked(v, squares);
}

/* Whether all men of somebody are named by one word. */
static bool is_anybody(const struct view *v, const node *n, const struct env *env)
{
    const node *named = n->kind == MAD_NODE_REF && bound(env, n->name) == NULL
                            ? definition_of(v->g, n->name)
                            : NULL;
    if (named != NULL)
        return is_anybody(v, named, NULL);
    if (n->kind == MAD_NODE_OWN || n->kind == MAD_NODE_ENEMY || n->kind == MAD_NODE_OF_PLAYER)
        return is_anybody(v, n->first, env);
    return n->kind == MAD_NODE_CONST &&
           (n->n0 == MAD_WORD_PIECE || n->n0 == MAD_WORD_OWN || n->n0 == MAD_WORD_ENEMY);
}

static bool is(const struct view *v, const node *n, const struct env *env)
{
    enum mad_is how = (enum mad_is)n->n0;
    const node *a = n->first, *b = a->next;
    const struct mad_rule_option *option = option_of(v, a);
    int player = player_of(v, a);
    if (option != NULL && how == MAD_IS)
        return b->kind == MAD_NODE_REF && option->value == b->name;
    if (how == MAD_IS_IN && a->kind == MAD_NODE_CONST && a->n0 == MAD_WORD_NEXT_PLAYER)
        player = v->ahead->side;
    if (player != NONE && (how == MAD_IS || how == MAD_IS_IN))
        return player_is(v, player, b);
    struct value left = value_of(v, a, env);
    if (left.kind == OF_NUMBERS || how >= MAD_IS_AT_LEAST)
        return compares(how, number_of(v, a, env), number_of(v, b, env));
    if (how == MAD_IS && left.kind == OF_KINDS && a->kind == MAD_NODE_REF &&
        bound(env, a->name) != NULL) {
        struct value right = value_of(v, b, env);
        if (right.kind == OF_KINDS)
            return is_of_kind(&left.kinds, &right.kinds);
    }
    set squares = as_squares(v, &left, a);
    if (how == MAD_IS_ATTACKED)
        return is_attacked_so(v, squares, is_of_enemy(v, a, env));
    set other = squares_of(v, b, env);
    if (how == MAD_IS_NEXT_TO)
        return !is_empty(both(squares, neighbours(v, other)));
    return left.kind == OF_KINDS || is_anybody(v, a, env)
               ? !is_empty(both(squares, other))
               : !is_empty(squares) && is_within(squares, other);
}

static bool all_of(const struct view *v, const node *n, const struct env *env)
{
    for (const node *child = n->first; child != NULL; child = child->next)
        if (holds(v, child, env) != (n->kind == MAD_NODE_AND))
            return n->kind != MAD_NODE_AND;
    return n->kind == MAD_NODE_AND;
}

static bool name_holds(const struct view *v, const node *n, const struct env *env)
{
    const struct env *local = bound(env, n->name);
    const node *definition = definition_of(v->g, n->name);
    if (local != NULL && local->said != NULL)
        return holds(v, local->said, local->around);
    if (local == NULL && definition != NULL)
        return holds(v, definition, NULL);
    refuse(v->g, n, "not true or false");
    return false;
}

/* There is one, and the others hang on it. */
static bool is_group(const struct view *v, set squares)
{
    return !is_empty(squares) &&
           is_within(squares, hanging_on(v, squares, only(first_of(squares))));
}

static bool is_every_attacked(const struct view *v, set squares, bool by_mover)
{
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1))
        if (!is_attacked_so(v, only(s), by_mover))
            return false;
    return true;
}

/* Whether it is the first move of a turn: the one before it is another player's. */
static bool begins_turn(const struct meaning_game *g, const struct position *at)
{
    const int last = at->turn == g->turns_once ? g->turn_count - 1 : at->turn - 1;
    return g->turn_count == 0 || at->turn == 0 || g->turns[last] != at->side ||
           g->rules->plays_alone;
}

/* How often all men have stood as now, this time included: the position that a law is asked of is the last of the
 * past. */
static int times_stood(const struct view *v, bool behind_turns)
{
    const size_t men = (size_t)v->g->squares * sizeof *v->now->cell,
                 below = men_stack(v->g) ? men * MAD_MAX_HEIGHT : 0;
    int times = 0;
    for (const struct past *p = v->past; p != NULL; p = p->earlier)
        times += (p == v->past || !behind_turns || begins_turn(v->g, p->at)) &&
                 memcmp(p->at->cell, v->now->cell, men) == 0 &&
                 (below == 0 || memcmp(below_at(v->g, looked_at(p->at), 0, 0),
                                       below_at(v->g, looked_at(v->now), 0, 0), below) == 0);
    return times;
}

bool holds(const struct view *v, const node *n, const struct env *env)
{
    if (!goes_on(v->g))
        return false;
    switch ((unsigned)n->kind) {
    case MAD_NODE_AND:
    case MAD_NODE_OR: return all_of(v, n, env);
    case MAD_NODE_NOT: return !holds(v, n->first, env);
    case MAD_NODE_SOME: return is_some(v, n, n->n0, count_of(squares_of(v, n->first, env)));
    case MAD_NODE_HAS: return has_some(v, n, env) != ((n->flags & MAD_FLAG_NEGATED) != 0);
    case MAD_NODE_IS: return is(v, n, env) != ((n->flags & MAD_FLAG_NEGATED) != 0);
    case MAD_NODE_IS_GROUP:
        return is_group(v, squares_of(v, n->first, env)) == !(n->flags & MAD_FLAG_NEGATED);
    case MAD_NODE_EVERY_IS_ON:
        return is_within(squares_of(v, n->first, env), squares_of(v, n->first->next, env));
    case MAD_NODE_EVERY_IS_ATTACKED:
        return is_every_attacked(v, squares_of(v, n->first, env), is_of_enemy(v, n->first, env));
    case MAD_NODE_CAN_MOVE: return can_move_now(v, n, env);
    case MAD_NODE_MOVE_WAS: return move_was(v, n, env);
    case MAD_NODE_REPEATED: return times_there(v->g, v->past) >= n->n0;
    case MAD_NODE_BOARD_REPEATED: return times_stood(v, n->n1 != 0) >= n->n0;
    case MAD_NODE_SINCE_FIRST: return held_since_first(v, n, env);
    case MAD_NODE_REF: return name_holds(v, n, env);
    default: break;
    }
    refuse(v->g, n, "something that is true or false is wanted");
    return false;
}

static bool asks_by_whom(const struct meaning_game *g, const node *n, int depth)
{
    const node *definition = n->kind == MAD_NODE_REF ? definition_of(g, n->name) : NULL;
    bool asks = n->kind == MAD_NODE_ATTACKED_BY || n->kind == MAD_NODE_ATTACKING ||
                (definition != NULL && depth < 64 && asks_by_whom(g, definition, depth + 1));
    for (const node *child = n->first; child != NULL && !asks; child = child->next)
        asks = asks_by_whom(g, child, depth);
    return asks;
}

/* Whether the man on `here` cannot move, as a line of his piece says. */
static bool is_held(const struct view *v)
{
    const int man = v->here != NONE ? v->now->cell[v->here] : 0;
    bool held = false;
    if (man == 0)
        return false;
    const struct mad_rule_lines *lines = &v->g->rules->pieces[kind_of(man)].lines;
    for (uint32_t i = 0; i < lines->count && !held; i++) {
        const node *line = lines->items[i];
        held = line->kind == MAD_NODE_HELD && !(v->by_whom && asks_by_whom(v->g, line, 0)) &&
               holds(v, line->first, NULL);
    }
    return held;
}

bool when_holds(const struct view *v, const node *line, const struct env *env)
{
    const node *when = child_of(line, MAD_NODE_WHEN);
    return when == NULL || (v->by_whom && asks_by_whom(v->g, when, 0)) ||
           holds(v, when->first, env) != ((when->flags & MAD_FLAG_UNLESS) != 0);
}

bool tail_holds(const struct view *v, const node *line, const struct env *env)
{
    const bool moves = line->kind == MAD_NODE_MOVE || line->kind == MAD_NODE_CALL_LINE;
    return when_holds(v, line, env) && !(moves && is_held(v));
}

bool looks_ahead(const struct meaning_game *g, const node *n, int depth)
{
    const node *definition = n->kind == MAD_NODE_REF ? definition_of(g, n->name) : NULL;
    bool looks = n->kind == MAD_NODE_CAN_MOVE ||
                 (definition != NULL && depth < 64 && looks_ahead(g, definition, depth + 1));
    for (const node *child = n->first; child != NULL && !looks; child = child->next)
        looks = looks_ahead(g, child, depth);
    return looks;
}

/* --- lines of pieces ------------------------------------------------------------------------ */

/* Whether own men are among these by what the words say: `own`, or `piece`, who is everybody. */
static bool says_own(const struct meaning_game *g, const node *n, int depth)
{
    const node *definition = n->kind == MAD_NODE_REF ? definition_of(g, n->name) : NULL;
    if (n->kind == MAD_NODE_ENEMY || depth > 64)
        return false;
    bool says = n->kind == MAD_NODE_OWN ||
                (n->kind == MAD_NODE_CONST && (n->n0 == MAD_WORD_OWN || n->n0 == MAD_WORD_PIECE)) ||
                (definition != NULL && says_own(g, definition, depth + 1));
    for (const node *child = n->first; child != NULL && !says; child = child->next) {
        says = says_own(g, child, depth);
        if (n->kind == MAD_NODE_EXCEPT)
            break;
    }
    return says;
}

/* The men that a line may take: enemies, or those of them that it names; own ones where it names
 * them. */
static set victims_of(const struct view *v, const node *line)
{
    set enemies = men_of(v, enemy_of(v->g, v->side));
    if (child_of(line, MAD_NODE_BY) == NULL)
        return enemies;
    set named = squares_of(v, line->first, NULL);
    return both(named, says_own(v->g, line->first, 0) ? men_of(v, NONE) : enemies);
}

static set reach_of(const struct view *v, const node *line)
{
    const set nothing = {{0}};
    const node *by = child_of(line, MAD_NODE_BY);
    return tail_holds(v, line, NULL) ? squares_of(v, by != NULL ? by->first : line->first, NULL)
                                     : nothing;
}

set plain_targets(const struct view *v, const node *line)
{
    set targets = {{0}}, empty = without(v->g->board, men_of(v, NONE));
    if (line->n0 & MAD_TO_EMPTY)
        targets = either(targets, empty);
    if (line->n0 & MAD_TO_ENEMY)
        targets = either(targets, victims_of(v, line));
    return both(targets, reach_of(v, line));
}

set attacked_by(const struct view *v, int player, set among)
{
    set all = {{0}};
    struct view his = *v;
    his.side = player;
    for (int s = 0; s < v->g->squares; s++) {
        int man = v->now->cell[s];
        if (man == 0 || owner_of(man) != player || !has(&among, s))
            continue;
        const struct mad_rule_lines *lines = &v->g->rules->pieces[kind_of(man)].lines;
        his.here = his.origin = s;
        for (uint32_t i = 0; i < lines->count; i++) {
            const node *line = lines->items[i];
            if (line->kind != MAD_NODE_MOVE || !(line->n0 & MAD_TO_ENEMY))
                continue;
            set reached = reach_of(&his, line);
            if (child_of(line, MAD_NODE_BY) != NULL)
                reached = both(reached, victims_of(&his, line));
            all = either(all, reached);
        }
    }
    return all;
}

/* Whom one asks about on a square where no man of his stands: his first royal piece, or the first of all. */
static int man_to_ask_about(const struct view *v, int owner)
{
    int found = 0;
    for (int kind = (int)v->g->rules->piece_count - 1; kind >= 0; kind--)
        if (may_have(v->g, kind, owner) &&
            (found == 0 || is_royal(v->g, kind) || !is_royal(v->g, kind_of(found))))
            found = man_of(kind, owner);
    return found;
}

/* Some square is: by the lines, or because a verb would take whoever stands there. */
static bool is_attacked_by(const struct view *v, set squares, int by)
{
    const int whose = plays_many(v->g) ? v->side : 1 - by;
    set men = both(squares, men_of(v, whose)), others = without(squares, men);
    bool is = !is_empty(both(men, attacked_by(v, by, v->g->board))) ||
              (!v->lines_alone && !is_empty(men) &&
               !is_empty(both(men, taken_by_verbs(v->g, v->now, by))));
    for (int s = first_of(others); s != NONE && !is; s = next_of(&others, s + 1)) {
        struct position *there = copy_of(v->g, v->now);
        struct view asked = *v;
        asked.now = there;
        there->cell[s] = (int16_t)man_to_ask_about(v, whose);
        set prey = attacked_by(&asked, by, v->g->board);
        if (!v->lines_alone)
            prey = either(prey, taken_by_verbs(v->g, there, by));
        is = has(&prey, s);
        free(there);
    }
    return is;
}

bool is_attacked(const struct view *v, set squares)
{
    const int allies = plays_many(v->g) ? allies_of(v->g, v->side) : 1 << v->side;
    bool is = false;
    for (int by = 0; by < (int)v->g->rules->player_count && !is; by++)
        is = !(allies >> by & 1) && !(plays_many(v->g) && v->now->out >> by & 1) &&
             is_attacked_by(v, squares, by);
    return is;
}

/* Those of the squares that these men attack, whosever they are. */
static set reach_of_men(const struct view *v, set men, set asked_for)
{
    set all = {{0}};
    for (int by = 0; by < 2; by++) {
        set his = both(men, men_of(v, by)), prey = both(asked_for, men_of(v, 1 - by));
        struct view asked = *v;
        asked.by_whom = true;
        if (!is_empty(prey) && !is_empty(his))
            all = either(all, both(prey, attacked_by(&asked, by, his)));
        for (int s = 0; s < v->g->squares && !is_empty(his); s++) {
            struct position *there =
                has(&prey, s) || !has(&asked_for, s) ? NULL : copy_of(v->g, v->now);
            if (there == NULL)
                continue;
            set others = without(his, only(s));
            asked.now = there;
            there->cell[s] = (int16_t)man_to_ask_about(v, 1 - by);
            set reached = attacked_by(&asked, by, others);
            if (has(&reached, s))
                add(&all, s);
            free(there);
        }
    }
    return all;
}

set attacks(const struct view *v, const node *n, const struct env *env)
{
    set first = squares_of(v, n->first, env), second = squares_of(v, n->first->next, env);
    set found = {{0}};
    if (n->kind == MAD_NODE_ATTACKED_BY)
        return reach_of_men(v, second, both(first, v->g->board));
    first = both(first, men_of(v, NONE));
    for (int s = first_of(first); s != NONE; s = next_of(&first, s + 1))
        if (!is_empty(reach_of_men(v, only(s), both(second, v->g->board))))
            add(&found, s);
    return found;
}
