/* order.c - see order.h. Layer: search. */
#include "order.h"

#include <string.h>

#include "../memory.h"
#include "../vm/vm.h"

enum {
    HEAT_SCALE = 1 << 14, /* a row that is all but full comes before killers */
    PRISE_SCALE =
        6000, /* who leaves a square where he is en prise, or comes to one, stays behind killers */
    PRISE_MOST = 900,
};

static size_t history_bytes(const struct mad_game *game)
{
    return ((size_t)game->code_count + 1) * game->squares * sizeof(int32_t);
}

static size_t prise_bytes(const struct mad_game *game)
{
    return (size_t)game->code_count * game->words * sizeof(uint64_t);
}

enum mad_status mad_order_make(struct mad_order *order, const struct mad_evaluator *evaluator,
                               struct mad_state *scratch)
{
    const size_t prise = prise_bytes(evaluator->game);
    unsigned char *block =
        mad_memory_new(evaluator->game->allocator, prise + history_bytes(evaluator->game));
    if (block == NULL)
        return MAD_ERROR_MEMORY;
    *order = (struct mad_order){.evaluator = evaluator,
                                .en_prise = {(uint64_t *)(void *)block, 0},
                                .history = (int32_t *)(void *)(block + prise),
                                .scratch = scratch,
                                .triggers = mad_vm_captures_trigger(evaluator->game),
                                .exchanges = !mad_vm_must_capture(evaluator->game)};
    return MAD_OK;
}

void mad_order_free(struct mad_order *order)
{
    if (order->en_prise.squares != NULL)
        mad_memory_free(order->evaluator->game->allocator, order->en_prise.squares,
                        prise_bytes(order->evaluator->game) +
                            history_bytes(order->evaluator->game));
    order->en_prise.squares = NULL;
    order->history = NULL;
}

void mad_order_forget(struct mad_order *order)
{
    memset(order->killers, 0, sizeof order->killers);
    memset(order->history, 0, history_bytes(order->evaluator->game));
}

void mad_order_age(struct mad_order *order)
{
    size_t count = history_bytes(order->evaluator->game) / sizeof *order->history;
    memset(order->killers, 0, sizeof order->killers);
    for (size_t i = 0; i < count; i++)
        order->history[i] /= 2;
}

/* Null for moves that end nowhere. */
static int32_t *history_of(const struct mad_order *order, const struct mad_move *move)
{
    const struct mad_game *game = order->evaluator->game;
    if (move->to == MAD_NO_SQUARE)
        return NULL;
    return &order->history[(size_t)move->placed * game->squares + move->to];
}

/* A man is saved who leaves a square where he is en prise, and thrown away who comes to one; royals are worth nothing. */
static int32_t saved_by(const struct mad_order *order, const struct mad_move *move, uint8_t side)
{
    const struct mad_game *game = order->evaluator->game;
    if (game->codes[move->placed].owner != side)
        return 0;
    const uint64_t *lost = order->en_prise.squares + (size_t)move->placed * game->words;
    const int32_t worth = order->evaluator->man[move->placed];
    int32_t saved = move->from != MAD_NO_SQUARE && mad_is_in(lost, move->from);
    saved -= move->to != MAD_NO_SQUARE && mad_is_in(lost, move->to);
    return saved * PRISE_SCALE * (worth < PRISE_MOST ? worth : PRISE_MOST);
}

static void know_en_prise(struct mad_order *order, struct mad_state *state)
{
    if (order->en_prise.key != state->key)
        mad_vm_tension(order->evaluator->game, state, &order->evaluator->standing, NULL,
                       order->en_prise.squares);
    order->en_prise.key = state->key;
}

static int32_t quiet_score(struct mad_order *order, struct mad_state *state,
                           const struct mad_move *move, uint32_t code, uint32_t ply)
{
    for (int i = 0; i < MAD_KILLERS; i++)
        if (order->killers[ply][i] == code)
            return MAD_ORDER_KILLER - i;
    const int32_t *history = history_of(order, move);
    int32_t heat = order->evaluator->row_count > 0 && move->to != MAD_NO_SQUARE
                       ? order->heat[move->to] * HEAT_SCALE
                       : 0;
    if (history == NULL)
        return 0;
    if (order->evaluator->standing.count == 0)
        return *history + heat;
    know_en_prise(order, state);
    return *history + heat + saved_by(order, move, state->side);
}

/* What the man that moves is worth; a royal is not given for anything. */
static int32_t cost_of_mover(const struct mad_evaluator *evaluator, const struct mad_state *state,
                             const struct mad_move *move)
{
    if (move->from == MAD_NO_SQUARE)
        return 0;
    uint8_t code = mad_state_board_const(evaluator->game, state)[move->from];
    return evaluator->royal[code] ? 0 : evaluator->man[code];
}

/* What a move that takes gains by all that it brings about; `*stays`: the man who made it is there still. */
static int32_t gain_of(const struct mad_order *order, const struct mad_state *state,
                       const struct mad_move_list *list, const struct mad_move *move, bool *stays)
{
    const struct mad_evaluator *evaluator = order->evaluator;
    *stays = true;
    if (!order->triggers || !(move->flags & MAD_MOVE_PLAIN) || !(move->flags & MAD_MOVE_TAKES))
        return mad_evaluate_gain(evaluator, state, list, move);
    mad_vm_apply(evaluator->game, state, move, list->deltas, order->scratch);
    *stays = mad_state_has(evaluator->game, order->scratch, state->side, move->to);
    return mad_evaluate_men(evaluator, order->scratch, state->side) -
           mad_evaluate_men(evaluator, state, state->side);
}

/* What is left of a gain when the man who made it is taken in turn, if anybody can. */
static int32_t after_exchange(const struct mad_order *order, struct mad_state *state,
                              const struct mad_move *move, int32_t gain, int32_t cost)
{
    if (!order->exchanges || cost <= gain || move->to == MAD_NO_SQUARE ||
        !mad_vm_is_attacked(order->evaluator->game, state, 1u - state->side, move->to))
        return gain;
    return gain - cost;
}

static int32_t score_of(struct mad_order *order, struct mad_state *state,
                        const struct mad_move_list *list, const struct mad_move *move,
                        uint32_t table_move, uint32_t ply)
{
    uint32_t code = mad_move_code(move);
    if (code == table_move)
        return MAD_ORDER_TABLE;
    if (mad_order_is_quiet(move))
        return quiet_score(order, state, move, code, ply);
    if (mad_move_is_open(move))
        move = mad_chance_shown(list, move);
    bool stays;
    int32_t gain = gain_of(order, state, list, move, &stays);
    int32_t cost = cost_of_mover(order->evaluator, state, move);
    if (gain > 0 && stays && (gain = after_exchange(order, state, move, gain, cost)) >= 0)
        return MAD_ORDER_WINS + gain * MAD_ORDER_GAIN_SCALE - cost / 64;
    if (gain > 0)
        return MAD_ORDER_WINS + gain * MAD_ORDER_GAIN_SCALE;
    return gain < 0 ? MAD_ORDER_COSTS + gain : quiet_score(order, state, move, code, ply);
}

void mad_order_score(struct mad_order *order, struct mad_state *state,
                     const struct mad_move_list *list, uint32_t first, uint32_t end,
                     uint32_t table_move, uint32_t ply, int32_t *scores)
{
    if (order->evaluator->row_count > 0)
        mad_goals_heat(order->evaluator, state, order->heat);
    for (uint32_t i = first; i < end; i++)
        scores[i] = score_of(order, state, list, &list->moves[i], table_move, ply);
}

void mad_order_pick(struct mad_move_list *list, uint32_t next, uint32_t end, int32_t *scores)
{
    uint32_t best = next;
    for (uint32_t i = next + 1; i < end; i++)
        if (scores[i] > scores[best])
            best = i;
    struct mad_move move = list->moves[best];
    int32_t score = scores[best];
    list->moves[best] = list->moves[next];
    scores[best] = scores[next];
    list->moves[next] = move;
    scores[next] = score;
}

/* Moves the counter towards its limit, the slower the nearer it is. */
static void adjust(int32_t *history, int32_t by)
{
    int32_t size = by < 0 ? -by : by;
    *history += by - (int32_t)((int64_t)*history * size / MAD_ORDER_HISTORY_MOST);
}

static int32_t weight_of(int depth)
{
    int32_t weight = depth * depth * 1024;
    return weight < MAD_ORDER_HISTORY_MOST / 4 ? weight : MAD_ORDER_HISTORY_MOST / 4;
}

void mad_order_reward(struct mad_order *order, const struct mad_move *move, uint32_t ply, int depth)
{
    uint32_t code = mad_move_code(move), *killers = order->killers[ply];
    if (killers[0] != code) {
        killers[1] = killers[0];
        killers[0] = code;
    }
    int32_t *history = history_of(order, move);
    if (history != NULL)
        adjust(history, weight_of(depth));
}

void mad_order_blame(struct mad_order *order, const struct mad_move *move, int depth)
{
    int32_t *history = history_of(order, move);
    if (history != NULL)
        adjust(history, -weight_of(depth));
}
