/* glance.c - see glance.h. Layer: search. */
#include "glance.h"

#include "../memory.h"

typedef int8_t row __attribute__((vector_size(MAD_NETWORK_PART), aligned(1), may_alias));
typedef uint16_t sums __attribute__((vector_size(2 * MAD_NETWORK_PART), aligned(2), may_alias));
typedef int16_t weights __attribute__((vector_size(2 * MAD_NETWORK_PART), aligned(2), may_alias));
typedef int32_t products __attribute__((vector_size(4 * MAD_NETWORK_PART)));
typedef int32_t quarter __attribute__((vector_size(MAD_NETWORK_PART)));

enum { SQUARE_SHIFT = 10 }; /* products of all squared sums have to fit 32 bits */

enum mad_status mad_glance_make(struct mad_glance *glance, const struct mad_game *game,
                                const struct mad_network *network)
{
    struct mad_state *seen = mad_memory_new(game->allocator, game->state_bytes);
    if (seen == NULL)
        return MAD_ERROR_MEMORY;
    memset(mad_state_board(game, seen), game->empty, game->squares);
    memcpy(glance->sum, network->first, sizeof glance->sum);
    glance->network = network;
    glance->seen = seen;
    return MAD_OK;
}

void mad_glance_free(struct mad_glance *glance, const struct mad_game *game)
{
    mad_memory_free(game->allocator, glance->seen, game->state_bytes);
    *glance = (struct mad_glance){.network = NULL};
}

static void add(struct mad_glance *glance, const struct mad_game *game, uint32_t input, int times)
{
    const struct mad_network *network = glance->network;
    const uint32_t width = network->width;
    const int8_t *from[] = {mad_network_row(game, network, 0, input),
                            mad_network_row(game, network, 1, input)};
    for (uint32_t i = 0; i < width; i += MAD_NETWORK_PART)
        for (uint32_t player = 0; player < 2; player++)
            *(sums *)&glance->sum[player][i] +=
                __builtin_convertvector(*(const row *)(from[player] + i), sums) * (uint16_t)times;
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static void change_board(struct mad_glance *glance, const struct mad_game *game,
                         const struct mad_state *state)
{
    const uint8_t *before = mad_state_board_const(game, glance->seen),
                  *now = mad_state_board_const(game, state);
    for (uint32_t square = 0; square < game->squares; square++) {
        if (square % 8 == 0 && square + 8 <= game->squares &&
            word_at(before + square) == word_at(now + square)) {
            square += 7;
            continue;
        }
        if (before[square] == now[square])
            continue;
        if (before[square] < game->code_count)
            add(glance, game, before[square] * (uint32_t)game->squares + square, -1);
        if (now[square] < game->code_count)
            add(glance, game, now[square] * (uint32_t)game->squares + square, 1);
    }
}

static void change_pockets(struct mad_glance *glance, const struct mad_game *game,
                           const struct mad_state *state)
{
    const uint8_t *before = (const uint8_t *)glance->seen + game->pocket_offset,
                  *now = (const uint8_t *)state + game->pocket_offset;
    const uint32_t first = game->code_count * (uint32_t)game->squares;
    for (uint32_t i = 0; i < game->pocket_count * 2 * game->type_count; i++)
        if (before[i] != now[i])
            add(glance, game, first + i, now[i] - before[i]);
}

static void change_marks(struct mad_glance *glance, const struct mad_game *game,
                         const struct mad_state *state)
{
    const uint32_t first = mad_input_of_marks(game);
    for (uint32_t i = 0; i < game->mark_count * game->words; i++) {
        const uint32_t at = game->mark_slot * game->words + i;
        const uint32_t mark = i / game->words, square = i % game->words * 64;
        for (uint64_t bits = glance->seen->sets[at] ^ state->sets[at]; bits != 0; bits &= bits - 1)
            add(glance, game,
                first + mark * game->squares + square + (uint32_t)__builtin_ctzll(bits),
                (state->sets[at] & (bits & -bits)) != 0 ? 1 : -1);
    }
}

static void change_counters(struct mad_glance *glance, const struct mad_game *game,
                            const struct mad_state *state)
{
    const uint32_t first = mad_input_of_counters(game);
    for (uint32_t i = 0; i < game->counter_count * 2; i++) {
        int more = state->counters[i / 2][i % 2] - glance->seen->counters[i / 2][i % 2];
        if (more != 0)
            add(glance, game, first + i, more);
    }
}

static int32_t weigh_part(const uint16_t *sum, const int16_t *last)
{
    union {
        products all;
        quarter four[4];
    } parts;
    weights cut = *(const weights *)sum;
    cut &= cut > 0;
    cut -= (cut - MAD_NETWORK_ONE) & (cut > MAD_NETWORK_ONE);
    parts.all = __builtin_convertvector(cut, products);
    parts.all = parts.all * parts.all >> SQUARE_SHIFT;
    parts.all *= __builtin_convertvector(*(const weights *)last, products);
    quarter of_eight = parts.four[0] + parts.four[1] + parts.four[2] + parts.four[3];
    int32_t worth = 0;
    for (uint32_t i = 0; i < MAD_NETWORK_PART / 4; i++)
        worth += of_eight[i];
    return worth;
}

static int32_t weigh(const struct mad_network *network, const uint16_t *sum, const int16_t *last)
{
    int32_t worth = 0;
    for (uint32_t i = 0; i < network->width; i += MAD_NETWORK_PART)
        worth += weigh_part(sum + i, last + i);
    return worth;
}

int32_t mad_glance_worth(struct mad_glance *glance, const struct mad_game *game,
                         const struct mad_state *state)
{
    const struct mad_network *network = glance->network;
    change_board(glance, game, state);
    change_pockets(glance, game, state);
    change_marks(glance, game, state);
    change_counters(glance, game, state);
    memcpy(glance->seen, state, game->state_bytes);
    return (weigh(network, glance->sum[state->side], network->last) +
            weigh(network, glance->sum[1 - state->side], network->last + MAD_NETWORK_WIDTH)) /
           (MAD_NETWORK_ONE * MAD_NETWORK_ONE * MAD_NETWORK_PARTS >> SQUARE_SHIFT);
}
