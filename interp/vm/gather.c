/* gather.c - finds the products that pack the bits of a mask.
 *
 * Layer: vm. The mask 0x11 has its bits 4 apart: one product brings them side by side. It relies on nothing;
 * gather.h reads what is found. */
#include "gather.h"

#include <stdbool.h>

/* The multiplier that moves bits on these places, in rising order, next to each other at the top of the
 * word; false when another of its products gets among them, or when two below might carry into them. */
static bool find_multiplier(const uint8_t *places, uint32_t count, uint64_t *by)
{
    uint64_t below = 0;
    uint32_t first = 64 - count;
    *by = 0;
    for (uint32_t i = 0; i < count; i++) {
        *by |= UINT64_C(1) << (first + i - places[i]);
    }
    for (uint64_t left = *by; left != 0; left &= left - 1) {
        uint32_t shift = (uint32_t)__builtin_ctzll(left);
        for (uint32_t i = 0; i < count && places[i] + shift < 64; i++) {
            uint32_t at = places[i] + shift;
            if (at >= first ? at != first + i : below >> at & 1) {
                return false;
            }
            below |= UINT64_C(1) << at;
        }
    }
    return true;
}

void mad_gather_make(struct mad_gather *gather, uint64_t mask)
{
    uint8_t places[64];
    uint32_t count = 0, done = 0;
    *gather = (struct mad_gather){.count = 0};
    for (uint64_t left = mask; left != 0; left &= left - 1) {
        places[count++] = (uint8_t)__builtin_ctzll(left);
    }
    while (done < count && gather->count < MAD_GATHER_PARTS) {
        uint32_t part = gather->count++, bits = count - done;
        while (!find_multiplier(places + done, bits, &gather->parts[part].by)) {
            bits--; /* one bit alone always can */
        }
        uint64_t low = bits < 64 ? (UINT64_C(1) << bits) - 1 : ~UINT64_C(0);
        gather->parts[part].keep = low << done;
        gather->down[part] = (uint8_t)(64 - bits - done);
        for (uint32_t i = done; i < done + bits; i++) {
            gather->parts[part].mask |= UINT64_C(1) << places[i];
        }
        done += bits;
    }
    for (uint32_t i = done; i < count; i++) {
        gather->rest |= UINT64_C(1) << places[i];
    }
    gather->rest_up = (uint8_t)(done & 63);
}
