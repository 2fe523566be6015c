/* seats_check.c - what games of three players and more may say.
 *
 * Layer: rules. Refused, at its place: what means one enemy where there are several, and what is not built for so many. */
#include "seats.h"

#include <string.h>

#include "../limits.h"

/* Words that ask of nobody how he would move, who is next, or what turns with a player but a direction. */
static const bool SAID[MAD_NODE_KINDS] = {
    [MAD_NODE_MOVE] = true,
    [MAD_NODE_BY] = true,
    [MAD_NODE_WHEN] = true,
    [MAD_NODE_CALL_LINE] = true,
    [MAD_NODE_CALL] = true,
    [MAD_NODE_ARG] = true,
    [MAD_NODE_VERB] = true,
    [MAD_NODE_PARAM] = true,
    [MAD_NODE_BODY] = true,
    [MAD_NODE_LET] = true,
    [MAD_NODE_CHOOSE] = true,
    [MAD_NODE_REQUIRE] = true,
    [MAD_NODE_IF] = true,
    [MAD_NODE_END_DRAW] = true,
    [MAD_NODE_REF] = true,
    [MAD_NODE_NUMBER] = true,
    [MAD_NODE_SQUARE] = true,
    [MAD_NODE_RECTANGLE] = true,
    [MAD_NODE_OWN] = true,
    [MAD_NODE_ENEMY] = true,
    [MAD_NODE_FILE_OF_BOARD] = true,
    [MAD_NODE_STEP] = true,
    [MAD_NODE_SLIDE] = true,
    [MAD_NODE_LEAP] = true,
    [MAD_NODE_LINE] = true,
    [MAD_NODE_THEN] = true,
    [MAD_NODE_FROM] = true,
    [MAD_NODE_LEAP_ALONG] = true,
    [MAD_NODE_OVER] = true,
    [MAD_NODE_TO] = true,
    [MAD_NODE_ON] = true,
    [MAD_NODE_NEXT_TO] = true,
    [MAD_NODE_JOINED_TO] = true,
    [MAD_NODE_EXCEPT] = true,
    [MAD_NODE_OR] = true,
    [MAD_NODE_AND] = true,
    [MAD_NODE_NOT] = true,
    [MAD_NODE_SOME] = true,
    [MAD_NODE_HAS] = true,
    [MAD_NODE_IS] = true,
    [MAD_NODE_EVERY_IS_ON] = true,
    [MAD_NODE_WRAP] = true,
    [MAD_NODE_HOLE] = true,
    [MAD_NODE_LINK] = true,
    [MAD_NODE_CORNER] = true,
    [MAD_NODE_HEXBOARD] = true,
    [MAD_NODE_END_FOR] = true,
    [MAD_NODE_END_OUT] = true,
    [MAD_NODE_END_LAST] = true,
    [MAD_NODE_END_MOST] = true,
    [MAD_NODE_RANK] = true,
    [MAD_NODE_LAST_RANKS] = true,
    [MAD_NODE_PASS_WHEN] = true,
    [MAD_NODE_EVENT] = true,
    [MAD_NODE_EVERY_IS_ATTACKED] = true,
    [MAD_NODE_ROYAL] = true,
    [MAD_NODE_CAN_MOVE] = true,
    [MAD_NODE_WHEN_MOVED] = true,
    [MAD_NODE_PLUS] = true,
    [MAD_NODE_MOVE_WAS] = true,
    [MAD_NODE_REPEAT] = true,
    [MAD_NODE_REPEATED] = true,
    [MAD_NODE_END_QUIET] = true,
    [MAD_NODE_QUIET_BREAK] = true,
    [MAD_NODE_FOR_EACH] = true,
    [MAD_NODE_WORTH] = true,
    [MAD_NODE_FORMER] = true,
    [MAD_NODE_TOSS] = true,
    [MAD_NODE_OUTCOME] = true,
    [MAD_NODE_NOTHING_HAPPENS] = true,
};

/* An enemy's man: of which enemy? */
static bool puts_enemy(const struct mad_node *call)
{
    bool puts = false;
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next)
        puts = puts || (arg->text == NULL && arg->first->kind == MAD_NODE_ENEMY);
    return puts;
}

static bool is_said(const struct mad_ruleset *rules, const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_CONST:
        return node->n0 == MAD_WORD_EMPTY || node->n0 == MAD_WORD_PIECE ||
               node->n0 == MAD_WORD_OWN || node->n0 == MAD_WORD_ENEMY ||
               node->n0 == MAD_WORD_MOVER || node->n0 == MAD_WORD_HERE ||
               node->n0 == MAD_WORD_ROYAL || node->n0 == MAD_WORD_NEXT_PLAYER ||
               node->n0 == MAD_WORD_BOARD || node->n0 == MAD_WORD_NOTHING;
    case MAD_NODE_FUNCTION: return node->n0 != MAD_FN_KIND_OF;
    case MAD_NODE_EVENT_ON: return node->n0 == MAD_EVENT_ENDS || node->n0 == MAD_EVENT_TAKEN;
    case MAD_NODE_DROP:
    case MAD_NODE_PLAYER_MAY: return true;
    case MAD_NODE_OF_PLAYER: return strcmp(node->name, "nobody") != 0;
    case MAD_NODE_CALL:
        for (uint32_t i = 0; i < rules->verb_count; i++)
            if (rules->verbs[i].name == node->name)
                return true;
        return strcmp(node->name, "land") == 0 || strcmp(node->name, "take") == 0 ||
               strcmp(node->name, "become") == 0 || strcmp(node->name, "increase") == 0 ||
               strcmp(node->name, "decrease") == 0 || strcmp(node->name, "bring") == 0 ||
               strcmp(node->name, "set") == 0 || strcmp(node->name, "clear") == 0 ||
               (strcmp(node->name, "put") == 0 && !puts_enemy(node));
    default: return SAID[node->kind];
    }
}

struct check {
    struct mad_findings *findings;
    const struct mad_ruleset *rules;
    bool of_men; /* lines of men, and verbs, which from each seat are there once for each player */
};

static bool tell(const struct check *check, struct mad_span span, const char *text,
                 const char *remedy)
{
    struct mad_finding *finding =
        mad_findings_add(check->findings, MAD_FINDING_GAME_SHAPE, span, text);
    mad_finding_remedy(check->findings, finding, "%s", remedy);
    return false;
}

static bool refuse(const struct check *check, struct mad_span span)
{
    return tell(
        check, span, "not built yet where more than two play",
        "say it otherwise, or leave it out: so far men move, capture, are dropped, call verbs that "
        "land and take, and become others; a player wins, or is out");
}

static bool is_player(const struct mad_ruleset *rules, const char *name)
{
    bool is_one = false;
    for (uint32_t i = 0; i < rules->player_count; i++)
        is_one = is_one || rules->players[i].name == name;
    return is_one;
}

/* Whether it is so of the node, of what is below, or of what is named there; what a player is, `next player is in
 * check`, is left out. */
static bool any_of(const struct mad_ruleset *rules, const struct mad_node *node,
                   bool (*is_so)(const struct mad_node *node, int what), int what, uint32_t depth)
{
    const struct mad_node *named = mad_rules_meaning(rules, node);
    bool any = is_so(node, what) || (named != NULL && depth < MAD_MAX_NESTING &&
                                     any_of(rules, named, is_so, what, depth + 1));
    for (const struct mad_node *child = node->first; child != NULL && !any; child = child->next) {
        any = any_of(rules, child, is_so, what, depth);
        if (node->kind == MAD_NODE_IS && node->n0 == MAD_IS_IN)
            break;
    }
    return any;
}

static bool is_word(const struct mad_node *node, int word)
{
    return mad_is_word(node, (enum mad_word)word);
}

bool mad_seats_asks(const struct mad_ruleset *rules, const struct mad_node *node,
                    enum mad_word word)
{
    return any_of(rules, node, is_word, (int)word, 0);
}

/* What is said of the player whose line it is, or of his enemies. */
static bool is_of_mover(const struct mad_node *node, int what)
{
    (void)what;
    return node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY ||
           mad_is_word(node, MAD_WORD_OWN) || mad_is_word(node, MAD_WORD_ENEMY) ||
           mad_is_word(node, MAD_WORD_MOVER) ||
           (node->kind == MAD_NODE_OF_PLAYER && strcmp(node->name, "ally") == 0);
}

static bool asks_attacks(const struct mad_node *node, int what)
{
    (void)what;
    return node->kind == MAD_NODE_EVERY_IS_ATTACKED ||
           (node->kind == MAD_NODE_IS && (node->n0 == MAD_IS_ATTACKED || node->n0 == MAD_IS_IN));
}

/* Attacked is what an enemy of the mover attacks: men who are asked about have to be his own. */
static bool is_movers(const struct mad_ruleset *rules, const struct mad_node *node, uint32_t depth)
{
    const struct mad_node *named = mad_rules_meaning(rules, node);
    bool is_his = node->kind != MAD_NODE_ENEMY && node->kind != MAD_NODE_OF_PLAYER &&
                  !mad_is_word(node, MAD_WORD_ENEMY) && !mad_is_word(node, MAD_WORD_PIECE) &&
                  !mad_is_word(node, MAD_WORD_ROYAL);
    for (uint32_t i = 0; i < rules->piece_count && node->kind == MAD_NODE_REF; i++)
        is_his = is_his && rules->pieces[i].name != node->name;
    if (node->kind == MAD_NODE_OWN)
        return true;
    if (named != NULL && depth < MAD_MAX_NESTING)
        is_his = is_his && is_movers(rules, named, depth + 1);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        is_his = is_his && is_movers(rules, child, depth);
    return is_his;
}

static bool is_pocket(const struct mad_ruleset *rules, const struct mad_node *node)
{
    bool is_one = false;
    for (uint32_t i = 0; i < rules->pocket_count && node->kind == MAD_NODE_REF; i++)
        is_one = is_one || rules->pockets[i].name == node->name;
    return is_one;
}

/* Whose pocket: each has his own, and what others hold nobody counts. */
static bool check_pocket(const struct check *check, const struct mad_node *node)
{
    const bool is_whose = node->kind == MAD_NODE_ENEMY || node->kind == MAD_NODE_OF_PLAYER;
    if (is_whose && is_pocket(check->rules, node->first))
        return tell(check, node->span, "not built yet where more than two play",
                    "ask for what the player whose turn it is has: `own` and the pocket's name");
    if (check->of_men && node->kind == MAD_NODE_OWN && is_pocket(check->rules, node->first))
        return tell(check, node->span, "not built yet where more than two play",
                    "ask for it in laws, in ends, and behind `a player may ... when`");
    return true;
}

/* Who is attacked, who is in check, who cannot move. */
static bool check_asked(const struct check *check, const struct mad_node *node)
{
    const struct mad_node *who = node->first;
    const bool is_next = who != NULL && mad_is_word(who, MAD_WORD_NEXT_PLAYER);
    if (node->kind == MAD_NODE_CAN_MOVE && (!is_next || who->next != NULL))
        return tell(check, node->span, "not built yet where more than two play",
                    "ask whether `next player cannot move`, in the lines that end the game");
    if (node->kind == MAD_NODE_IS && node->n0 == MAD_IS_IN && !is_next &&
        !mad_is_word(who, MAD_WORD_MOVER))
        return tell(check, who->span, "which of the players is meant?",
                    "ask for `mover`, or in the lines that end the game for `next player`");
    if ((node->kind == MAD_NODE_EVERY_IS_ATTACKED ||
         (node->kind == MAD_NODE_IS && node->n0 == MAD_IS_ATTACKED)) &&
        !is_movers(check->rules, who, 0))
        return tell(check, who->span,
                    "where more than two play it is asked of the mover's men alone whether they "
                    "are attacked",
                    "say `own` before the piece");
    return true;
}

/* Of whom it is asked who moves but by name: nobody else's men are seen as he sees them. */
static const struct mad_node *asks_of_mover(const struct check *check, const struct mad_node *node)
{
    const struct mad_node *first = node->first, *found = NULL;
    const bool by_name = node->kind == MAD_NODE_IS && mad_is_word(first, MAD_WORD_MOVER) &&
                         first->next != NULL && first->next->kind == MAD_NODE_REF &&
                         is_player(check->rules, first->next->name);
    if (mad_is_word(node, MAD_WORD_MOVER) ||
        (node->kind == MAD_NODE_REF && mad_seats_asks(check->rules, node, MAD_WORD_MOVER)))
        return node;
    for (; first != NULL && found == NULL && !by_name; first = first->next)
        found = asks_of_mover(check, first);
    return found;
}

static bool check_event(const struct check *check, const struct mad_node *event)
{
    const struct mad_node *mover = asks_of_mover(check, event);
    bool is_taken = false;
    for (const struct mad_node *on = event->first; on != NULL; on = on->next)
        is_taken = is_taken || (on->kind == MAD_NODE_EVENT_ON && on->n0 == MAD_EVENT_TAKEN);
    if (is_taken && mover != NULL)
        return tell(check, mover->span, "not built yet where more than two play, of who is taken",
                    "ask for `own` men, who are those of his player, or `mover is ...` and a name");
    return true;
}

/* Whose man a word asks for: of a player, or of an ally, where there are any. */
static bool check_whose(const struct check *check, const struct mad_node *node)
{
    if (strcmp(node->name, "ally") == 0 && check->rules->teams.allies.count == 0)
        return tell(check, node->span, "nobody has an ally in this game",
                    "say who has one: `allies Red and Green`");
    const struct mad_node *what = node->first;
    bool is_men = mad_is_word(what, MAD_WORD_PIECE);
    for (uint32_t i = 0; i < check->rules->piece_count; i++)
        is_men =
            is_men || (what->kind == MAD_NODE_REF && check->rules->pieces[i].name == what->name);
    for (uint32_t i = 0; i < check->rules->counter_count && !is_men; i++)
        is_men = what->kind == MAD_NODE_REF && check->rules->counters[i].name == what->name &&
                 strcmp(node->name, "enemy") != 0 && strcmp(node->name, "ally") != 0;
    if (strcmp(node->name, "mover") != 0 && !is_men)
        return refuse(check, node->span);
    return true;
}

/* Whether all players are in one of two teams, so that who loses has made the other team the winner. */
static bool are_two_teams(const struct mad_ruleset *rules)
{
    const uint32_t all = (1u << rules->player_count) - 1, others = all & ~mad_seat_allies(rules, 0);
    return others != 0 && mad_seat_allies(rules, (uint32_t)__builtin_ctz(others)) == others;
}

/* Who wins, or loses: of more than two teams there is no loser to be told from one line. */
static bool check_end(const struct check *check, const struct mad_node *end)
{
    const struct mad_node *who = end->first;
    if (end->n0 == 0 && !are_two_teams(check->rules))
        return tell(check, end->span,
                    "who loses where more than two play has not made one of the others the winner",
                    "say who is out: `a player with no King is out, and his men stay`, and `the "
                    "last player wins`");
    if (mad_is_word(who, MAD_WORD_ENEMY))
        return tell(check, end->span, "there are several enemies: which of them wins?",
                    "name the player: `Red wins when ...`, or say who is out");
    return true;
}

/* Who has most of it: a counter that each of them has. */
static bool check_most(const struct check *check, const struct mad_node *end)
{
    bool is_his = end->first == NULL;
    for (uint32_t i = 0; i < check->rules->counter_count && !is_his; i++)
        is_his =
            check->rules->counters[i].each && check->rules->counters[i].name == end->first->name;
    if (!is_his)
        return tell(check, end->first->span, "no counter of that name that each player has",
                    "say `counter points for each player starts at 0`");
    return true;
}

/* Several players may have set a mark that lasts a turn. */
static bool check_clear(const struct check *check, const struct mad_node *call)
{
    const struct mad_node *named = call->first != NULL ? call->first->first : NULL;
    for (uint32_t i = 0;
         strcmp(call->name, "clear") == 0 && named != NULL && i < check->rules->mark_count; i++)
        if (check->rules->marks[i].name == named->name &&
            check->rules->marks[i].life == MAD_LIFE_TURNS)
            return tell(check, call->span,
                        "not built yet where more than two play, of a mark that "
                        "lasts a turn",
                        "leave it out, it goes by itself; or say `lasts until cleared`");
    return true;
}

static bool check_node(const struct check *check, const struct mad_node *node)
{
    if (node->kind == MAD_NODE_END_SCORE)
        return tell(
            check, node->span, "there are several enemies: which of them scores that?",
            "let a counter for each player tell: `the player with most points wins when ...`");
    if (node->kind == MAD_NODE_END_WITHOUT || node->kind == MAD_NODE_END_WHOEVER)
        return tell(
            check, node->span,
            node->n0 == 1 ? "who wins where others play on is not known from one of them"
                          : "who loses where more than two play has not made one of the "
                            "others the winner",
            node->kind == MAD_NODE_END_WITHOUT
                ? "say who is out: `a player with no King is out, and his men stay`, and "
                  "`the last player wins`"
                : "say who is out: `a player who is ... is out, and his men stay`, and `the "
                  "last player wins`");
    if (!is_said(check->rules, node))
        return refuse(check, node->span);
    if ((node->kind == MAD_NODE_END_MOST || node->kind == MAD_NODE_END_LAST) &&
        !check_most(check, node))
        return false;
    if ((node->kind == MAD_NODE_EVENT && !check_event(check, node)) ||
        (node->kind == MAD_NODE_CALL && !check_clear(check, node)) ||
        (node->kind == MAD_NODE_END_FOR && !check_end(check, node)) || !check_pocket(check, node) ||
        (node->kind == MAD_NODE_OF_PLAYER && !check_whose(check, node)) ||
        !check_asked(check, node))
        return false;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (!check_node(check, child))
            return false;
    return true;
}

/* An end is seen by one player. */
static bool check_seen(const struct check *check, const struct mad_node *end)
{
    const struct mad_node *asked = end->kind == MAD_NODE_END_FOR || end->kind == MAD_NODE_END_MOST
                                       ? end->first->next
                                       : end->first;
    bool is_his = false;
    if (asked == NULL || !mad_seats_asks(check->rules, end, MAD_WORD_NEXT_PLAYER))
        return true;
    for (; asked != NULL; asked = asked->next)
        is_his = is_his || any_of(check->rules, asked, is_of_mover, 0, 0);
    if (end->kind == MAD_NODE_END_OUT || is_his)
        return tell(check, end->span, "this asks for who has moved and for who is next",
                    "ask for one of them in each line");
    return true;
}

/* Elsewhere than in ends nobody knows who is next; and what attacks has to be the same for all who ask. */
static bool check_next(const struct check *check, const struct mad_node *node, bool attacks)
{
    if (mad_seats_asks(check->rules, node, MAD_WORD_NEXT_PLAYER))
        return tell(check, node->span, "here it is not known yet who is next",
                    "ask for `next player` in the lines that end the game");
    if (attacks && mad_seats_asks(check->rules, node, MAD_WORD_MOVER))
        return tell(check, node->span,
                    "not built yet where more than two play, and it is asked who is attacked",
                    "say it by `own` men: `own King is ...`");
    return true;
}

static bool check_lines(const struct check *check, const struct mad_rule_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++)
        if (!check_node(check, lines->items[i]))
            return false;
    return true;
}

/* Who is out is asked before all else that ends a game, and somebody has to be left. */
static bool check_outs(const struct check *check)
{
    const struct mad_rule_lines *ends = &check->rules->ends;
    const struct mad_node *before = NULL, *last = NULL, *out = NULL;
    for (uint32_t i = 0; i < ends->count; i++) {
        const struct mad_node *end = ends->items[i];
        if (last != NULL && end->kind == MAD_NODE_END_LAST)
            return tell(check, end->span, "a line above says already what holds when one is left",
                        "leave out one of the two");
        last = end->kind == MAD_NODE_END_LAST ? end : last;
        if (end->kind != MAD_NODE_END_OUT) {
            before = end;
        } else if (before != NULL || i >= MAD_MAX_OUTS) {
            return tell(check, end->span, "who is out is asked before the game can end",
                        "put this line above the other ends");
        }
        out = end->kind == MAD_NODE_END_OUT ? end : out;
    }
    if (out != NULL && last == NULL)
        return tell(check, out->span, "one player may be left, and then no line says who has won",
                    "add `the last player wins` below it");
    if (last != NULL && out == NULL)
        return tell(check, last->span, "nobody is ever out, so that there is never one player left",
                    "say who is out: `a player with no King is out, and his men stay`");
    return true;
}

/* Allies are players of the game, several, each in one line. */
static bool check_allies(const struct check *check)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < check->rules->teams.allies.count; i++) {
        const struct mad_node *line = check->rules->teams.allies.items[i];
        uint32_t count = 0;
        for (const struct mad_node *one = line->first; one != NULL; one = one->next, count++) {
            uint32_t player = 0;
            if (!is_player(check->rules, one->name))
                return tell(check, one->span, "no such player", "allies are players of the game");
            while (check->rules->players[player].name != one->name)
                player++;
            if ((seen >> player & 1) != 0)
                return tell(check, one->span, "he is somebody's ally already",
                            "name each player once in all lines of `allies`");
            seen |= 1u << player;
        }
        if (count < 2)
            return tell(check, line->span, "an ally of whom?",
                        "name two players: `allies Red and Green`");
        if (count == check->rules->player_count)
            return tell(check, line->span, "all players are allies: nobody is left to play against",
                        "leave out who plays against them");
    }
    return true;
}

/* Who has no men has no moves, unless he has some in hand. */
static bool check_men(const struct check *check)
{
    const struct mad_ruleset *rules = check->rules;
    const size_t cells = (size_t)rules->files * (size_t)rules->ranks;
    for (uint32_t i = 0; i < rules->pocket_count; i++)
        if (rules->pockets[i].stock.count > 0)
            return true;
    for (uint32_t player = 0; player < rules->player_count; player++) {
        bool has_man = false;
        for (size_t i = 0; i < cells; i++)
            has_man = has_man ||
                      (rules->array[i].piece >= 0 && (uint32_t)rules->array[i].owner == player);
        if (!has_man)
            return tell(check, rules->players[player].span, "this player has no man in the array",
                        "give him men, or leave him out");
    }
    return true;
}

/* Not with somebody's turn, or with what men of a player do: of which player? */
static bool check_mark(const struct check *check, const struct mad_rule_mark *mark)
{
    if (mark->until != NULL || mark->most > 0)
        return refuse(check, mark->span);
    if (mark->life == MAD_LIFE_TURNS && mark->starts.count > 0)
        return tell(check, mark->span, "before the first move nobody has set it",
                    "let it start nowhere, or last until cleared");
    return check_lines(check, &mark->starts);
}

/* The pocket of an ally: of whom, where a player has none, or several? */
static bool check_fates(const struct check *check)
{
    for (uint32_t i = 0; i < check->rules->fate_count; i++) {
        bool has_one = true;
        for (uint32_t player = 0; player < check->rules->player_count; player++) {
            const uint32_t allies = mad_seat_allies(check->rules, player) & ~(1u << player);
            has_one = has_one && allies != 0 && (allies & (allies - 1)) == 0;
        }
        if (check->rules->fates[i].joins == MAD_JOINS_ALLY && !has_one)
            return tell(check, check->rules->fates[i].span,
                        "not everybody has one ally, and no more, to whom they could go",
                        "name them in pairs, `allies Red and Green`, or say `join their taker`");
    }
    return true;
}

/* What each player counts takes as many counters as there are players. */
static bool check_counters(const struct check *check)
{
    const struct mad_ruleset *rules = check->rules;
    uint32_t count = 0;
    for (uint32_t i = 0; i < rules->counter_count; i++) {
        count += rules->counters[i].each ? rules->player_count : 1;
        if (count > MAD_MAX_COUNTERS)
            return tell(check, rules->counters[i].span,
                        "too many counters: one for each player is one for each of them",
                        "leave one out");
    }
    return true;
}

/* Whether anything asks who is attacked. */
static bool has_attacks(const struct mad_ruleset *rules)
{
    bool any = false;
    for (uint32_t i = 0; i < rules->definition_count && !any; i++)
        any = any_of(rules, rules->definitions[i].expression, asks_attacks, 0, 0);
    for (uint32_t i = 0; i < rules->illegal.count && !any; i++)
        any = any_of(rules, rules->illegal.items[i], asks_attacks, 0, 0);
    for (uint32_t i = 0; i < rules->verb_count && !any; i++)
        any = any_of(rules, rules->verbs[i].node, asks_attacks, 0, 0);
    return any;
}

static bool check_pieces(struct check men)
{
    const struct check *check = &men;
    const struct mad_ruleset *rules = check->rules;
    men.of_men = true;
    const bool attacks = has_attacks(rules);
    bool is_fine = true;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        const struct mad_rule_lines *lines = &rules->pieces[i].lines;
        is_fine = check_lines(check, lines) && is_fine;
        for (uint32_t k = 0; k < lines->count; k++)
            is_fine = check_next(check, lines->items[k], attacks) && is_fine;
        if (rules->pieces[i].owner != -1)
            is_fine = refuse(check, rules->pieces[i].span);
    }
    for (uint32_t i = 0; i < rules->verb_count; i++)
        is_fine = check_node(check, rules->verbs[i].node) &&
                  check_next(check, rules->verbs[i].node, attacks) && is_fine;
    return is_fine;
}

bool mad_seats_check(struct mad_findings *findings, const struct mad_ruleset *rules)
{
    const struct check check = {findings, rules, false};
    const struct mad_rule_lines *const lists[] = {&rules->laws, &rules->illegal, &rules->player_may,
                                                  &rules->ends};
    bool is_fine =
        check_allies(&check) && check_fates(&check) && check_outs(&check) && check_men(&check);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        is_fine = check_lines(&check, lists[i]) && is_fine;
    for (uint32_t i = 0; i < rules->ends.count; i++)
        is_fine = check_seen(&check, rules->ends.items[i]) && is_fine;
    for (size_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < lists[i]->count; k++)
            is_fine = check_next(&check, lists[i]->items[k], false) && is_fine;
    is_fine = check_pieces(check) && is_fine;
    for (uint32_t i = 0; i < rules->mark_count; i++)
        is_fine = check_mark(&check, &rules->marks[i]) && is_fine;
    return check_counters(&check) && is_fine;
}
