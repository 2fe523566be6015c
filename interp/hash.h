/* hash.h - FNV-1a (Fowler, Noll and Vo): tells texts apart that differ by accident, not by intent. The same on every
 * machine. Layer: interp, private. */
#ifndef MAD_INTERP_HASH_H
#define MAD_INTERP_HASH_H

#include <stdint.h>

#define MAD_HASH_START UINT64_C(0xcbf29ce484222325)

/* A byte, or a number taken for one. */
static inline uint64_t mad_hash(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

/* The text without its end. */
static inline uint64_t mad_hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = mad_hash(hash, (unsigned char)*text);
    return hash;
}

#endif
