/* seats_check.c - what games of three players and more may say.
 *
 * Layer: rules. Refused, at its place: what means one enemy where there are several, and what is not built for so many. */
#include "seats.h"

#include <string.h>

/* Words that ask of nobody how he would move, who is next, or what turns with a player but a direction. */
static const bool SAID[MAD_NODE_KINDS] = {
    [MAD_NODE_MOVE] = true,        [MAD_NODE_BY] = true,        [MAD_NODE_WHEN] = true,
    [MAD_NODE_CALL_LINE] = true,   [MAD_NODE_CALL] = true,      [MAD_NODE_ARG] = true,
    [MAD_NODE_VERB] = true,        [MAD_NODE_PARAM] = true,     [MAD_NODE_BODY] = true,
    [MAD_NODE_LET] = true,         [MAD_NODE_CHOOSE] = true,    [MAD_NODE_REQUIRE] = true,
    [MAD_NODE_IF] = true,          [MAD_NODE_END_DRAW] = true,  [MAD_NODE_REF] = true,
    [MAD_NODE_NUMBER] = true,      [MAD_NODE_SQUARE] = true,    [MAD_NODE_RECTANGLE] = true,
    [MAD_NODE_OWN] = true,         [MAD_NODE_ENEMY] = true,     [MAD_NODE_FILE_OF_BOARD] = true,
    [MAD_NODE_STEP] = true,        [MAD_NODE_SLIDE] = true,     [MAD_NODE_LEAP] = true,
    [MAD_NODE_LINE] = true,        [MAD_NODE_THEN] = true,      [MAD_NODE_FROM] = true,
    [MAD_NODE_OVER] = true,        [MAD_NODE_TO] = true,        [MAD_NODE_ON] = true,
    [MAD_NODE_NEXT_TO] = true,     [MAD_NODE_JOINED_TO] = true, [MAD_NODE_EXCEPT] = true,
    [MAD_NODE_OR] = true,          [MAD_NODE_AND] = true,       [MAD_NODE_NOT] = true,
    [MAD_NODE_SOME] = true,        [MAD_NODE_HAS] = true,       [MAD_NODE_EVERY_IS_ON] = true,
    [MAD_NODE_WRAP] = true,        [MAD_NODE_HOLE] = true,      [MAD_NODE_LINK] = true,
    [MAD_NODE_CORNER] = true,      [MAD_NODE_HEXBOARD] = true,  [MAD_NODE_END_FOR] = true,
    [MAD_NODE_END_OUT] = true,     [MAD_NODE_END_LAST] = true,  [MAD_NODE_RANK] = true,
    [MAD_NODE_LAST_RANKS] = true,  [MAD_NODE_PASS_WHEN] = true, [MAD_NODE_EVENT] = true,
    [MAD_NODE_REPEAT] = true,      [MAD_NODE_REPEATED] = true,  [MAD_NODE_END_QUIET] = true,
    [MAD_NODE_QUIET_BREAK] = true, [MAD_NODE_FOR_EACH] = true,
};

static bool is_said(const struct mad_ruleset *rules, const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_CONST:
        return node->n0 == MAD_WORD_EMPTY || node->n0 == MAD_WORD_PIECE ||
               node->n0 == MAD_WORD_OWN || node->n0 == MAD_WORD_ENEMY ||
               node->n0 == MAD_WORD_MOVER || node->n0 == MAD_WORD_HERE ||
               node->n0 == MAD_WORD_BOARD || node->n0 == MAD_WORD_NOTHING;
    case MAD_NODE_IS: return node->n0 != MAD_IS_ATTACKED && node->n0 != MAD_IS_IN;
    case MAD_NODE_EVENT_ON: return node->n0 == MAD_EVENT_ENDS;
    case MAD_NODE_OF_PLAYER: return strcmp(node->name, "nobody") != 0;
    case MAD_NODE_CALL:
        for (uint32_t i = 0; i < rules->verb_count; i++)
            if (rules->verbs[i].name == node->name)
                return true;
        return strcmp(node->name, "land") == 0 || strcmp(node->name, "take") == 0 ||
               strcmp(node->name, "become") == 0 || strcmp(node->name, "set") == 0 ||
               strcmp(node->name, "clear") == 0;
    default: return SAID[node->kind];
    }
}

struct check {
    struct mad_findings *findings;
    const struct mad_ruleset *rules;
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
        "say it otherwise, or leave it out: so far men move, capture, call verbs that land and "
        "take, and become others; a player wins, or is out");
}

static bool is_player(const struct mad_ruleset *rules, const char *name)
{
    bool is_one = false;
    for (uint32_t i = 0; i < rules->player_count; i++)
        is_one = is_one || rules->players[i].name == name;
    return is_one;
}

/* Whose man a word asks for: of a player, or of an ally, where there are any. */
static bool check_whose(const struct check *check, const struct mad_node *node)
{
    if (strcmp(node->name, "ally") == 0 && check->rules->allies.count == 0)
        return tell(check, node->span, "nobody has an ally in this game",
                    "say who has one: `allies Red and Green`");
    const struct mad_node *what = node->first;
    bool is_men = mad_is_word(what, MAD_WORD_PIECE);
    for (uint32_t i = 0; i < check->rules->piece_count; i++)
        is_men =
            is_men || (what->kind == MAD_NODE_REF && check->rules->pieces[i].name == what->name);
    if (strcmp(node->name, "mover") != 0 && !is_men)
        return refuse(check, node->span);
    return true;
}

/* Who wins, or loses: with several enemies there is no loser to be told from one line. */
static bool check_end(const struct check *check, const struct mad_node *end)
{
    const struct mad_node *who = end->first;
    if (end->n0 == 0)
        return tell(check, end->span,
                    "who loses where more than two play has not made one of the others the winner",
                    "say who is out: `a player with no King is out, and his men stay`, and `the "
                    "last player wins`");
    if (mad_is_word(who, MAD_WORD_ENEMY))
        return tell(check, end->span, "there are several enemies: which of them wins?",
                    "name the player: `Red wins when ...`, or say who is out");
    return true;
}

static bool check_node(const struct check *check, const struct mad_node *node)
{
    if (!is_said(check->rules, node))
        return refuse(check, node->span);
    if ((node->kind == MAD_NODE_END_FOR && !check_end(check, node)) ||
        (node->kind == MAD_NODE_OF_PLAYER && !check_whose(check, node)))
        return false;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (!check_node(check, child))
            return false;
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
    for (uint32_t i = 0; i < check->rules->allies.count; i++) {
        const struct mad_node *line = check->rules->allies.items[i];
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

/* Who has no men has no moves. */
static bool check_men(const struct check *check)
{
    const struct mad_ruleset *rules = check->rules;
    const size_t cells = (size_t)rules->files * (size_t)rules->ranks;
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

/* A mark of this move, or for good: whose turn it ends with, or whose man, need not be asked. */
static bool check_mark(const struct check *check, const struct mad_rule_mark *mark)
{
    if ((mark->life != MAD_LIFE_MOVE && mark->life != MAD_LIFE_ALWAYS) || mark->until != NULL ||
        mark->most > 0)
        return refuse(check, mark->span);
    return check_lines(check, &mark->starts);
}

bool mad_seats_check(struct mad_findings *findings, const struct mad_ruleset *rules)
{
    const struct check check = {findings, rules};
    const struct mad_rule_lines *const lists[] = {&rules->laws, &rules->ends};
    bool is_fine = check_allies(&check) && check_outs(&check) && check_men(&check);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        is_fine = check_lines(&check, lists[i]) && is_fine;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        is_fine = check_lines(&check, &rules->pieces[i].lines) && is_fine;
        if (rules->pieces[i].owner != -1)
            is_fine = refuse(&check, rules->pieces[i].span);
    }
    for (uint32_t i = 0; i < rules->verb_count; i++)
        is_fine = check_node(&check, rules->verbs[i].node) && is_fine;
    for (uint32_t i = 0; i < rules->mark_count; i++)
        is_fine = check_mark(&check, &rules->marks[i]) && is_fine;
    for (uint32_t i = 0; i < rules->pocket_count; i++)
        is_fine = refuse(&check, rules->pockets[i].span);
    for (uint32_t i = 0; i < rules->counter_count; i++)
        is_fine = refuse(&check, rules->counters[i].span);
    for (uint32_t i = 0; i < rules->player_may.count; i++)
        is_fine = refuse(&check, rules->player_may.items[i]->span);
    for (uint32_t i = 0; i < rules->illegal.count; i++)
        is_fine = refuse(&check, rules->illegal.items[i]->span);
    return is_fine;
}
