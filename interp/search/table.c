/* table.c - see table.h. Layer: search. */
#include "table.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum { BUCKET = 4, OLD_BY = 4 /* plies that an entry loses with each search */ };

static_assert(sizeof(struct mad_slot) == 16, "four entries fill a cache line");

enum mad_status mad_table_make(struct mad_table *table, const struct mad_memory *memory,
                               size_t bytes)
{
    size_t count = BUCKET;
    while (count * 2 * sizeof *table->slots <= bytes)
        count *= 2;
    struct mad_slot *slots = mad_memory_new(memory, count * sizeof *slots);
    if (slots == NULL)
        return MAD_ERROR_MEMORY;
    *table = (struct mad_table){.slots = slots, .count = count};
    return MAD_OK;
}

void mad_table_free(struct mad_table *table, const struct mad_memory *memory)
{
    mad_memory_free(memory, table->slots, table->count * sizeof *table->slots);
}

void mad_table_empty(struct mad_table *table)
{
    memset(table->slots, 0, table->count * sizeof *table->slots);
    table->age = 0;
}

void mad_table_grow_older(struct mad_table *table)
{
    table->age = (uint8_t)((table->age + 1) % MAD_TABLE_AGES);
}

/* --- entries as they are kept ------------------------------------------------------------------------- */

enum { DEPTH_AT = 8, KEY_AT = 16 };

static uint64_t read(const _Atomic uint64_t *half)
{
    return atomic_load_explicit(half, memory_order_relaxed);
}

static void write(_Atomic uint64_t *half, uint64_t value)
{
    atomic_store_explicit(half, value, memory_order_relaxed);
}

/* Returns the bits of the key. */
static uint64_t unpack(const struct mad_slot *slot, struct mad_entry *entry)
{
    uint64_t found = read(&slot->found), about = read(&slot->about) ^ found;
    *entry = (struct mad_entry){.move = (uint32_t)found,
                                .score = (int32_t)(uint32_t)(found >> 32),
                                .depth = (int8_t)(uint8_t)(about >> DEPTH_AT),
                                .bound = (enum mad_bound)(about & 3),
                                .age = (uint8_t)(about >> 2 & (MAD_TABLE_AGES - 1))};
    return about >> KEY_AT;
}

static void pack(struct mad_slot *slot, uint64_t key, const struct mad_entry *entry)
{
    uint64_t found = entry->move | (uint64_t)(uint32_t)entry->score << 32;
    uint64_t about = key >> KEY_AT << KEY_AT | (uint64_t)(uint8_t)entry->depth << DEPTH_AT |
                     (uint64_t)entry->age << 2 | (uint64_t)entry->bound;
    write(&slot->found, found);
    write(&slot->about, about ^ found);
}

static struct mad_slot *bucket_of(const struct mad_table *table, uint64_t key)
{
    return table->slots + (key & (table->count - 1) & ~(uint64_t)(BUCKET - 1));
}

void mad_table_fetch(const struct mad_table *table, uint64_t key)
{
    __builtin_prefetch(bucket_of(table, key));
}

bool mad_table_find(const struct mad_table *table, uint64_t key, struct mad_entry *entry)
{
    const struct mad_slot *slot = bucket_of(table, key);
    for (int i = 0; i < BUCKET; i++)
        if (unpack(&slot[i], entry) == key >> KEY_AT && entry->bound != MAD_BOUND_NONE)
            return true;
    return false;
}

/* What an entry is worth keeping for: its depth, less with each search since. */
static int use_of(const struct mad_table *table, const struct mad_entry *entry)
{
    int searches = (table->age - entry->age + MAD_TABLE_AGES) % MAD_TABLE_AGES;
    return entry->depth - OLD_BY * searches;
}

/* The place of this position, else an empty one, else the least useful; `*move` as known there. */
static struct mad_slot *place_for(const struct mad_table *table, uint64_t key, uint32_t *move)
{
    struct mad_slot *bucket = bucket_of(table, key), *worst = bucket;
    int least = INT_MAX;
    for (int i = 0; i < BUCKET; i++) {
        struct mad_entry entry;
        bool is_same = unpack(&bucket[i], &entry) == key >> KEY_AT;
        if (entry.bound == MAD_BOUND_NONE || is_same) {
            *move = is_same ? entry.move : 0;
            return &bucket[i];
        }
        if (use_of(table, &entry) < least) {
            worst = &bucket[i];
            least = use_of(table, &entry);
        }
    }
    *move = 0;
    return worst;
}

int mad_table_full(const struct mad_table *table)
{
    size_t asked = table->count < 1000 ? table->count : 1000, used = 0;
    for (size_t i = 0; i < asked; i++) {
        struct mad_entry entry;
        (void)unpack(&table->slots[i], &entry);
        used += entry.bound != MAD_BOUND_NONE;
    }
    return (int)(used * 1000 / asked);
}

void mad_table_store(struct mad_table *table, uint64_t key, int depth, enum mad_bound bound,
                     int score, uint32_t move)
{
    uint32_t known;
    struct mad_slot *slot = place_for(table, key, &known);
    struct mad_entry entry = {.move = move != 0 ? move : known,
                              .score = score,
                              .depth = depth,
                              .bound = bound,
                              .age = (uint8_t)(table->age & (MAD_TABLE_AGES - 1))};
    pack(slot, key, &entry);
}
