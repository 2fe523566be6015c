/* w_draw.h - one move out of a batch, for random games; included by w_run.c.
 *
 * Layer: vm. A batch knows how many moves it holds; only the one that is drawn is written out. The 17th of 30
 * moves may be the 3rd square of a Rook's batch. It relies on batches in the order in which they were kept. */

/* What the man of that code becomes on his way there, where he has no choice. */
static uint32_t only_arrival(const struct mad_program *program, uint32_t code, uint32_t from,
                             uint32_t to)
{
    const struct mad_arrival *arrival = arrival_of(program, code, from, to);
    return arrival != NULL ? program->arrival.choices[arrival->first] : code;
}

/* A plain move of one man: the squares where he has a choice, and all his choices on each, come
 * first. */
static struct mad_move draw_of_man(const struct mad_generator *run, const struct mad_batch *batch,
                                   uint32_t n)
{
    const struct mad_program *program = run->program;
    const uint32_t code = batch->code, from = batch->from;
    mad_set targets = batch->targets;
    for (uint32_t row = 0; row < program->arrival.count[code]; row++) {
        const struct mad_arrival *arrival = &program->arrival.ways[code][row];
        if (!set_has(mad_const(program, arrival->from), from)) {
            continue;
        }
        mad_set there = targets & mad_const(program, arrival->to);
        uint32_t count = set_size(there) * arrival->count;
        if (n < count) {
            return plain_move(run, from, set_nth(there, n / arrival->count), code,
                              program->arrival.choices[arrival->first + n % arrival->count]);
        }
        n -= count;
        targets &= ~there;
    }
    return plain_move(run, from, set_nth(targets, n), code, code);
}

/* The n-th of the moves in a batch of plain ones. */
static struct mad_move draw_plain(const struct mad_generator *run, const struct mad_batch *batch,
                                  uint32_t n)
{
    if (batch->from != MAD_NO_SQUARE) {
        return draw_of_man(run, batch, n);
    }
    uint32_t to = set_nth(batch->targets, n), from = (uint32_t)((int)to - batch->step);
    return plain_move(run, from, to, batch->code,
                      only_arrival(run->program, batch->code, from, to));
}

/* The n-th of the moves in a batch of ways, if it is no more than that a man takes `victim` and lands; false when
 * it has to be gone. */
static bool draw_jump(const struct mad_generator *run, const struct mad_batch *batch, uint32_t n,
                      struct mad_move *move, uint32_t *victim)
{
    const struct mad_game *game = run->game;
    const struct mad_program *program = run->program;
    const struct mad_instruction *loop = program->fast + batch->loop;
    const uint8_t *board = mad_state_board_const(game, run->state);
    if (loop->op != MAD_OP_NEXT_MAN || loop->b != MAD_JUMPS || batch->main.plain) {
        return false;
    }
    const uint32_t from = set_nth(batch->targets, n), code = board[from];
    const mad_set over = mad_leap(run, loop[1].x, from), ends = mad_leap(run, loop[3].x, from);
    if (set_empty(over) || !set_empty(set_rest(over)) || set_empty(ends)) {
        return false;
    }
    const uint32_t to = set_first(ends), prey = board[ *victim = set_first(over)];
    const struct mad_piece_traits *man = &program->piece.traits[code];
    if (code == game->empty || prey == game->empty || board[to] != game->empty || *victim == from ||
        man->going != 0 || man->ends != 0 ||
        !program->piece.traits[prey].taken_without_side_effects) {
        return false;
    }
    const uint32_t placed = only_arrival(program, code, from, to);
    const bool resets =
        man->owner == run->side && (program->breaks_quiet[code] & MAD_BREAKS_BY_MOVE);
    const uint32_t flags = MAD_MOVE_TAKES | (batch->on_duty ? MAD_MOVE_FORCED : 0u) |
                           (resets ? MAD_MOVE_BREAKS : 0u) |
                           (placed != code ? MAD_MOVE_CHANGES : 0u);
    *move = (struct mad_move){.from = (uint16_t)from,
                              .to = (uint16_t)to,
                              .placed = (uint8_t)placed,
                              .line = loop->c,
                              .flags = (uint16_t)flags};
    return true;
}

/* Lists the n-th of the ways in a batch by itself: through their loop on from its square. It is gone on the state,
 * and left there. */
static enum mad_status draw_way(struct mad_generator *run, const struct mad_batch *batch,
                                uint32_t n)
{
    const uint32_t before = run->sink.list->count;
    const struct mad_instruction *loop = run->program->fast + batch->loop;
    run->on_duty = batch->on_duty;
    run->origin = batch->from;
    run->last_square = batch->last_square;
    run->extending = batch->main.plain;
    if (batch->main.plain) {
        make_main(run, &batch->main);
        run->going.main_line = 0;
    }
    for (uint32_t level = 0; level < MAD_SAVE_LEVELS; level++) {
        run->saves[level] =
            (struct mad_save){run->trail_count, batch->here, (uint16_t)run->last_square};
    }
    memcpy(run->set, batch->kept, ((loop[-2].c & ~(size_t)MAD_DROPS) - 1) * sizeof *run->set);
    run->set[loop->op == MAD_OP_NEXT_MAN ? loop->a : loop->b] = set_of(set_nth(batch->targets, n));
    run->sink.drawing = true;
    run_listing(run, batch->loop, batch->here);
    run->sink.drawing = run->extending = false;
    if (run->status == MAD_OK && run->sink.list->count != before + 1) {
        run->status = MAD_ERROR_MISUSE; /* a damaged program */
    }
    return run->status;
}
