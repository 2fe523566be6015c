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

/* Each row without its number, and no row of letters below them. */
static void write_unnumbered(struct rows *rows, const char *text, size_t bytes)
{
    for (size_t at = strspn(text, " \t"); at < bytes && is_digit(text[at]) && !rows->is_full;) {
        size_t end = at + strcspn(text + at, "\n");
        at += strcspn(text + at, " \t");
        begin_row(rows);
        while ((at += strspn(text + at, " \t\r")) < end) {
            size_t cell = strcspn(text + at, " \t\r\n");
            put_cell(rows, text + at, cell);
            at += cell;
        }
        at += strspn(text + at, "\n \t");
    }
}

/* Says what is wrong with all rows at once; `first` is what stands for them. */
static void tell(struct mad_parser *parser, struct mad_span first, struct mad_span all,
                 struct rows *rows, const char *what)
{
    struct mad_findings *findings = parser->context->findings;
    struct mad_finding *finding = mad_findings_add(findings, MAD_FINDING_ARRAY_SHAPE, first, what);
    rows->text[rows->used] = '\0';
    if (!rows->is_full)
        mad_finding_fix(findings, finding, all, false, "%s", rows->text);
}

/* The first word of a span, up to one of `ends`. */
static struct mad_span first_word(const struct mad_parser *parser, struct mad_span span,
                                  const char *ends)
{
    span.begin += (uint32_t)strspn(parser->text + span.begin, " \t");
    span.length = (uint16_t)strcspn(parser->text + span.begin, ends);
    return span;
}

static struct mad_span without_end(const struct mad_parser *parser, struct mad_span span)
{
    while (span.length > 0 && strchr(" \t\r\n", parser->text[span.begin + span.length - 1]) != NULL)
        span.length--;
    return span;
}

void mad_rows_tight(struct mad_parser *parser, struct mad_span span)
{
    struct rows rows = {.used = 0};
    struct mad_span all = without_end(parser, span);
    write_rows(&rows, parser->text + all.begin, all.length);
    tell(parser, first_word(parser, span, " \t\r\n/"), all, &rows,
         "between the squares of a row stand blanks, and each square has its own sign");
}

void mad_rows_numbered(struct mad_parser *parser, struct mad_span span)
{
    struct rows rows = {.used = 0};
    struct mad_span all = without_end(parser, span);
    write_unnumbered(&rows, parser->text + all.begin, all.length);
    tell(
        parser, first_word(parser, span, " \t"), all, &rows,
        "the rows of an array have no numbers: the first is the farthest rank, the last is rank 1");
}

/* --- rows without a heading ---------------------------------------------------------------------------------------- */

static bool is_cell(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '*';
}

bool mad_rows_is_row(const char *line, size_t bytes)
{
    size_t cells = 0, begin = 0;
    while (bytes > 0 && strchr(" \t\r", line[bytes - 1]) != NULL)
        bytes--;
    while (begin < bytes && strchr(" \t", line[begin]) != NULL)
        begin++;
    for (size_t at = begin; at < bytes; cells++) {
        at += line[at] == '+' && at + 1 < bytes;
        if (!is_cell(line[at++]) || (at < bytes && line[at] != ' '))
            return false;
        while (at < bytes && line[at] == ' ')
            at++;
    }
    return cells > 2;
}

bool mad_rows_goes_on(const struct mad_parser *parser, uint32_t at)
{
    uint32_t begin = at, end = at;
    while (begin > 0 && parser->text[begin - 1] != '\n')
        begin--;
    while (end < parser->bytes && parser->text[end] != '\n')
        end++;
    if (begin == 0 || !mad_rows_is_row(parser->text + begin, end - begin))
        return false;
    uint32_t above = begin - 1;
    while (above > 0 && parser->text[above - 1] != '\n')
        above--;
    return mad_rows_is_row(parser->text + above, begin - 1 - above);
}
