/* goals.c - what the ends of a game are about, found out by asking them (evaluate.h). Layer: search.
 *
 * Nothing is read from the rules: a man is put on a square, men in a row, a counter is set, and the ends
 * are asked whether their player has won by that. So it holds for any way of saying such an end. What
 * wins only together with other things is not found. */
#include "../memory.h"
#include "../vm/vm.h"
#include "evaluate.h"

enum {
    NEAR_WORTH = 240, /* of a man one move from where it wins; half as much for each further one */
    NEAR_STEPS = 6,
    WAY_TRIES = 24, /* places for who stands on such a square */
    ROW_LEAST = 3,  /* shorter ones are no rows */
    ROW_MOST = MAD_ROW_MOST,
    ROW_WORTH = 160, /* of a row that lacks one man; a quarter for each one more */
    ROW_TRIES = 16,  /* men anywhere win as well: then it is not the row */
    COUNTER_MOST = 32,
    COUNTER_WORTH = 300, /* of a counter that lacks one; two fifths for each one more */
};

/* --- asking the ends ------------------------------------------------------------------------------------ */

/* Whether the ends say that the player has won, who has just moved; what asking took is added to `steps`. */
static bool has_won(const struct mad_game *game, struct mad_state *state, uint8_t side,
                    uint32_t *steps)
{
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    state->side = (uint8_t)(1 - side);
    mad_state_usual_turn(game, state);
    mad_state_finish(game, state);
    state->mover = side;
    enum mad_status status =
        mad_vm_judge_known(game, state, (struct mad_past){1, 0}, true, &verdict, steps);
    return status == MAD_OK && verdict.outcome == (side == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND);
}

/* --- squares to be reached ------------------------------------------------------------------------------- */

/* The first man of the code in the array; the number of squares when there is none. */
static uint32_t first_of(const struct mad_game *game, uint32_t code)
{
    const uint8_t *board = mad_state_board_const(game, game->initial);
    uint32_t square = 0;
    while (square < game->squares && board[square] != code)
        square++;
    return square;
}

/* Takes who stands on the square elsewhere, where he decides nothing; false when there is no such place. */
static bool make_way(const struct mad_game *game, struct mad_state *state, uint32_t square,
                     uint8_t side, uint32_t *steps)
{
    const uint8_t *board = mad_state_board_const(game, state);
    const uint8_t code = board[square];
    mad_state_put(game, state, square, game->empty);
    uint32_t tries = 0;
    for (uint32_t to = 0; to < game->squares && code != game->empty && tries < WAY_TRIES; to++) {
        if (to == square || mad_is_hole(game, to) || board[to] != game->empty)
            continue;
        tries++;
        mad_state_put(game, state, to, code);
        if (!has_won(game, state, side, steps))
            return true;
        mad_state_put(game, state, to, game->empty);
    }
    return code == game->empty && !has_won(game, state, side, steps);
}

/* Whether a man of the array who stood on the square would have won. */
static bool wins_on(const struct mad_game *game, struct mad_state *state, uint32_t from,
                    uint32_t square, uint32_t *steps)
{
    const uint8_t code = mad_state_board_const(game, game->initial)[from];
    const uint8_t side = game->codes[code].owner;
    memcpy(state, game->initial, game->state_bytes);
    if (from == square || mad_is_hole(game, square) || !make_way(game, state, square, side, steps))
        return false;
    mad_state_put(game, state, from, game->empty);
    mad_state_put(game, state, square, code);
    return has_won(game, state, side, steps);
}

static bool reaches(const struct mad_evaluator *evaluator, uint32_t code, uint32_t from,
                    uint32_t to)
{
    const struct mad_game *game = evaluator->game;
    const uint64_t *reach = &evaluator->reach[((size_t)code * game->squares + from) * game->words];
    return reach[to / 64] >> (to % 64) & 1;
}

/* How many moves a man alone on the board is away from a goal: more than NEAR_STEPS when it is too far. */
static void walk_back(const struct mad_evaluator *evaluator, uint32_t code, uint8_t *steps)
{
    const uint32_t squares = evaluator->game->squares;
    for (uint8_t step = 1; step <= NEAR_STEPS; step++)
        for (uint32_t from = 0; from < squares; from++)
            for (uint32_t to = 0; to < squares && steps[from] > step; to++)
                if (steps[to] == step - 1 && reaches(evaluator, code, from, to))
                    steps[from] = step;
}

static void find_squares(struct mad_evaluator *evaluator, struct mad_state *state)
{
    const struct mad_game *game = evaluator->game;
    uint8_t steps[MAD_MAX_SQUARES];
    uint32_t asked = 0; /* steps of the machine */
    for (uint32_t code = 0; code < game->code_count; code++) {
        uint32_t from = first_of(game, code), goals = 0;
        if (game->codes[code].owner > 1 || from == game->squares)
            continue;
        for (uint32_t square = 0; square < game->squares; square++) {
            bool is_goal = wins_on(game, state, from, square, &asked);
            if (asked > MAD_TRIAL_STEPS)
                return;
            steps[square] = is_goal ? 0 : UINT8_MAX;
            goals += is_goal;
        }
        if (goals == 0 || goals > game->squares / 2u)
            continue;
        walk_back(evaluator, code, steps);
        for (uint32_t square = 0; square < game->squares; square++)
            if (steps[square] <= NEAR_STEPS) {
                if (steps[square] == 0)
                    evaluator->goal[code * game->words + square / 64] |= UINT64_C(1)
                                                                         << (square % 64);
                evaluator->square[(size_t)code * game->squares + square] +=
                    NEAR_WORTH * 2 >> steps[square];
            }
    }
}

/* --- rows to be filled ---------------------------------------------------------------------------------- */

/* Puts men of the code on the squares, and nobody else anywhere. */
static bool wins_by(const struct mad_game *game, struct mad_state *state, uint8_t code,
                    const uint16_t *squares, uint32_t count)
{
    uint32_t steps = 0;
    mad_state_clear(game, state);
    for (uint32_t i = 0; i < count; i++)
        mad_state_put(game, state, squares[i], code);
    return has_won(game, state, game->codes[code].owner, &steps);
}

/* The squares of a row of `length` from this one on; false when it leaves the board. */
static bool row_from(const struct mad_game *game, uint32_t square, const int step[2],
                     uint32_t length, uint16_t *row)
{
    int file = (int)(square % game->files), rank = (int)(square / game->files);
    for (uint32_t i = 0; i < length; i++, file += step[0], rank += step[1]) {
        if (file < 0 || rank < 0 || file >= game->files || rank >= game->ranks ||
            mad_is_hole(game, (uint32_t)(rank * game->files + file)))
            return false;
        row[i] = (uint16_t)(rank * game->files + file);
    }
    return true;
}

/* Whether as many men win wherever they stand. */
static bool wins_anywhere(const struct mad_game *game, struct mad_state *state, uint8_t code,
                          uint32_t count)
{
    uint16_t squares[ROW_MOST];
    for (uint32_t i = 0; i < ROW_TRIES; i++) {
        for (uint32_t n = 0, at = i; n < count; n++, at += 5 + i % 7)
            squares[n] = (uint16_t)(at % game->squares);
        if (!wins_by(game, state, code, squares, count))
            return false;
    }
    return true;
}

static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* How many men in a row win, wherever there is room for them; 0: none do. */
static uint32_t row_length(const struct mad_game *game, struct mad_state *state, uint8_t code)
{
    uint16_t row[ROW_MOST];
    for (uint32_t length = 1; length <= ROW_MOST; length++)
        for (uint32_t square = 0; square < game->squares; square++)
            for (uint32_t i = 0; i < 4; i++)
                if (row_from(game, square, directions[i], length, row) &&
                    wins_by(game, state, code, row, length))
                    return length >= ROW_LEAST && !wins_anywhere(game, state, code, length) ? length
                                                                                            : 0;
    return 0;
}

/* Counts the rows, and writes them where there is room. */
static uint32_t list_rows(const struct mad_game *game, struct mad_state *state, uint8_t code,
                          uint32_t length, uint16_t *rows)
{
    uint32_t count = 0;
    uint16_t row[ROW_MOST];
    for (uint32_t square = 0; square < game->squares; square++)
        for (uint32_t i = 0; i < 4; i++)
            if (row_from(game, square, directions[i], length, row) &&
                wins_by(game, state, code, row, length)) {
                if (rows != NULL)
                    memcpy(rows + (size_t)count * length, row, length * sizeof *row);
                count++;
            }
    return count;
}

/* The first kind that both players may have and that is no royal. */
static uint8_t common_code(const struct mad_evaluator *evaluator, uint8_t side)
{
    const struct mad_game *game = evaluator->game;
    for (uint32_t type = 0; type < game->type_count; type++) {
        const uint8_t *code = game->code_of[type];
        if (code[0] != 0xff && code[1] != 0xff && !evaluator->royal[code[0]])
            return code[side];
    }
    return game->empty;
}

static void weigh_rows(struct mad_evaluator *evaluator)
{
    const uint32_t length = evaluator->row_length;
    int32_t worth = ROW_WORTH;
    for (uint32_t code = 0; code < evaluator->game->code_count; code++) {
        const uint8_t owner = evaluator->game->codes[code].owner;
        evaluator->row_man[code] = owner == 0 ? 1 : owner == 1 ? 16 : 17;
    }
    evaluator->row_worth[length] = 4 * ROW_WORTH;
    for (uint32_t men = length - 1; men > 0; men--, worth /= 4)
        evaluator->row_worth[men] = worth;
}

static enum mad_status find_rows(struct mad_evaluator *evaluator, struct mad_state *state)
{
    const struct mad_game *game = evaluator->game;
    uint8_t first = common_code(evaluator, 0), second = common_code(evaluator, 1);
    uint32_t length = first != game->empty ? row_length(game, state, first) : 0;
    if (length == 0 || row_length(game, state, second) != length)
        return MAD_OK;
    uint32_t count = list_rows(game, state, first, length, NULL);
    evaluator->rows = mad_memory_new(game->allocator, (size_t)count * length * sizeof(uint16_t));
    if (evaluator->rows == NULL)
        return MAD_ERROR_MEMORY;
    evaluator->row_count = list_rows(game, state, first, length, evaluator->rows);
    evaluator->row_length = length;
    weigh_rows(evaluator);
    return MAD_OK;
}

/* --- counters to be filled -------------------------------------------------------------------------------- */

/* What the counter has to come to for the player to win; COUNTER_MOST when nothing does that. */
static uint32_t winning_count(const struct mad_game *game, struct mad_state *state,
                              uint32_t counter, uint8_t side)
{
    uint32_t steps = 0;
    for (uint32_t n = 0; n < COUNTER_MOST; n++) {
        memcpy(state, game->initial, game->state_bytes);
        state->counters[counter][side] = (uint8_t)n;
        if (has_won(game, state, side, &steps))
            return n;
    }
    return COUNTER_MOST;
}

static void find_counters(struct mad_evaluator *evaluator, struct mad_state *state)
{
    const struct mad_game *game = evaluator->game;
    for (uint32_t counter = 0; counter < game->counter_count; counter++)
        for (uint8_t side = 0; side < 2 && game->counters[counter].each; side++) {
            uint32_t wins = winning_count(game, state, counter, side);
            if (wins == COUNTER_MOST || wins <= game->counters[counter].start)
                continue;
            evaluator->counter_wins[counter][side] = (uint8_t)wins;
            int32_t worth = COUNTER_WORTH;
            for (uint32_t n = wins; n-- > 0; worth = worth * 2 / 5)
                evaluator->counter[counter][side][n] = worth;
            evaluator->counters = counter + 1;
        }
}

enum mad_status mad_goals_find(struct mad_evaluator *evaluator, struct mad_state *state)
{
    find_squares(evaluator, state);
    find_counters(evaluator, state);
    return find_rows(evaluator, state);
}

void mad_goals_free(struct mad_evaluator *evaluator)
{
    mad_memory_free(evaluator->game->allocator, evaluator->rows,
                    (size_t)evaluator->row_count * evaluator->row_length * sizeof *evaluator->rows);
    evaluator->rows = NULL;
}

/* --- weighing ------------------------------------------------------------------------------------------- */

/* Men of the first player in the row, and sixteen for each of the second. */
static uint32_t men_in_row(const struct mad_evaluator *evaluator, const uint8_t *board,
                           const uint16_t *row)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < evaluator->row_length; i++)
        sum += evaluator->row_man[board[row[i]]];
    return sum;
}

static int32_t weigh_counters(const struct mad_evaluator *evaluator, const struct mad_state *state)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < evaluator->counters; i++)
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t n = state->counters[i][side];
            int32_t worth = n < COUNTER_MOST ? evaluator->counter[i][side][n] : 0;
            sum += side == 0 ? worth : -worth;
        }
    return sum;
}

int32_t mad_goals_weigh(const struct mad_evaluator *evaluator, const struct mad_state *state)
{
    const uint8_t *board = mad_state_board_const(evaluator->game, state);
    const uint16_t *row = evaluator->rows;
    int32_t sum = evaluator->counters > 0 ? weigh_counters(evaluator, state) : 0;
    for (uint32_t i = 0; i < evaluator->row_count; i++, row += evaluator->row_length) {
        uint32_t men = men_in_row(evaluator, board, row);
        if ((men & 15) == 0)
            sum -= evaluator->row_worth[men >> 4];
        else if (men >> 4 == 0)
            sum += evaluator->row_worth[men];
    }
    return sum;
}

void mad_goals_heat(const struct mad_evaluator *evaluator, const struct mad_state *state,
                    int32_t *heat)
{
    const uint8_t *board = mad_state_board_const(evaluator->game, state);
    const uint16_t *row = evaluator->rows;
    memset(heat, 0, evaluator->game->squares * sizeof *heat);
    for (uint32_t i = 0; i < evaluator->row_count; i++, row += evaluator->row_length) {
        uint32_t men = men_in_row(evaluator, board, row);
        if ((men & 15) != 0 && men >> 4 != 0)
            continue;
        men |= men >> 4;
        int32_t more = evaluator->row_worth[(men & 15) + 1] - evaluator->row_worth[men & 15];
        for (uint32_t n = 0; n < evaluator->row_length; n++)
            heat[row[n]] += more;
    }
}
