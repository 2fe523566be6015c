/* measure.c - finds out what the men of a game are worth (evaluate.h). Layer: search.
 *
 * Measuring takes some milliseconds and is done once a searcher. Boards that generation refuses (a
 * limit) count for nothing; with rules that are slow to list by, what is known after some steps has to do. */
#include "../memory.h"
#include "../random.h"
#include "../vm/vm.h"
#include "evaluate.h"

enum {
    SMALLEST = 100,  /* what the smallest man is worth */
    BOARDS = 400,    /* random boards a player; some hundred samples of each code */
    WEIGHT_MOVE = 4, /* a move on a random board ... */
    WEIGHT_TAKE = 2, /* ... and more for each man that it wins */
    WEIGHT_BAD = 1,  /* a move that costs own men */
    MOVE_WORTH = 5,  /* of a move more on the empty board from this square than on average */
    MOVE_WORTH_MOST = 40,
    POCKET_PERCENT = 105, /* of the worth on the board: a man in the pocket can go anywhere */
    HOPE_STEPS = 8,       /* moves that promotion is looked ahead */
    HOPE_PERCENT = 60,    /* of what it brings is left for each move that it is away */
    SIGN_GAMES = 40,      /* random games that tell whether men are good to have */
    SIGN_PLIES = 200,
    HOPE_SHARE = 4, /* and a quarter of that counts: the enemy will have a say */
};

/* --- layout ---------------------------------------------------------------------------------- */

struct measure { /* everything that is needed only while measuring */
    struct mad_evaluator *to;
    const struct mad_game *game;
    struct mad_move_list *list;
    struct mad_state *state, *after;
    int64_t weight[2 * MAD_MAX_TYPES + 1]; /* [code] of all its moves on the random boards */
    int64_t men[2 * MAD_MAX_TYPES + 1];    /* [code] met there */
    int32_t *open;                         /* [code * squares + square] moves on the empty board */
    int32_t *hope;                         /* the same: what becoming something else may bring */
    uint8_t *away;                         /* and promise: see mad_runners_find */
    int32_t promise[2 * MAD_MAX_TYPES + 1];
    bool becomes[2 * MAD_MAX_TYPES + 1]; /* [code] some move on the empty board changes it */
    bool with_royals;                    /* the random boards have royals */
    uint64_t steps;                      /* taken for all of it, at most MAD_TRIAL_STEPS */
    uint64_t seed;
};

static enum mad_status lay_out(struct mad_evaluator *evaluator, const struct mad_game *game)
{
    size_t codes = (size_t)game->code_count + 1, cells = mad_cells_of(game);
    size_t words = 2 * codes + 2 * cells + mad_pockets_of(game);
    evaluator->game = game;
    size_t pairs = (size_t)game->squares * game->squares;
    size_t sets = (cells + game->squares + codes) * game->words;
    evaluator->block_bytes =
        sets * sizeof(uint64_t) + words * sizeof(int32_t) + codes * sizeof(bool) + pairs;
    evaluator->block = mad_memory_new(game->allocator, evaluator->block_bytes);
    if (evaluator->block == NULL)
        return MAD_ERROR_MEMORY;
    evaluator->reach = evaluator->block;
    evaluator->zone = evaluator->reach + cells * game->words;
    evaluator->goal = evaluator->zone + (size_t)game->squares * game->words;
    evaluator->man = (int32_t *)(evaluator->reach + sets);
    evaluator->gain = evaluator->man + codes;
    evaluator->square = evaluator->gain + codes;
    evaluator->freedom = evaluator->square + cells;
    evaluator->pocket = evaluator->freedom + cells;
    evaluator->royal = (bool *)(evaluator->pocket + mad_pockets_of(game));
    evaluator->steps = (uint8_t *)(evaluator->royal + codes);
    return MAD_OK;
}

void mad_evaluator_free(struct mad_evaluator *evaluator)
{
    if (evaluator->game == NULL)
        return;
    mad_goals_free(evaluator);
    mad_runners_free(evaluator);
    mad_memory_free(evaluator->game->allocator, evaluator->block, evaluator->block_bytes);
    evaluator->block = NULL;
}

/* Of several players: whether he would be out without the one such man that he has. */
static bool is_out_without(const struct mad_game *game, uint32_t code, struct mad_move_list *list,
                           struct mad_state *state, struct mad_state *after)
{
    const uint8_t *board = mad_state_board_const(game, state);
    const uint32_t seat = mad_seat_of_code(game, code);
    uint32_t men = 0, at = 0;
    memcpy(state, game->initial, game->state_bytes);
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] == code) {
            men++;
            at = square;
        }
    if (men != 1)
        return false;
    mad_state_put(game, state, at, game->empty);
    state->turn = mad_seat_turn(seat == 0 ? 1 : 0, 0, 0);
    mad_seat_begin(game, state);
    mad_state_finish(game, state);
    list->count = list->delta_count = 0;
    if (mad_vm_generate(game, state, list) != MAD_OK || list->count == 0)
        return false;
    mad_vm_apply(game, state, &list->moves[0], list->deltas, after);
    return (mad_seats_out(after) >> seat & 1) != 0;
}

/* The array without the player's royals; false when it has none of them. */
static bool take_royals(const struct measure *measure, uint32_t player)
{
    const struct mad_game *game = measure->game;
    bool any = false;
    memcpy(measure->state, game->initial, game->state_bytes);
    for (uint32_t square = 0; square < game->squares; square++) {
        const uint8_t code = mad_state_board(game, measure->state)[square];
        if (code != game->empty && measure->to->royal[code] && mad_owner_of(game, code) == player) {
            mad_state_put(game, measure->state, square, game->empty);
            any = true;
        }
    }
    return any;
}

/* Of two players: whether anything ends, or is forbidden, for the sake of the player's royals. Of Kinglet a King is left who
 * may be taken like anybody else. */
static bool are_royals_needed(const struct measure *measure, uint32_t player)
{
    const struct mad_game *game = measure->game;
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    bool needed = mad_vm_has_laws(game) || !take_royals(measure, player);
    for (uint32_t side = 0; side < 2 && !needed; side++) {
        measure->state->side = (uint8_t)side;
        measure->state->mover = (uint8_t)(1 - side);
        mad_state_finish(game, measure->state);
        needed = mad_vm_judge(game, measure->state, (struct mad_past){0}, &verdict) != MAD_OK ||
                 verdict.outcome != MAD_GOES_ON;
    }
    return needed;
}

static void set_common(struct measure *measure, uint32_t player)
{
    for (uint32_t code = 0; code < measure->game->code_count; code++)
        if (mad_owner_of(measure->game, code) == player)
            measure->to->royal[code] = false;
}

/* Where all men are royal, losing one is losing material like any other. */
static void find_royals(struct measure *measure)
{
    struct mad_evaluator *evaluator = measure->to;
    const struct mad_game *game = evaluator->game;
    bool has_common = false;
    for (uint32_t code = 0; code < game->code_count; code++)
        has_common |= !game->types[game->codes[code].type].royal;
    for (uint32_t code = 0; has_common && code < game->code_count; code++)
        evaluator->royal[code] = game->types[game->codes[code].type].royal;
    for (uint32_t code = 0; game->turn.seats != NULL && code < game->code_count; code++)
        evaluator->royal[code] =
            is_out_without(game, code, measure->list, measure->state, measure->after);
    for (uint32_t player = 0; game->turn.seats == NULL && player < 2; player++)
        if (!are_royals_needed(measure, player))
            set_common(measure, player);
}

/* --- boards made up for measuring ------------------------------------------------------------- */

static uint32_t toss(struct measure *measure, uint32_t below)
{
    return mad_random_word(&measure->seed) % below;
}

static bool is_tired(const struct measure *measure)
{
    return measure->steps > MAD_TRIAL_STEPS;
}

/* Moves of the state, in measure->list; false when there is nothing to learn from it. */
static bool generate(struct measure *measure)
{
    measure->list->count = 0;
    measure->list->delta_count = 0;
    if (is_tired(measure))
        return false;
    if (measure->game->turn.seats != NULL)
        mad_seat_begin(measure->game, measure->state);
    mad_state_finish(measure->game, measure->state);
    enum mad_status status = mad_vm_generate(measure->game, measure->state, measure->list);
    measure->steps += measure->list->steps;
    return status == MAD_OK;
}

static void apply(struct measure *measure, const struct mad_move *move)
{
    mad_vm_apply(measure->game, measure->state, move, measure->list->deltas, measure->after);
    measure->steps += (uint64_t)measure->after->effort << MAD_EFFORT_SHIFT;
}

/* A player's royal in the first or the last corner, whichever is further from the square. */
static void place_royal_apart(struct measure *measure, uint32_t player, uint32_t square)
{
    const struct mad_game *game = measure->game;
    uint32_t corner = square < game->squares / 2u ? game->squares - 1u : 0;
    for (uint32_t code = 0; code < game->code_count && !mad_is_hole(game, corner); code++)
        if (measure->to->royal[code] && mad_owner_of(game, code) == player) {
            mad_state_put(game, measure->state, corner, (uint8_t)code);
            return;
        }
}

/* One man alone on the board, but for his royal where nobody may move without. */
static bool generate_alone(struct measure *measure, uint32_t code, uint32_t square)
{
    const uint32_t player = mad_owner_of(measure->game, code);
    mad_begin_board(measure->game, measure->state, player);
    mad_state_put(measure->game, measure->state, square, (uint8_t)code);
    if (measure->with_royals && !measure->to->royal[code])
        place_royal_apart(measure, player, square);
    return generate(measure);
}

/* One royal of each player's, on a square of his own choice. */
static void place_royals(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    for (uint32_t player = 0; player < mad_players_of(game); player++) {
        uint32_t square = toss(measure, game->squares), code = 0;
        while (code < game->code_count &&
               !(measure->to->royal[code] && mad_owner_of(game, code) == player))
            code++;
        if (code < game->code_count && !mad_is_hole(game, square) &&
            mad_state_board(game, measure->state)[square] == game->empty)
            mad_state_put(game, measure->state, square, (uint8_t)code);
    }
}

/* Common men of both players at random, `percent` of the squares full. */
static void fill_board(struct measure *measure, uint32_t player, uint32_t percent)
{
    const struct mad_game *game = measure->game;
    mad_begin_board(measure->game, measure->state, player);
    if (measure->with_royals)
        place_royals(measure);
    for (uint32_t square = 0; square < game->squares; square++) {
        uint32_t code = toss(measure, game->code_count);
        if (mad_is_hole(game, square) || toss(measure, 100) >= percent ||
            measure->to->royal[code] || mad_is_neutral(game, code) ||
            mad_state_board(game, measure->state)[square] != game->empty)
            continue;
        mad_state_put(game, measure->state, square, (uint8_t)code);
        if (mad_owner_of(game, code) == player)
            measure->men[code]++;
    }
}

/* Choices of what to become are one move here. */
static bool is_same_way(const struct mad_move *a, const struct mad_move *b)
{
    return a->from == b->from && a->to == b->to && a->line == b->line;
}

/* Enemies taken less own men taken. */
static int men_won(const struct measure *measure, const struct mad_move *move)
{
    const struct mad_game *game = mad_seat_of(measure->game, measure->state);
    uint8_t side = measure->state->side;
    if (move->flags & MAD_MOVE_PLAIN)
        return -mad_sign_for(game, mad_state_board_const(game, measure->state)[move->to], side);
    int won = 0;
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *delta = &measure->list->deltas[move->delta_first + i];
        if (mad_delta_takes(delta) ||
            (delta->kind == MAD_DELTA_SQUARE && delta->extra == MAD_DELTA_PUT))
            won -= mad_sign_for(game, delta->before, side);
    }
    return won;
}

static void weigh_moves(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    const uint8_t *board = mad_state_board_const(game, measure->state);
    for (uint32_t i = 0; i < measure->list->count; i++) {
        const struct mad_move *move = &measure->list->moves[i];
        if (move->from == MAD_NO_SQUARE || move->from == move->to ||
            (i > 0 && is_same_way(move, move - 1)))
            continue;
        int won = (move->flags & MAD_MOVE_TAKES) ? men_won(measure, move) : 0;
        measure->weight[board[move->from]] +=
            won < 0 ? WEIGHT_BAD : WEIGHT_MOVE + won * WEIGHT_TAKE;
    }
}

/* Whether of one player's men most had no move at all. */
static bool hardly_moved(const struct measure *measure, uint32_t player)
{
    int moved = 0, still = 0;
    for (uint32_t code = 0; code < measure->game->code_count; code++)
        if (mad_owner_of(measure->game, code) == player && measure->men[code] > 0) {
            moved += measure->weight[code] != 0;
            still += measure->weight[code] == 0;
        }
    return still > moved;
}

/* Royals would hide moves; where nobody may move without his own they are needed all the same. */
static void measure_random_boards(struct measure *measure)
{
    static const uint32_t percents[] = {15, 30, 45};
    const uint32_t players = mad_players_of(measure->game);
    for (uint32_t i = 0; i < players * BOARDS; i++) {
        for (uint32_t player = 0; i == 8 * players && player < players; player++)
            measure->with_royals = measure->with_royals || hardly_moved(measure, player);
        fill_board(measure, i % players, percents[i / players % 3]);
        if (generate(measure))
            weigh_moves(measure);
    }
}

/* --- worth of men ------------------------------------------------------------------------------- */

/* Average weight of a man's moves, in 1/256. Players may have the same man with ways of their own, but
 * mirrored ones have to come out the same: types are measured, not codes, where both have them. */
static int64_t average(const struct measure *measure, uint32_t code)
{
    const struct mad_game *game = measure->game;
    const uint32_t players = mad_players_of(game);
    int64_t weight = 0, men = 0;
    for (uint32_t player = 0; player < players; player++) {
        const uint32_t other = game->turn.seats != NULL
                                   ? code - code % players + player
                                   : game->code_of[game->codes[code].type][player];
        weight += other != 0xff ? measure->weight[other] : 0;
        men += other != 0xff ? measure->men[other] : 0;
    }
    return men > 0 ? weight * 256 / men : 0;
}

static void set_men(const struct measure *measure)
{
    const struct mad_game *game = measure->game;
    struct mad_evaluator *to = measure->to;
    int64_t smallest = 0;
    for (uint32_t code = 0; code < game->code_count; code++) {
        int64_t worth = mad_is_neutral(game, code) || to->royal[code] ? 0 : average(measure, code);
        if (worth > 0 && (smallest == 0 || worth < smallest))
            smallest = worth;
    }
    for (uint32_t code = 0; code < game->code_count; code++) {
        if (mad_is_neutral(game, code))
            continue;
        if (!to->royal[code] && smallest > 0)
            to->man[code] = (int32_t)(average(measure, code) * SMALLEST / smallest);
        to->gain[code] = to->royal[code] ? MAD_ROYAL_GAIN : to->man[code];
    }
}

/* --- whether men are good to have -------------------------------------------------------------------------- */

/* One random game; adds up how much more the winner had than the loser on the way. */
static int64_t winners_share(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    int64_t sum = 0;
    memcpy(measure->state, game->initial, game->state_bytes);
    for (int ply = 0; ply < SIGN_PLIES; ply++) {
        uint32_t n = 0;
        if (!generate(measure) ||
            mad_vm_judge_known(game, measure->state, (struct mad_past){1, 0},
                               measure->list->count > 0, &verdict, NULL) != MAD_OK)
            return 0;
        if (verdict.outcome == MAD_WIN_FIRST || verdict.outcome == MAD_WIN_SECOND)
            return verdict.outcome == MAD_WIN_FIRST ? sum : -sum;
        if (verdict.outcome == MAD_DRAW || measure->list->count == 0)
            return 0;
        sum += mad_evaluate_men(measure->to, measure->state, 0);
        n = toss(measure, measure->list->count);
        apply(measure, &measure->list->moves[n]);
        memcpy(measure->state, measure->after, game->state_bytes);
    }
    return 0;
}

/* Where captures are compulsory the aim may be to lose all: then men are worth less than nothing. Random
 * games tell. */
static void find_sign(struct measure *measure)
{
    int64_t sum = 0;
    if (!mad_vm_must_capture(measure->game))
        return;
    for (int i = 0; i < SIGN_GAMES; i++)
        sum += winners_share(measure);
    for (uint32_t code = 0; sum < 0 && code < measure->game->code_count; code++) {
        measure->to->man[code] = -measure->to->man[code];
        if (!measure->to->royal[code])
            measure->to->gain[code] = measure->to->man[code];
    }
}

/* --- worth of squares ---------------------------------------------------------------------------- */

static void measure_open_board(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    for (uint32_t code = 0; code < game->code_count; code++)
        for (uint32_t square = 0; square < game->squares && !mad_is_neutral(game, code); square++) {
            if (mad_is_hole(game, square) || !generate_alone(measure, code, square))
                continue;
            const size_t cell = (size_t)code * game->squares + square;
            int32_t *open = &measure->open[cell];
            for (uint32_t i = 0; i < measure->list->count; i++) {
                const struct mad_move *move = &measure->list->moves[i];
                if (move->from != square)
                    continue;
                measure->becomes[code] |= move->placed != code;
                if (move->placed != code)
                    measure->away[cell] = 1;
                if (move->to < game->squares)
                    measure->to->reach[cell * game->words + move->to / 64] |= UINT64_C(1)
                                                                              << (move->to % 64);
                *open += move->from != move->to && !(i > 0 && is_same_way(move, move - 1));
            }
        }
}

/* The best of what the man may become by one move, the hope from there included. */
static int32_t hope_of(struct measure *measure, uint32_t code)
{
    const struct mad_game *game = measure->game;
    const int32_t *man = measure->to->man;
    int32_t best = 0;
    for (uint32_t i = 0; i < measure->list->count; i++) {
        const struct mad_move *move = &measure->list->moves[i];
        if (move->to == MAD_NO_SQUARE)
            continue;
        if (is_tired(measure))
            break;
        apply(measure, move);
        uint8_t placed = mad_state_board_const(game, measure->after)[move->to];
        if (game->turn.seats != NULL)
            placed = move->placed; /* alone he may be out, and gone */
        if (placed >= game->code_count)
            continue;
        int32_t hope =
            man[placed] - man[code] + measure->hope[(size_t)placed * game->squares + move->to];
        if (hope > best)
            best = hope;
    }
    return best * HOPE_PERCENT / 100;
}

static bool raise_hopes(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    bool is_changed = false;
    for (uint32_t code = 0; code < game->code_count; code++)
        for (uint32_t square = 0; square < game->squares && measure->becomes[code]; square++) {
            if (mad_is_hole(game, square) || !generate_alone(measure, code, square))
                continue;
            int32_t *hope = &measure->hope[(size_t)code * game->squares + square];
            int32_t raised = hope_of(measure, code);
            is_changed |= raised > *hope;
            *hope = raised > *hope ? raised : *hope;
        }
    return is_changed;
}

static int32_t average_open(const struct measure *measure, uint32_t code)
{
    const struct mad_game *game = measure->game;
    int32_t sum = 0, count = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        if (!mad_is_hole(game, square)) {
            sum += measure->open[(size_t)code * game->squares + square];
            count++;
        }
    return count > 0 ? sum / count : 0;
}

static void set_squares(const struct measure *measure)
{
    const struct mad_game *game = measure->game;
    struct mad_evaluator *to = measure->to;
    for (uint32_t code = 0; code < game->code_count; code++) {
        int32_t usual = average_open(measure, code);
        for (uint32_t square = 0; square < game->squares && !mad_is_neutral(game, code); square++) {
            size_t cell = (size_t)code * game->squares + square;
            int32_t freedom = measure->open[cell] - usual;
            if (to->royal[code])
                to->freedom[cell] = freedom;
            else
                to->square[cell] = to->man[code] + measure->hope[cell] / HOPE_SHARE +
                                   mad_clamp(freedom * MOVE_WORTH, MOVE_WORTH_MOST);
        }
    }
}

/* What a man gains who becomes another by his next move. */
static void set_promises(struct measure *measure)
{
    for (uint32_t cell = 0; cell < mad_cells_of(measure->game); cell++) {
        int32_t *promise = &measure->promise[cell / measure->game->squares];
        const int32_t gain = measure->hope[cell] * 100 / HOPE_PERCENT;
        *promise = measure->away[cell] == 1 && gain > *promise ? gain : *promise;
    }
}

/* --- distances of royals ---------------------------------------------------------------------------- */

enum { FAR = UINT8_MAX };

/* What the royal of the first player that has one reaches in one move. */
static void measure_steps(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    uint32_t royal = 0;
    while (royal < game->code_count && (!measure->to->royal[royal] || mad_is_neutral(game, royal)))
        royal++;
    memset(measure->to->steps, FAR, (size_t)game->squares * game->squares);
    for (uint32_t square = 0; square < game->squares && royal < game->code_count; square++) {
        uint8_t *row = measure->to->steps + (size_t)square * game->squares;
        row[square] = 0;
        if (mad_is_hole(game, square) || !generate_alone(measure, royal, square))
            continue;
        for (uint32_t i = 0; i < measure->list->count; i++)
            if (measure->list->moves[i].to < game->squares)
                row[measure->list->moves[i].to] = measure->list->moves[i].to != square;
    }
}

/* What a royal on each square can step to, and the square itself. */
static void find_zones(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    for (uint32_t from = 0; from < game->squares; from++)
        for (uint32_t to = 0; to < game->squares; to++)
            if (measure->to->steps[(size_t)from * game->squares + to] <= 1)
                measure->to->zone[(size_t)from * game->words + to / 64] |= UINT64_C(1) << (to % 64);
}

/* All shortest ways (Floyd 1962, Warshall 1962). */
static void join_steps(struct measure *measure)
{
    const uint32_t squares = measure->game->squares;
    uint8_t *steps = measure->to->steps;
    for (uint32_t middle = 0; middle < squares; middle++)
        for (uint32_t from = 0; from < squares; from++) {
            uint32_t there = steps[(size_t)from * squares + middle];
            for (uint32_t to = 0; there < FAR && to < squares; to++) {
                uint32_t way = there + steps[(size_t)middle * squares + to];
                if (way < steps[(size_t)from * squares + to])
                    steps[(size_t)from * squares + to] = (uint8_t)way;
            }
        }
}

/* --- pockets --------------------------------------------------------------------------------------- */

/* A man in a pocket from which it never returns is worth nothing. */
static bool can_return(struct measure *measure, uint32_t pocket, uint8_t owner, uint32_t type)
{
    const struct mad_game *game = measure->game;
    mad_state_clear(game, measure->state);
    measure->state->side = owner;
    if (game->turn.seats != NULL)
        measure->state->turn = mad_seat_turn(mad_seat_of_code(game, type), 0, 0);
    *mad_state_pocket(game, measure->state, pocket, mad_pocket_part(game, owner), type) = 1;
    return generate(measure) && measure->list->count > 0;
}

static void set_pockets(struct measure *measure)
{
    const struct mad_game *game = measure->game;
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        for (uint8_t owner = 0; owner < 2; owner++)
            for (uint32_t type = 0; type < game->type_count; type++) {
                const uint32_t code = game->code_of[type][owner],
                               part = mad_pocket_part(game, owner);
                if (code == 0xff || !can_return(measure, pocket, owner, type))
                    continue;
                measure->to->pocket[(pocket * 2 + part) * game->type_count + type] =
                    measure->to->man[code] * POCKET_PERCENT / 100;
            }
}

/* --- all together ------------------------------------------------------------------------------------ */

static void set_full(struct mad_evaluator *evaluator)
{
    const struct mad_state *array = evaluator->game->initial;
    int32_t first = mad_evaluate_side(evaluator, array, 0),
            second = mad_evaluate_side(evaluator, array, 1);
    int32_t full = first > second ? first : second;
    evaluator->full = full > 0 ? full : 1;
}

static void measure_all(struct measure *measure)
{
    find_royals(measure);
    measure_random_boards(measure);
    set_men(measure);
    find_sign(measure);
    measure_open_board(measure);
    for (int step = 0; step < HOPE_STEPS && raise_hopes(measure); step++) {
    }
    set_squares(measure);
    set_promises(measure);
    measure_steps(measure);
    find_zones(measure);
    join_steps(measure);
    set_pockets(measure);
    set_full(measure->to);
    measure->list->count = 0;
    measure->list->delta_count = 0;
}

enum mad_status mad_evaluator_make(struct mad_evaluator *evaluator, const struct mad_game *game,
                                   struct mad_move_list *list, struct mad_state *state,
                                   struct mad_state *after)
{
    size_t bytes = mad_cells_of(game) * (2 * sizeof(int32_t) + sizeof(uint8_t));
    struct measure *measure = mad_memory_new(game->allocator, sizeof *measure);
    int32_t *cells = mad_memory_new(game->allocator, bytes);
    enum mad_status status =
        measure == NULL || cells == NULL ? MAD_ERROR_MEMORY : lay_out(evaluator, game);
    if (status == MAD_OK) {
        *measure = (struct measure){.to = evaluator,
                                    .game = game,
                                    .list = list,
                                    .state = state,
                                    .after = after,
                                    .open = cells,
                                    .hope = cells + mad_cells_of(game),
                                    .away = (uint8_t *)(cells + 2 * mad_cells_of(game)),
                                    .seed = 1};
        measure_all(measure);
        if (game->turn.seats == NULL)
            status = mad_goals_find(evaluator, state);
        if (status == MAD_OK)
            status = mad_runners_find(evaluator, measure->away, measure->promise, state);
        if (game->turn.seats == NULL)
            mad_places_measure(evaluator, list, state, after);
        if (status == MAD_OK)
            mad_gather_find(evaluator, state);
    }
    mad_memory_free(game->allocator, cells, bytes);
    mad_memory_free(game->allocator, measure, sizeof *measure);
    return status;
}
