/* kin.c - see kin.h. Layer: grammar. */
#include "kin.h"

#include <string.h>
#include <strings.h>

static const char *const rows[] = {
#define MAD_KIN(words) words,
#include "kin.def"
#undef MAD_KIN
};

_Static_assert(sizeof rows / sizeof *rows < UINT8_MAX, "a row has a number of one byte");

static bool has(const char *words, const char *word, size_t bytes)
{
    while (*words != '\0') {
        const size_t length = strcspn(words, "|");
        if (length == bytes && strncasecmp(words, word, bytes) == 0)
            return true;
        words += length + (words[length] == '|');
    }
    return false;
}

uint8_t mad_kin_of(const char *word, size_t bytes)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows && bytes > 0; i++)
        if (has(rows[i], word, bytes))
            return (uint8_t)(i + 1);
    return 0;
}

bool mad_kin_has(uint8_t row, const char *word, size_t bytes)
{
    return row > 0 && row <= sizeof rows / sizeof *rows && has(rows[row - 1], word, bytes);
}
