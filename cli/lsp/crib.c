/* crib.c - see crib.h. Layer: cli.
 *
 * The rows come from the tables of grammar/README.md when the program is built. Of those in which a word stands, the
 * ones that begin with it explain it. */
#include "crib.h"

#include <stdbool.h>
#include <string.h>

static const struct row {
    const char *phrases, *says; /* "`empty`, `own X`", as they stand there */
} rows[] = {
#define MAD_CRIB(phrases, says) {phrases, says},
#include "build/crib.def"
#undef MAD_CRIB
};

enum { ROWS = sizeof rows / sizeof *rows, MOST_ROWS = 3 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

/* Whether the word stands in the row: at the beginning of a phrase, or anywhere in one. */
static bool explains(const struct row *row, const char *keyword, bool is_first)
{
    size_t bytes = strlen(keyword);
    const char *at = row->phrases;
    for (; (at = strstr(at, keyword)) != NULL; at++) {
        bool begins = at > row->phrases && (is_first ? at[-1] == '`' : !is_letter(at[-1]));
        if (begins && !is_letter(at[bytes])) {
            return true;
        }
    }
    return false;
}

void lsp_put_crib(FILE *stream, const char *keyword)
{
    unsigned told = 0;
    if (!is_letter(keyword[0])) {
        return; /* a sign */
    }
    for (int first = 1; first >= 0 && told == 0; first--) {
        for (size_t i = 0; i < ROWS && told < MOST_ROWS; i++) {
            if (explains(&rows[i], keyword, first != 0)) {
                fprintf(stream, "%s: %s\n\n", rows[i].phrases, rows[i].says);
                told++;
            }
        }
    }
}
