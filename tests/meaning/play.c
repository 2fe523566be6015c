/* play.c - a game in progress: what has been there, moves made, ends.
 *
 * Layer: tests. Every position of the game is kept, and looked at when it is asked for. Written
 * from the sections Memory (what counts for repetition) and Ends of the manual. */
#include <stdio.h>

#include "parts.h"

struct meaning_play {
    struct meaning_game *g;
    struct past *past; /* the present one; each owns its position */
};

/* --- repetition ----------------------------------------------------------------------------- */

static bool is_shown_as(const struct meaning_game *g, const char *name, const char *shown)
{
    const char *as = NULL;
    for (uint32_t i = 0; i < g->rules->shows.count; i++)
        if (g->rules->shows.items[i]->name == name)
            as = g->rules->shows.items[i]->text;
    return as != NULL && strcmp(as, shown) == 0;
}

/* Whether a mark counts only if some move needs it. */
static bool counts_if_needed(const struct meaning_game *g, uint32_t mark)
{
    const struct mad_rule_mark *m = &g->rules->marks[mark];
    return !plays_many(g) && (m->life == MAD_LIFE_TURNS || is_shown_as(g, m->name, "en-passant"));
}

static bool is_marked(const struct meaning_game *g, const struct position *p, int mark)
{
    for (int s = 0; s < g->squares; s++)
        if (*mark_at(g, looked_at(p), mark, s) != 0)
            return true;
    return false;
}

static void clear_mark(const struct meaning_game *g, struct position *p, int mark)
{
    for (int s = 0; s < g->squares; s++)
        *mark_at(g, p, mark, s) = 0;
}

/* Whether a sentence, or what it names or calls, speaks of the mark. */
static bool speaks_of(const struct meaning_game *g, const node *n, const char *mark, int depth)
{
    const node *named = n->name == NULL            ? NULL
                        : n->kind == MAD_NODE_REF  ? definition_of(g, n->name)
                        : n->kind == MAD_NODE_CALL ? verb_of(g, n->name)
                                                   : NULL;
    if ((n->kind == MAD_NODE_REF && n->name == mark) ||
        (named != NULL && depth < 20 && speaks_of(g, named, mark, depth + 1)))
        return true;
    bool any = false;
    for (const node *part = n->first; part != NULL && !any; part = part->next)
        any = speaks_of(g, part, mark, depth);
    return any;
}

/* Which moves there are hangs on it even where their number does not. */
static bool is_of_duties(const struct meaning_game *g, const char *mark)
{
    bool is = false;
    for (uint32_t kind = 0; kind < g->rules->piece_count; kind++) {
        const struct mad_rule_lines *lines = &g->rules->pieces[kind].lines;
        for (uint32_t i = 0; i < lines->count && !is; i++)
            is = (lines->items[i]->flags & MAD_FLAG_ONE_MUST) &&
                 speaks_of(g, lines->items[i], mark, 0);
    }
    return is;
}

static bool is_needed(struct meaning_game *g, const struct past *past, int mark)
{
    struct position *without_it = copy_of(g, past->at);
    struct past there = {without_it, past->earlier};
    struct meaning_moves with = {NULL, 0, 0}, without = {NULL, 0, 0};
    clear_mark(g, without_it, mark);
    find_moves(g, past, past->at->side, 0, true, &with);
    find_moves(g, &there, past->at->side, 0, true, &without);
    bool is = with.count != without.count || is_of_duties(g, g->rules->marks[mark].name);
    meaning_moves_free(&with);
    meaning_moves_free(&without);
    free(without_it);
    return is;
}

static bool is_same_mark(struct meaning_game *g, const struct past *a, const struct past *b,
                         int mark)
{
    bool is_same = true;
    for (int s = 0; s < g->squares && is_same; s++)
        is_same = *mark_at(g, looked_at(a->at), mark, s) == *mark_at(g, looked_at(b->at), mark, s);
    if (is_same || !counts_if_needed(g, (uint32_t)mark))
        return is_same;
    return !(is_marked(g, a->at, mark) && is_needed(g, a, mark)) &&
           !(is_marked(g, b->at, mark) && is_needed(g, b, mark));
}

/* Men, marks, pockets, who is to move; counters do not count. */
static bool is_same_position(struct meaning_game *g, const struct past *a, const struct past *b)
{
    const struct position *p = a->at, *q = b->at;
    size_t men = (size_t)g->squares * sizeof *p->cell;
    const int16_t *pockets = pocket_at(g, looked_at(p), 0, 0, 0),
                  *others = pocket_at(g, looked_at(q), 0, 0, 0);
    size_t held =
        (size_t)g->rules->pocket_count * MOST_PLAYERS * g->rules->piece_count * sizeof *pockets;
    if (p == q)
        return true;
    if (p->side != q->side || p->turn != q->turn || p->out != q->out ||
        memcmp(p->cell, q->cell, men) != 0 || memcmp(pockets, others, held) != 0)
        return false;
    for (uint32_t m = 0; m < g->rules->mark_count; m++)
        if (!(g->forgotten >> m & 1) && !is_same_mark(g, a, b, (int)m))
            return false;
    return true;
}

int times_there(struct meaning_game *g, const struct past *past)
{
    int times = 0;
    for (const struct past *p = past; p != NULL; p = p->earlier)
        times += is_same_position(g, past, p);
    return times;
}

const struct past *first_there(struct meaning_game *g, const struct past *past)
{
    const struct past *first = past;
    for (const struct past *p = past; p != NULL; p = p->earlier)
        if (is_same_position(g, past, p))
            first = p;
    return first;
}

/* --- ends ----------------------------------------------------------------------------------- */

static struct view after_move(struct meaning_play *play)
{
    const struct past *past = play->past;
    return (struct view){.g = play->g,
                         .now = past->at,
                         .before = past->earlier != NULL ? past->earlier->at : past->at,
                         .past = past,
                         .ahead = past->at,
                         .side = past->at->mover,
                         .here = NONE,
                         .origin = past->at->last.origin};
}

static enum mad_outcome win_of(int player)
{
    static const enum mad_outcome wins[MOST_PLAYERS] = {MAD_WIN_FIRST, MAD_WIN_SECOND,
                                                        MAD_WIN_THIRD, MAD_WIN_FOURTH};
    return wins[player];
}

/* Of allies the first stands for all. */
static enum mad_outcome win_with_allies(const struct view *v, int player)
{
    return win_of(__builtin_ctz((unsigned)allies_of(v->g, player)));
}

/* So many turns of each without anything that breaks the quiet. */
static bool is_quiet(const struct meaning_game *g, const struct position *p, const node *end)
{
    int moves = plays_many(g)                      ? (int)g->rules->player_count
                : g->turn_count == 0 || g->goes_on ? 2
                                                   : g->turn_count - g->turns_once;
    return p->quiet >= end->n0 * moves;
}

/* An end that is asked of both players: whoever of the two it is; both at once draw, or it is said of whom it holds then. */
static enum mad_outcome of_both(const struct view *v, const node *end, const bool *holds_of)
{
    if (!holds_of[0] && !holds_of[1])
        return MAD_GOES_ON;
    int player = holds_of[1];
    if (holds_of[0] && holds_of[1]) {
        if (end->n1 == MAD_BOTH_DRAW)
            return MAD_DRAW;
        player = end->n1 == MAD_BOTH_MOVER ? v->side : 1 - v->side;
    }
    return win_of(end->n0 != 0 ? player : 1 - player);
}

/* `a player with no Pawn loses`. */
static enum mad_outcome without_men(const struct view *v, const node *end)
{
    bool has_none[2];
    for (int player = 0; player < 2; player++) {
        struct view his = *v;
        his.side = player;
        struct value value = value_of(&his, end->first, NULL);
        if (value.kind == OF_KINDS)
            value.owner = player;
        has_none[player] = is_empty(both(as_squares(&his, &value, end), men_of(&his, player)));
    }
    return of_both(v, end, has_none);
}

/* `a player who is SO loses when C`. */
static enum mad_outcome whoever_is(const struct view *v, const node *end)
{
    const node *mover = end->first, *enemy = mover->next;
    if (enemy->next != NULL && !holds(v, enemy->next, NULL))
        return MAD_GOES_ON;
    bool is_so[2];
    is_so[v->side] = holds(v, mover, NULL);
    is_so[1 - v->side] = holds(v, enemy, NULL);
    return of_both(v, end, is_so);
}

static bool scores(const struct view *v, const node *end, struct meaning_result *result)
{
    if (!holds(v, end->first->next->next, NULL))
        return false;
    for (const node *s = end->first; s->kind == MAD_NODE_SCORES; s = s->next)
        result->points[player_of(v, s->first)] = number_of(v, s->first->next, NULL);
    result->scored = true;
    result->outcome = result->points[0] > result->points[1]   ? MAD_WIN_FIRST
                      : result->points[0] < result->points[1] ? MAD_WIN_SECOND
                                                              : MAD_DRAW;
    return true;
}

/* Who has most of the counter, allies together; two who have as much of it draw. */
static enum mad_outcome most_of(const struct view *v, const node *end,
                                struct meaning_result *result)
{
    const int players = plays_many(v->g) ? (int)v->g->rules->player_count : 2;
    int team[MOST_PLAYERS] = {0}, best = 0, ties = 0;
    result->scored = true;
    for (int player = 0; player < players; player++) {
        const struct view his = {.g = v->g, .now = v->now, .side = player};
        result->points[player] = number_of(&his, end->first, NULL);
    }
    for (int player = 0; player < players; player++)
        for (int ally = 0; ally < players; ally++)
            if (ally == player || (plays_many(v->g) && allies_of(v->g, player) >> ally & 1))
                team[player] += result->points[ally];
    for (int player = 1; player < players; player++)
        best = team[player] > team[best] ? player : best;
    for (int player = 0; player < players; player++)
        ties += team[player] == team[best] && player != best &&
                !(plays_many(v->g) && allies_of(v->g, best) >> player & 1);
    return ties > 0 ? MAD_DRAW : plays_many(v->g) ? win_with_allies(v, best) : win_of(best);
}

static enum mad_outcome outcome_of(const struct view *v, const node *end,
                                   struct meaning_result *result)
{
    int player;
    switch ((unsigned)end->kind) {
    case MAD_NODE_END_FOR:
        player = player_of(v, end->first);
        if (!holds(v, end->first->next, NULL))
            return MAD_GOES_ON;
        if (plays_many(v->g) && end->n0 == 0) { /* the other of two teams has won */
            const int allies = allies_of(v->g, player);
            for (player = 0; allies >> player & 1;)
                player++;
        }
        if (plays_many(v->g))
            return win_with_allies(v, player);
        return win_of(end->n0 != 0 ? player : 1 - player);
    case MAD_NODE_END_DRAW: return holds(v, end->first, NULL) ? MAD_DRAW : MAD_GOES_ON;
    case MAD_NODE_END_QUIET: return is_quiet(v->g, v->now, end) ? MAD_DRAW : MAD_GOES_ON;
    case MAD_NODE_END_WITHOUT: return without_men(v, end);
    case MAD_NODE_END_WHOEVER: return whoever_is(v, end);
    case MAD_NODE_END_SCORE: return scores(v, end, result) ? result->outcome : MAD_GOES_ON;
    case MAD_NODE_END_MOST:
        return holds(v, end->first->next, NULL) ? most_of(v, end, result) : MAD_GOES_ON;
    case MAD_NODE_END_LAST:
        if (!is_decided_among(v->g, v->now))
            return MAD_GOES_ON;
        if (end->first != NULL)
            return most_of(v, end, result);
        player = first_left(v->g, v->now);
        return player != NONE ? win_with_allies(v, player) : MAD_DRAW;
    default: refuse(v->g, end, "as an end"); return MAD_GOES_ON;
    }
}

/* Of several players: nobody who is out, or has to go, ends a game by what he has done. */
static bool is_asked(const struct view *v, const node *end)
{
    const struct mad_rule_lines *ends = &v->g->rules->ends;
    bool goes = plays_many(v->g) && (v->now->out >> v->side & 1) != 0;
    for (uint32_t i = 0; i < ends->count && plays_many(v->g); i++)
        goes = goes || has_to_go(v, v->side, ends->items[i]);
    return end->kind != MAD_NODE_END_OUT && (!goes || end->kind == MAD_NODE_END_LAST);
}

struct meaning_result meaning_result(struct meaning_play *play)
{
    const struct mad_rule_lines *ends = &play->g->rules->ends;
    struct meaning_result result = {.outcome = MAD_GOES_ON, .end = NONE};
    struct view view = after_move(play);
    play->g->steps = 0;
    for (uint32_t i = 0; i < ends->count && result.outcome == MAD_GOES_ON; i++) {
        if (!is_asked(&view, ends->items[i]))
            continue;
        result.outcome = outcome_of(&view, ends->items[i], &result);
        result.end = result.outcome == MAD_GOES_ON ? NONE : (int)i;
    }
    return result;
}

/* --- playing -------------------------------------------------------------------------------- */

static void forget(struct meaning_play *play)
{
    while (play->past != NULL) {
        struct past *last = play->past;
        play->past = (struct past *)(uintptr_t)last->earlier;
        free(looked_at(last->at));
        free(last);
    }
}

static void enter(struct meaning_play *play, const struct position *p)
{
    struct past *past = must_have(malloc(sizeof *past));
    *past = (struct past){copy_of(play->g, p), play->past};
    play->past = past;
}

struct meaning_play *meaning_play_new(struct meaning_game *game)
{
    struct meaning_play *play = must_have(calloc(1, sizeof *play));
    play->g = game;
    if (game->start != NULL)
        enter(play, game->start);
    return play;
}

void meaning_play_free(struct meaning_play *play)
{
    if (play != NULL)
        forget(play);
    free(play);
}

void meaning_moves(struct meaning_play *play, struct meaning_moves *moves)
{
    play->g->steps = 0;
    clear_moves(moves);
    find_moves(play->g, play->past, play->past->at->side, 0, true, moves);
}

void meaning_apply(struct meaning_play *play, const struct meaning_move *move)
{
    enter(play, move->after);
}

bool meaning_is_array(struct meaning_play *play)
{
    return is_array(play->g, play->past);
}

/* --- beside the product: hold.c ------------------------------------------------------------- */

struct meaning_game *meaning_game_of(struct meaning_play *play)
{
    return play->g;
}

const struct position *meaning_now(const struct meaning_play *play)
{
    return play->past->at;
}

void meaning_begin(struct meaning_play *play, const struct position *p)
{
    forget(play);
    enter(play, p);
}
