/* text_diff.c - see text_diff.h. Layer: cli.
 *
 * What both texts begin and end with is set aside; in between, the longest common list of lines is
 * found by its table of lengths, which is quadratic and small for rule files. */
#include "text_diff.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { AROUND = 3, MOST_CELLS = 1 << 26 };

struct side {
    char **lines; /* pieces of `text`, which is cut at its newlines */
    char *text;
    size_t count;
};

struct edit {
    char sign; /* ' ', '-', '+' */
    const char *line;
    size_t before, after; /* lines of each side above it */
};

static bool split(struct side *side, const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    side->count = 0;
    side->text = strdup(text);
    side->lines = calloc(lines, sizeof *side->lines);
    if (side->text == NULL || side->lines == NULL) {
        return false;
    }
    for (char *at = side->text; *at != '\0';) {
        side->lines[side->count++] = at;
        char *end = strchr(at, '\n');
        if (end == NULL) {
            break;
        }
        *end = '\0';
        at = end + 1;
    }
    return true;
}

static void free_side(struct side *side)
{
    free(side->lines);
    free(side->text);
}

struct diff {
    struct side before, after;
    size_t head, rows, columns; /* common lines first; lines of each side that are compared */
    uint16_t *lengths; /* [rows + 1][columns + 1] of the longest common list from there on */
    struct edit *edits;
    size_t edit_count;
};

static bool is_same(const struct diff *diff, size_t row, size_t column)
{
    return strcmp(diff->before.lines[diff->head + row], diff->after.lines[diff->head + column]) ==
           0;
}

static void set_aside(struct diff *diff)
{
    size_t before = diff->before.count, after = diff->after.count;
    while (diff->head < before && diff->head < after &&
           strcmp(diff->before.lines[diff->head], diff->after.lines[diff->head]) == 0) {
        diff->head++;
    }
    while (before > diff->head && after > diff->head &&
           strcmp(diff->before.lines[before - 1], diff->after.lines[after - 1]) == 0) {
        before--;
        after--;
    }
    diff->rows = before - diff->head;
    diff->columns = after - diff->head;
}

static bool fill_lengths(struct diff *diff)
{
    size_t width = diff->columns + 1;
    if (diff->rows + 1 > MOST_CELLS / width || diff->rows >= UINT16_MAX) {
        return false;
    }
    diff->lengths = calloc((diff->rows + 1) * width, sizeof *diff->lengths);
    if (diff->lengths == NULL) {
        return false;
    }
    for (size_t row = diff->rows; row-- > 0;) {
        for (size_t column = diff->columns; column-- > 0;) {
            uint16_t *cell = &diff->lengths[row * width + column];
            uint16_t below = cell[width], right = cell[1];
            *cell = is_same(diff, row, column) ? (uint16_t)(cell[width + 1] + 1)
                    : below > right            ? below
                                               : right;
        }
    }
    return true;
}

static void add_edit(struct diff *diff, char sign, size_t before, size_t after)
{
    diff->edits[diff->edit_count++] = (struct edit){
        sign, sign == '+' ? diff->after.lines[after] : diff->before.lines[before], before, after};
}

static bool find_edits(struct diff *diff)
{
    size_t width = diff->columns + 1, row = 0, column = 0;
    diff->edits = calloc(diff->before.count + diff->after.count + 1, sizeof *diff->edits);
    if (diff->edits == NULL) {
        return false;
    }
    for (size_t i = 0; i < diff->head; i++) {
        add_edit(diff, ' ', i, i);
    }
    while (row < diff->rows || column < diff->columns) {
        const uint16_t *cell = &diff->lengths[row * width + column];
        size_t before = diff->head + row, after = diff->head + column;
        if (row < diff->rows && column < diff->columns && is_same(diff, row, column)) {
            add_edit(diff, ' ', before, after);
            row++;
            column++;
        } else if (column == diff->columns || (row < diff->rows && cell[width] >= cell[1])) {
            add_edit(diff, '-', before, after);
            row++;
        } else {
            add_edit(diff, '+', before, after);
            column++;
        }
    }
    for (size_t i = diff->head + diff->rows; i < diff->before.count; i++) {
        add_edit(diff, ' ', i, i - diff->rows + diff->columns);
    }
    return true;
}

/* --- printing ----------------------------------------------------------------------------------- */

static void print_hunk(FILE *stream, const struct diff *diff, size_t begin, size_t end)
{
    size_t before = 0, after = 0;
    for (size_t i = begin; i < end; i++) {
        before += diff->edits[i].sign != '+';
        after += diff->edits[i].sign != '-';
    }
    const struct edit *first = &diff->edits[begin];
    fprintf(stream, "@@ -%zu,%zu +%zu,%zu @@\n", first->before + (before > 0), before,
            first->after + (after > 0), after);
    for (size_t i = begin; i < end; i++) {
        fputc(diff->edits[i].sign, stream);
        cli_put(stream, diff->edits[i].line);
        fputc('\n', stream);
    }
}

/* The index behind the last edit of the change that begins at `i`, with the lines around it. */
static size_t end_of_hunk(const struct diff *diff, size_t i)
{
    size_t end = i, same = 0;
    for (; i < diff->edit_count && same <= 2 * AROUND; i++) {
        same = diff->edits[i].sign == ' ' ? same + 1 : 0;
        end = same == 0 ? i + 1 : end;
    }
    return end + AROUND < diff->edit_count ? end + AROUND : diff->edit_count;
}

static void print_edits(FILE *stream, const struct diff *diff, const char *name)
{
    fputs("--- ", stream);
    cli_put(stream, name);
    fputs("\n+++ ", stream);
    cli_put(stream, name);
    fputc('\n', stream);
    for (size_t i = 0, done = 0; i < diff->edit_count; i++) {
        if (diff->edits[i].sign != ' ') {
            size_t begin = i - done > AROUND ? i - AROUND : done;
            done = end_of_hunk(diff, i);
            print_hunk(stream, diff, begin, done);
            i = done - 1;
        }
    }
}

bool cli_text_diff(FILE *stream, const char *name, const char *before, const char *after)
{
    struct diff diff = {0};
    bool is_good = split(&diff.before, before) && split(&diff.after, after);
    if (is_good) {
        set_aside(&diff);
        is_good = fill_lengths(&diff) && find_edits(&diff);
    }
    if (is_good) {
        print_edits(stream, &diff, name);
    }
    free(diff.edits);
    free(diff.lengths);
    free_side(&diff.before);
    free_side(&diff.after);
    return is_good;
}
