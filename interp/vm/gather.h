/* gather.h - the bits of a word under a mask packed to the low end, for processors without PEXT.
 *
 * Layer: vm. A product moves bits far apart next to each other, so a mask is split into a few parts
 * that one product each packs, the lowest part first. What a gather needs is made once for a mask. */
#ifndef MAD_VM_GATHER_H
#define MAD_VM_GATHER_H

#include <stdint.h>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

enum { MAD_GATHER_PARTS = 4 };

struct mad_gather {
    struct {
        uint64_t mask, by; /* the bits of the part, and their multiplier */
        uint64_t keep;     /* the bits of the whole's result */
    } parts[MAD_GATHER_PARTS];
    uint64_t rest; /* bits of the mask that no part has: above them */
    uint8_t down[MAD_GATHER_PARTS];
    uint8_t count, rest_up;
};

void mad_gather_make(struct mad_gather *gather, uint64_t mask);

/* Extracts the bits of x under m, packed to the low end; the pext instruction where there is one. */
static inline uint64_t mad_extract(uint64_t x, uint64_t m)
{
#if defined(__BMI2__)
    return _pext_u64(x, m);
#else
    uint64_t result = 0;
    for (uint64_t bit = 1; m != 0; bit += bit) {
        if (x & m & (0 - m)) {
            result |= bit;
        }
        m &= m - 1;
    }
    return result;
#endif
}

/* The same for the mask that the gather was made for. */
static inline uint64_t mad_gathered(const struct mad_gather *gather, uint64_t x)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < gather->count; i++) {
        result |= (x & gather->parts[i].mask) * gather->parts[i].by >> gather->down[i] &
                  gather->parts[i].keep;
    }
    if (gather->rest != 0) {
        result |= mad_extract(x, gather->rest) << gather->rest_up;
    }
    return result;
}

#endif
