/* stack.c - men who stand on one another.
 *
 * Layer: tests. A position has who stands on top in its squares, and who is below him behind its counters. Written
 * from the section Stacks of the manual. */
#include "parts.h"

bool men_stack(const struct meaning_game *g)
{
    bool found = false;
    for (uint32_t m = 0; m < g->rules->mark_count; m++)
        found = found || g->rules->marks[m].is_height;
    return found;
}

struct pile pile_on(const struct meaning_game *g, const struct position *p, int square)
{
    struct pile pile = {.count = 0};
    while (men_stack(g) && pile.count < MAD_MAX_HEIGHT &&
           *below_at(g, looked_at(p), square, pile.count) != 0) {
        pile.man[pile.count] = *below_at(g, looked_at(p), square, pile.count);
        pile.count++;
    }
    if (p->cell[square] != 0)
        pile.man[pile.count++] = p->cell[square];
    return pile;
}

void stand(const struct meaning_game *g, struct position *p, int square, const struct pile *pile)
{
    for (int level = 0; men_stack(g) && level < MAD_MAX_HEIGHT; level++)
        *below_at(g, p, square, level) = level + 1 < pile->count ? pile->man[level] : 0;
    p->cell[square] = pile->count > 0 ? pile->man[pile->count - 1] : 0;
}

/* The top men of a square, who leave it. */
struct pile lift(struct way *w, int square, int count)
{
    struct pile all = pile_on(w->g, w->now, square), top = {.count = 0};
    const int stay = count < all.count ? all.count - count : 0;
    for (int i = stay; i < all.count; i++)
        top.man[top.count++] = all.man[i];
    all.count = stay;
    stand(w->g, w->now, square, &all);
    return top;
}

/* They come to stand there: upon whoever does, below him, or as if nobody did. */
void join(struct way *w, int square, const struct pile *come, enum mad_part where)
{
    const struct pile there = pile_on(w->g, w->now, square), none = {.count = 0},
                      *low = where == MAD_PART_BOTTOM ? come
                             : where == MAD_PART_TOP  ? &there
                                                      : &none,
                      *high = where == MAD_PART_BOTTOM ? &there : come;
    struct pile all = {.count = 0};
    if (low->count + high->count > MAD_MAX_HEIGHT) {
        refuse(w->g, NULL, "so many men on one square");
        return;
    }
    for (int i = 0; i < low->count; i++)
        all.man[all.count++] = low->man[i];
    for (int i = 0; i < high->count; i++)
        all.man[all.count++] = high->man[i];
    stand(w->g, w->now, square, &all);
}

enum mad_part part_of(const node *call, const char *label)
{
    for (const node *arg = call->first; arg != NULL; arg = arg->next)
        if ((arg->text == NULL) == (label == NULL) &&
            (label == NULL || strcmp(arg->text, label) == 0))
            return (enum mad_part)arg->n0;
    return MAD_PART_WHOLE;
}

int how_many_of(const struct view *v, const node *call, const struct env *env)
{
    const node *of = argument_of(call, NULL);
    if (part_of(call, NULL) == MAD_PART_WHOLE)
        return MAD_MAX_HEIGHT;
    return of->next != NULL ? number_of(v, of->next, env) : 1;
}

int height_of(const struct view *v, set squares)
{
    int height = 0;
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1))
        height += pile_on(v->g, v->now, s).count;
    return height;
}
