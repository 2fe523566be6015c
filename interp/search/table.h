/* table.h - the transposition table: what was found out about positions met before.
 *
 * Layer: search. Entries are 16 bytes, in buckets of four that fill a cache line; of a bucket the
 * shallowest entry gives way, and those of earlier searches before others. It is a cache and may be
 * wrong: keys are shortened to 48 bits behind the bucket's index, so the move is a hint to
 * be looked for among the legal ones. Threads that search together share it without locks: an entry of which
 * another thread wrote one half does not match its key (Hyatt and Mann 2002, "A lock-less transposition table
 * implementation"). */
#ifndef MAD_SEARCH_TABLE_H
#define MAD_SEARCH_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "../memory.h"

enum mad_bound { MAD_BOUND_NONE, MAD_BOUND_LOWER, MAD_BOUND_UPPER, MAD_BOUND_EXACT };

struct mad_entry {
    uint32_t move; /* mad_move_code, 0 when none is known */
    int32_t score; /* forced ends counted from this node */
    int depth;
    enum mad_bound bound; /* MAD_BOUND_NONE: empty */
    uint8_t age;          /* of the search that wrote it */
};

struct mad_slot {
    _Atomic uint64_t found; /* move, score */
    _Atomic uint64_t about; /* 48 bits of the key, depth, bound, age; mixed with `found` */
};

enum { MAD_TABLE_AGES = 64 };
struct mad_table {
    struct mad_slot *slots;
    size_t count; /* a power of two */
    uint8_t age;  /* of this search, below MAD_TABLE_AGES */
};

/* An empty table of at most `bytes`, at least one bucket. */
MAD_MUST_CHECK enum mad_status mad_table_make(struct mad_table *table,
                                              const struct mad_memory *memory, size_t bytes);
void mad_table_free(struct mad_table *table, const struct mad_memory *memory);

void mad_table_empty(struct mad_table *table);
/* Another search begins: what is there grows older. */
void mad_table_grow_older(struct mad_table *table);

/* Says that the position will be asked for soon: its place in memory is far away. */
void mad_table_fetch(const struct mad_table *table, uint64_t key);
/* False when the position is not there. */
bool mad_table_find(const struct mad_table *table, uint64_t key, struct mad_entry *entry);
/* How many thousandths of the table are in use, by its first entries. */
int mad_table_full(const struct mad_table *table);
void mad_table_store(struct mad_table *table, uint64_t key, int depth, enum mad_bound bound,
                     int score, uint32_t move);

#endif
