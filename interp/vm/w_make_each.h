/* w_make_each.h - makes the moves of a position, one after the other; included by w_apply.h.
 *
 * Layer: vm. The moves of a man stand together in the list, and those of men of a code mostly too. Those that
 * only take him to an empty square are made on one state whose turn has passed already: he is lifted from
 * his square, and put down, looked at and taken up again for each of them: a Knight on b1 on a3, c3 and d2. It
 * relies on w_men.h for that order, and on what w_apply.h does to a state. */

/* Without somebody who looks the state is made all the same. */
RUN_INLINE enum mad_status look_at(const struct mad_game *game, struct mad_state *state,
                                   mad_look look, uint64_t *found)
{
    if (look == NULL) {
        __asm__ volatile("" : : "r"(state) : "memory");
        return MAD_OK;
    }
    return look(game, state, found);
}

/* A move that only takes a man to an empty square, and may leave a mark. */
enum { QUIET_MOVE = MAD_MOVE_PLAIN | MAD_MOVE_SIDE_EFFECT_FREE };

/* What is alike for all such moves of a position. */
struct turned {
    const struct mad_piece_traits *traits;
    struct mad_state *state; /* as it is once the turn has passed */
    uint8_t *board;
    uint64_t *own; /* in it: the men of who moves */
    mad_set men;   /* these, the key and the counter as they were there */
    uint64_t key;
    uint16_t quiet;
};

/* Men of one code who go to empty squares, one after the other, each back from there at once. */
struct walkers {
    struct mad_state *state;
    uint8_t *board;
    uint64_t *alike, *own; /* in the state: the men of their code, and of their player */
    mad_set all_alike, all_own;
    const uint64_t *keys; /* of such a man on each square */
    uint64_t key;         /* of the state as it is before */
    uint32_t tail;        /* what their moves say */
    uint8_t code, empty;
};

/* What a move says besides its squares and deltas. */
RUN_INLINE uint32_t tail_of(const struct mad_move *move)
{
    uint32_t tail;
    static_assert(offsetof(struct mad_move, delta_first) - offsetof(struct mad_move, placed) ==
                      sizeof tail,
                  "one word");
    memcpy(&tail, &move->placed, sizeof tail);
    return tail;
}

/* What a move says, its end lowest: two that differ in nothing else differ by less than a square's number. */
RUN_INLINE uint64_t said_by_end(const struct mad_move *move)
{
    uint64_t said;
    static_assert(offsetof(struct mad_move, to) == 2 &&
                      offsetof(struct mad_move, delta_first) == sizeof said,
                  "one word, `to` its second quarter");
    memcpy(&said, move, sizeof said);
    return said >> 16 | said << 48;
}

/* Makes the moves of one man in a row that say the same but where they end, on the squares of `on` if it is
 * there; behind the last. */
RUN_INLINE const struct mad_move *walk(const struct mad_game *game, const struct walkers *walkers,
                                       const struct mad_move *move, const mad_set *on,
                                       mad_look look, uint64_t *sum, enum mad_status *status)
{
    const struct walkers they = *walkers;
    const size_t from = move->from;
    const mad_set here = set_of((uint32_t)from);
    const mad_set alike = they.all_alike - here, own = they.all_own - here;
    uint64_t to = move->to;
    const uint64_t key = they.key ^ they.keys[from], said = said_by_end(move) - to;
    they.board[from] = they.empty;
    do {
        const mad_set there = set_of((uint32_t)to);
        uint64_t found = 0;
        set_store(they.alike, alike + there);
        set_store(they.own, own + there);
        they.state->key = key ^ they.keys[to];
        they.board[to] = they.code;
        *status = look_at(game, they.state, look, &found);
        they.board[to] = they.empty;
        *sum += found;
        move++;
        to = said_by_end(move) - said;
    } while (*status == MAD_OK && to < MAD_NO_SQUARE && (on == NULL || set_has(*on, (uint32_t)to)));
    they.board[from] = they.code;
    return move;
}

/* Makes all of their moves in a row, each by itself, with the mark that some of them leave; takes each back. */
RUN_INLINE const struct mad_move *walk_marking(const struct mad_game *game,
                                               const struct walkers *walkers,
                                               const struct mad_move *move,
                                               const struct mad_piece_traits *man, mad_look look,
                                               uint64_t *sum, enum mad_status *status)
{
    const struct walkers they = *walkers;
    const size_t slot = game->mark_slot + man->leaves;
    const uint64_t *const keys = game->keys.square + slot * game->squares;
    uint64_t *const marked = they.state->sets + slot * MAD_WORDS;
    const struct mad_trail_mark *const marks = man->trail_marks;
    uint32_t tail;
    do {
        const size_t from = move->from, to = move->to;
        const mad_set men = set_of((uint32_t)to) | set_of((uint32_t)from);
        const uint64_t key = they.key ^ they.keys[from] ^ they.keys[to];
        uint64_t found = 0;
        set_store(they.alike, they.all_alike ^ men);
        set_store(they.own, they.all_own ^ men);
        they.board[from] = they.empty;
        they.board[to] = they.code;
        if (marks[from].to == to) {
            const size_t mark = marks[from].marked;
            they.state->key = key ^ keys[mark];
            set_store(marked, set_of((uint32_t)mark));
            *status = look_at(game, they.state, look, &found);
            set_store(marked, set_none());
        } else {
            they.state->key = key;
            *status = look_at(game, they.state, look, &found);
        }
        they.board[to] = they.empty;
        they.board[from] = they.code;
        *sum += found;
        move++;
        tail = tail_of(move);
    } while (*status == MAD_OK && tail == they.tail);
    return move;
}

/* All quiet moves in a row, but for those of men who leave a mark where there is one already; behind the last
 * of them. */
RUN_INLINE const struct mad_move *make_quiet(const struct mad_game *game,
                                             const struct mad_move *move,
                                             const struct turned *turned, mad_look look,
                                             uint64_t *sum, enum mad_status *status)
{
    struct mad_state *const state = turned->state;
    struct walkers they = {.state = state,
                           .board = turned->board,
                           .own = turned->own,
                           .all_own = turned->men,
                           .key = turned->key,
                           .empty = game->empty};
    do { /* those of one code */
        const uint8_t code = move->placed;
        const struct mad_piece_traits *const man = &turned->traits[code];
        they.alike = state->sets + (MAD_SLOT_CODE + (size_t)code) * MAD_WORDS;
        they.all_alike = set_load(they.alike);
        they.keys = man->keys;
        they.tail = tail_of(move);
        they.code = code;
        state->last_kind = man->type;
        state->quiet = man->resets & MAD_MOVE_PLAIN ? 0 : turned->quiet;
        if (man->trail_marks == NULL) {
            do {
                move = walk(game, &they, move, NULL, look, sum, status);
            } while (*status == MAD_OK && tail_of(move) == they.tail);
        } else if (set_empty(mad_slot(state, game->mark_slot + man->leaves))) {
            move = walk_marking(game, &they, move, man, look, sum, status);
        } else {
            break;
        }
        set_store(they.alike, they.all_alike);
    } while (*status == MAD_OK && move->flags == QUIET_MOVE);
    return move;
}

/* Moves in a row of a man that are not free of side effects because of marks alone, and change these alike, to
 * wherever he goes; behind the last. If the first is not such a move none is made. */
RUN_INLINE const struct mad_move *make_marking(const struct mad_game *game,
                                               const struct mad_move *move,
                                               const struct turned *turned, mad_look look,
                                               uint64_t *sum, enum mad_status *status)
{
    const struct mad_program *program = game->program;
    struct mad_state *const state = turned->state;
    const uint32_t from = move->from, of_men = program->marks.touched | program->marks.follow;
    const uint8_t code = turned->board[from];
    const struct mad_piece_traits *const man = &turned->traits[code];
    uint64_t *const marks = state->sets + game->mark_slot * (size_t)MAD_WORDS;
    uint64_t *const alike = state->sets + (MAD_SLOT_CODE + (size_t)code) * MAD_WORDS;
    const mad_set all_alike = set_load(alike), others = ~set_of(from);
    mad_set old[MAD_MAX_MARKS], marked = set_none(), follows = set_none();
    for (uint32_t rest = of_men | man->ends; rest != 0; rest &= rest - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(rest);
        old[mark] = set_load(marks + mark * (size_t)MAD_WORDS);
        marked |= old[mark];
        follows |= program->marks.follow >> mark & 1 ? old[mark] : set_none();
    }
    if (!man->only_marks || set_has(marked, move->to) || set_has(follows, from) ||
        (man->trail_marks != NULL && man->trail_marks[from].to != from)) {
        return move;
    }
    const mad_set unmarked = ~marked;
    state->key = turned->key;
    for (uint32_t rest = of_men | man->ends; rest != 0; rest &= rest - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(rest);
        const mad_set gone = (of_men >> mark & 1 ? ~others : set_none()) |
                             (man->ends >> mark & 1 ? turned->men & others : set_none());
        change_mark_squares(game, state, mark, old[mark] & gone);
    }
    const struct walkers he = {.state = state,
                               .board = turned->board,
                               .alike = alike,
                               .own = turned->own,
                               .all_alike = all_alike,
                               .all_own = turned->men,
                               .keys = man->keys,
                               .key = state->key,
                               .tail = tail_of(move),
                               .code = code,
                               .empty = game->empty};
    state->last_kind = man->type;
    state->quiet = man->resets & MAD_MOVE_PLAIN ? 0 : turned->quiet;
    move = walk(game, &he, move, &unmarked, look, sum, status);
    set_store(alike, all_alike);
    for (uint32_t rest = of_men | man->ends; rest != 0; rest &= rest - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(rest);
        set_store(marks + mark * (size_t)MAD_WORDS, old[mark]);
    }
    return move;
}

RUN_INLINE enum mad_status make_each(const struct mad_game *game, const struct mad_state *before,
                                     const struct mad_move_list *list, struct mad_state *passed,
                                     struct mad_state *state, mad_look look, uint64_t *sum)
{
    const struct mad_move *move = list->moves, *const end = move + list->count;
    const bool ends = list->count < list->capacity; /* else each is made by itself */
    enum mad_status status = MAD_OK;
    if (ends) {
        list->moves[list->count] = (struct mad_move){.from = MAD_NO_SQUARE}; /* no row goes on */
    }
    pass_turn(game, before, passed);
    passed->last_flags = MAD_MOVE_PLAIN;
    const struct turned turned = {.traits = game->program->piece.traits,
                                  .state = passed,
                                  .board = mad_state_board(game, passed),
                                  .own = passed->sets + (size_t)before->side * MAD_WORDS,
                                  .men = mad_slot(passed, before->side),
                                  .key = passed->key,
                                  .quiet = passed->quiet};
    while (move < end && status == MAD_OK) {
        const struct mad_move *const first = move;
        if (ends && move->flags == QUIET_MOVE) {
            move = make_quiet(game, move, &turned, look, sum, &status);
        } else if (ends && move->flags == MAD_MOVE_PLAIN) {
            move = make_marking(game, move, &turned, look, sum, &status);
        }
        if (move == first) {
            uint64_t found = 0;
            vm_apply(game, before, move, list->deltas, state);
            status =
                mad_state_is_made(state) ? look_at(game, state, look, &found) : MAD_ERROR_LIMIT;
            *sum += found;
            move++;
        }
    }
    return status;
}

static __attribute__((noinline)) enum mad_status make_only(const struct mad_game *game,
                                                           const struct mad_state *before,
                                                           const struct mad_move_list *list,
                                                           struct mad_state *turned,
                                                           struct mad_state *state)
{
    uint64_t sum;
    return make_each(game, before, list, turned, state, NULL, &sum);
}

static enum mad_status vm_make_each(const struct mad_game *game, const struct mad_state *before,
                                    const struct mad_move_list *list, struct mad_state *turned,
                                    struct mad_state *state, mad_look look, uint64_t *sum)
{
    *sum = 0;
    return look != NULL ? make_each(game, before, list, turned, state, look, sum)
                        : make_only(game, before, list, turned, state);
}
