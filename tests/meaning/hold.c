/* hold.c - the product held against the meaning: positions, moves, results.
 *
 * Layer: tests. The one file that looks into a position of the product. Moves are compared by
 * where they go from and by the whole position behind them, each as often as it is there; where
 * they are said to go to is a matter of their texts. */
#include <stdarg.h>
#include <stdio.h>

#include "../../interp/game/seats.h"
#include "../../interp/position.h"
#include "parts.h"

struct meaning_game *meaning_game_of(struct meaning_play *play);
const struct position *meaning_now(const struct meaning_play *play);
void meaning_begin(struct meaning_play *play, const struct position *p);

/* --- a state as a position ------------------------------------------------------------------ */

/* Of several players each has kinds of his own, one behind the other, and behind them the same as walls. */
static int man_of_code(const struct meaning_game *g, const struct mad_game *game, uint8_t code)
{
    const int type = game->codes[code].type, owner = game->codes[code].owner;
    const int players = (int)g->rules->player_count;
    if (plays_many(g))
        return man_of(type / players % (int)g->rules->piece_count, type % players);
    return man_of(type, owner == MAD_NOBODY ? NOBODY : owner);
}

/* What each of several players counts is a counter of its own, one behind the other. */
static int count_in(const struct meaning_game *g, const struct mad_state *state, uint32_t *at,
                    const struct mad_rule_counter *said, int player)
{
    const int players = plays_many(g) ? (int)g->rules->player_count : 2;
    const bool is_kept = player < players && (said->each || player == 0);
    if (plays_many(g) && is_kept)
        return state->counters[(*at)++][0];
    return plays_many(g) || player > 1 ? said->start
                                       : state->counters[said - g->rules->counters][player];
}

/* Of several players each has kinds of his own, which lie in one pocket. */
static int16_t held_by(const struct meaning_game *g, const struct mad_game *game,
                       const struct mad_state *state, uint32_t pocket, int player, uint32_t kind)
{
    const uint32_t players = g->rules->player_count;
    return plays_many(g)
               ? mad_state_pocket_count(game, state, pocket, 0, kind * players + (uint32_t)player)
               : mad_state_pocket_count(game, state, pocket, (uint32_t)player, kind);
}

/* Of several players a mark that lasts a turn is one for each of them, one behind the other. */
static int16_t marks_at(const struct meaning_game *g, const struct mad_game *game,
                        const struct mad_state *state, uint32_t *at, uint32_t m, int square)
{
    int16_t bits = 0;
    if (!is_of_players(g, (int)m)) {
        const uint32_t one = (*at)++;
        return game->marks[one].show == MAD_SHOW_NUMBER
                   ? (int16_t)mad_state_tally(game, state, one, (uint32_t)square)
                   : !mad_is_digit_of(&game->marks[one]) &&
                         mad_state_marked(game, state, one, (uint32_t)square);
    }
    for (uint32_t player = 0; player < g->rules->player_count; player++)
        bits |= (int16_t)(mad_state_marked(game, state, (*at)++, (uint32_t)square) << player);
    return bits;
}

static struct position *position_of(const struct meaning_game *g, const struct mad_game *game,
                                    const struct mad_state *state)
{
    struct position *p = must_have(calloc(1, g->position_bytes));
    const struct mad_game *seen = mad_seat_of(game, state);
    p->side = plays_many(g) ? (int)mad_seat_now(state) : state->side;
    p->mover = plays_many(g) ? (int)mad_seat_last(state) : state->mover;
    p->turn = plays_many(g) ? 0 : state->turn;
    p->out = plays_many(g) ? (int)mad_seats_out(state) : 0;
    p->quiet = state->quiet;
    p->fullmove = state->fullmove;
    p->last = (struct last){.origin = NONE, .kind = NONE};
    for (int s = 0; s < g->squares; s++) {
        uint8_t code = mad_state_board_const(game, state)[s];
        if (code != game->empty)
            p->cell[s] = (int16_t)man_of_code(g, seen, code);
        for (uint32_t level = 0; level < game->stacks.levels; level++) {
            const uint8_t man = mad_state_column_const(game, state, (uint32_t)s)[level];
            *below_at(g, p, s, (int)level) =
                (int16_t)(man != 0 ? man_of_code(g, seen, (uint8_t)(man - 1)) : 0);
        }
        for (uint32_t m = 0, at = 0; m < g->rules->mark_count; m++)
            *mark_at(g, p, (int)m, s) = marks_at(g, game, state, &at, m, s);
    }
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        for (int player = 0; player < (int)g->rules->player_count; player++)
            for (uint32_t kind = 0; kind < g->rules->piece_count; kind++)
                *pocket_at(g, p, (int)pocket, player, (int)kind) =
                    held_by(g, game, state, pocket, player, kind);
    for (uint32_t i = 0, at = 0; i < g->rules->counter_count; i++)
        for (int player = 0; player < MOST_PLAYERS; player++)
            *counter_at(g, p, (int)i, player) =
                (int16_t)count_in(g, state, &at, &g->rules->counters[i], player);
    return p;
}

void meaning_play_from(struct meaning_play *play, const mad_position *position)
{
    struct position *p = position_of(meaning_game_of(play), mad_position_game(position),
                                     mad_position_state(position));
    meaning_begin(play, p);
    free(p);
}

/* --- words ---------------------------------------------------------------------------------- */

struct text {
    char *at;
    size_t left;
};

__attribute__((format(printf, 2, 3))) static void say(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->at, text->left, format, arguments);
    va_end(arguments);
    size_t used = length > 0 && (size_t)length < text->left ? (size_t)length : text->left;
    text->at += used;
    text->left -= used;
}

static void say_kind(struct text *text, const struct meaning_game *g, int kind, int owner)
{
    const char *letter = g->rules->pieces[kind].letter;
    bool is_small = owner != NOBODY && !g->rules->players[owner].capitals && !plays_many(g);
    if (plays_many(g))
        say(text, "%s", g->rules->players[owner].letter);
    for (; *letter != '\0'; letter++)
        say(text, "%c",
            is_small && *letter >= 'A' && *letter <= 'Z' ? *letter - 'A' + 'a' : *letter);
}

static void say_pile(struct text *text, const struct meaning_game *g, const struct position *p,
                     int square)
{
    const struct pile pile = pile_on(g, p, square);
    for (int i = 0; i < pile.count; i++) {
        say(text, "%s", i == 0 && pile.count > 1 ? "[" : "");
        say_kind(text, g, kind_of(pile.man[i]), owner_of(pile.man[i]));
        say(text, "%s", i > 0 && i + 1 == pile.count ? "]" : "");
    }
}

/* Men by rank from the top, then marks, pockets and counters that say something. */
static void say_position(struct text *text, const struct meaning_game *g, const struct position *p)
{
    for (int rank = g->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < g->files; file++) {
            int man = p->cell[rank * g->files + file];
            if (man == 0)
                say(text, "%c", has(&g->board, rank * g->files + file) ? '.' : '*');
            else
                say_pile(text, g, p, rank * g->files + file);
        }
        say(text, rank > 0 ? "/" : " ");
    }
    say(text, "%s quiet %d move %d turn %d", g->rules->players[p->side].letter, p->quiet,
        p->fullmove, p->turn);
    for (int player = 0; player < (int)g->rules->player_count; player++)
        if (p->out >> player & 1)
            say(text, " out=%s", g->rules->players[player].letter);
    for (uint32_t m = 0; m < g->rules->mark_count; m++)
        for (int s = 0; s < g->squares; s++)
            if (*mark_at(g, looked_at(p), (int)m, s) != 0)
                say(text, " %s=%s:%d", g->rules->marks[m].name, g->name[s],
                    *mark_at(g, looked_at(p), (int)m, s));
    for (uint32_t i = 0; i < g->rules->pocket_count; i++)
        for (int owner = 0; owner < (int)g->rules->player_count; owner++)
            for (int kind = 0; kind < (int)g->rules->piece_count; kind++) {
                int count = *pocket_at(g, looked_at(p), (int)i, owner, kind);
                if (count > 0) {
                    say(text, " %s[%d", g->rules->pockets[i].name, count);
                    say_kind(text, g, kind, owner);
                    say(text, "]");
                }
            }
    for (uint32_t i = 0; i < g->rules->counter_count; i++)
        for (int player = 0; player < (int)g->rules->player_count; player++)
            say(text, " %s%c%d", player == 0 ? g->rules->counters[i].name : "",
                player == 0 ? '=' : ',', *counter_at(g, looked_at(p), (int)i, player));
}

void meaning_text(const struct meaning_play *play, char *text, size_t size)
{
    struct text out = {text, size};
    say_position(&out, meaning_game_of((struct meaning_play *)(uintptr_t)play), meaning_now(play));
}

/* --- comparing ------------------------------------------------------------------------------ */

/* Marks that no rule asks for start nowhere and count for nothing: such have no keys. Should one
 * ask all the same, the moves differ. */
static void note_forgotten(struct meaning_game *g, const struct mad_game *game)
{
    for (uint32_t m = 0; m < g->rules->mark_count; m++)
        if (game->keys.square[(game->mark_slot + m) * game->squares] == 0)
            g->forgotten |= UINT32_C(1) << m;
}

static bool is_same(const struct meaning_game *g, const struct position *a,
                    const struct position *b)
{
    const size_t squares = (size_t)g->squares, marks = g->rules->mark_count;
    const size_t rest = squares * (1 + marks);
    bool is = a->side == b->side && a->mover == b->mover && a->turn == b->turn &&
              a->out == b->out && a->quiet == b->quiet && a->fullmove == b->fullmove &&
              memcmp(a->cell, b->cell, squares * sizeof *a->cell) == 0 &&
              memcmp(a->cell + rest, b->cell + rest, (g->cells - rest) * sizeof *a->cell) == 0;
    for (uint32_t m = 0; m < marks && is; m++)
        is = memcmp(mark_at(g, looked_at(a), (int)m, 0), mark_at(g, looked_at(b), (int)m, 0),
                    squares * sizeof *a->cell) == 0 ||
             (g->forgotten >> m & 1);
    return is;
}

struct theirs { /* a move of the product, and the position behind it */
    const char *coord, *outcome;
    int from, to;
    double chance;
    struct position *after;
    bool is_matched;
};

struct their_moves {
    struct theirs *items;
    size_t count;
    mad_moves *list;
};

static bool add_theirs(const struct meaning_game *g, struct their_moves *moves,
                       mad_position *position, size_t choice, size_t index, const char *outcome,
                       double chance)
{
    struct mad_move_info move = mad_moves_at(moves->list, index),
                         said = mad_moves_at(moves->list, choice);
    if (mad_position_apply(position, moves->list, index) != MAD_OK)
        return false;
    moves->items = must_have(realloc(moves->items, (moves->count + 1) * sizeof *moves->items));
    moves->items[moves->count++] = (struct theirs){
        move.coord, outcome,
        said.from,  move.to,
        chance,     position_of(g, mad_position_game(position), mad_position_state(position)),
        false};
    return mad_position_undo(position) == MAD_OK;
}

static bool list_theirs(const struct meaning_game *g, mad_position *position,
                        struct their_moves *moves)
{
    if (mad_moves_new(mad_position_game(position), &moves->list) != MAD_OK ||
        mad_moves_list_raw(moves->list, position) != MAD_OK)
        return false;
    for (size_t i = 0; i < mad_moves_count(moves->list); i++) {
        size_t outcomes = mad_moves_at(moves->list, i).outcomes;
        if (outcomes == 0 && !add_theirs(g, moves, position, i, i, NULL, 1))
            return false;
        for (size_t k = 0; k < outcomes; k++) {
            struct mad_outcome_info outcome = mad_moves_outcome(moves->list, i, k);
            if (!add_theirs(g, moves, position, i, outcome.index, outcome.name,
                            (double)outcome.weight / outcome.of))
                return false;
        }
    }
    return true;
}

static void free_theirs(struct their_moves *moves)
{
    for (size_t i = 0; i < moves->count; i++)
        free(moves->items[i].after);
    free(moves->items);
    mad_moves_free(moves->list);
}

static bool is_match(const struct meaning_game *g, const struct meaning_move *ours,
                     const struct theirs *theirs)
{
    double chance = ours->outcome != NULL ? (double)ours->weight / ours->of : 1;
    bool is_same_outcome = ours->outcome == NULL || theirs->outcome == NULL
                               ? ours->outcome == theirs->outcome
                               : strcmp(ours->outcome, theirs->outcome) == 0 &&
                                     chance > theirs->chance - 1e-9 &&
                                     chance < theirs->chance + 1e-9;
    return !theirs->is_matched && is_same_outcome && ours->from == theirs->from &&
           is_same(g, ours->after, theirs->after);
}

static void say_ours(struct text *text, const struct meaning_game *g, const struct meaning_move *m)
{
    say(text, "\n  meaning alone: %s %s-%s%s%s: ", m->verb, m->from != NONE ? g->name[m->from] : "",
        m->to != NONE ? g->name[m->to] : "", m->outcome != NULL ? ":" : "",
        m->outcome != NULL ? m->outcome : "");
    say_position(text, g, m->after);
}

static bool are_same_moves(struct meaning_play *play, mad_position *position, struct text *fault)
{
    enum { MOST_TOLD = 8 };
    const struct meaning_game *g = meaning_game_of(play);
    struct meaning_moves ours = {NULL, 0, 0};
    struct their_moves theirs = {NULL, 0, NULL};
    int differ = 0;
    meaning_moves(play, &ours);
    if (!list_theirs(g, position, &theirs)) {
        say(fault, "the moves cannot be listed and made");
        differ++;
    }
    for (size_t i = 0; i < ours.count && differ < MOST_TOLD && theirs.list != NULL; i++) {
        size_t k = 0;
        while (k < theirs.count && !is_match(g, &ours.items[i], &theirs.items[k]))
            k++;
        if (k < theirs.count)
            theirs.items[k].is_matched = true;
        else if (differ++ < MOST_TOLD)
            say_ours(fault, g, &ours.items[i]);
    }
    for (size_t k = 0; k < theirs.count && differ < 2 * MOST_TOLD; k++)
        if (!theirs.items[k].is_matched) {
            differ++;
            say(fault, "\n  product alone: %s: ", theirs.items[k].coord);
            say_position(fault, g, theirs.items[k].after);
        }
    meaning_moves_free(&ours);
    free_theirs(&theirs);
    return differ == 0;
}

static bool is_same_result(struct meaning_play *play, mad_position *position, struct text *fault)
{
    struct meaning_result ours = meaning_result(play);
    struct mad_verdict theirs = {.outcome = MAD_GOES_ON};
    if (mad_position_judge(position, &theirs) != MAD_OK) {
        say(fault, "\n  the product knows no result");
        return false;
    }
    bool goes_on_alike = ours.outcome == MAD_GOES_ON && theirs.outcome == MAD_GOES_ON;
    bool is_same_score = ours.scored == theirs.scored;
    for (int player = 0; ours.scored && !plays_many(meaning_game_of(play)) && player < 2; player++)
        is_same_score = is_same_score && ours.points[player] == theirs.points[player];
    if (goes_on_alike || (ours.outcome == (enum mad_outcome)theirs.outcome &&
                          ours.end == theirs.end && is_same_score))
        return true;
    say(fault,
        "\n  result: meaning %d by end %d (%d to %d), product %d by end %d (%d "
        "to %d)",
        ours.outcome, ours.end, ours.points[0], ours.points[1], theirs.outcome, theirs.end,
        theirs.points[0], theirs.points[1]);
    return false;
}

bool meaning_agrees(struct meaning_play *play, mad_position *position, char *fault, size_t size)
{
    struct meaning_game *g = meaning_game_of(play);
    struct text text = {fault, size};
    note_forgotten(g, mad_position_game(position));
    if (refused(g)) {
        say(&text, "%s", g->refusal);
        return false;
    }
    struct position *theirs =
        position_of(g, mad_position_game(position), mad_position_state(position));
    bool agrees = is_same(g, meaning_now(play), theirs);
    if (!agrees) {
        say(&text, "\n  meaning: ");
        say_position(&text, g, meaning_now(play));
        say(&text, "\n  product: ");
        say_position(&text, g, theirs);
    }
    free(theirs);
    agrees = agrees && are_same_moves(play, position, &text);
    agrees = is_same_result(play, position, &text) && agrees;
    if (refused(g)) {
        text = (struct text){fault, size};
        say(&text, "%s", g->refusal);
    }
    return agrees && !refused(g);
}

/* Several moves may lead to one position: `move was X` asks which it was. */
static bool was(const struct meaning_game *g, const struct mad_game *game,
                const struct mad_state *state, const struct last *last)
{
    const int each = plays_many(g) ? (int)g->rules->player_count : 1; /* kinds of one piece */
    const char *verb = game->lines[state->last_line].verb;
    const bool is_of_verb = verb != NULL && strcmp(verb, "move") != 0;
    return last->kind == (state->last_kind == UINT8_MAX ? NONE : (int)state->last_kind / each) &&
           last->takes == ((state->last_flags & MAD_MOVE_TAKES) != 0) &&
           last->forced == ((state->last_flags & MAD_MOVE_FORCED) != 0) &&
           (last->verb != NULL ? is_of_verb && strcmp(verb, last->verb) == 0 : !is_of_verb);
}

bool meaning_follow(struct meaning_play *play, const mad_position *position)
{
    const struct meaning_game *g = meaning_game_of(play);
    const struct mad_game *game = mad_position_game(position);
    const struct mad_state *state = mad_position_state(position);
    struct position *wanted = position_of(g, game, state);
    struct meaning_moves moves = {NULL, 0, 0};
    const struct meaning_move *found = NULL;
    meaning_moves(play, &moves);
    for (size_t i = 0; i < moves.count; i++)
        if (is_same(g, moves.items[i].after, wanted) &&
            (found == NULL || was(g, game, state, &moves.items[i].after->last)))
            found = &moves.items[i];
    const bool follows = found != NULL;
    if (follows)
        meaning_apply(play, found);
    meaning_moves_free(&moves);
    free(wanted);
    return follows;
}
