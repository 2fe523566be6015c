/* effect.c - what verbs do, and what happens by itself because of it.
 *
 * Layer: tests. Each effect changes the way's own copy of the position and then goes on; what
 * happens by itself in between may choose. Written from the sections Verbs, Memory and Pockets
 * of the manual. */
#include "parts.h"

/* --- marks ---------------------------------------------------------------------------------- */

/* Ends the marks of a player that last until such a man of his moves or is taken. */
static void end_marks_with(struct way *w, int man)
{
    for (uint32_t m = 0; m < w->g->rules->mark_count; m++) {
        const node *until = w->g->rules->marks[m].until;
        struct view view = view_of(w);
        if (until == NULL)
            continue;
        view.side = owner_of(man) != NOBODY ? owner_of(man) : 0;
        kinds who = kinds_of(&view, until->kind == MAD_NODE_OWN ? until->first : until, NULL);
        for (int s = 0; has_kind(&who, kind_of(man)) && s < w->g->squares; s++)
            if (w->now->cell[s] != 0 && owner_of(w->now->cell[s]) == owner_of(man))
                *mark_at(w->g, w->now, (int)m, s) = 0;
    }
}

/* A man leaves the square: marks that go where he goes come along; to: NONE when he is taken. */
static void leave_marks(struct way *w, int from, int to)
{
    for (uint32_t m = 0; m < w->g->rules->mark_count; m++) {
        enum mad_life life = w->g->rules->marks[m].life;
        int16_t *mark = mark_at(w->g, w->now, (int)m, from);
        if (life == MAD_LIFE_FOLLOWS && to != NONE && *mark != 0)
            *mark_at(w->g, w->now, (int)m, to) = *mark;
        if (life == MAD_LIFE_FOLLOWS || life == MAD_LIFE_TOUCHED)
            *mark = 0;
    }
}

/* --- taking --------------------------------------------------------------------------------- */

/* Whose pocket he goes to: his enemy's, or his who took him where it is said that he becomes his. Of several
 * players it is always his who took him, or his ally's; but own men do not change sides, and those of who is out are nobody's. */
static int captor_of(const struct way *w, int man, enum mad_joins joins)
{
    const struct view view = view_of(w);
    if (!plays_many(w->g))
        return joins == MAD_JOINS_TAKER ? w->mover : 1 - owner_of(man);
    if (is_wall(&view, man) || (joins == MAD_JOINS_ENEMY && owner_of(man) == w->mover))
        return NOBODY;
    return joins == MAD_JOINS_ALLY
               ? __builtin_ctz((unsigned)(allies_of(w->g, w->mover) & ~(1 << w->mover)))
               : w->mover;
}

/* A man goes where the fate of that word sends him, if he can come out of that pocket. */
static void go_to_pocket(struct way *w, int man, const char *word)
{
    const struct mad_ruleset *rules = w->g->rules;
    const struct mad_rule_lines *lines = &rules->pieces[kind_of(man)].lines;
    const char *pocket = NULL;
    bool drops = false, said = false;
    enum mad_joins joins = MAD_JOINS_ENEMY;
    for (uint32_t i = 0; i < rules->fate_count; i++)
        if (strcmp(rules->fates[i].word, word) == 0) {
            pocket = rules->fates[i].pocket;
            joins = rules->fates[i].joins;
            said = true;
        }
    if (!said && strcmp(word, "captured") != 0)
        return;
    for (uint32_t i = 0; i < lines->count; i++)
        drops = drops || lines->items[i]->kind == MAD_NODE_DROP;
    const int to = owner_of(man) != NOBODY ? captor_of(w, man, joins) : NOBODY;
    for (uint32_t p = 0; pocket != NULL && p < rules->pocket_count; p++)
        if (rules->pockets[p].name == pocket && drops && to != NOBODY &&
            may_have(w->g, kind_of(man), to)) {
            int16_t *held = pocket_at(w->g, w->now, (int)p, to, kind_of(man));
            *held = (int16_t)(*held < 255 ? *held + 1 : 255);
        }
}

static void is_taken(struct way *w, const struct frame *frame)
{
    const struct aside *aside = (const struct aside *)(const void *)frame;
    int man = w->now->cell[aside->square];
    step_back(w, aside);
    if (man != 0) {
        leave_marks(w, aside->square, NONE);
        const struct pile taken = lift(w, aside->square, aside->count);
        w->order[w->taken++ % 256] = man; /* those below him are no captures of their own */
        if (w->aside == 0)
            add(&w->prey, aside->square);
        for (int i = taken.count - 1; i >= 0; i--) {
            end_marks_with(w, taken.man[i]);
            go_to_pocket(w, taken.man[i], aside->fate);
        }
    }
    frame->next->go(w, frame->next);
}

/* Who takes others along may stand beside somebody who would take him along: each is taken once. */
static void take_man(struct way *w, int square, int count, const char *fate,
                     const struct frame *frame)
{
    int man = w->now->cell[square];
    bool is_asked = w->gen != NULL && w->gen->prey != NULL; /* whom it takes, and no more */
    const struct view seen = view_of(w);
    bool tells =
        man != 0 && !is_asked && !is_wall(&seen, man) && has_event(w, WHEN_TAKEN, kind_of(man));
    if (man == 0 || (w->aside > 0 && has(&w->leaving, square))) {
        frame->go(w, frame);
        return;
    }
    struct aside aside = step_aside(w, is_taken, square, frame);
    aside.fate = fate;
    aside.count = count;
    if (!tells) {
        is_taken(w, &aside.base);
        return;
    }
    add(&w->leaving, square);
    do_events(w, WHEN_TAKEN, kind_of(man), square, &aside.base);
}

struct squares { /* one after the other */
    struct frame base;
    set left;
    const char *fate;
    int man;
    int count; /* of those who stand on one another */
    int again; /* so many times more, for `all` */
    set all;
    enum mad_part part; /* where a man is put */
};

static void take_next(struct way *w, const struct frame *frame)
{
    struct squares all = *(const struct squares *)(const void *)frame;
    int square = first_of(all.left);
    if (square == NONE && all.again > 0) {
        all.again--;
        all.left = all.all;
        take_next(w, &all.base);
        return;
    }
    if (square == NONE) {
        frame->next->go(w, frame->next);
        return;
    }
    all.left.word[square / 64] &= ~(UINT64_C(1) << (square % 64));
    take_man(w, square, all.count, all.fate, &all.base);
}

/* --- moving --------------------------------------------------------------------------------- */

bool breaks_quiet(const struct meaning_game *g, int kind, int how)
{
    for (uint32_t i = 0; i < g->rules->ends.count; i++) {
        const node *end = g->rules->ends.items[i];
        for (const node *b = end->first; end->kind == MAD_NODE_END_QUIET && b != NULL; b = b->next)
            if (kind == NONE ? b->name == NULL
                             : b->name != NULL && b->n0 == how && kind_named(g, b->name) == kind)
                return true;
    }
    return false;
}

struct moving {
    struct frame base;
    int from, to, man;
    struct pile pile;
    enum mad_part where;
};

static void has_room(struct way *w, const struct frame *frame)
{
    const struct moving *moving = (const struct moving *)(const void *)frame;
    leave_marks(w, moving->from, moving->to);
    join(w, moving->to, &moving->pile, moving->where);
    end_marks_with(w, moving->man);
    w->breaks = w->breaks ||
                (owner_of(moving->man) == w->mover && breaks_quiet(w->g, kind_of(moving->man), 0));
    frame->next->go(w, frame->next);
}

/* The top men of a square go to another one: upon whoever stands there, or below him; else he is captured. They have
 * left their own square by then. */
static void move_men(struct way *w, int from, int count, int to, enum mad_part where,
                     const struct frame *frame)
{
    struct moving moving = {.base = {has_room, frame},
                            .from = from,
                            .to = to,
                            .man = w->now->cell[from],
                            .where = where};
    if (moving.man == 0 || count < 1) {
        frame->go(w, frame);
        return;
    }
    moving.pile = lift(w, from, count);
    if (where == MAD_PART_WHOLE)
        take_man(w, to, MAD_MAX_HEIGHT, "captured", &moving.base);
    else
        has_room(w, &moving.base);
}

/* What stands there is captured. */
void move_man(struct way *w, int from, int to, const struct frame *frame)
{
    if (from == to) {
        frame->go(w, frame);
        return;
    }
    move_men(w, from, MAD_MAX_HEIGHT, to, MAD_PART_WHOLE, frame);
}

/* Nothing fails any more: it has been tossed, it is done for each of several, or it happens by itself. */
static bool is_decided(const struct way *w)
{
    return w->outcome != NULL || w->rounds > 0 || w->by_itself || w->aside > 0;
}

static void land(struct way *w, set on, enum mad_part where, const struct frame *frame)
{
    int to = first_of(on), from = w->here;
    if (from == NONE) {
        refuse(w->g, NULL, "land, and no piece is spoken of");
        return;
    }
    if (to == NONE) { /* the way is no move */
        if (is_decided(w))
            frame->go(w, frame);
        return;
    }
    if (w->now->cell[from] == 0) { /* he was taken, and lands nowhere */
        frame->go(w, frame);
        return;
    }
    w->here = to;
    w->at = w->aside == 0 ? to : w->at;
    if (where == MAD_PART_WHOLE)
        move_man(w, from, to, frame);
    else
        move_men(w, from, MAD_MAX_HEIGHT, to, where, frame);
}

/* Of the men on one square to another; whose move it is goes along where he is among them. */
static void bring(struct way *w, int from, int count, int to, enum mad_part where,
                  const struct frame *frame)
{
    if (from == w->here && count > 0 && w->now->cell[from] != 0) {
        w->here = to;
        w->at = w->aside == 0 ? to : w->at;
    }
    move_men(w, from, count, to, where, frame);
}

/* Who stands on the one square goes to the other, at once: nobody is taken. */
static void swap(struct way *w, set one, set other)
{
    const int at[2] = {first_of(one), first_of(other)};
    if (at[0] == NONE || at[1] == NONE || at[0] == at[1])
        return;
    const int man[2] = {w->now->cell[at[0]], w->now->cell[at[1]]};
    for (uint32_t m = 0; m < w->g->rules->mark_count; m++) {
        enum mad_life life = w->g->rules->marks[m].life;
        int16_t *mark[2] = {mark_at(w->g, w->now, (int)m, at[0]),
                            mark_at(w->g, w->now, (int)m, at[1])};
        const int16_t was[2] = {*mark[0], *mark[1]};
        for (int i = 0; i < 2 && (life == MAD_LIFE_FOLLOWS || life == MAD_LIFE_TOUCHED); i++)
            *mark[i] = man[i] != 0 ? 0 : was[i];
        for (int i = 0; i < 2 && life == MAD_LIFE_FOLLOWS; i++)
            *mark[1 - i] = man[i] != 0 && was[i] != 0 ? was[i] : *mark[1 - i];
    }
    const struct pile piles[2] = {pile_on(w->g, w->now, at[0]), pile_on(w->g, w->now, at[1])};
    for (int i = 0; i < 2; i++)
        stand(w->g, w->now, at[i], &piles[1 - i]);
    for (int i = 0; i < 2; i++) {
        if (man[i] == 0)
            continue;
        end_marks_with(w, man[i]);
        w->breaks =
            w->breaks || (owner_of(man[i]) == w->mover && breaks_quiet(w->g, kind_of(man[i]), 0));
    }
    if (w->here == at[0] || w->here == at[1]) {
        w->here = w->here == at[0] ? at[1] : at[0];
        w->at = w->aside == 0 ? w->here : w->at;
    }
}

/* --- kinds ---------------------------------------------------------------------------------- */

static void is_placed(struct way *w, const struct frame *frame)
{
    step_back(w, (const struct aside *)(const void *)frame);
    frame->next->go(w, frame->next);
}

/* A man stands there anew: dropped, promoted or converted. */
static void place(struct way *w, int square, int man, const struct frame *frame)
{
    bool is_same = w->now->cell[square] == man; /* who becomes what he is */
    w->now->cell[square] = (int16_t)man;
    if (w->placing || owner_of(man) == NOBODY || is_same) {
        frame->go(w, frame);
        return;
    }
    struct aside aside = step_aside(w, is_placed, square, frame);
    w->placing = true; /* what he becomes there is not placed once more */
    do_events(w, WHEN_PLACED, kind_of(man), square, &aside.base);
}

struct note_kind {
    struct frame base;
    int square, kind;
};

static void note_kind(struct way *w, const struct frame *frame)
{
    struct note_kind *note = (struct note_kind *)(uintptr_t)frame;
    note->kind = kind_of(w->now->cell[note->square]);
}

/* What the man here is in the end who becomes that: `when placed` makes others of some. */
int comes_to_be(const struct way *w, int kind)
{
    struct way copy = copy_way(w);
    struct note_kind note = {{note_kind, NULL}, w->here, kind};
    place(&copy, w->here, man_of(kind, owner_of(w->now->cell[w->here])), &note.base);
    drop_way(&copy);
    return note.kind;
}

/* Once for each of the kinds. When several lines say what a man becomes at the end of his move,
 * he is another when one has been followed. */
static void become(struct way *w, const kinds *which, const struct frame *frame)
{
    int man = w->here != NONE ? w->now->cell[w->here] : 0;
    bool of_move = w->ends && w->aside == 0;
    bool any = false;
    kinds offered = {{0}}; /* what he is in the end */
    for (int kind = 0; man != 0 && kind < (int)w->g->rules->piece_count; kind++)
        any = any || (has_kind(which, kind) && may_have(w->g, kind, owner_of(man)));
    if (!any || (of_move && w->became)) {
        frame->go(w, frame);
        return;
    }
    for (int kind = 0; kind < (int)w->g->rules->piece_count && goes_on(w->g); kind++) {
        if (!has_kind(which, kind) || !may_have(w->g, kind, owner_of(man)))
            continue;
        int in_the_end = comes_to_be(w, kind);
        if (of_move && has_kind(&offered, in_the_end))
            continue;
        add_kind(&offered, in_the_end);
        struct way copy = copy_way(w);
        copy.became = copy.became || (of_move && in_the_end != kind_of(man));
        if (of_move && w->becoming) /* what is behind `if` is no choice */
            copy.choice_of_kind =
                in_the_end != kind_of(man) ? man_of(in_the_end, owner_of(man)) : 0;
        copy.breaks = copy.breaks || (owner_of(man) == w->mover && kind != kind_of(man) &&
                                      (w->at == NONE || w->at == w->origin || w->aside > 0) &&
                                      breaks_quiet(w->g, kind_of(man), 1));
        place(&copy, w->here, man_of(kind, owner_of(man)), frame);
        drop_way(&copy);
    }
}

static void turn(struct way *w, set squares, int player)
{
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1)) {
        int man = w->now->cell[s];
        if (man != 0 && owner_of(man) == 1 - player && may_have(w->g, kind_of(man), player))
            w->now->cell[s] = (int16_t)man_of(kind_of(man), player);
    }
}

struct turning {
    struct squares squares;
    int kind;
};

/* One after the other, each with what happens when a man is placed. */
static void turn_next(struct way *w, const struct frame *frame)
{
    struct turning all = *(const struct turning *)(const void *)frame;
    int square = first_of(all.squares.left);
    if (square == NONE) {
        all.squares.base.next->go(w, all.squares.base.next);
        return;
    }
    all.squares.left.word[square / 64] &= ~(UINT64_C(1) << (square % 64));
    int man = w->now->cell[square];
    if (man != 0 && may_have(w->g, all.kind, owner_of(man)))
        place(w, square, man_of(all.kind, owner_of(man)), &all.squares.base);
    else
        turn_next(w, &all.squares.base);
}

static void turn_into(struct way *w, set squares, kinds which, const struct frame *frame)
{
    struct turning all = {.squares = {.base = {turn_next, frame}, .left = squares}};
    while (all.kind < (int)w->g->rules->piece_count && !has_kind(&which, all.kind))
        all.kind++;
    turn_next(w, &all.squares.base);
}

/* --- putting -------------------------------------------------------------------------------- */

static void put_down(struct way *w, const struct frame *frame);

struct put {
    struct squares squares;
    int square;
};

static void put_next(struct way *w, const struct frame *frame)
{
    struct squares all = *(const struct squares *)(const void *)frame;
    int square = first_of(all.left);
    if (square == NONE) {
        frame->next->go(w, frame->next);
        return;
    }
    all.left.word[square / 64] &= ~(UINT64_C(1) << (square % 64));
    struct put put = {all, square};
    put.squares.base.go = put_down;
    if (all.part == MAD_PART_TOP)
        put_down(w, &put.squares.base);
    else
        take_man(w, square, MAD_MAX_HEIGHT, "captured", &put.squares.base);
}

static void put_down(struct way *w, const struct frame *frame)
{
    const struct put *put = (const struct put *)(const void *)frame;
    struct squares all = put->squares;
    all.base.go = put_next;
    if (w->origin == NONE && !w->extends && w->aside == 0)
        w->at = put->square;
    const struct pile there = pile_on(w->g, w->now, put->square);
    if (all.part == MAD_PART_TOP && there.count > 0) { /* who stood on top is below the next */
        struct pile more = there;
        if (more.count == MAD_MAX_HEIGHT) {
            refuse(w->g, NULL, "so many men on one square");
            return;
        }
        more.man[more.count++] = w->now->cell[put->square];
        stand(w->g, w->now, put->square, &more);
        w->now->cell[put->square] = 0;
    }
    place(w, put->square, all.man, &all.base);
}

static int single_kind(struct way *w, const node *n, const struct env *env)
{
    struct view view = view_of(w);
    kinds found = kinds_of(&view, n, env);
    int single = NONE;
    for (int kind = 0; kind < (int)w->g->rules->piece_count; kind++)
        if (has_kind(&found, kind)) {
            if (single != NONE)
                refuse(w->g, n, "one piece is wanted");
            single = kind;
        }
    if (single == NONE)
        refuse(w->g, n, "a piece is wanted");
    return single;
}

static void put(struct way *w, const node *call, const struct env *env, const struct frame *frame)
{
    const node *man = argument_of(call, NULL), *from = argument_of(call, "from"),
               *as = argument_of(call, "as");
    struct view view = view_of(w);
    set on = squares_of(&view, argument_of(call, "on"), env);
    int owner = w->side;
    if (man->kind == MAD_NODE_ENEMY)
        owner = 1 - w->side;
    if (man->kind == MAD_NODE_OF_PLAYER && strcmp(man->name, "nobody") == 0)
        owner = NOBODY;
    if (man->kind == MAD_NODE_ENEMY || man->kind == MAD_NODE_OWN || owner == NOBODY)
        man = man->first;
    int kind = single_kind(w, man, env), shown = as != NULL ? single_kind(w, as, env) : kind;
    if (refused(w->g) || (is_empty(on) && !is_decided(w)))
        return; /* where that is nothing, the way is no move */
    if (from != NULL && !is_empty(on)) {
        struct value pocket = value_of(&view, from, env);
        int16_t *held = pocket_at(w->g, w->now, pocket.pocket, owner, kind);
        if (*held == 0) { /* nor where nobody is there; what happens by itself does not happen */
            if (is_decided(w))
                frame->go(w, frame);
            return;
        }
        --*held;
    }
    struct squares all = {.base = {put_next, frame},
                          .left = on,
                          .man = man_of(shown, owner),
                          .part = part_of(call, "on")};
    put_next(w, &all.base);
}

/* --- marks and counters --------------------------------------------------------------------- */

static int mark_named(const struct meaning_game *g, const node *n)
{
    for (uint32_t m = 0; n->kind == MAD_NODE_REF && m < g->rules->mark_count; m++)
        if (g->rules->marks[m].name == n->name)
            return (int)m;
    return NONE;
}

/* What this move has set outlasts what was set before. */
static void mark(struct way *w, int mark, set squares, bool on)
{
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1)) {
        int16_t *cell = mark_at(w->g, w->now, mark, s);
        *cell = (int16_t)(is_of_players(w->g, mark) ? *cell | 1 << w->mover : on ? 2 : 0);
    }
}

static void count(struct way *w, const node *counter, int number, int sign, const struct env *env)
{
    struct view view = view_of(w);
    struct value value = value_of(&view, counter, env);
    if (value.counter == NONE) {
        refuse(w->g, counter, "a counter is wanted");
        return;
    }
    int16_t *cell = counter_at(w->g, w->now, value.counter, value.owner);
    int result = sign == 0 ? number : *cell + sign * number;
    *cell = (int16_t)(result < 0 ? 0 : result > 255 ? 255 : result);
}

/* The same of a number of squares; one of pieces is changed where pieces stand. */
static void tally(struct way *w, const node *call, int which, int sign, const struct env *env)
{
    const struct mad_rule_mark *rule = &w->g->rules->marks[which];
    const node *on = argument_of(call, "on"), *by = argument_of(call, sign == 0 ? "to" : "by");
    struct view view = view_of(w);
    if (on == NULL || by == NULL) {
        refuse(w->g, call, "which squares, or how much");
        return;
    }
    set squares = squares_of(&view, on, env);
    const int number = number_of(&view, by, env);
    if (rule->life == MAD_LIFE_FOLLOWS)
        squares = both(squares, men_of(&view, NONE));
    for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1)) {
        int16_t *cell = mark_at(w->g, w->now, which, s);
        const int result = sign == 0 ? number : *cell + sign * number;
        *cell = (int16_t)(result < 0 ? 0 : result > rule->most ? rule->most : result);
    }
}

/* --- by name -------------------------------------------------------------------------------- */

static const char *const EFFECTS[] = {"land", "bring", "swap",  "take",     "put",     "become",
                                      "turn", "set",   "clear", "increase", "decrease"};
enum effect {
    LAND,
    BRING,
    SWAP,
    TAKE,
    PUT,
    BECOME,
    TURN,
    SET,
    CLEAR,
    INCREASE,
    DECREASE,
    NO_EFFECT
};

static enum effect effect_of(const node *call)
{
    enum effect effect = LAND;
    while (effect != NO_EFFECT && strcmp(EFFECTS[effect], call->name) != 0)
        effect++;
    return effect;
}

bool is_effect(const node *call)
{
    return effect_of(call) != NO_EFFECT;
}

static void set_or_clear(struct way *w, const node *call, const struct env *env, bool on)
{
    const node *object = argument_of(call, NULL), *to = argument_of(call, "to");
    struct view view = view_of(w);
    int which = mark_named(w->g, object);
    if (tally_named(&view, object, env) != NONE)
        tally(w, call, which, 0, env);
    else if (to != NULL)
        count(w, object, number_of(&view, to, env), 0, env);
    else if (which != NONE)
        mark(w, which, squares_of(&view, argument_of(call, "on"), env), on);
    else
        refuse(w->g, call, "a mark is wanted");
}

void do_effect(struct way *w, const node *call, const struct env *env, const struct frame *frame)
{
    const node *object = argument_of(call, NULL);
    struct view view = view_of(w);
    switch (effect_of(call)) {
    case LAND:
        land(w, squares_of(&view, argument_of(call, "on"), env), part_of(call, "on"), frame);
        return;
    case BRING: {
        int from = first_of(squares_of(&view, object, env)),
            to = first_of(squares_of(&view, argument_of(call, "to"), env));
        if (from == NONE || to == NONE)
            break;
        if (part_of(call, NULL) != MAD_PART_WHOLE || part_of(call, "to") != MAD_PART_WHOLE)
            bring(w, from, how_many_of(&view, call, env), to, part_of(call, "to"), frame);
        else
            move_man(w, from, to, frame);
        return;
    }
    case SWAP:
        swap(w, squares_of(&view, object, env), squares_of(&view, argument_of(call, "with"), env));
        break;
    case TAKE: {
        const node *as = argument_of(call, "as");
        const bool top = part_of(call, NULL) == MAD_PART_TOP;
        const set on = squares_of(&view, object, env);
        struct squares all = {.base = {take_next, frame},
                              .left = both(on, men_of(&view, NONE)),
                              .fate = as != NULL && as->name != NULL ? as->name : "captured",
                              .count = top ? 1 : MAD_MAX_HEIGHT,
                              .again = top ? how_many_of(&view, call, env) - 1 : 0,
                              .all = on};
        take_next(w, &all.base);
        return;
    }
    case PUT: put(w, call, env, frame); return;
    case BECOME: {
        kinds which = kinds_of(&view, object, env);
        become(w, &which, frame);
        return;
    }
    case TURN: {
        const node *to = argument_of(call, "to"), *into = argument_of(call, "into");
        if (into != NULL) {
            turn_into(w, squares_of(&view, object, env), kinds_of(&view, into, env), frame);
            return;
        }
        const struct env *local = to->kind == MAD_NODE_REF ? bound(env, to->name) : NULL;
        int player = player_of(&view, local != NULL && local->said != NULL ? local->said : to);
        if (player == NONE)
            refuse(w->g, call, "a player is wanted");
        else
            turn(w, squares_of(&view, object, env), player);
        break;
    }
    case SET: set_or_clear(w, call, env, true); break;
    case CLEAR: set_or_clear(w, call, env, false); break;
    case INCREASE:
    case DECREASE:
        if (tally_named(&view, object, env) != NONE)
            tally(w, call, mark_named(w->g, object), effect_of(call) == INCREASE ? 1 : -1, env);
        else
            count(w, object, number_of(&view, argument_of(call, "by"), env),
                  effect_of(call) == INCREASE ? 1 : -1, env);
        break;
    case NO_EFFECT: refuse(w->g, call, call->name); return;
    }
    frame->go(w, frame);
}
