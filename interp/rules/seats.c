/* seats.c - a game of three players and more, as one of them sees it: he against all others.
 *
 * Layer: rules. Each piece becomes one of each player, `Pawn` being a name for all of them, and what turns with a
 * player, `forward`, is said by where that player goes; names and verbs are there once for each, `Yellow hop`, so that
 * a Yellow man attacks as Yellow would move him. Where men of who is out stay there is a wall for each piece too, which
 * no name means and which does nothing. Pieces, marks and squares have the same numbers from every
 * seat; only whose the men are differs. It relies on the ruleset being settled. */
#include "seats.h"

#include <stdio.h>
#include <string.h>

#include "seating.h"
#include "tree.h"

void *mad_seating_room(struct mad_seating *seats, size_t count, size_t bytes)
{
    void *block = mad_arena_new(seats->arena, (count + 1) * bytes, _Alignof(max_align_t));
    seats->out_of_memory |= block == NULL;
    return block;
}

/* "Red Pawn" */
const char *mad_seating_of_player(struct mad_seating *seats, uint32_t player, const char *name)
{
    const char *whose = seats->rules->players[player].name;
    char text[200];
    const int length = snprintf(text, sizeof text, "%s %s", whose, name);
    const char *both = length < (int)sizeof text ? mad_intern_string(seats->names, text) : NULL;
    seats->out_of_memory |= both == NULL;
    return both != NULL ? both : name;
}

/* --- directions -------------------------------------------------------------------------------------- */

/* Where a direction leads for who goes that way, in quarters of a turn to the right. */
static uint32_t quarters_of(const struct mad_ruleset *rules, uint32_t player)
{
    for (uint32_t i = 0; i < rules->direction_count; i++) {
        const struct mad_rule_direction *way = &rules->directions[i];
        if (way->name == rules->players[player].direction)
            return way->up > 0 ? 0 : way->right > 0 ? 1 : way->up < 0 ? 2 : 3;
    }
    return 0;
}

static void turn(struct mad_rule_direction *way, uint32_t quarters)
{
    for (; quarters > 0; quarters--) {
        const int32_t right = way->right;
        way->right = way->up;
        way->up = -right;
    }
    way->own = false;
}

static void add_directions(struct mad_seating *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    out->directions = mad_seating_room(
        seats, (rules->direction_count + 1) * (rules->player_count + 1), sizeof *out->directions);
    if (out->directions == NULL)
        return;
    memcpy(out->directions, rules->directions, rules->direction_count * sizeof *out->directions);
    for (uint32_t player = 0; player < rules->player_count; player++)
        for (uint32_t i = 0; i < rules->direction_count; i++) {
            if (!rules->directions[i].own)
                continue;
            struct mad_rule_direction *made = &out->directions[out->direction_count++];
            *made = rules->directions[i];
            made->name = mad_seating_of_player(seats, player, made->name);
            turn(made, quarters_of(rules, player));
        }
    struct mad_rule_direction *ahead = &out->directions[out->direction_count++];
    *ahead = (struct mad_rule_direction){.name = mad_intern_string(seats->names, "Mover's way"),
                                         .up = 1};
    out->players[0].direction = out->players[1].direction = ahead->name;
}

/* --- words that hang on the player ------------------------------------------------------------------- */

struct mad_node *mad_seating_node(struct mad_seating *seats, enum mad_node_kind kind,
                                  struct mad_span span, const char *name)
{
    struct mad_node *node = mad_seating_room(seats, 1, sizeof *node);
    if (node != NULL)
        *node = (struct mad_node){.kind = kind, .span = span, .name = name};
    return node;
}

/* "Red's men" */
static const char *men_of(struct mad_seating *seats, uint32_t player)
{
    return mad_seating_of_player(seats, player, "men");
}

/* The men of these players. */
static struct mad_node *men_of_all(struct mad_seating *seats, struct mad_span span,
                                   uint32_t players)
{
    struct mad_node *men = mad_seating_node(seats, MAD_NODE_OR, span, NULL);
    struct mad_node **link = men != NULL ? &men->first : NULL;
    for (uint32_t left = players; link != NULL && left != 0; left &= left - 1) {
        *link = mad_seating_node(seats, MAD_NODE_REF, span,
                                 men_of(seats, (uint32_t)__builtin_ctz(left)));
        link = *link != NULL ? &(*link)->next : NULL;
    }
    return men != NULL && men->first != NULL && men->first->next == NULL ? men->first : men;
}

static int player_named(const struct mad_ruleset *rules, const char *name)
{
    for (uint32_t i = 0; name != NULL && i < rules->player_count; i++)
        if (rules->players[i].name == name)
            return (int)i;
    return -1;
}

uint32_t mad_seat_allies(const struct mad_ruleset *rules, uint32_t player)
{
    uint32_t allies = 1u << player;
    for (uint32_t i = 0; i < rules->teams.allies.count; i++) {
        uint32_t some = 0;
        for (const struct mad_node *one = rules->teams.allies.items[i]->first; one != NULL;
             one = one->next) {
            const int named = player_named(rules, one->name);
            some |= named >= 0 ? 1u << named : 0;
        }
        allies |= (some >> player & 1) != 0 ? some : 0;
    }
    return allies;
}

/* One rank as the player counts them: a file where he goes to the side. */
static struct mad_node *rank_of(struct mad_seating *seats, uint32_t player,
                                const struct mad_node *node, int32_t number)
{
    const struct mad_ruleset *rules = seats->rules;
    const uint32_t quarters = quarters_of(rules, player);
    const bool is_file = quarters % 2 != 0;
    if (quarters >= 2)
        number = (is_file ? rules->files : rules->ranks) + 1 - number;
    struct mad_node *rank =
        mad_seating_node(seats, is_file ? MAD_NODE_FILE_OF_BOARD : MAD_NODE_RANK, node->span, NULL);
    const char letter[2] = {(char)('a' + number - 1)};
    if (rank == NULL)
        return NULL;
    rank->n0 = is_file ? 0 : number;
    rank->text = is_file ? mad_intern_string(seats->names, letter) : NULL;
    return rank;
}

/* Of `last 2 ranks` the first of them that is counted; else just that one. */
static struct mad_node *ranks_of(struct mad_seating *seats, uint32_t player,
                                 const struct mad_node *node)
{
    const struct mad_ruleset *rules = seats->rules;
    const int32_t all = quarters_of(rules, player) % 2 != 0 ? rules->files : rules->ranks;
    if (node->kind == MAD_NODE_RANK || node->n0 <= 1 || node->n0 > all)
        return rank_of(seats, player, node,
                       node->kind == MAD_NODE_RANK ? node->n0 : all + 1 - node->n0);
    struct mad_node *any = mad_seating_node(seats, MAD_NODE_OR, node->span, NULL);
    struct mad_node **link = any != NULL ? &any->first : NULL;
    for (int32_t number = all; link != NULL && number > all - node->n0; number--) {
        *link = rank_of(seats, player, node, number);
        link = *link != NULL ? &(*link)->next : NULL;
    }
    return any;
}

static bool is_definition(const struct mad_ruleset *rules, const char *name)
{
    bool is_one = false;
    for (uint32_t i = 0; i < rules->definition_count; i++)
        is_one = is_one || rules->definitions[i].name == name;
    return is_one;
}

static bool is_verb(const struct mad_ruleset *rules, const char *name)
{
    bool is_one = false;
    for (uint32_t i = 0; i < rules->verb_count; i++)
        is_one = is_one || rules->verbs[i].name == name;
    return is_one;
}

static bool binds(const struct mad_node *node, const void *name)
{
    return (node->kind == MAD_NODE_LET || node->kind == MAD_NODE_CHOOSE ||
            node->kind == MAD_NODE_FOR_EACH || node->kind == MAD_NODE_PARAM) &&
           node->name == name;
}

static bool is_local(const struct mad_seating *seats, const char *name)
{
    return seats->verb != NULL && mad_tree_any(seats->verb, binds, name);
}

static const struct mad_rule_counter *counter_of_each(const struct mad_seating *seats,
                                                      const struct mad_node *node)
{
    const struct mad_ruleset *rules = seats->rules;
    if (node->kind == MAD_NODE_REF && is_local(seats, node->name))
        return NULL;
    for (uint32_t i = 0; i < rules->counter_count && node->kind == MAD_NODE_REF; i++)
        if (rules->counters[i].name == node->name && rules->counters[i].each)
            return &rules->counters[i];
    return NULL;
}

static bool is_turn_mark(const struct mad_seating *seats, const struct mad_node *node)
{
    return node != NULL && node->kind == MAD_NODE_REF && !is_local(seats, node->name) &&
           mad_seating_is_turn_mark(seats, node->name);
}

/* Whoever has set it. */
static struct mad_node *marks_of_all(struct mad_seating *seats, const struct mad_node *node)
{
    struct mad_node *any = mad_seating_node(seats, MAD_NODE_OR, node->span, NULL);
    struct mad_node **link = any != NULL ? &any->first : NULL;
    for (uint32_t player = 0; link != NULL && player < seats->rules->player_count; player++) {
        *link = mad_seating_node(seats, MAD_NODE_REF, node->span,
                                 mad_seating_named(seats, player, node->name));
        link = *link != NULL ? &(*link)->next : NULL;
    }
    return any;
}

/* `set passed on X`: what is set is the mark of who moves. */
static bool sets_turn_mark(const struct mad_seating *seats, const struct mad_node *call,
                           const struct mad_node *arg)
{
    return call->kind == MAD_NODE_CALL && strcmp(call->name, "set") == 0 && arg->text == NULL &&
           is_turn_mark(seats, arg->first);
}

static struct mad_node *mark_of_mover(struct mad_seating *seats, const struct mad_node *arg)
{
    struct mad_node *made = mad_seating_node(seats, arg->kind, arg->span, arg->name);
    if (made != NULL)
        made->first = mad_seating_node(seats, MAD_NODE_REF, arg->first->span,
                                       mad_seating_named(seats, seats->seat, arg->first->name));
    return made;
}

static bool is_piece(const struct mad_ruleset *rules, const struct mad_node *node)
{
    bool is_one = false;
    for (uint32_t i = 0; i < rules->piece_count && node->kind == MAD_NODE_REF; i++)
        is_one = is_one || rules->pieces[i].name == node->name;
    return is_one;
}

/* `Red's Pawn`; allies of a player who has none are refused before. */
static struct mad_node *whose(struct mad_seating *seats, uint32_t player, struct mad_node *node)
{
    const int named = player_named(seats->rules, node->name);
    const uint32_t of =
        named >= 0 ? 1u << named : mad_seat_allies(seats->rules, player) & ~(1u << player);
    if (named < 0 && strcmp(node->name, "ally") != 0)
        return node;
    if (named >= 0 && is_piece(seats->rules, node->first)) {
        node->first->name = mad_seating_of_player(seats, (uint32_t)named, node->first->name);
        return node->first;
    }
    node->kind = MAD_NODE_ON;
    node->name = NULL;
    node->first->next = men_of_all(seats, node->span, of);
    return node;
}

/* `own X` and `enemy X` in a line of another player, whose men are all enemies from this seat: `X on Yellow's men`. */
static void say_whose(struct mad_seating *seats, uint32_t player, struct mad_node *node)
{
    const uint32_t all = (1u << seats->rules->player_count) - 1;
    const bool is_own = node->kind == MAD_NODE_OWN || mad_is_word(node, MAD_WORD_OWN);
    const uint32_t of = is_own ? 1u << player : all & ~mad_seat_allies(seats->rules, player);
    struct mad_node *men = men_of_all(seats, node->span, of);
    if (men == NULL)
        return;
    if (node->kind == MAD_NODE_CONST) {
        *node = *men;
        return;
    }
    node->kind = MAD_NODE_ON;
    node->first->next = men;
}

/* A name that hangs on the player is another's, where it is not the seat's own. */
static void say_by_whom(struct mad_seating *seats, uint32_t player, struct mad_node *node)
{
    const struct mad_ruleset *rules = seats->rules;
    const bool is_own = node->kind == MAD_NODE_OWN || mad_is_word(node, MAD_WORD_OWN),
               is_enemy = node->kind == MAD_NODE_ENEMY || mad_is_word(node, MAD_WORD_ENEMY);
    if (player == seats->seat)
        return;
    if (is_own || is_enemy)
        say_whose(seats, player, node);
    else if (node->kind == MAD_NODE_REF && is_definition(rules, node->name) &&
             !is_local(seats, node->name))
        node->name = mad_seating_of_player(seats, player, node->name);
    else if (node->kind == MAD_NODE_CALL && is_verb(rules, node->name))
        node->name = mad_seating_of_player(seats, player, node->name);
}

static void colour(struct mad_seating *seats, uint32_t player, struct mad_node *node)
{
    if (is_piece(seats->rules, node))
        node->name = mad_seating_of_player(seats, player, node->name);
    for (struct mad_node *child = node->first; child != NULL; child = child->next)
        colour(seats, player, child);
}

/* `put X on Y from pile as Z`: X and Z are men, Y is squares. */
static bool puts_kinds(const struct mad_node *call, const struct mad_node *arg)
{
    return strcmp(call->name, "put") == 0 && (arg->text == NULL || strcmp(arg->text, "as") == 0);
}

/* Whether what is filled in there names kinds of men: the player's own are meant. */
static bool takes_kinds(const struct mad_ruleset *rules, const struct mad_node *call,
                        const struct mad_node *arg)
{
    bool takes = strcmp(call->name, "become") == 0 || puts_kinds(call, arg);
    for (uint32_t i = 0; i < rules->verb_count; i++) {
        const struct mad_node *verb = rules->verbs[i].node;
        for (const struct mad_node *p = verb->name == call->name ? verb->first : NULL; p != NULL;
             p = p->next)
            takes = takes || (p->kind == MAD_NODE_PARAM && strcmp(p->other, "pieces") == 0 &&
                              mad_tree_same_text(p->text, arg->text));
    }
    return takes;
}

static void colour_kinds(struct mad_seating *seats, uint32_t player, struct mad_node *node)
{
    if (node->kind == MAD_NODE_PARAM && strcmp(node->other, "pieces") == 0)
        colour(seats, player, node);
    for (struct mad_node *arg = node->first; node->kind == MAD_NODE_CALL && arg != NULL;
         arg = arg->next)
        if (takes_kinds(seats->rules, node, arg))
            colour(seats, player, arg);
}

/* `Red has no Pawn`: the board has none of his. */
static void say_of_board(struct mad_seating *seats, struct mad_node *has)
{
    struct mad_node *who = has->first;
    const int named = who->kind == MAD_NODE_REF ? player_named(seats->rules, who->name) : -1;
    struct mad_node **what = &who->next;
    if (named < 0 || *what == NULL)
        return;
    if ((*what)->kind == MAD_NODE_SOME)
        what = &(*what)->first;
    struct mad_node *his = mad_seating_node(seats, MAD_NODE_ON, who->span, NULL);
    if (his == NULL)
        return;
    his->first = *what;
    his->first->next = men_of_all(seats, who->span, 1u << named);
    *what = his;
    who->kind = MAD_NODE_CONST;
    who->name = NULL;
    who->n0 = MAD_WORD_BOARD;
}

/* `mover is Red`: he is, or he is one of the others. */
static void say_who_moves(const struct mad_seating *seats, uint32_t player, struct mad_node *is)
{
    struct mad_node *who = is->first->next;
    const int named = who != NULL && who->kind == MAD_NODE_REF && is->n0 == MAD_IS
                          ? player_named(seats->rules, who->name)
                          : -1;
    if (named < 0 || !mad_is_word(is->first, MAD_WORD_MOVER))
        return;
    who->kind = MAD_NODE_CONST;
    who->name = NULL;
    who->n0 = (uint32_t)named == player ? MAD_WORD_MOVER : MAD_WORD_ENEMY;
}

/* `Red wins` is the mover's win, or another one's; who it is is known by the number of the end. */
static void settle_end(struct mad_seating *seats, struct mad_node *end)
{
    struct mad_node *who = end->first;
    const int named = who->kind == MAD_NODE_REF ? player_named(seats->rules, who->name) : -1;
    if (named < 0)
        return;
    *who =
        (struct mad_node){.kind = MAD_NODE_CONST,
                          .span = who->span,
                          .next = who->next,
                          .n0 = (uint32_t)named == seats->seat ? MAD_WORD_MOVER : MAD_WORD_ENEMY};
}

/* `a player with no King is out`: he who is asked has none. Whatever else says who is out holds for nobody here. */
static void settle_out(struct mad_seating *seats, struct mad_node *end)
{
    struct mad_node *men = end->first,
                    *has = mad_seating_node(seats, MAD_NODE_HAS, end->span, NULL);
    struct mad_node *mover = mad_seating_node(seats, MAD_NODE_CONST, end->span, NULL),
                    *asked = mad_seating_node(seats, MAD_NODE_CONST, end->span, NULL);
    if (seats->out_of_memory)
        return;
    mover->n0 = asked->n0 = MAD_WORD_MOVER;
    end->kind = MAD_NODE_END_FOR;
    end->first = mover;
    end->n0 = 0;
    if (men != NULL && men->kind == MAD_NODE_IS) {
        mover->next = men;
        return;
    }
    asked->next = men;
    if (men == NULL) {
        struct mad_node *board = mad_seating_node(seats, MAD_NODE_CONST, end->span, NULL);
        if (board == NULL)
            return;
        board->n0 = MAD_WORD_BOARD;
        has->first = board;
    } else {
        has->first = asked;
    }
    has->flags = MAD_FLAG_NEGATED;
    mover->next = has;
}

/* Who has most is known by the number of the end; here it holds for the mover. */
static void settle_most(struct mad_seating *seats, struct mad_node *end)
{
    struct mad_node *mover = mad_seating_node(seats, MAD_NODE_CONST, end->span, NULL);
    if (mover == NULL)
        return;
    mover->n0 = MAD_WORD_MOVER;
    mover->next = end->first->next;
    end->kind = MAD_NODE_END_FOR;
    end->first = mover;
    end->n0 = 1;
}

/* A copy of the node as the player means it, in which nothing hangs on him. */
static struct mad_node *made_plain(struct mad_seating *seats, uint32_t player,
                                   const struct mad_node *node)
{
    struct mad_node *made = mad_seating_room(seats, 1, sizeof *made);
    if (made == NULL)
        return NULL;
    *made = *node;
    struct mad_node **link = &made->first;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        const int of = node->kind == MAD_NODE_OF_PLAYER && counter_of_each(seats, child)
                           ? player_named(seats->rules, node->name)
                           : -1;
        *link = sets_turn_mark(seats, node, child)
                    ? mark_of_mover(seats, child)
                    : made_plain(seats, of >= 0 ? (uint32_t)of : player, child);
        if (*link == NULL)
            return NULL;
        link = &(*link)->next;
    }
    *link = NULL;
    struct mad_node *next = made->next;
    colour_kinds(seats, player, made);
    switch ((unsigned)node->kind) {
    case MAD_NODE_OF_PLAYER:
        made =
            counter_of_each(seats, node->first) != NULL ? made->first : whose(seats, player, made);
        break;
    case MAD_NODE_REF:
        if (counter_of_each(seats, node) != NULL)
            made->name = mad_seating_named(seats, player, node->name);
        else if (is_turn_mark(seats, node))
            made = marks_of_all(seats, node);
        else
            say_by_whom(seats, player, made);
        break;
    case MAD_NODE_LAST_RANKS: made = ranks_of(seats, player, made); break;
    case MAD_NODE_RANK:
        made = (node->flags & MAD_FLAG_OWN) != 0 ? ranks_of(seats, player, made) : made;
        break;
    case MAD_NODE_QUIET_BREAK: /* it is asked of who moves */
        made->name = made->name != NULL ? mad_seating_of_player(seats, player, made->name) : NULL;
        break;
    case MAD_NODE_HAS: say_of_board(seats, made); break;
    case MAD_NODE_IS: say_who_moves(seats, player, made); break;
    case MAD_NODE_END_FOR: settle_end(seats, made); break;
    case MAD_NODE_END_LAST: made->first = NULL; /* fall through */
    case MAD_NODE_END_OUT: settle_out(seats, made); break;
    case MAD_NODE_END_MOST: settle_most(seats, made); break;
    case MAD_NODE_CONST:
        if (mad_is_word(made, MAD_WORD_NEXT_PLAYER))
            made->n0 = MAD_WORD_ENEMY; /* in ends, which he sees */
        say_by_whom(seats, player, made);
        break;
    default: say_by_whom(seats, player, made); break;
    }
    if (made != NULL)
        made->next = next;
    return made;
}

/* The node as the player means it. */
static const struct mad_node *meant_by(struct mad_seating *seats, uint32_t player,
                                       const struct mad_node *node)
{
    const struct mad_ruleset *rules = seats->rules;
    if (node != NULL)
        node = made_plain(seats, player, node);
    for (uint32_t i = 0; i < rules->direction_count && node != NULL; i++)
        if (rules->directions[i].own)
            node = mad_tree_rename(seats->arena, node, rules->directions[i].name,
                                   mad_seating_of_player(seats, player, rules->directions[i].name));
    seats->out_of_memory |= node == NULL;
    return node;
}

static struct mad_rule_lines lines_of(struct mad_seating *seats, uint32_t player,
                                      const struct mad_rule_lines *lines)
{
    const struct mad_node **items = mad_seating_room(seats, lines->count, sizeof *items);
    for (uint32_t i = 0; items != NULL && i < lines->count; i++)
        items[i] = meant_by(seats, player, lines->items[i]);
    return (struct mad_rule_lines){items, items != NULL ? lines->count : 0};
}

/* --- men --------------------------------------------------------------------------------------------- */

/* A name for pieces `first`, `first + step` and so on; `count` of them. */
static void add_name(struct mad_seating *seats, const char *name, struct mad_span span,
                     uint32_t first, uint32_t step, uint32_t count)
{
    struct mad_ruleset *out = seats->out;
    struct mad_node *any = mad_seating_node(seats, MAD_NODE_OR, span, NULL);
    struct mad_node **link = any != NULL ? &any->first : NULL;
    for (uint32_t i = 0; link != NULL && i < count; i++) {
        *link = mad_seating_node(seats, MAD_NODE_REF, span, out->pieces[first + i * step].name);
        if (*link != NULL)
            (*link)->flags = MAD_FLAG_CAPITAL;
        link = *link != NULL ? &(*link)->next : NULL;
    }
    if (link != NULL)
        out->definitions[out->definition_count++] = (struct mad_rule_definition){
            .name = name, .expression = count == 1 ? any->first : any, .span = span};
}

/* Allies are nobody's men: they stand in the way, and no line takes them. */
static int8_t owner_seen(const struct mad_seating *seats, uint32_t player)
{
    const bool is_ally = (mad_seat_allies(seats->rules, seats->seat) >> player & 1) != 0;
    return player == seats->seat ? 0 : is_ally ? MAD_NOBODY : 1;
}

/* The same man when his player is out: everybody but his allies may take him. */
static void add_wall(struct mad_seating *seats, const struct mad_rule_piece *man, uint32_t player)
{
    struct mad_rule_piece *wall = &seats->out->pieces[seats->out->piece_count++];
    char name[240];
    *wall = *man;
    snprintf(name, sizeof name, "%s, out", man->name);
    wall->name = mad_intern_string(seats->names, name);
    wall->owner = player == seats->seat ? 1 : man->owner;
    wall->lines = (struct mad_rule_lines){NULL, 0};
    seats->out_of_memory |= wall->name == NULL;
}

/* What is named: as the seat means it, and as each of the others does. */
static void add_definitions(struct mad_seating *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    const size_t most = (size_t)(rules->definition_count + 1) * (rules->player_count + 1);
    out->definitions = mad_seating_room(seats, most + rules->piece_count, sizeof *out->definitions);
    out->definition_count = 0;
    for (uint32_t step = 0; step < rules->player_count && !seats->out_of_memory; step++) {
        const uint32_t player = (seats->seat + step) % rules->player_count;
        for (uint32_t i = 0; i < rules->definition_count; i++) {
            struct mad_rule_definition *made = &out->definitions[out->definition_count++];
            *made = rules->definitions[i];
            made->name = step == 0 ? made->name : mad_seating_of_player(seats, player, made->name);
            made->is_others = step != 0;
            made->expression = meant_by(seats, player, made->expression);
        }
    }
}

/* The same of verbs, and how they are written. */
static void add_verbs(struct mad_seating *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    const struct mad_rule_lines said = rules->templates;
    out->verbs = mad_seating_room(seats, (size_t)rules->verb_count * rules->player_count,
                                  sizeof *out->verbs);
    const struct mad_node **templates =
        mad_seating_room(seats, (size_t)said.count * rules->player_count, sizeof *templates);
    out->verb_count = 0;
    out->templates = (struct mad_rule_lines){templates, 0};
    for (uint32_t step = 0; step < rules->player_count && !seats->out_of_memory; step++) {
        const uint32_t player = (seats->seat + step) % rules->player_count;
        for (uint32_t i = 0; i < rules->verb_count; i++) {
            struct mad_rule_verb *made = &out->verbs[out->verb_count++];
            *made = rules->verbs[i];
            made->name = step == 0 ? made->name : mad_seating_of_player(seats, player, made->name);
            seats->verb = made->node;
            made->node = meant_by(seats, player, made->node);
            seats->verb = NULL;
        }
        for (uint32_t i = 0; i < said.count; i++) {
            const bool is_mine = step == 0 || !is_verb(rules, said.items[i]->name);
            struct mad_node *made =
                mad_seating_node(seats, MAD_NODE_TEMPLATE, said.items[i]->span, NULL);
            if (made == NULL || (step > 0 && is_mine))
                continue;
            *made = *said.items[i];
            made->name = is_mine ? made->name : mad_seating_of_player(seats, player, made->name);
            templates[out->templates.count++] = made;
        }
    }
}

static void add_pieces(struct mad_seating *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    const uint32_t players = rules->player_count;
    out->pieces =
        mad_seating_room(seats, (size_t)rules->piece_count * players * 2, sizeof *out->pieces);
    out->piece_count = rules->piece_count * players;
    if (seats->out_of_memory)
        return;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        for (uint32_t player = 0; player < players; player++) {
            struct mad_rule_piece *made = &out->pieces[i * players + player];
            char letter[8];
            *made = rules->pieces[i];
            snprintf(letter, sizeof letter, "%s%s", rules->players[player].letter, made->letter);
            made->kind = made->name;
            made->name = mad_seating_of_player(seats, player, made->name);
            made->letter = mad_intern_string(seats->names, letter);
            made->owner = owner_seen(seats, player);
            made->lines = lines_of(seats, player, &rules->pieces[i].lines);
        }
        add_name(seats, rules->pieces[i].name, rules->pieces[i].span, i * players, 1, players);
    }
    for (uint32_t player = 0; player < players && rules->piece_count > 0; player++)
        add_name(seats, men_of(seats, player), rules->players[player].span, player, players,
                 rules->piece_count);
    for (uint32_t i = 0; i < rules->piece_count * players && seats->walls; i++)
        add_wall(seats, &out->pieces[i], i % players);
}

static void add_array(struct mad_seating *seats)
{
    struct mad_ruleset *out = seats->out;
    const size_t cells = (size_t)out->files * (size_t)out->ranks;
    out->array = mad_seating_room(seats, cells, sizeof *out->array);
    for (size_t i = 0; out->array != NULL && i < cells; i++) {
        struct mad_rule_cell *cell = &out->array[i];
        *cell = seats->rules->array[i];
        if (cell->piece < 0)
            continue;
        cell->piece =
            (int16_t)((uint32_t)cell->piece * seats->rules->player_count + (uint32_t)cell->owner);
        cell->owner = owner_seen(seats, (uint32_t)cell->owner);
    }
}

/* Ends that ask for the next player are seen by him: all others have moved. */
static void add_ends(struct mad_seating *seats)
{
    const struct mad_rule_lines *said = &seats->rules->ends;
    uint8_t *seen_by = mad_seating_room(seats, said->count, 1);
    for (uint32_t i = 0; seen_by != NULL && i < said->count; i++)
        seen_by[i] = mad_seats_asks(seats->rules, said->items[i], MAD_WORD_NEXT_PLAYER) ? 1 : 0;
    seats->out->seen_by = seen_by;
    seats->out->ends = lines_of(seats, seats->seat, said);
}

bool mad_seat_rules(struct mad_arena *arena, struct mad_intern *names,
                    const struct mad_ruleset *rules, uint32_t seat, struct mad_ruleset *out)
{
    *out = *rules;
    out->teams.seat = seat;
    out->teams.ally = seat;
    for (uint32_t left = mad_seat_allies(rules, seat) & ~(1u << seat); left != 0; left &= left - 1)
        out->teams.ally =
            (uint32_t)__builtin_ctz(left); /* the one that he has, where a fate asks for him */
    struct mad_seating seats = {
        .arena = arena, .names = names, .rules = rules, .out = out, .seat = seat};
    out->players[0] = rules->players[seat];
    out->players[1] = rules->players[(seat + 1) % rules->player_count];
    out->players[0].capitals = true;
    out->players[1].capitals = false;
    add_directions(&seats);
    for (uint32_t i = 0; i < rules->ends.count; i++)
        seats.walls |= rules->ends.items[i]->kind == MAD_NODE_END_OUT && rules->ends.items[i]->n0;
    if (!seats.out_of_memory)
        add_definitions(&seats);
    if (!seats.out_of_memory)
        add_pieces(&seats);
    if (!seats.out_of_memory)
        mad_seating_add_pockets(&seats);
    if (!seats.out_of_memory)
        add_array(&seats);
    struct mad_rule_lines *const lists[] = {&out->player_may, &out->illegal, &out->laws};
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !seats.out_of_memory; i++)
        *lists[i] = lines_of(&seats, seat, lists[i]);
    if (!seats.out_of_memory)
        mad_seating_add_counters(&seats);
    if (!seats.out_of_memory)
        mad_seating_add_marks(&seats);
    if (!seats.out_of_memory)
        mad_seating_add_shows(&seats);
    if (!seats.out_of_memory)
        add_ends(&seats);
    if (!seats.out_of_memory)
        add_verbs(&seats);
    return !seats.out_of_memory;
}
