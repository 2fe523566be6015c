/* array_rows.c - the row of an array that was probably meant by one that has a square too many, or too few.
 *
 * Layer: rules. The men of one side mostly stand as those of the other do, straight across the board or turned half
 * round: the row across the board tells which square was forgotten, or said twice. Rows of one letter tell it
 * themselves. Nothing is offered where a row differs from that in more. */
#include "array_rows.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_CELLS = 64, /* of a row that is looked at */
    MAX_TEXT = 4 * MAX_CELLS,
    MOST_OTHERS = 1, /* squares that stand otherwise on purpose */
    FEW = 3,         /* that are missing, or too many */
};

struct cells { /* of one row */
    const char *items[MAX_CELLS];
    char turned[MAX_CELLS][8]; /* those of the other side, in this side's letters */
    uint32_t count;
};

static bool read_row(const struct mad_node *row, struct cells *out)
{
    out->count = 0;
    for (const struct mad_node *cell = row->first; cell != NULL; cell = cell->next) {
        if (out->count == MAX_CELLS)
            return false;
        out->items[out->count++] = cell->text != NULL ? cell->text : ".";
    }
    return true;
}

bool mad_array_turn_letter(const char *letter, char *out, size_t size)
{
    size_t used = 0;
    for (; letter[used] != '\0' && used + 1 < size; used++) {
        const unsigned char c = (unsigned char)letter[used];
        out[used] = (char)(isupper(c) ? tolower(c) : toupper(c));
    }
    out[used] = '\0';
    return letter[used] == '\0';
}

/* The row as it should be by the one across the board, from the left or from the right. */
static bool turn_row(const struct mad_node *row, bool from_right, struct cells *out)
{
    struct cells other;
    if (!read_row(row, &other))
        return false;
    out->count = other.count;
    for (uint32_t i = 0; i < other.count; i++) {
        const char *letter = other.items[from_right ? other.count - 1 - i : i];
        if (!mad_array_turn_letter(letter, out->turned[i], sizeof out->turned[i]))
            return false;
        out->items[i] = out->turned[i];
    }
    return true;
}

/* A row of one letter all along. */
static bool fill_row(const struct cells *row, uint32_t files, struct cells *out)
{
    if (row->count < FEW || files > MAX_CELLS)
        return false;
    for (uint32_t i = 1; i < row->count; i++)
        if (strcmp(row->items[i], row->items[0]) != 0)
            return false;
    out->count = files;
    for (uint32_t i = 0; i < files; i++)
        out->items[i] = row->items[0];
    return true;
}

/* --- which squares are missing, or too many ------------------------------------------------------------------------- */

struct match { /* of a row with the one that was meant */
    const struct cells *row, *meant;
    uint8_t cost[MAX_CELLS + 1]
                [MAX_CELLS + 1]; /* of their last squares, from [i] and from [k] on */
};

static uint8_t least_of(const struct match *match, uint32_t i, uint32_t k)
{
    const uint32_t n = match->row->count, m = match->meant->count;
    if (i == n || k == m)
        return (uint8_t)(n - i + m - k);
    const bool is_same = strcmp(match->row->items[i], match->meant->items[k]) == 0;
    uint8_t best = (uint8_t)(match->cost[i + 1][k + 1] + !is_same);
    if (n < m && match->cost[i][k + 1] + 1 < best)
        best = (uint8_t)(match->cost[i][k + 1] + 1);
    if (n > m && match->cost[i + 1][k] + 1 < best)
        best = (uint8_t)(match->cost[i + 1][k] + 1);
    return best;
}

static uint32_t cost_of(struct match *match)
{
    for (uint32_t i = match->row->count + 1; i-- > 0;)
        for (uint32_t k = match->meant->count + 1; k-- > 0;)
            match->cost[i][k] = least_of(match, i, k);
    return match->cost[0][0];
}

struct told {
    bool is_even;         /* of one letter: it is missing anywhere */
    char text[MAX_TEXT];  /* of the row that was meant */
    char which[MAX_TEXT]; /* squares are missing, or cells too many */
};

static void add(char *text, const char *what, const char *between)
{
    const size_t used = strlen(text);
    (void)snprintf(text + used, MAX_TEXT - used, "%s%s", used > 0 ? between : "", what);
}

/* Goes along the cheapest way from square to square. */
static void write_meant(const struct match *match, struct told *told)
{
    const uint32_t n = match->row->count, m = match->meant->count;
    uint32_t i = 0, k = 0;
    while (i < n || k < m) {
        char which[40];
        if (k < m && n < m &&
            (i == n || match->cost[i][k] == match->cost[i][k + 1] + 1)) { /* it is missing */
            (void)snprintf(which, sizeof which, "`%s`%s%c", match->meant->items[k],
                           told->is_even ? "" : " on file ",
                           told->is_even ? '\0' : (char)('a' + k % 26));
            add(told->which, which, " and ");
            add(told->text, match->meant->items[k++], " ");
        } else if (i < n && n > m && (k == m || match->cost[i][k] == match->cost[i + 1][k] + 1)) {
            (void)snprintf(which, sizeof which, "`%s`", match->row->items[i++]);
            add(told->which, which, " and ");
        } else {
            add(told->text, match->row->items[i++], " ");
            k++;
        }
    }
}

void mad_array_tell_row(struct mad_inherit *in, const struct mad_node *array,
                        const struct mad_node *row, uint32_t files)
{
    struct mad_findings *findings = in->load->findings;
    const struct mad_node *across = NULL;
    struct cells own, meant[3];
    uint32_t count = 0, at = 0, rows = 0, best = UINT32_MAX;
    struct told told = {.is_even = false};
    struct match match = {.row = &own};
    for (const struct mad_node *one = array->first; one != NULL; one = one->next, rows++)
        at = one == row ? rows : at;
    for (const struct mad_node *one = array->first; one != NULL; one = one->next)
        across = --rows == at && one != row ? one : across;
    if (!read_row(row, &own))
        return;
    const uint32_t less = files > own.count ? files - own.count : 0,
                   more = own.count > files ? own.count - files : 0;
    mad_finding_label(findings, in->finding, "%u %s", (unsigned)(less + more),
                      less == 1  ? "is missing"
                      : less > 1 ? "are missing"
                      : more > 1 ? "are too many"
                                 : "is too many");
    for (int turned = 0; turned < 2 && across != NULL; turned++)
        count += turn_row(across, turned == 1, &meant[count]) && meant[count].count == files;
    const bool is_even = fill_row(&own, files, &meant[count]);
    count += is_even;
    for (uint32_t i = 0; i < count && less + more <= FEW; i++) {
        match.meant = &meant[i];
        const uint32_t cost = cost_of(&match);
        if (cost > less + more + MOST_OTHERS || cost >= best)
            continue;
        best = cost;
        told = (struct told){.is_even = is_even};
        write_meant(&match, &told);
    }
    if (best == UINT32_MAX)
        return;
    mad_finding_label(findings, in->finding, "%s %s", told.which,
                      less + more > 1 ? less > 0 ? "are missing" : "are too many"
                      : less > 0      ? "is missing"
                                      : "is too many");
    mad_finding_fix(findings, in->finding, row->span, false, "%s", told.text);
}
