/* w_foretell.h - how many answers there are to a move, from a forecast of its position; included by w_run.c.
 *
 * Layer: vm. What a move changes is told as squares that are left and filled. Of the men who see any of these
 * squares the moves are counted again, as are the ways of verbs that ask about them; all else is as it was
 * counted when the forecast began. A move that touches what the forecast holds fixed is made instead: that of a
 * pinned man. It relies on w_forecast.h for what has been seen. */

/* What a move does to the board, as far as the other player's plain moves can see it. */
struct change {
    mad_set emptied, filled; /* squares that are left, and that come to hold a man of the mover's */
    mad_set taken;           /* men of the other player's who go */
    mad_set others;          /* squares where nobody's men go */
    mad_set alarm;           /* where men who come or go may look through a square that is left */
    mad_set asked;           /* all squares on which anything changes, marks included */
    uint64_t codes;          /* bits: of the men who come, go or are taken */
    uint32_t stretches;      /* bits: those that ask for a mark that the move leaves */
};

/* Which stretches ask about a change, or about one of these codes. */
RUN_INLINE uint32_t touched_by(const struct mad_forecast *forecast, mad_set changed, uint64_t codes)
{
    uint32_t touched = 0;
    if (set_meets(forecast->verbs.fixed, changed) || (forecast->verbs.codes & codes) != 0) {
        for (uint32_t bits = forecast->watching; bits != 0; bits &= bits - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(bits);
            const struct mad_told *told = &forecast->stretches[i];
            bool touches = set_meets(told->fixed, changed) || (told->codes & codes) != 0;
            touched |= (uint32_t)touches << i;
        }
    }
    return touched;
}

/* Which stretches may have other ways when a move leaves this square of a mark. */
RUN_INLINE uint32_t asking(const struct mad_generator *run, uint32_t mark, uint32_t marked)
{
    const struct mad_program *program = run->program;
    uint32_t asking = 0;
    for (uint32_t bits = program->forecast.asked_marks[run->side][mark]; bits != 0;
         bits &= bits - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(bits);
        const struct mad_stretch *stretch = &program->forecast.stretches[run->side][i];
        if (!stretch->near || set_meets(mad_slot(run->state, stretch->near_slot),
                                        mad_leap(run, stretch->near_table, marked))) {
            asking |= 1u << i;
        }
    }
    return asking;
}

/* Counts the ways of verbs of these stretches again. Those of a duty, which had none before, come first,
 * and if they have any now they are all there is. */
static __attribute__((noinline)) bool follow_again(struct mad_forecast *forecast,
                                                   uint32_t stretches, uint64_t *total)
{
    struct mad_generator *run = &forecast->run;
    uint64_t duties = 0;
    run->set[6] = run->occupied;
    for (uint32_t bits = stretches; bits != 0; bits &= bits - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(bits);
        const struct mad_stretch *stretch = &run->program->forecast.stretches[run->side][i];
        uint64_t count;
        if (duties != 0 && !stretch->duty) {
            break;
        }
        if (!follow_exactly(forecast, stretch, &count)) {
            return false;
        }
        if (stretch->duty) {
            duties += count;
        } else {
            *total += count - forecast->stretches[i].count;
        }
    }
    *total = duties != 0 ? duties : *total;
    return true;
}

/* What the move that is looked at does, before anything of it is known. */
RUN_INLINE void begin_change(struct mad_forecast *forecast)
{
    forecast->change_count = 0;
    forecast->changed = forecast->come = set_none();
    forecast->sets = forecast->clears = 0;
}

/* Of both counts the one that holds where whoever can capture has to. */
static uint64_t captures_or_all(uint64_t both)
{
    const uint64_t captures = both / MAD_ONE_CAPTURE;
    return captures != 0 ? captures : both % MAD_ONE_CAPTURE;
}

/* How many answers there are behind such a change, when it has been seen to touch nothing that is fixed;
 * false when that takes more. */
RUN_INLINE bool count_behind_change(struct mad_forecast *forecast, const struct change *change,
                                    uint64_t *count)
{
    struct mad_generator *run = &forecast->run;
    const struct mad_program *program = run->program;
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    const mad_set emptied = change->emptied, filled = change->filled;
    mad_set men = set_none();
    uint64_t total = forecast->total;
    for (mad_set rest = emptied | filled; !set_empty(rest); rest = set_rest(rest)) {
        men |= forecast->seen[set_first(rest)];
    }
    for (mad_set rest = change->taken; !set_empty(rest); rest = set_rest(rest)) {
        total -= forecast->counts[set_first(rest)];
    }
    for (mad_set rest = change->taken | change->others; !set_empty(rest); rest = set_rest(rest)) {
        men |= forecast->reached[set_first(rest)];
    }
    men &= ~change->taken;
    const uint32_t stretches =
        change->stretches | touched_by(forecast, change->asked, change->codes);
    if (!set_empty(men) || stretches != 0) {
        if (set_meets(men, run->masks.pinned)) {
            return false;
        }
        const mad_set *begun = forecast->begun;
        run->occupied = (begun[6] & ~emptied) | filled;
        run->set[3] = begun[3] | emptied | filled;
        run->set[1] = run->set[4] = (begun[4] | emptied) & ~filled;
        run->set[5] = (begun[5] & ~emptied) | filled;
        run->set[0] = run->set[3] & ~(run->set[5] & forecast->closed);
        run->set[2] = run->set[5] & ~forecast->closed;
        for (; !set_empty(men); men = set_rest(men)) {
            uint32_t square = set_first(men), man = board[square];
            const struct mad_instruction *head = program->fast + program->piece.men_at[man];
            mad_set targets = targets_of(run, head + 1, head->b, head->c, square, false);
            uint64_t moves = program->must_capture ? count_both(run, man, square, targets)
                                                   : count_targets(run, man, square, targets);
            total += moves * moves_each(run, square) - forecast->counts[square];
        }
        bool known = stretches == 0 || follow_again(forecast, stretches, &total);
        run->occupied = begun[6];
        if (!known) {
            return false;
        }
    }
    *count = program->must_capture ? captures_or_all(total) : total;
    return true;
}

/* The same, apart from the usual moves. */
static __attribute__((noinline)) bool count_behind_any(struct mad_forecast *forecast,
                                                       const struct change *change, uint64_t *count)
{
    return count_behind_change(forecast, change, count);
}

/* Adds what becomes of one square; false when the forecast does not hold then. */
static bool add_change(struct mad_forecast *forecast, uint32_t square, uint32_t after,
                       struct change *change)
{
    const struct mad_generator *run = &forecast->run;
    const struct mad_game *game = run->game;
    const uint32_t before = mad_state_board_const(game, run->state)[square];
    const mad_set here = set_of(square), alarm = forecast->alarm[before] | forecast->alarm[after];
    if (before == after) {
        return true;
    }
    if (set_meets(forecast->fixed | alarm, here) ||
        (after != game->empty && game->codes[after].owner != 1 - run->side)) {
        return false;
    }
    if (forecast->change_count == MAD_MAX_CHANGES) {
        return false;
    }
    forecast->changes[forecast->change_count++] =
        (struct mad_change){(uint16_t)square, (uint8_t)before, (uint8_t)after};
    forecast->changed |= here;
    forecast->come |= after != game->empty ? here : set_none();
    change->asked |= here;
    change->codes |=
        (before != game->empty ? bit_of(before) : 0) | (after != game->empty ? bit_of(after) : 0);
    change->alarm |= alarm;
    if (before != game->empty && game->codes[before].owner == 1 - run->side) {
        change->emptied |= after == game->empty ? here : set_none();
        return true;
    }
    *(after == game->empty ? &change->emptied : &change->filled) |= here;
    if (before != game->empty) {
        *(game->codes[before].owner == run->side ? &change->taken : &change->others) |= here;
    }
    return true;
}

static void clear_mark(struct mad_forecast *forecast, uint32_t mark, mad_set squares)
{
    mad_set others = forecast->clears >> mark & 1 ? forecast->cleared[mark] : set_none();
    forecast->clears |= 1u << mark;
    forecast->cleared[mark] = others | squares;
}

/* The mark that a plain move leaves. */
RUN_INLINE void change_mark_left(struct mad_forecast *forecast, const struct mad_piece_traits *man,
                                 const struct mad_move *move, struct change *change)
{
    const struct mad_trail_mark *mark = mad_mark_left(man, move->from, move->to);
    if (mark != NULL) {
        forecast->sets = 1u << man->leaves;
        forecast->marked[man->leaves] = set_of(mark->marked);
        change->stretches = asking(&forecast->run, man->leaves, mark->marked);
    }
}

/* A plain move that sets off nothing, and may clear marks or fill the mover's pocket. */
static bool change_of_plain(struct mad_forecast *forecast, const struct mad_move *move,
                            struct change *change)
{
    const struct mad_generator *run = &forecast->run;
    const struct mad_program *program = run->program;
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    const uint32_t code = board[move->from], victim = board[move->to];
    const struct mad_piece_traits *man = &program->piece.traits[code],
                                  *prey = &program->piece.traits[victim];
    if (mad_triggers(run->game, run->state, move->to, code, prey) ||
        !add_change(forecast, move->from, run->game->empty, change) ||
        !add_change(forecast, move->to, move->placed, change)) {
        return false;
    }
    change_mark_left(forecast, man, move, change);
    const mad_set gone = victim != run->game->empty ? set_of(move->to) : set_none();
    for (uint32_t bits = program->marks.touched & forecast->reads; bits != 0; bits &= bits - 1) {
        clear_mark(forecast, (uint32_t)__builtin_ctz(bits), set_of(move->from) | gone);
    }
    return ((man->ends | prey->ends | program->marks.follow) & forecast->reads) == 0;
}

/* A mark that is asked about is set or cleared; false when the forecast does not hold then. */
static bool add_mark(struct mad_forecast *forecast, const struct mad_delta *delta,
                     struct change *change)
{
    const struct mad_generator *run = &forecast->run;
    const uint32_t mark = delta->extra;
    const mad_set here = set_of(delta->index);
    if (!delta->after) {
        change->asked |= here;
        clear_mark(forecast, mark, here);
        return !set_meets(forecast->fixed | (forecast->own & ~change->taken), here);
    }
    if (!(run->program->marks.last_turn >> mark & 1)) {
        return false;
    }
    forecast->marked[mark] =
        here | (forecast->sets >> mark & 1 ? forecast->marked[mark] : set_none());
    forecast->sets |= 1u << mark;
    change->stretches |= run->program->forecast.asked_marks[run->side][mark];
    return true;
}

/* A move that is told by its effects. */
static bool change_of_effects(struct mad_forecast *forecast, const struct mad_delta *first,
                              uint32_t count, struct change *change)
{
    const struct mad_generator *run = &forecast->run;
    const struct mad_game *game = run->game;
    mad_set done = set_none();
    for (const struct mad_delta *delta = first + count; delta-- > first;) { /* the last one tells */
        if (delta->kind == MAD_DELTA_SQUARE && !set_has(done, delta->index)) {
            done |= set_of(delta->index);
            if (!add_change(forecast, delta->index, delta->after, change)) {
                return false;
            }
        } else if (delta->kind == MAD_DELTA_POCKET &&
                   delta->index / game->type_count % 2 == run->side) {
            return false;
        }
    }
    for (const struct mad_delta *delta = first; delta < first + count; delta++) {
        if (delta->kind == MAD_DELTA_MARK && delta->before != delta->after &&
            (forecast->reads >> delta->extra & 1) && !add_mark(forecast, delta, change)) {
            return false;
        }
    }
    return run->legality == MAD_LEGALITY_NONE || set_empty(change->emptied) ||
           set_empty(set_rest(change->emptied));
}

/* The same of moves that are not free of side effects. */
static __attribute__((noinline)) bool foretell_other(struct mad_forecast *forecast,
                                                     const struct mad_move *move,
                                                     const struct mad_delta *deltas,
                                                     uint64_t *count)
{
    struct change change = {.emptied = set_none()};
    begin_change(forecast);
    bool told = forecast->others && (move->flags & MAD_MOVE_PLAIN
                                         ? change_of_plain(forecast, move, &change)
                                         : change_of_effects(forecast, deltas + move->delta_first,
                                                             move->delta_count, &change));
    return told && !set_meets(change.alarm, change.emptied) &&
           count_behind_any(forecast, &change, count);
}

/* How many answers there are to a move; false: make it and count. */
RUN_INLINE bool foretell(struct mad_forecast *forecast, const struct mad_move *move,
                         const struct mad_delta *deltas, uint64_t *count)
{
    struct mad_generator *run = &forecast->run;
    const struct mad_program *program = run->program;
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    const bool side_effect_free =
        (move->flags & (MAD_MOVE_SIDE_EFFECT_FREE | MAD_MOVE_DROP)) == MAD_MOVE_SIDE_EFFECT_FREE;
    if (!side_effect_free || !program->piece.traits[board[move->to]].taken_without_side_effects) {
        return foretell_other(forecast, move, deltas, count);
    }
    const uint32_t code = board[move->from], victim = board[move->to];
    const mad_set from = set_of(move->from), to = set_of(move->to), both = from | to;
    mad_set triggered = forecast->fixed | forecast->alarm[code] | forecast->alarm[move->placed];
    if (set_meets(triggered, both)) {
        return false;
    }
    forecast->changes[0] = (struct mad_change){move->from, (uint8_t)code, run->game->empty};
    forecast->changes[1] = (struct mad_change){move->to, (uint8_t)victim, move->placed};
    forecast->change_count = 2;
    forecast->changed = both;
    forecast->come = to;
    forecast->sets = forecast->clears = 0;
    struct change change = {.emptied = from,
                            .filled = to,
                            .taken = set_none(),
                            .others = set_none(),
                            .asked = both,
                            .codes = bit_of(code) | bit_of(move->placed)};
    if (victim != run->game->empty) {
        *(set_meets(forecast->own, to) ? &change.taken : &change.others) = to;
    }
    change_mark_left(forecast, &program->piece.traits[code], move, &change);
    return count_behind_change(forecast, &change, count);
}

/* Adds to `sum` how many answers there are to moves listed in that position, one after the other, of these
 * deltas; returns the first that has to be made to count them, or that has `not_told` of them. */
static const struct mad_move *foretell_each(struct mad_forecast *forecast,
                                            const struct mad_move *move, const struct mad_move *end,
                                            const struct mad_delta *deltas, uint64_t not_told,
                                            uint64_t *sum)
{
    uint64_t total = 0, count = 0;
    for (; move < end && foretell(forecast, move, deltas, &count) && count != not_told; move++) {
        total += count;
    }
    *sum += total;
    return move;
}
