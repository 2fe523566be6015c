/* shrink.h - makes a rule file that fails as small as it can be and still fail. */
#ifndef MAD_TESTS_SHRINK_H
#define MAD_TESTS_SHRINK_H

#include <stdbool.h>
#include <stddef.h>

typedef bool (*shrink_test)(void *context, const char *text, size_t bytes);

/* Takes out lines, brackets and words, makes board and numbers smaller, as long as `fails` holds.
 * Works on `text`, which has room for what it holds; returns how many bytes are left. */
size_t shrink(char *text, size_t bytes, shrink_test fails, void *context);
#endif
