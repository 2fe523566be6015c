/* network.c - see network.h. Layer: game. */
#include "network.h"

#include "../memory.h"

enum {
    TEXT_MOST = 80000, /* bytes of all rows as they are written */
    NARROWEST = 8,     /* and wider by this */
};

static uint32_t find_width(const struct mad_game *game, uint32_t turn)
{
    uint32_t rows = mad_inputs_of(game) * (turn == MAD_TURN_NEVER ? 2 : 1),
             width = MAD_NETWORK_WIDTH;
    while (width > NARROWEST && rows * (width * 5 / 4 + 1) > TEXT_MOST)
        width -= NARROWEST;
    return width;
}

enum mad_status mad_network_make(const struct mad_game *game, uint32_t turn,
                                 struct mad_network **out)
{
    size_t rows = 2 * (size_t)mad_inputs_of(game) * MAD_NETWORK_WIDTH;
    struct mad_network *network = mad_memory_new(game->allocator, sizeof *network);
    if (network == NULL)
        return MAD_ERROR_MEMORY;
    network->block_bytes = rows + 4 * MAD_NETWORK_WIDTH * sizeof *network->last;
    network->block = mad_memory_new(game->allocator, network->block_bytes);
    if (network->block == NULL) {
        mad_memory_free(game->allocator, network, sizeof *network);
        return MAD_ERROR_MEMORY;
    }
    network->turn = turn;
    network->width = find_width(game, turn);
    network->first = network->block;
    network->last = network->first + 2 * MAD_NETWORK_WIDTH;
    network->row = (int8_t *)(network->last + 2 * MAD_NETWORK_WIDTH);
    *out = network;
    return MAD_OK;
}

void mad_network_free(const struct mad_game *game, struct mad_network *network)
{
    if (network == NULL)
        return;
    mad_memory_free(game->allocator, network->block, network->block_bytes);
    mad_memory_free(game->allocator, network, sizeof *network);
}

uint32_t mad_network_other_code(const struct mad_game *game, uint32_t code)
{
    const struct mad_code man = game->codes[code];
    return man.owner < 2 ? game->code_of[man.type][1 - man.owner] : code;
}

bool mad_network_can_turn(const struct mad_game *game)
{
    for (uint32_t code = 0; code < game->code_count; code++)
        if (mad_network_other_code(game, code) >= game->code_count)
            return false;
    return true;
}

uint32_t mad_network_turned_square(const struct mad_game *game, uint32_t turn, uint32_t square)
{
    uint32_t file = square % game->files, rank = square / game->files;
    file = turn & MAD_TURN_FILES ? game->files - 1u - file : file;
    rank = turn & MAD_TURN_RANKS ? game->ranks - 1u - rank : rank;
    return rank * game->files + file;
}

uint32_t mad_network_turned(const struct mad_game *game, uint32_t turn, uint32_t input)
{
    const uint32_t cells = game->code_count * (uint32_t)game->squares,
                   marks = mad_input_of_marks(game), counters = mad_input_of_counters(game);
    if (input < cells)
        return mad_network_other_code(game, input / game->squares) * game->squares +
               mad_network_turned_square(game, turn, input % game->squares);
    if (input < marks) {
        uint32_t pocket = (input - cells) / game->type_count;
        return cells + (pocket ^ 1) * game->type_count + (input - cells) % game->type_count;
    }
    if (input < counters) {
        uint32_t square = (input - marks) % game->squares;
        return input - square + mad_network_turned_square(game, turn, square);
    }
    return game->counters[(input - counters) / 2].each ? ((input - counters) ^ 1) + counters
                                                       : input;
}

void mad_network_share(const struct mad_game *game, struct mad_network *network)
{
    if (network->turn == MAD_TURN_NEVER)
        return;
    memcpy(network->first + MAD_NETWORK_WIDTH, network->first,
           MAD_NETWORK_WIDTH * sizeof *network->first);
    for (uint32_t input = 0; input < mad_inputs_of(game); input++)
        memcpy(mad_network_row(game, network, 1, mad_network_turned(game, network->turn, input)),
               mad_network_row(game, network, 0, input), MAD_NETWORK_WIDTH);
}
