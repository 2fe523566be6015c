/* moves.c - the legal moves of a position.
 *
 * Layer: tests. Each line of each man, each thing that a player may do; what comes by itself at
 * the end of a way; what may or must follow; then laws, duties and compulsion. Written from the
 * sections Pieces, Laws, Players and turns and The turn of the manual. */
#include "parts.h"

enum { MOST_LOOKS = 5 };

static void free_move(const struct meaning_move *move)
{
    free(move->after);
    free(move->alone);
}

void clear_moves(struct meaning_moves *moves)
{
    for (size_t i = 0; i < moves->count; i++)
        free_move(&moves->items[i]);
    moves->count = 0;
}

void meaning_moves_free(struct meaning_moves *moves)
{
    clear_moves(moves);
    free(moves->items);
    *moves = (struct meaning_moves){NULL, 0, 0};
}

/* --- what is one move ----------------------------------------------------------------------- */

/* Movements that lead to the same are one move; ways of verbs are not, unless they are asked which of them takes
 * most. */
static bool is_same_move(const struct meaning_game *g, const struct meaning_move *a,
                         const struct meaning_move *b)
{
    const struct position *p = a->after, *q = b->after;
    return a->from == b->from && a->to == b->to && a->verb == b->verb && a->choice == 0 &&
           b->choice == 0 && a->choice_of_kind == b->choice_of_kind && p->side == q->side &&
           p->turn == q->turn && p->quiet == q->quiet &&
           memcmp(p->cell, q->cell, g->cells * sizeof *p->cell) == 0;
}

static void add_move(const struct meaning_game *g, struct meaning_moves *moves,
                     struct meaning_move move)
{
    for (size_t i = 0; i < moves->count; i++)
        if (move.is_plain && moves->items[i].is_legal == move.is_legal &&
            is_same_move(g, &moves->items[i], &move)) {
            free_move(&move);
            return;
        }
    if (moves->count == moves->room) {
        moves->room = moves->room * 2 + 64;
        moves->items = must_have(realloc(moves->items, moves->room * sizeof *moves->items));
    }
    moves->items[moves->count++] = move;
}

static void drop_move(struct meaning_moves *moves, size_t i)
{
    free_move(&moves->items[i]);
    moves->items[i] = moves->items[--moves->count];
}

/* --- laws ----------------------------------------------------------------------------------- */

/* `illegal when A or B` is two laws. One that looks ahead is not asked about the answers. */
static bool forbids(const struct view *v, const node *law)
{
    const node *definition = law->kind == MAD_NODE_REF ? definition_of(v->g, law->name) : NULL;
    if (definition != NULL && definition->kind == MAD_NODE_OR)
        return forbids(v, definition);
    if (law->kind != MAD_NODE_OR)
        return (v->laws == 1 || !looks_ahead(v->g, law, 0)) && holds(v, law, NULL);
    bool any = false;
    for (const node *part = law->first; part != NULL && !any; part = part->next)
        any = forbids(v, part);
    return any;
}

/* Asked of what the move leaves behind, before what was set for a turn goes. */
static bool is_illegal(struct way *w)
{
    const struct mad_rule_lines *laws = &w->g->rules->illegal;
    struct position *left = copy_of(w->g, w->now), *after = make_alone(w);
    struct past there = {after, w->past};
    bool is = false;
    left->last = last_of(w);
    left->mover = w->mover;
    clear_marks(w->g, left, MAD_LIFE_MOVE);
    struct view view = {.g = w->g,
                        .now = left,
                        .before = w->before,
                        .past = &there,
                        .ahead = after,
                        .side = w->mover,
                        .here = ended_at(w),
                        .origin = w->origin,
                        .laws = w->laws + 1};
    for (uint32_t i = 0; i < laws->count && !is; i++)
        is = forbids(&view, laws->items[i]);
    free(left);
    free(after);
    return is;
}

/* `must capture as many as possible, then ...` */
static const node *ranks_of(const struct meaning_game *g)
{
    for (uint32_t i = 0; i < g->rules->laws.count; i++)
        if (g->rules->laws.items[i]->kind == MAD_NODE_MUST &&
            g->rules->laws.items[i]->first != NULL)
            return g->rules->laws.items[i]->first;
    return NULL;
}

/* What each rank says of the move, more being better. */
static void rank(const struct way *w, int *said)
{
    const struct view view = view_of(w);
    const int man = w->origin != NONE && w->before->cell[w->origin] != 0
                        ? w->before->cell[w->origin]
                    : ended_at(w) != NONE ? w->now->cell[ended_at(w)]
                                          : 0;
    for (const node *r = ranks_of(w->g); r != NULL; r = r->next, said++) {
        const kinds wanted = kinds_of(&view, r->first, NULL);
        int first = NONE;
        *said = r->n0 == MAD_RANK_WITH && man != 0 && has_kind(&wanted, kind_of(man));
        for (int i = 0; i < w->taken_first && r->n0 != MAD_RANK_WITH; i++) {
            const bool is = has_kind(&wanted, kind_of(w->order[i % 256]));
            *said += r->n0 == MAD_RANK_MANY && is;
            first = first == NONE && is ? i : first;
        }
        if (r->n0 == MAD_RANK_EARLY)
            *said = first == NONE ? -256 : -first;
    }
}

/* One whole move, or one outcome of it; false when it is none. */
static bool deliver(struct way *w)
{
    /* Where it is only asked whether there is a move, nobody looks at what happens behind it. */
    struct position *after = w->gen->one_will_do ? make_alone(w) : make(w);
    struct meaning_move move = {.from = w->origin,
                                .to = w->to != NONE   ? w->to
                                      : w->at != NONE ? w->at
                                                      : w->origin,
                                .verb = w->verb != NULL ? w->verb : "move",
                                .choice = w->choice,
                                .takes = w->taken > 0,
                                .is_plain = w->verb == NULL && !w->extends,
                                .extends = w->extends,
                                .after = after,
                                .alone = make_alone(w),
                                .is_legal = !is_illegal(w),
                                .is_forced = w->forced,
                                .taken = w->taken_first,
                                .choice_of_kind = w->choice_of_kind,
                                .toss = w->toss,
                                .tossed = w->outcome};
    bool is_legal = move.is_legal;
    rank(w, move.ranks);
    if (w->outcome != NULL) {
        move.outcome = w->outcome->name;
        move.weight = w->outcome->n0;
        move.of = w->outcome->n1;
    }
    w->gen->found = w->gen->found || (is_legal && w->outcome == NULL);
    if (is_legal || w->outcome != NULL)
        add_move(w->g, w->gen->moves, move);
    else
        free_move(&move);
    return is_legal;
}

static void deliver_whole(struct way *w, const struct frame *frame)
{
    (void)frame;
    (void)deliver(w);
}

static bool says_here(struct meaning_game *g, const node *n, const struct env *env);

/* What a name stands for says it: what is filled in for a blank, or a definition. Names of a verb's own are said in
 * it. */
static bool name_says_here(struct meaning_game *g, const char *name, const struct env *env)
{
    const struct env *blank = bound(env, name);
    const node *definition = definition_of(g, name);
    return blank != NULL ? blank->said != NULL && says_here(g, blank->said, blank->around)
                         : definition != NULL && says_here(g, definition, NULL);
}

/* Whether something in it starts from `here`, or happens to who stands there, wherever that is said. */
static bool says_here(struct meaning_game *g, const node *n, const struct env *env)
{
    struct env room[MOST_BLANKS];
    bool says = false;
    if (n->kind == MAD_NODE_CONST)
        says = n->n0 == MAD_WORD_HERE;
    else if (n->kind == MAD_NODE_STEP || n->kind == MAD_NODE_LINE || n->kind == MAD_NODE_SLIDE ||
             n->kind == MAD_NODE_LEAP || n->kind == MAD_NODE_LEAP_ALONG ||
             n->kind == MAD_NODE_THE_NEXT)
        says = child_of(n, MAD_NODE_FROM) == NULL;
    else if (n->kind == MAD_NODE_FUNCTION)
        says = n->n0 == MAD_FN_NEAREST || n->n0 == MAD_FN_FARTHEST;
    else if (n->kind == MAD_NODE_REF)
        says = name_says_here(g, n->name, env);
    else if (n->kind == MAD_NODE_CALL && is_effect(n))
        says = strcmp(n->name, "land") == 0 || strcmp(n->name, "become") == 0;
    else if (n->kind == MAD_NODE_CALL && verb_of(g, n->name) != NULL)
        says = says_here(g, child_of(verb_of(g, n->name), MAD_NODE_BODY),
                         fill_in(g, verb_of(g, n->name), n, env, room));
    for (const node *child = n->first; child != NULL && !says; child = child->next)
        says = says_here(g, child, env);
    return says;
}

/* `after each move`: each way of what follows makes one move of the two together. */
static void extend(struct way *w)
{
    const struct mad_rule_lines *laws = &w->g->rules->laws;
    for (uint32_t i = 0; i < laws->count; i++) {
        if (laws->items[i]->kind != MAD_NODE_AFTER_MOVE)
            continue;
        const node *call_node = laws->items[i]->first, *verb = verb_of(w->g, call_node->name);
        struct way copy = copy_way(w);
        struct env room[MOST_BLANKS];
        struct frame end = {deliver_whole, NULL};
        copy.extends = true;
        copy.here = ended_at(w);
        copy.now->last = last_of(w); /* `move was` asks for the move that goes on */
        struct call call = {child_of(verb, MAD_NODE_BODY),
                            fill_in(w->g, verb, call_node, NULL, room), 0, verb};
        if (copy.here != NONE || !says_here(w->g, call.body, call.blanks))
            walk(&copy, call.body->first, call.blanks, &call, &end);
        drop_way(&copy);
    }
}

static void finish(struct way *w, const struct frame *frame)
{
    const struct mad_rule_lines *laws = &w->g->rules->laws;
    bool extends = false, must = false;
    (void)frame;
    w->side = w->mover;
    w->by_itself = false;
    if (w->verb != NULL || (w->taken_first > 0 && ranks_of(w->g) != NULL))
        w->taken_first = w->taken;
    for (uint32_t i = 0; i < laws->count && w->outcome == NULL; i++)
        if (laws->items[i]->kind == MAD_NODE_AFTER_MOVE) {
            extends = true;
            must = must || laws->items[i]->n0 == 1;
        }
    if ((!extends || !must) && !deliver(w))
        return; /* what is forbidden in itself does not go on */
    if (extends)
        extend(w);
}

struct ended {
    struct frame base;
    int kind;
};

static void has_ended(struct way *w, const struct frame *frame)
{
    const struct frame end = {finish, NULL};
    int square = w->at != NONE ? w->at : w->here;
    w->ends = false;
    if (w->taken == 0 || w->now->cell[square] == 0) {
        finish(w, NULL);
        return;
    }
    w->side = owner_of(w->now->cell[square]);
    do_events(w, WHEN_CAPTURING, ((const struct ended *)(const void *)frame)->kind, square, &end);
}

/* The man has come to the end of his way: what his lines say of that, and of capturing. */
static void end_way(struct way *w, const struct frame *frame)
{
    int square = w->at != NONE ? w->at : w->here;
    (void)frame;
    w->taken_first = square != NONE && square != w->origin && w->before->cell[square] != 0;
    w->gen->become = (kinds){{0}};
    if (w->origin == NONE || w->now->cell[square] == 0) {
        finish(w, NULL);
        return;
    }
    struct ended ended = {{has_ended, NULL}, kind_of(w->now->cell[square])};
    w->to = square;
    w->by_itself = true;
    if (w->at == NONE) {
        has_ended(w, &ended.base);
        return;
    }
    w->side = owner_of(w->now->cell[square]);
    w->here = square;
    w->ends = true;
    do_events(w, WHEN_MOVE_ENDS, ended.kind, square, &ended.base);
}

/* --- lines ---------------------------------------------------------------------------------- */

static void note_prey(struct way *w, const struct frame *frame)
{
    (void)frame;
    *w->gen->prey = either(*w->gen->prey, w->prey);
}

static struct way begin(struct generation *gen, int from)
{
    const struct position *before = gen->past->at;
    return (struct way){.gen = gen,
                        .g = gen->g,
                        .now = copy_of(gen->g, before),
                        .before = before,
                        .past = gen->past,
                        .side = gen->side,
                        .mover = gen->side,
                        .here = from,
                        .origin = from,
                        .at = NONE,
                        .to = NONE,
                        .man = from != NONE ? before->cell[from] : 0,
                        .laws = gen->laws};
}

static bool wants_more(const struct generation *gen)
{
    return goes_on(gen->g) && !(gen->one_will_do && gen->found);
}

/* `gone`: where other lines of his lead. What goes on from there does so once. */
static void plain_moves(struct generation *gen, int from, const node *line, set *gone)
{
    struct way w = begin(gen, from);
    struct view view = view_of(&w);
    set targets = without(plain_targets(&view, line), *gone);
    *gone = either(*gone, targets);
    const struct frame end = {end_way, NULL};
    for (int to = first_of(targets); to != NONE && wants_more(gen);
         to = next_of(&targets, to + 1)) {
        struct way copy = copy_way(&w);
        copy.here = copy.at = to;
        move_man(&copy, from, to, &end);
        drop_way(&copy);
    }
    drop_way(&w);
}

static void verb_moves(struct generation *gen, int from, const node *line, const node *call_node,
                       bool forced)
{
    const node *verb = verb_of(gen->g, call_node->name);
    struct way w = begin(gen, from);
    struct view view = view_of(&w);
    struct env room[MOST_BLANKS];
    const struct frame end = {gen->prey != NULL ? note_prey : end_way, NULL};
    if (verb == NULL) {
        refuse(gen->g, call_node, call_node->name);
    } else if (child_of(verb, MAD_NODE_EVENT_ON) == NULL && tail_holds(&view, line, NULL)) {
        struct call call = {child_of(verb, MAD_NODE_BODY),
                            fill_in(gen->g, verb, call_node, NULL, room), 0, verb};
        w.verb = call_node->name;
        w.forced = forced;
        walk(&w, call.body->first, call.blanks, &call, &end);
    }
    drop_way(&w);
}

/* `must drop when possible` makes a duty of the lines with that verb; whom they would take is attacked all the same. */
static bool is_must(const struct generation *gen, const char *verb)
{
    const struct mad_rule_lines *laws = &gen->g->rules->laws;
    for (uint32_t i = 0; i < laws->count && gen->prey == NULL; i++)
        if (laws->items[i]->kind == MAD_NODE_MUST && laws->items[i]->name == verb)
            return true;
    return false;
}

static void all_lines(struct generation *gen, bool duties)
{
    const struct position *p = gen->past->at;
    const struct mad_ruleset *rules = gen->g->rules;
    for (int s = 0; s < gen->g->squares; s++) {
        if (p->cell[s] == 0 || owner_of(p->cell[s]) != gen->side)
            continue;
        const struct mad_rule_lines *lines = &rules->pieces[kind_of(p->cell[s])].lines;
        set gone = {{0}};
        for (uint32_t i = 0; i < lines->count && wants_more(gen); i++) {
            const node *line = lines->items[i], *call = child_of(line, MAD_NODE_CALL);
            if (line->kind == MAD_NODE_MOVE && !duties && gen->prey == NULL)
                plain_moves(gen, s, line, &gone);
            if (line->kind == MAD_NODE_CALL_LINE &&
                duties == ((line->flags & MAD_FLAG_ONE_MUST) || is_must(gen, call->name)))
                verb_moves(gen, s, line, call, duties);
        }
    }
    for (uint32_t i = 0; i < rules->player_may.count && wants_more(gen); i++) {
        const node *line = rules->player_may.items[i], *call = line->first;
        if (duties == is_must(gen, call->name))
            verb_moves(gen, NONE, line, call, duties);
    }
}

/* --- which of them there are ---------------------------------------------------------------- */

static bool has_illegal_outcome(const struct meaning_moves *moves, int choice)
{
    for (size_t i = 0; i < moves->count; i++)
        if (moves->items[i].choice == choice && !moves->items[i].is_legal)
            return true;
    return false;
}

static bool has_legal_outcome(const struct meaning_moves *moves, int choice, const node *outcome)
{
    for (size_t i = 0; i < moves->count; i++)
        if (moves->items[i].choice == choice && moves->items[i].tossed == outcome &&
            moves->items[i].is_legal)
            return true;
    return false;
}

/* The outcomes that must be legal have to be; all of them where it is said of none. */
static bool may_be_tossed(const struct meaning_moves *moves, const struct meaning_move *move)
{
    const node *toss = move->toss;
    bool any = false;
    if (toss->kind == MAD_NODE_CHOOSE)
        return !has_illegal_outcome(moves, move->choice);
    for (const node *o = toss->first; o != NULL; o = o->next)
        any = any || (o->flags & MAD_FLAG_MUST);
    for (const node *o = toss->first; o != NULL; o = o->next)
        if ((!any || (o->flags & MAD_FLAG_MUST)) && !has_legal_outcome(moves, move->choice, o))
            return false;
    return true;
}

static void drop_illegal(struct meaning_moves *moves)
{
    bool *keeps = must_have(calloc(moves->count + 1, sizeof *keeps));
    for (size_t i = 0; i < moves->count; i++)
        keeps[i] = moves->items[i].choice == 0 || may_be_tossed(moves, &moves->items[i]);
    for (size_t i = moves->count; i-- > 0;)
        if (!keeps[i])
            drop_move(moves, i);
    free(keeps);
}

/* Men, pockets, counters, and marks that some rule asks for. */
static bool leave_the_same(const struct meaning_game *g, const struct position *a,
                           const struct position *b)
{
    for (size_t i = 0; i < g->cells; i++) {
        size_t layer = i / (size_t)g->squares; /* the men, then each mark */
        bool is_forgotten =
            layer > 0 && layer <= g->rules->mark_count && (g->forgotten >> (layer - 1) & 1);
        bool is_mark =
            layer > 0 && layer <= g->rules->mark_count && g->rules->marks[layer - 1].most == 0;
        if (!is_forgotten &&
            (is_mark ? (a->cell[i] != 0) != (b->cell[i] != 0) : a->cell[i] != b->cell[i]))
            return false;
    }
    return a->side == b->side;
}

/* Of ways of verbs that take as many as possible it does not matter in which order they do. */
static void only_different_ways(const struct meaning_game *g, struct meaning_moves *moves)
{
    const bool is_ranked = ranks_of(g) != NULL; /* captures of lines are ways like others then */
    for (size_t i = moves->count; i-- > 0;)
        for (size_t k = 0; k < i && (is_ranked || !moves->items[i].is_plain); k++) {
            const struct meaning_move *a = &moves->items[i], *b = &moves->items[k];
            if ((is_ranked || !b->is_plain) && a->from == b->from &&
                leave_the_same(g, a->alone, b->alone)) {
                drop_move(moves, i);
                break;
            }
        }
}

/* Of those that take as many, the best in the first rank, of those the best in the next. */
static void only_best(const struct meaning_game *g, struct meaning_moves *moves)
{
    int at = 0;
    for (const node *r = ranks_of(g); r != NULL && moves->count > 0; r = r->next, at++) {
        int best = moves->items[0].ranks[at];
        for (size_t i = 0; i < moves->count; i++)
            best = moves->items[i].ranks[at] > best ? moves->items[i].ranks[at] : best;
        for (size_t i = moves->count; i-- > 0;)
            if (moves->items[i].ranks[at] < best)
                drop_move(moves, i);
    }
}

/* Whoever has to capture does not leave it to a toss; what the capture goes on with may be left to one. */
static bool captures(const struct meaning_move *move)
{
    return move->taken > 0 && (move->choice == 0 || move->extends);
}

static void only_captures(const struct meaning_game *g, struct meaning_moves *moves)
{
    bool must = false, most = false;
    int best = 0;
    for (uint32_t i = 0; i < g->rules->laws.count; i++) {
        const node *law = g->rules->laws.items[i];
        if (law->kind == MAD_NODE_MUST && strcmp(law->name, "capture") == 0) {
            must = true;
            most = most || law->n0 != 0;
        }
    }
    for (size_t i = 0; i < moves->count; i++)
        if (captures(&moves->items[i]) && moves->items[i].taken > best)
            best = moves->items[i].taken;
    for (size_t i = moves->count; must && best > 0 && i-- > 0;)
        if (!captures(&moves->items[i]) || moves->items[i].taken < (most ? best : 1))
            drop_move(moves, i);
    if (most && best > 0) {
        only_best(g, moves);
        only_different_ways(g, moves);
    }
}

static void add_pass(struct generation *gen)
{
    const struct mad_rule_lines *laws = &gen->g->rules->laws;
    bool passes = false;
    for (uint32_t i = 0; i < laws->count && !passes; i++) {
        struct way w = begin(gen, NONE);
        struct view view = view_of(&w);
        if (laws->items[i]->kind == MAD_NODE_PASS_WHEN &&
            holds(&view, laws->items[i]->first, NULL)) {
            passes = true;
            w.verb = "pass";
            add_move(
                gen->g, gen->moves,
                (struct meaning_move){
                    .from = NONE, .to = NONE, .verb = "pass", .after = make(&w), .is_legal = true});
        }
        drop_way(&w);
    }
}

static void find(struct generation *gen)
{
    struct meaning_game *g = gen->g;
    if (++g->looks > MOST_LOOKS)
        refuse(g, NULL, "it looks ahead without end");
    all_lines(gen, true);
    drop_illegal(gen->moves);
    if (gen->moves->count == 0) {
        all_lines(gen, false);
        drop_illegal(gen->moves);
        only_captures(g, gen->moves);
    }
    g->looks--;
}

void find_moves(struct meaning_game *g, const struct past *past, int side, int laws, bool passing,
                struct meaning_moves *moves)
{
    struct position *turned = copy_of(g, past->at);
    const struct past here = {past->at->side == side ? past->at : turned, past->earlier};
    struct generation gen = {.g = g, .past = &here, .side = side, .laws = laws, .moves = moves};
    turned->side = side;
    find(&gen);
    if (passing)
        add_pass(&gen);
    free(turned);
}

set taken_by_verbs(struct meaning_game *g, const struct position *at, int player)
{
    struct position *turned = copy_of(g, at);
    struct meaning_moves none = {NULL, 0, 0};
    const struct past here = {turned, NULL};
    set prey = {{0}};
    struct generation gen = {.g = g, .past = &here, .side = player, .moves = &none, .prey = &prey};
    turned->side = player;
    all_lines(&gen, false);
    free(turned);
    return prey;
}

bool can_move(struct meaning_game *g, const struct past *past, int side, int laws)
{
    struct meaning_moves moves = {NULL, 0, 0};
    struct position *turned = copy_of(g, past->at);
    const struct past here = {past->at->side == side ? past->at : turned, past->earlier};
    struct generation gen = {
        .g = g, .past = &here, .side = side, .laws = laws, .one_will_do = true, .moves = &moves};
    turned->side = side;
    find(&gen);
    bool can = moves.count != 0;
    free(turned);
    meaning_moves_free(&moves);
    return can;
}
