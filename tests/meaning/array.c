/* array.c - whether a position is one of the arrays that `shuffle` may draw.
 *
 * Layer: tests. Written from the section Board of the manual: what stands, and is marked, on the squares of a part is
 * in some order, in each part of a shuffle the same one; all else is as in the array; and the condition holds. */
#include "parts.h"

enum { MOST_PARTS = 16 };

struct rows {
    set squares[MOST_PARTS];
    int count;
};

static struct rows rows_of(const struct view *v, const node *shuffle)
{
    struct rows rows = {.count = 0};
    const bool alike = shuffle->n0 != 0;
    for (const node *part = alike ? shuffle->first->first : shuffle->first;
         part != NULL && rows.count < MOST_PARTS; part = alike ? part->next : NULL)
        rows.squares[rows.count++] = both(squares_of(v, part, NULL), v->g->board);
    return rows;
}

static int nth_of(const set *squares, int n)
{
    int s = first_of(*squares);
    while (n-- > 0)
        s = next_of(squares, s + 1);
    return s;
}

static bool is_same_square(const struct meaning_game *g, const struct position *p, int a,
                           const struct position *q, int b)
{
    for (int layer = 0; layer <= (int)g->rules->mark_count; layer++) { /* men, then marks */
        if (layer > 0 && (g->forgotten >> (layer - 1) & 1) != 0)
            continue;
        if (p->cell[g->squares * layer + a] != q->cell[g->squares * layer + b])
            return false;
    }
    return true;
}

/* Whether what is at the i-th squares of all rows in one is at the j-th in the other. */
static bool is_same_column(const struct meaning_game *g, const struct rows *rows,
                           const struct position *p, int i, const struct position *q, int j)
{
    for (int row = 0; row < rows->count; row++)
        if (!is_same_square(g, p, nth_of(&rows->squares[row], i), q,
                            nth_of(&rows->squares[row], j)))
            return false;
    return true;
}

/* Each column is there as often in one as in the other. */
static bool is_another_order(const struct meaning_game *g, const struct rows *rows,
                             const struct position *p)
{
    const int size = count_of(rows->squares[0]);
    for (int i = 0; i < size; i++) {
        int here = 0, there = 0;
        for (int j = 0; j < size; j++) {
            here += is_same_column(g, rows, p, i, p, j);
            there += is_same_column(g, rows, p, i, g->start, j);
        }
        if (here != there)
            return false;
    }
    return true;
}

bool is_array(struct meaning_game *g, const struct past *past)
{
    const struct mad_rule_lines *laws = &g->rules->laws;
    const struct view view = {.g = g,
                              .now = past->at,
                              .before = past->at,
                              .past = past,
                              .ahead = past->at,
                              .here = NONE,
                              .origin = NONE};
    set moved = {{0}};
    g->steps = 0;
    for (uint32_t i = 0; i < laws->count; i++) {
        if (laws->items[i]->kind != MAD_NODE_SHUFFLE)
            continue;
        const struct rows rows = rows_of(&view, laws->items[i]);
        const node *truth = laws->items[i]->first->next;
        for (int row = 0; row < rows.count; row++)
            moved = either(moved, rows.squares[row]);
        if (!is_another_order(g, &rows, past->at) || (truth != NULL && !holds(&view, truth, NULL)))
            return false;
    }
    for (int s = 0; s < g->squares; s++)
        if (!has(&moved, s) && !is_same_square(g, past->at, s, g->start, s))
            return false;
    return true;
}
