/* many.c - three players and more: whose enemy somebody is, who is out, whose turn it is.
 *
 * Layer: tests. Written from the section Players and turns of the manual. */
#include "parts.h"

static int player_named(const struct meaning_game *g, const char *name)
{
    int player = (int)g->rules->player_count - 1;
    while (player >= 0 && g->rules->players[player].name != name)
        player--;
    return player;
}

int allies_of(const struct meaning_game *g, int player)
{
    int all = 1 << player;
    for (uint32_t i = 0; i < g->rules->teams.allies.count; i++) {
        int named = 0;
        for (const node *n = g->rules->teams.allies.items[i]->first; n != NULL; n = n->next)
            named |= 1 << player_named(g, n->name);
        all |= named >> player & 1 ? named : 0;
    }
    return all;
}

int enemy_of(const struct meaning_game *g, int player)
{
    return plays_many(g) ? ENEMIES_OF + player : 1 - player;
}

bool is_of(const struct meaning_game *g, int owner, int whose)
{
    if (whose == NONE || whose < ENEMIES_OF)
        return whose == NONE || whose == owner;
    if (owner == NOBODY)
        return false;
    const int player = whose % ENEMIES_OF;
    const bool is_ally = allies_of(g, player) >> owner & 1;
    return whose >= ALLIES_OF ? is_ally && owner != player : !is_ally;
}

bool is_enemies(int whose)
{
    return whose != NONE && whose >= ENEMIES_OF && whose < ALLIES_OF;
}

bool is_wall(const struct view *v, int man)
{
    return man != 0 && plays_many(v->g) && owner_of(man) != NOBODY &&
           (v->now->out >> owner_of(man) & 1) != 0;
}

bool is_of_players(const struct meaning_game *g, int mark)
{
    return plays_many(g) && g->rules->marks[mark].life == MAD_LIFE_TURNS;
}

static void end_marks(const struct meaning_game *g, struct position *p, int player)
{
    for (int m = 0; m < (int)g->rules->mark_count; m++)
        for (int s = 0; is_of_players(g, m) && s < g->squares; s++)
            *mark_at(g, p, m, s) = (int16_t)(*mark_at(g, p, m, s) & ~(1 << player));
}

/* --- who is out ----------------------------------------------------------------------------- */

static void leave(struct position *p, const struct meaning_game *g, int player, const node *end)
{
    p->out |= 1 << player;
    for (uint32_t pocket = 0; pocket < g->rules->pocket_count; pocket++)
        for (int kind = 0; kind < (int)g->rules->piece_count; kind++)
            *pocket_at(g, p, (int)pocket, player, kind) = 0;
    for (int s = 0; end->n0 == 0 && s < g->squares; s++) /* `and his men leave the game` */
        if (p->cell[s] != 0 && owner_of(p->cell[s]) == player)
            p->cell[s] = 0;
}

bool has_to_go(const struct view *v, int player, const node *end)
{
    if (end->kind != MAD_NODE_END_OUT || end->first == NULL)
        return false;
    if (end->first->kind == MAD_NODE_IS) {
        struct view his = *v;
        his.side = player;
        return holds(&his, end->first, NULL);
    }
    struct value men = value_of(v, end->first, NULL);
    return is_empty(both(as_squares(v, &men, end->first), men_of(v, player)));
}

int first_left(const struct meaning_game *g, const struct position *p)
{
    int player = 0;
    while (player < (int)g->rules->player_count && p->out >> player & 1)
        player++;
    return player < (int)g->rules->player_count ? player : NONE;
}

bool is_decided_among(const struct meaning_game *g, const struct position *p)
{
    const int first = first_left(g, p);
    for (int player = 0; first != NONE && player < (int)g->rules->player_count; player++)
        if (!(p->out >> player & 1) && !(allies_of(g, first) >> player & 1))
            return false;
    return true;
}

static void send_out(struct meaning_game *g, struct position *p)
{
    const struct mad_rule_lines *ends = &g->rules->ends;
    const struct view v = {.g = g, .now = p, .before = p, .ahead = p, .here = NONE, .origin = NONE};
    for (int player = 0; player < (int)g->rules->player_count; player++)
        for (uint32_t i = 0; i < ends->count && !(p->out >> player & 1); i++)
            if (has_to_go(&v, player, ends->items[i]))
                leave(p, g, player, ends->items[i]);
}

/* --- whose turn it is ----------------------------------------------------------------------- */

static void next_left(const struct meaning_game *g, struct position *p)
{
    const int players = (int)g->rules->player_count;
    int next = p->side;
    do {
        next = (next + 1) % players;
        end_marks(g, p, next);
    } while (next != p->side && p->out >> next & 1);
    if (next <= p->side && p->fullmove < MAD_MAX_COUNT)
        p->fullmove++; /* all that are left have moved */
    p->side = next;
}

/* `a player who cannot move is out`. */
static const node *line_of_the_stuck(const struct meaning_game *g)
{
    for (uint32_t i = 0; i < g->rules->ends.count; i++)
        if (g->rules->ends.items[i]->kind == MAD_NODE_END_OUT &&
            g->rules->ends.items[i]->first == NULL)
            return g->rules->ends.items[i];
    return NULL;
}

void pass_on(struct meaning_game *g, struct position *p, const struct past *past)
{
    const node *stuck = line_of_the_stuck(g);
    bool stays = true;
    send_out(g, p);
    do {
        const struct past here = {p, past};
        next_left(g, p);
        if (stuck == NULL || g->looks > 1 || is_decided_among(g, p))
            break; /* when it is asked whether somebody can move nobody asks who comes behind */
        stays = can_move(g, &here, p->side, 0);
        if (!stays)
            leave(p, g, p->side, stuck);
    } while (!stays && !is_decided_among(g, p) && goes_on(g));
}
