/* squares.c - sets of squares, and the parts of a board that have a name wherever men stand.
 *
 * Layer: tests. Written from the section Squares of the manual. */
#include "parts.h"

/* --- sets ----------------------------------------------------------------------------------- */

enum { WORDS = MOST_SQUARES / 64 };

set both(set a, set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

set either(set a, set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

set without(set a, set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

bool is_empty(set a)
{
    return first_of(a) == NONE;
}

bool is_within(set a, set b)
{
    return is_empty(without(a, b));
}

int count_of(set a)
{
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        for (uint64_t rest = a.word[i]; rest != 0; rest &= rest - 1)
            count++;
    return count;
}

int next_of(const set *a, int from)
{
    for (int square = from; square < MOST_SQUARES; square++) {
        if (a->word[square / 64] >> (square % 64) == 0)
            square |= 63; /* nothing more in this word */
        else if (has(a, square))
            return square;
    }
    return NONE;
}

int first_of(set a)
{
    return next_of(&a, 0);
}

set only(int square)
{
    set one = {{0}};
    if (square != NONE)
        add(&one, square);
    return one;
}

/* --- places of the board -------------------------------------------------------------------- */

set ranks(const struct view *v, int first, int last, int quarters, int all)
{
    const int files = v->g->files;
    set squares = {{0}};
    for (int s = 0; s < v->g->squares; s++) {
        const int right = s % files, up = s / files % all;
        const int counted[4] = {up, right, all - 1 - up, files - 1 - right};
        const int rank = 1 + counted[quarters];
        if (rank >= first && rank <= last && has(&v->g->board, s))
            add(&squares, s);
    }
    return squares;
}

set file_of(const struct view *v, const char *text)
{
    set squares = {{0}};
    for (int s = 0; s < v->g->squares; s++)
        if (v->g->name[s][0] == text[0] && text[1] == '\0')
            add(&squares, s);
    return squares;
}

set rectangle(const struct view *v, const node *n)
{
    int a = square_named(v->g, n->text), b = n->first ? square_named(v->g, n->first->text) : a;
    int files = v->g->files;
    set squares = {{0}};
    if (a == NONE || b == NONE)
        refuse(v->g, n, "no such square");
    for (int s = 0; a != NONE && b != NONE && s < v->g->squares; s++) {
        int file = s % files, rank = s / files;
        if ((file - a % files) * (file - b % files) <= 0 &&
            (rank - a / files) * (rank - b / files) <= 0 && has(&v->g->board, s))
            add(&squares, s);
    }
    return squares;
}

/* Whether an expression names a part of the board, wherever men stand. */
bool is_place(const struct view *v, const node *n, const struct env *env)
{
    switch ((unsigned)n->kind) {
    case MAD_NODE_SQUARE:
    case MAD_NODE_RECTANGLE:
    case MAD_NODE_RANK:
    case MAD_NODE_LAST_RANKS:
    case MAD_NODE_FILE_OF_BOARD: return true;
    case MAD_NODE_CONST: return n->n0 == MAD_WORD_BOARD || n->n0 == MAD_WORD_NOTHING;
    case MAD_NODE_REF: {
        const struct env *local = bound(env, n->name);
        const node *definition = definition_of(v->g, n->name);
        if (local != NULL)
            return local->said != NULL && is_place(v, local->said, local->around);
        return definition != NULL && is_place(v, definition, NULL);
    }
    case MAD_NODE_AND:
    case MAD_NODE_OR:
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT:
        for (const node *child = n->first; child != NULL; child = child->next)
            if (!is_place(v, child, env))
                return false;
        return true;
    default: return false;
    }
}

/* --- between, nearest, ranks of squares ----------------------------------------------------- */

uint64_t adjacent(const struct view *v)
{
    for (uint32_t i = 0; i < v->g->rules->definition_count; i++)
        if (strcmp(v->g->rules->definitions[i].name, "adjacent") == 0)
            return directions_of(v, v->g->rules->definitions[i].expression, NULL);
    return 0;
}

set next_squares(const struct view *v, uint64_t directions, set from)
{
    set squares = {{0}};
    for (int s = first_of(from); s != NONE; s = next_of(&from, s + 1))
        for (int d = 0; d < (int)v->g->rules->direction_count; d++) {
            int to = directions >> d & 1 ? step(v->g, v->side, d, s) : NONE;
            if (to != NONE && to != s)
                add(&squares, to);
        }
    return squares;
}

set neighbours(const struct view *v, set of)
{
    return next_squares(v, adjacent(v), of);
}

set hanging_on(const struct view *v, set all, set to)
{
    set seen = both(all, to);
    for (set before = {{0}}; !is_within(seen, before);) {
        before = seen;
        seen = either(seen, both(all, neighbours(v, seen)));
    }
    return seen;
}

/* The squares between two on a line of the directions of `adjacent`; the shortest way, of
 * several the first. */
set between(const struct view *v, int from, int to)
{
    uint64_t directions = adjacent(v);
    set best = {{0}};
    int least = MOST_SQUARES;
    for (int d = 0; d < (int)v->g->rules->direction_count; d++) {
        set way = {{0}};
        int at = directions >> d & 1 ? step(v->g, v->side, d, from) : NONE, steps = 1;
        for (; at != NONE && at != to && at != from; steps++) {
            add(&way, at);
            at = step(v->g, v->side, d, at);
        }
        if (at == to && at != from && steps < least) {
            least = steps;
            best = way;
        }
    }
    return best;
}

/* Those of the squares to which it is the fewest, or the most, steps from the piece. */
set extreme(const struct view *v, set squares, bool nearest, const node *n)
{
    struct view first = *v;
    set reached = only(v->here), latest = reached, result = both(squares, reached);
    first.side = 0;
    uint64_t directions = adjacent(&first) != 0 ? adjacent(&first) : ~UINT64_C(0);
    if (v->here == NONE)
        refuse(v->g, n, "no piece is spoken of");
    while (v->here != NONE && !(nearest && !is_empty(result))) {
        set further = without(next_squares(&first, directions, latest), reached);
        if (is_empty(further))
            break;
        latest = further;
        reached = either(reached, further);
        result = is_empty(both(further, squares)) ? result : both(further, squares);
    }
    if (!is_empty(without(squares, reached)) && (!nearest || is_empty(result)))
        return without(squares, reached); /* no number of steps leads there */
    return result;
}

set through(const struct view *v, set of, bool rank)
{
    set squares = {{0}};
    int files = v->g->files, width = v->g->rules->one.width, height = v->g->rules->one.height;
    for (int a = first_of(of); a != NONE; a = next_of(&of, a + 1))
        for (int b = 0; b < v->g->squares; b++)
            if ((rank ? a / width == b / width
                      : a % files == b % files && a / files / height == b / files / height) &&
                has(&v->g->board, b))
                add(&squares, b);
    return squares;
}
