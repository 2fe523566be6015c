/* evaluate.c - see evaluate.h: what a position is worth, by what has been measured. Layer: search. */
#include "evaluate.h"

enum {
    ROYAL_WORTH = 4,   /* the same for royals: shy in a full game, bold when it is nearly empty */
    HUNTED_SHARE = 8,  /* a player with this part of the men of the array is hunted ... */
    HUNTER_MORE = 300, /* ... by one who has so much more */
    HUNT_FREEDOM = 48, /* for each move that the hunted royal lacks */
    HUNT_STEP = 24,    /* for each step that its hunter is nearer */
    DANGER_PART = 14,  /* looks at squares about a royal, squared, less by this */
    DANGER_MOST = 300,
};

struct count {       /* of one player */
    int32_t men;     /* worth, pockets included */
    int32_t freedom; /* of royals */
    uint32_t royal;  /* where one stands; the number of squares when there is none */
    int64_t learned; /* a pair: what the men are worth as it was learned */
};

static void clear_count(const struct mad_game *game, struct count count[2])
{
    count[0] = count[1] = (struct count){.royal = game->squares};
}

static void count_men(const struct mad_evaluator *evaluator, const struct mad_state *state,
                      struct count count[2])
{
    const struct mad_game *game = evaluator->game;
    const uint8_t *board = mad_state_board_const(game, state);
    for (uint32_t word = 0; word < 2u * game->words; word++) { /* the men of each player */
        struct count *own = &count[word / game->words];
        const uint32_t first = word % game->words * 64;
        for (uint64_t men = state->sets[word]; men != 0; men &= men - 1) {
            const uint32_t square = first + (uint32_t)__builtin_ctzll(men);
            const uint8_t code = board[square];
            const size_t cell = (size_t)code * game->squares + square;
            own->men += evaluator->square[cell];
            if (evaluator->learned != NULL)
                own->learned += evaluator->learned->cell[cell];
            if (evaluator->royal[code]) {
                own->freedom += evaluator->freedom[cell];
                own->royal = square;
            }
        }
    }
    const uint8_t *pocket = (const uint8_t *)state + game->pocket_offset;
    for (uint32_t i = 0; i < game->pocket_count * 2 * game->type_count; i++) {
        struct count *own = &count[i / game->type_count % 2];
        own->men += pocket[i] * evaluator->pocket[i];
        if (evaluator->learned != NULL)
            own->learned += pocket[i] * evaluator->learned->pocket[i];
    }
}

/* How many squares about the enemy's royal the men of a player look at, if nobody stood between. */
static int32_t pressure_on(const struct mad_evaluator *evaluator, const struct mad_state *state,
                           uint8_t side, uint32_t royal)
{
    const struct mad_game *game = evaluator->game;
    const uint8_t *board = mad_state_board_const(game, state);
    const uint64_t *zone = &evaluator->zone[(size_t)royal * game->words];
    int32_t hits = 0;
    for (uint32_t word = 0; word < game->words; word++)
        for (uint64_t men = state->sets[side * game->words + word]; men != 0; men &= men - 1) {
            const uint32_t square = word * 64 + (uint32_t)__builtin_ctzll(men);
            const uint64_t *reach =
                &evaluator->reach[((size_t)board[square] * game->squares + square) * game->words];
            for (uint32_t i = 0; i < game->words; i++)
                hits += __builtin_popcountll(reach[i] & zone[i]);
        }
    return hits;
}

/* What that is worth: little where few look, and the more the more do. */
static int32_t danger_worth(const struct mad_evaluator *evaluator, const struct mad_state *state,
                            uint8_t side, const struct count *enemy)
{
    if (enemy->royal == evaluator->game->squares)
        return 0;
    int32_t hits = pressure_on(evaluator, state, side, enemy->royal);
    int32_t worth = hits * hits / DANGER_PART;
    return worth < DANGER_MOST ? worth : DANGER_MOST;
}

/* A royal wants freedom when few men are left to harm it, and shelter before. */
static int32_t royal_worth(const struct mad_evaluator *evaluator, const struct count *own,
                           const struct count *enemy)
{
    int32_t boldness = mad_clamp(evaluator->full - 2 * enemy->men, evaluator->full);
    return own->freedom * ROYAL_WORTH * boldness / evaluator->full;
}

/* Whether a royal with hardly a man left has to run from who has far more. */
static bool is_hunted(const struct mad_evaluator *evaluator, const struct count *own,
                      const struct count *enemy)
{
    const uint32_t nowhere = evaluator->game->squares;
    return own->men * HUNTED_SHARE <= evaluator->full && enemy->men >= own->men + HUNTER_MORE &&
           own->royal != nowhere && enemy->royal != nowhere;
}

/* It is driven to where it has no freedom, best by the royal of the winner coming near. */
static int32_t hunt_worth(const struct mad_evaluator *evaluator, const struct count *own,
                          const struct count *enemy)
{
    if (!is_hunted(evaluator, enemy, own))
        return 0;
    int32_t steps = evaluator->steps[(size_t)own->royal * evaluator->game->squares + enemy->royal];
    return -enemy->freedom * HUNT_FREEDOM - steps * HUNT_STEP;
}

/* False in a hunt. */
static bool find_terms(const struct mad_evaluator *evaluator, struct mad_state *state,
                       const struct count count[2], int32_t term[MAD_TERMS])
{
    const bool is_open =
        !is_hunted(evaluator, &count[0], &count[1]) && !is_hunted(evaluator, &count[1], &count[0]);
    term[MAD_TERM_ROYAL] =
        royal_worth(evaluator, &count[0], &count[1]) - royal_worth(evaluator, &count[1], &count[0]);
    term[MAD_TERM_DANGER] =
        danger_worth(evaluator, state, 0, &count[1]) - danger_worth(evaluator, state, 1, &count[0]);
    term[MAD_TERM_HUNT] = is_open ? 0
                                  : hunt_worth(evaluator, &count[0], &count[1]) -
                                        hunt_worth(evaluator, &count[1], &count[0]);
    term[MAD_TERM_GOALS] =
        evaluator->row_count > 0 || evaluator->counters > 0 ? mad_goals_weigh(evaluator, state) : 0;
    if (is_open) /* a bare royal is driven by who comes near, not by who gives check */
        mad_tension_weigh(evaluator, state, term);
    if (count[0].men == 0 || count[1].men == 0) /* a bare royal has nothing else to see to */
        term[MAD_TERM_RUNNERS] = 0;
    return is_open;
}

void mad_evaluate_terms(const struct mad_evaluator *evaluator, struct mad_state *state,
                        int32_t term[MAD_TERMS])
{
    struct count count[2];
    clear_count(evaluator->game, count);
    count_men(evaluator, state, count);
    (void)find_terms(evaluator, state, count, term);
}

/* What was learned for the beginning and for the end, by how many men there are. */
static int64_t learned_worth(const struct mad_evaluator *evaluator, const struct mad_state *state,
                             const struct count count[2])
{
    const struct mad_learned *learned = evaluator->learned;
    int64_t pair = count[0].learned - count[1].learned;
    int64_t early = mad_learned_early(evaluator->game, learned, state);
    int64_t worth =
        (mad_pair_early(pair) * early + mad_pair_late(pair) * (MAD_LEARNED_EARLY - early)) /
        MAD_LEARNED_EARLY;
    return worth + (state->side == 0 ? learned->tempo : -learned->tempo);
}

int mad_evaluate(const struct mad_evaluator *evaluator, struct mad_glance *glance,
                 struct mad_state *state)
{
    struct count count[2];
    int32_t term[MAD_TERMS] = {0};
    int64_t score;
    const struct mad_learned *learned = evaluator->learned;
    clear_count(evaluator->game, count);
    count_men(evaluator, state, count);
    const bool is_open = find_terms(evaluator, state, count, term);
    score = learned == NULL ? count[0].men - count[1].men : learned_worth(evaluator, state, count);
    for (int i = 0; i < MAD_TERMS; i++)
        score += learned == NULL ? term[i] : (int64_t)term[i] * learned->term[i] / MAD_TERM_WHOLE;
    /* games end before a bare royal is hunted down: the network has seen no such hunt */
    if (glance != NULL && glance->network != NULL && is_open) {
        int32_t more = mad_glance_worth(glance, evaluator->game, state);
        score += state->side == 0 ? more : -more;
    }
    score = score > MAD_EVALUATION_MOST    ? MAD_EVALUATION_MOST
            : score < -MAD_EVALUATION_MOST ? -MAD_EVALUATION_MOST
                                           : score;
    return (int)(state->side == 0 ? score : -score);
}

void mad_evaluator_learn(struct mad_evaluator *evaluator, const struct mad_learned *learned)
{
    evaluator->learned = learned;
    for (uint32_t code = 0; learned != NULL && code < evaluator->game->code_count; code++)
        if (!evaluator->royal[code] && evaluator->game->codes[code].owner < 2)
            evaluator->man[code] = evaluator->gain[code] = mad_pair_middle(learned->man[code]);
    mad_tension_rank(evaluator);
}

static int signed_gain(const struct mad_evaluator *evaluator, const struct mad_game *game,
                       uint8_t code, uint8_t side)
{
    return code >= game->empty ? 0 : mad_sign_for(game, code, side) * evaluator->gain[code];
}

static int delta_gain(const struct mad_evaluator *evaluator, const struct mad_game *game,
                      const struct mad_delta *delta, uint8_t side)
{
    if (delta->kind == MAD_DELTA_SQUARE)
        return signed_gain(evaluator, game, delta->after, side) -
               signed_gain(evaluator, game, delta->before, side);
    if (delta->kind != MAD_DELTA_POCKET)
        return 0;
    int more = (delta->after - delta->before) * evaluator->pocket[delta->index];
    return delta->index / game->type_count % 2 == side ? more : -more;
}

/* What the team has counted, against the best of the others, where most of it wins. */
static int weigh_points(const struct mad_game *game, const struct mad_state *state, uint32_t team)
{
    enum { POINT = 100 };
    const struct mad_seats *seats = game->turn.seats;
    int all[MAD_MAX_PLAYERS] = {0}, own = 0, others = 0;
    if (seats->most == MAD_NO_END)
        return 0;
    for (uint32_t seat = 0; seat < seats->count; seat++)
        all[__builtin_ctz(seats->allies[seat])] +=
            state->counters[seats->counter[seats->most] + seat][0];
    for (uint32_t seat = 0; seat < seats->count; seat++)
        if ((team >> seat & 1) != 0)
            own += all[seat];
        else
            others = all[seat] > others ? all[seat] : others;
    return POINT * (own - others);
}

int mad_evaluate_team(const struct mad_evaluator *evaluator, const struct mad_state *state,
                      uint32_t team)
{
    const struct mad_game *game = evaluator->game;
    const uint8_t *board = mad_state_board_const(game, state);
    int sum = weigh_points(game, state, team);
    for (uint32_t square = 0; square < game->squares; square++) {
        const uint8_t code = board[square];
        const uint32_t seat = mad_seat_of_code(game, code);
        if (code == game->empty || (mad_seats_out(state) >> seat & 1) != 0)
            continue; /* whoever is out has nobody who moves */
        const int worth = evaluator->square[(size_t)code * game->squares + square];
        sum += (team >> seat & 1) != 0 ? worth : -worth;
    }
    const uint8_t *pocket = (const uint8_t *)state + game->pocket_offset;
    for (uint32_t i = 0; i < mad_pockets_of(game); i++) { /* who is out has nothing there */
        const uint32_t seat = mad_seat_of_code(game, i % game->type_count);
        const int worth = pocket[i] * evaluator->pocket[i];
        sum += (team >> seat & 1) != 0 ? worth : -worth;
    }
    return mad_clamp(sum, MAD_EVALUATION_MOST);
}

int mad_evaluate_men(const struct mad_evaluator *evaluator, const struct mad_state *state,
                     uint8_t side)
{
    const struct mad_game *game = evaluator->game;
    int sum = 0;
    for (uint32_t code = 0; code < game->code_count; code++) {
        int men = 0;
        for (uint32_t i = 0; i < game->words; i++)
            men += __builtin_popcountll(state->sets[(MAD_SLOT_CODE + code) * game->words + i]);
        sum += men * mad_sign_for(game, (uint8_t)code, side) * evaluator->gain[code];
    }
    return sum;
}

int mad_evaluate_gain(const struct mad_evaluator *evaluator, const struct mad_state *state,
                      const struct mad_move_list *list, const struct mad_move *move)
{
    const struct mad_game *game = mad_seat_of(evaluator->game, state);
    int gain = 0;
    if (move->flags & MAD_MOVE_PLAIN) {
        const uint8_t *board = mad_state_board_const(game, state);
        if (move->from != move->to)
            gain -= signed_gain(evaluator, game, board[move->to], state->side);
        return gain + signed_gain(evaluator, game, move->placed, state->side) -
               signed_gain(evaluator, game, board[move->from], state->side);
    }
    for (uint32_t i = 0; i < move->delta_count; i++)
        gain += delta_gain(evaluator, game, &list->deltas[move->delta_first + i], state->side);
    return gain;
}

int32_t mad_evaluate_side(const struct mad_evaluator *evaluator, const struct mad_state *state,
                          uint8_t side)
{
    struct count count[2];
    clear_count(evaluator->game, count);
    count_men(evaluator, state, count);
    return count[side].men;
}
