/* lists.h - lists that grow, lists sorted by number, and digests of texts. Layer: cli. */
#ifndef MAD_CLI_LISTS_H
#define MAD_CLI_LISTS_H

#include <stddef.h>
#include <stdint.h>

/* The items, of `size` bytes each, with room for one more behind `count`; null without memory, when they stay where
 * they are. */
void *cli_room(void *items, size_t count, size_t *capacity, size_t size);
/* Where the number is, or would have to be, among items that begin with one and are sorted by it. */
size_t cli_place_of(const void *items, size_t count, size_t size, uint64_t number);
/* Opens such a place. */
void cli_open_place(void *items, size_t count, size_t size, size_t place);

#define CLI_NO_DIGEST UINT64_C(0xcbf29ce484222325)
/* The digest with so many bytes behind what it is of. */
uint64_t cli_digest(uint64_t digest, const char *text, size_t bytes);

#endif
