/* arena.h - memory that is freed all at once.
 *
 * Layer: grammar, the lowest file of the house. Everything handed out is zeroed, but for mad_arena_room. An arena owns its
 * chunks; what lies in them dies with mad_arena_free. Memory comes through struct mad_allocator, so
 * that a test can let any allocation fail, and never exceeds the limit given at the start. */
#ifndef MAD_GRAMMAR_ARENA_H
#define MAD_GRAMMAR_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* Like realloc: p null makes, new_bytes 0 frees (and returns null), null for new_bytes above 0 means
 * failure and leaves p as it was. */
struct mad_allocator {
    void *(*resize)(void *ctx, void *p, size_t old_bytes, size_t new_bytes);
    void *ctx;
};

/* The C library's memory. */
extern const struct mad_allocator mad_allocator_default;

struct mad_arena_chunk;

struct mad_arena {
    struct mad_allocator allocator;
    struct mad_arena_chunk *chunks; /* newest first */
    size_t total;                   /* bytes of all chunks */
    size_t limit;                   /* total never goes above; 0: no limit */
    bool is_full;                   /* it would have: then null is no lack of memory */
};

void mad_arena_init(struct mad_arena *arena, const struct mad_allocator *allocator, size_t limit);
void mad_arena_free(struct mad_arena *arena);
/* Everything in it is gone; the largest chunk stays, for what comes next. */
void mad_arena_reset(struct mad_arena *arena);

/* Zeroed memory, or null. `align` is a power of two, at most that of max_align_t. */
void *mad_arena_new(struct mad_arena *arena, size_t bytes, size_t align);
/* The same with whatever is in it, for what is large and written at once. */
void *mad_arena_room(struct mad_arena *arena, size_t bytes, size_t align);
/* Zeroed memory for count items, or null (also when the product overflows). */
void *mad_arena_array(struct mad_arena *arena, size_t count, size_t bytes, size_t align);
/* A copy with a NUL behind it, or null. */
char *mad_arena_copy(struct mad_arena *arena, const char *text, size_t bytes);

#define MAD_ARENA_NEW(arena, type) ((type *)mad_arena_new((arena), sizeof(type), _Alignof(type)))
#define MAD_ARENA_ARRAY(arena, type, count) \
    ((type *)mad_arena_array((arena), (count), sizeof(type), _Alignof(type)))

#endif
