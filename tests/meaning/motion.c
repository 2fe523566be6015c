/* motion.c - movements: step, slide, leap, line, and one behind another.
 *
 * Layer: tests. A movement is a number of ways from a square, each a row of squares one behind
 * the other; how far one gets on it, what stands there decides. Written from the section Squares
 * of the manual. */
#include "parts.h"

struct road {
    int count, first; /* squares; the first that may be the end */
    int right, up;    /* where it is heading */
    int square[MOST_SQUARES + 1];
};

struct traveller { /* what is done with each road */
    void (*go)(const struct traveller *self, const struct road *road);
    const struct view *v;
    const struct env *env;
    set *reached;
    const node *motion; /* whose roads they are, or the movement that comes behind */
    const struct traveller *next;
    int from;
};

static void travel(const struct view *v, const node *motion, uint64_t outward, int from,
                   const struct env *env, const struct traveller *traveller);

static bool is_on(const struct road *road, int square)
{
    for (int i = 0; i < road->count; i++)
        if (road->square[i] == square)
            return true;
    return false;
}

/* --- the roads of one movement -------------------------------------------------------------- */

static void take_steps(const struct view *v, uint64_t directions, bool once, int limit, int from,
                       const struct traveller *traveller)
{
    for (int d = 0; d < (int)v->g->rules->direction_count; d++) {
        int at = directions >> d & 1 ? step(v->g, v->side, d, from) : NONE;
        if (at == NONE)
            continue;
        struct road road = {.count = 0};
        vector_of(v->g, v->side, d, &road.right, &road.up);
        while (at != NONE && at != from && !is_on(&road, at) && road.count < (once ? 1 : limit)) {
            road.square[road.count++] = at;
            at = step(v->g, v->side, d, at);
        }
        if (road.count > 0)
            traveller->go(traveller, &road);
    }
}

/* The squares walked over by a leap that is lame: straight as long as it is farther one way than
 * the other, then diagonally. A hole is in the way. */
static bool walk_there(const struct view *v, struct road *road, int from)
{
    int x = 0, y = 0;
    while (x != road->right || y != road->up) {
        int far_x = abs(road->right - x), far_y = abs(road->up - y);
        x += far_x >= far_y && far_x != 0 ? (road->right > x ? 1 : -1) : 0;
        y += far_y >= far_x && far_y != 0 ? (road->up > y ? 1 : -1) : 0;
        int at = square_at(v->g, from, x, y);
        if (at == NONE)
            return false;
        road->square[road->count++] = at;
    }
    road->first = road->count - 1;
    return true;
}

static void leap(const struct view *v, const node *motion, int right, int up, int from,
                 const struct traveller *traveller)
{
    const node *boards = child_of(motion, MAD_NODE_NUMBER);
    struct road road = {.right = right, .up = up};
    int at = boards == NULL ? square_at(v->g, from, right, up)
                            : square_on(v->g, from, right, up, boards->n0);
    if (at == NONE || at == from)
        return;
    if (motion->flags & MAD_FLAG_LAME) {
        if (!walk_there(v, &road, from))
            return;
    } else {
        do {
            road.square[road.count++] = at;
            at = square_at(v->g, at, right, up);
        } while ((motion->flags & MAD_FLAG_REPEATEDLY) && at != NONE && at != from &&
                 !is_on(&road, at));
    }
    traveller->go(traveller, &road);
}

/* The square that so many steps one way lead to, whatever stands on them; there is none where they are too few. */
static void leaps_along(const struct view *v, const node *motion, int from, const struct env *env,
                        const struct traveller *traveller)
{
    const uint64_t directions = directions_of(v, motion->first, env);
    const int steps = number_of(v, motion->first->next, env);
    for (int d = 0; d < (int)v->g->rules->direction_count; d++) {
        int at = (directions >> d & 1) && steps > 0 ? from : NONE;
        for (int i = 0; i < steps && at != NONE; i++)
            at = step(v->g, v->side, d, at);
        if (at == NONE)
            continue;
        struct road road = {.count = 1, .square = {at}};
        vector_of(v->g, v->side, d, &road.right, &road.up);
        traveller->go(traveller, &road);
    }
}

/* All turns and mirror images of the offset, each once: eight, on hexagons twelve at most. */
static void leaps(const struct view *v, const node *motion, int from,
                  const struct traveller *traveller)
{
    int done[12][2], count = 0, turns = v->g->hexagons ? 12 : 8;
    int right = motion->n0, up = motion->n1;
    for (int turn = 0; turn < turns; turn++) {
        bool is_new = true;
        for (int i = 0; i < count; i++)
            is_new = is_new && (done[i][0] != right || done[i][1] != up);
        if (is_new) {
            done[count][0] = right;
            done[count++][1] = up;
            leap(v, motion, right, up, from, traveller);
        }
        if (turn == turns / 2 - 1) { /* the mirror image; a half turn has been gone by then */
            right = motion->n1;
            up = motion->n0;
        } else { /* a quarter turn, of hexagons a sixth */
            int turned = v->g->hexagons ? up - right : -right;
            right = up;
            up = turned;
        }
    }
}

/* --- one behind another --------------------------------------------------------------------- */

/* The directions of `adjacent` nearest to a heading and not the same: those of the smallest
 * angle. */
static uint64_t outward_of(const struct view *v, int right, int up)
{
    uint64_t all = adjacent(v), best = 0;
    long most = 0, length_of_most = 1;
    for (int d = 0; d < (int)v->g->rules->direction_count; d++) {
        int x, y;
        vector_of(v->g, v->side, d, &x, &y);
        long skew = v->g->hexagons; /* twice the inner product; files stand aslant
                                   on hexagons */
        long along = 2 * (right * x + up * y) - skew * (right * y + up * x);
        long length = 2 * (x * x + y * y) - skew * (2 * x * y);
        if (!(all >> d & 1) || along <= 0 || right * y == up * x ||
            v->g->rules->directions[d].on != 0)
            continue;
        long here = along * along * length_of_most, there = most * length;
        if (here > there) {
            best = 0;
            most = along * along;
            length_of_most = length;
        }
        best |= here >= there ? UINT64_C(1) << d : 0;
    }
    return best;
}

/* The second movement's road put behind what has been gone of the first; it must not cross that. */
struct behind {
    struct traveller base;
    const struct road *gone;
    int length;
};

static void go_behind(const struct traveller *self, const struct road *leg)
{
    const struct behind *behind = (const struct behind *)(const void *)self;
    struct road road = *behind->gone;
    road.count = behind->length;
    road.first = road.count + leg->first;
    road.right = leg->right;
    road.up = leg->up;
    for (int i = 0; i < leg->count && leg->square[i] != self->from && !is_on(&road, leg->square[i]);
         i++)
        road.square[road.count++] = leg->square[i];
    if (road.count > road.first)
        self->next->go(self->next, &road);
}

static void go_first(const struct traveller *self, const struct road *road)
{
    const struct view *v = self->v;
    for (int end = 0; end < road->count && v->now->cell[road->square[end]] == 0; end++) {
        if (end < road->first)
            continue;
        struct behind behind = {*self, road, end + 1};
        behind.base.go = go_behind;
        travel(v, self->motion, outward_of(v, road->right, road->up), road->square[end], self->env,
               &behind.base);
    }
}

static void travel(const struct view *v, const node *motion, uint64_t outward, int from,
                   const struct env *env, const struct traveller *traveller)
{
    const node *way = motion->first;
    if (motion->kind == MAD_NODE_THEN) {
        struct traveller first = {go_first, v, env, NULL, motion->first->next, traveller, from};
        travel(v, motion->first, 0, from, env, &first);
        return;
    }
    if (motion->kind == MAD_NODE_LEAP_ALONG) {
        leaps_along(v, motion, from, env, traveller);
        return;
    }
    if (motion->kind == MAD_NODE_LEAP) {
        leaps(v, motion, from, traveller);
        return;
    }
    if (way->kind != MAD_NODE_CONST || way->n0 != MAD_WORD_OUTWARD)
        outward = directions_of(v, way, env);
    take_steps(v, outward, motion->kind == MAD_NODE_STEP,
               motion->n0 > 0 ? motion->n0 : MOST_SQUARES, from, traveller);
}

/* --- how far one gets ----------------------------------------------------------------------- */

/* On and on while squares are empty, and to the first that is not; over so many men where it is
 * said, and then no farther than the square behind the last where that is said. */
static void go_along(const struct traveller *self, const struct road *road)
{
    const struct view *v = self->v;
    const node *motion = self->motion, *over = child_of(motion, MAD_NODE_OVER);
    bool slides = motion->kind == MAD_NODE_SLIDE;
    int wanted = slides ? motion->n1 : 0, met = 0;
    set screens = over != NULL ? squares_of(v, over->first, self->env) : v->g->board;
    for (int i = 0; i < road->count && met <= wanted; i++) {
        bool is_behind = i > 0 && v->now->cell[road->square[i - 1]] != 0;
        if (i >= road->first && met == wanted &&
            (!slides || !(motion->flags & MAD_FLAG_JUST_BEYOND) || is_behind))
            add(self->reached, road->square[i]);
        if (v->now->cell[road->square[i]] != 0) {
            if (!has(&screens, road->square[i]))
                break;
            met++;
        }
    }
}

/* `line D to edge`, `line D over X`: whatever stands there; as far as X goes on. */
static set line(const struct view *v, const node *n, set start, const struct env *env)
{
    const node *over = child_of(n, MAD_NODE_OVER), *to = child_of(n, MAD_NODE_TO);
    set among = over != NULL ? squares_of(v, over->first, env) : v->g->board, all = {{0}};
    set ends = to != NULL ? squares_of(v, to->first, env) : v->g->board;
    uint64_t directions = directions_of(v, n->first, env);
    for (int from = first_of(start); from != NONE; from = next_of(&start, from + 1))
        for (int d = 0; d < (int)v->g->rules->direction_count; d++) {
            int at = directions >> d & 1 ? step(v->g, v->side, d, from) : NONE, steps = 0;
            set row = {{0}};
            for (; at != NONE && at != from && has(&among, at) && steps < v->g->squares; steps++) {
                add(&row, at);
                at = step(v->g, v->side, d, at);
            }
            if (to == NULL || (at != NONE && has(&ends, at) && !has(&among, at)))
                all = either(all, row);
        }
    return all;
}

set reached_by(const struct view *v, const node *motion, const struct env *env)
{
    const node *first = motion; /* one behind another starts where the first does */
    while (first->kind == MAD_NODE_THEN)
        first = first->first;
    const node *from = child_of(first, MAD_NODE_FROM);
    set start = {{0}}, reached = {{0}};
    if (from != NULL)
        start = squares_of(v, from->first, env);
    else if (v->here != NONE)
        add(&start, v->here);
    else
        refuse(v->g, motion, "no piece is spoken of");
    if (motion->kind == MAD_NODE_LINE)
        return line(v, motion, start, env);
    for (int s = first_of(start); s != NONE; s = next_of(&start, s + 1)) {
        struct traveller traveller = {go_along, v, env, &reached, motion, NULL, s};
        travel(v, motion, 0, s, env, &traveller);
    }
    return reached;
}
