/* table.c - see table.h. Layer: search. */
#include "table.h"

#include <assert.h>
#include <string.h>

enum { BUCKET = 4, OLD_BY = 4 /* plies that an entry loses with each search */ };

static_assert(sizeof(struct mad_entry) == 16, "four entries fill a cache line");

enum mad_status mad_table_make(struct mad_table *table, const struct mad_memory *memory,
                               size_t bytes)
{
    size_t count = BUCKET;
    while (count * 2 * sizeof *table->entries <= bytes)
        count *= 2;
    struct mad_entry *entries = mad_memory_new(memory, count * sizeof *entries);
    if (entries == NULL)
        return MAD_ERROR_MEMORY;
    *table = (struct mad_table){.entries = entries, .count = count};
    return MAD_OK;
}

void mad_table_free(struct mad_table *table, const struct mad_memory *memory)
{
    mad_memory_free(memory, table->entries, table->count * sizeof *table->entries);
}

void mad_table_empty(struct mad_table *table)
{
    memset(table->entries, 0, table->count * sizeof *table->entries);
    table->age = 0;
}

void mad_table_grow_older(struct mad_table *table)
{
    table->age = (uint8_t)((table->age + 1) % MAD_TABLE_AGES);
}

static struct mad_entry *bucket_of(const struct mad_table *table, uint64_t key)
{
    return table->entries + (key & (table->count - 1) & ~(uint64_t)(BUCKET - 1));
}

static bool is_about(const struct mad_entry *entry, uint64_t key)
{
    return entry->bound != MAD_BOUND_NONE && entry->check == (uint32_t)(key >> 32) &&
           entry->check_more == (uint16_t)(key >> 16);
}

const struct mad_entry *mad_table_find(const struct mad_table *table, uint64_t key)
{
    const struct mad_entry *entry = bucket_of(table, key);
    for (int i = 0; i < BUCKET; i++)
        if (is_about(&entry[i], key))
            return &entry[i];
    return NULL;
}

/* What an entry is worth keeping for: its depth, less with each search since. */
static int use_of(const struct mad_table *table, const struct mad_entry *entry)
{
    int searches = (table->age - entry->age + MAD_TABLE_AGES) % MAD_TABLE_AGES;
    return entry->depth - OLD_BY * searches;
}

/* The entry of this position, else an empty one, else the least useful. */
static struct mad_entry *place_for(const struct mad_table *table, uint64_t key)
{
    struct mad_entry *bucket = bucket_of(table, key), *worst = bucket;
    for (int i = 0; i < BUCKET; i++) {
        struct mad_entry *entry = &bucket[i];
        if (entry->bound == MAD_BOUND_NONE || is_about(entry, key))
            return entry;
        if (use_of(table, entry) < use_of(table, worst))
            worst = entry;
    }
    return worst;
}

int mad_table_full(const struct mad_table *table)
{
    size_t asked = table->count < 1000 ? table->count : 1000, used = 0;
    for (size_t i = 0; i < asked; i++)
        used += table->entries[i].bound != MAD_BOUND_NONE;
    return (int)(used * 1000 / asked);
}

void mad_table_store(struct mad_table *table, uint64_t key, int depth, enum mad_bound bound,
                     int score, uint32_t move)
{
    struct mad_entry *entry = place_for(table, key);
    if (move == 0 && is_about(entry, key))
        move = entry->move;
    *entry = (struct mad_entry){
        .check = (uint32_t)(key >> 32),
        .move = move,
        .score = score,
        .check_more = (uint16_t)(key >> 16),
        .depth = (int8_t)depth,
        .bound = (uint8_t)(bound & 3),
        .age = (uint8_t)(table->age & (MAD_TABLE_AGES - 1)),
    };
}
