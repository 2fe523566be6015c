/* rows.c - see rows.h.
 *
 * Layer: grammar. */
#include "rows.h"

#include <string.h>

enum { MAX_ROWS = 4000 }; /* bytes of what is offered; more are told of, and not written out */

struct rows { /* being written */
    char text[MAX_ROWS + 1];
    size_t used;
    bool begins, is_full; /* at the first cell of a row; no more fits */
};

static void put(struct rows *rows, char c)
{
    rows->is_full = rows->is_full || rows->used == MAX_ROWS;
    if (!rows->is_full)
        rows->text[rows->used++] = c;
}

static void begin_row(struct rows *rows)
{
    if (rows->used > 0)
        put(rows, '\n');
    put(rows, ' ');
    put(rows, ' ');
    rows->begins = true;
}

static void put_cell(struct rows *rows, const char *cell, size_t bytes)
{
    if (!rows->begins)
        put(rows, ' ');
    rows->begins = false;
    for (size_t i = 0; i < bytes; i++)
        put(rows, cell[i]);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The cell at `text`, or as many empty ones as its number says; gives what it took. */
static size_t put_next(struct rows *rows, const char *text, size_t room)
{
    size_t bytes = 0, empty = 0;
    for (; bytes < room && is_digit(text[bytes]) && bytes < 2; bytes++)
        empty = empty * 10 + (size_t)(text[bytes] - '0');
    if (bytes > 0) {
        for (size_t i = 0; i < empty; i++)
            put_cell(rows, ".", 1);
        return bytes;
    }
    bytes = text[0] == '+' && room > 1 ? 2 : 1;
    put_cell(rows, text[0] == '-' || text[0] == '_' ? "." : text, bytes);
    return bytes;
}

static void write_rows(struct rows *rows, const char *text, size_t bytes)
{
    bool is_open = false; /* a row is */
    for (size_t at = 0; at < bytes && !rows->is_full;) {
        bool is_end = strchr(" \t\r\n/", text[at]) != NULL;
        if (is_end) {
            is_open = false;
            at++;
            continue;
        }
        if (!is_open)
            begin_row(rows);
        is_open = true;
        at += put_next(rows, text + at, bytes - at);
    }
}

void mad_rows_tight(struct mad_parser *parser, struct mad_span span)
{
    const char *text = parser->text + span.begin;
    struct mad_findings *findings = parser->context->findings;
    struct rows rows = {.used = 0};
    size_t bytes = span.length;
    while (bytes > 0 && strchr(" \t\r\n", text[bytes - 1]) != NULL)
        bytes--;
    write_rows(&rows, text, bytes);
    rows.text[rows.used] = '\0';
    struct mad_span first = span, all = span;
    first.begin += (uint32_t)strspn(text, " \t");
    first.length = (uint16_t)strcspn(parser->text + first.begin, " \t\r\n/");
    all.length = (uint16_t)bytes;
    struct mad_finding *finding = mad_findings_add(
        findings, MAD_FINDING_ARRAY_SHAPE, first,
        "between the squares of a row stand blanks, and each square has its own sign");
    if (!rows.is_full)
        mad_finding_fix(findings, finding, all, false, "%s", rows.text);
}
