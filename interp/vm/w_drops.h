/* w_drops.h - games in which all that happens is that men are dropped; included by w_run.c.
 *
 * Layer: vm. Where no law, no end and no verb asks for more than sets of men and what pockets hold, a move is a
 * square: it is made on the state itself and taken back, nothing is listed or copied, and what nobody asks for
 * (the key, the board, counters) stays as it was. Tic-tac-toe and connect four are such games. It relies on
 * optimize.c, which has seen that nothing else matters. */

/* What a move of each player does, but where. */
struct dropping {
    struct mad_generator *run;
    struct {
        uint32_t start;   /* of the program that finds the squares */
        uint32_t squares; /* its register with them */
        uint32_t code;    /* of the man, if he becomes no other where he is dropped */
        uint32_t cell;    /* of the pocket he comes from, + 1; 0: none */
    } of[2];
};

static void begin_dropping(struct dropping *dropping, struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    dropping->run = run;
    for (uint32_t side = 0; side < 2; side++) {
        const struct mad_instruction *many = program->fast + program->drops_at[side];
        const struct mad_drop drop = mad_drop_of(run, many + 2, 0);
        const struct mad_instruction *put = many + 3 + (many[3].op == MAD_OP_GATE);
        dropping->of[side].start = program->entry.generate[side] + 1; /* behind SAVE */
        dropping->of[side].squares = many->a;
        dropping->of[side].code = put->b;
        dropping->of[side].cell = drop.cell;
    }
    begin_lawless(run);
}

/* Makes the move, or takes it back: `by` is how many men the pocket gains. */
RUN_INLINE void drop_here(struct dropping *dropping, uint32_t side, uint32_t square, int by)
{
    struct mad_generator *run = dropping->run;
    const struct mad_game *game = run->game;
    const uint8_t *placed = run->program->piece.placed;
    const uint32_t cell = dropping->of[side].cell;
    uint32_t code = dropping->of[side].code;
    if (placed != NULL) {
        code = placed[(size_t)code * game->squares + square];
    }
    flip(run->state, MAD_SLOT_CODE + code, square);
    flip(run->state, game->codes[code].owner, square);
    if (cell != 0) {
        uint8_t *held = (uint8_t *)run->state + game->pocket_offset + cell - 1;
        *held = (uint8_t)(*held + by);
    }
    run->set[4] ^= set_of(square);
    run->set[6] ^= set_of(square);
}

/* The outcome for the player who has moved, by the ends at `judge`, and if there is none yet how many moves
 * `side` has. */
RUN_INLINE bool look_on(struct dropping *dropping, uint32_t judge, uint32_t side)
{
    struct mad_generator *run = dropping->run;
    run->sink.count = 0;
    run->steps = 0;
    run_counting(run, judge, 0);
    if (run->asked.verdict.outcome != MAD_GOES_ON) {
        return false;
    }
    run_counting(run, dropping->of[side].start, 0);
    return true;
}

/* One random game, on `state`, of which nothing is left to be read. */
static enum mad_status play_drops(const struct mad_game *game, struct mad_state *state,
                                  uint64_t *seed, uint32_t max_plies,
                                  struct mad_play_result *result)
{
    struct mad_generator run;
    struct dropping dropping;
    run_begin(&run, game, state, state->side);
    begin_dropping(&dropping, &run);
    uint32_t side = state->side, judge = game->program->entry.judge[state->mover], plies = 0;
    while (look_on(&dropping, judge, side) && plies < max_plies && run.sink.count != 0 &&
           run.status == MAD_OK) {
        const mad_set squares = run.set[dropping.of[side].squares];
        drop_here(&dropping, side, set_nth(squares, mad_draw(seed, (uint32_t)run.sink.count)), -1);
        plies++;
        judge = game->program->entry.judge[side];
        side = 1 - side;
    }
    *result = (struct mad_play_result){run.asked.verdict, plies};
    return run.status;
}

struct drop_count {
    struct dropping dropping;
    mad_interrupt interrupt;
    void *context;
    uint32_t polls;
    bool stopped;
};

/* How many ways there are to go on by `depth` moves, the first of them of `side`; judge: the ends that are
 * asked about the present position. */
static uint64_t count_dropping(struct drop_count *count, uint32_t judge, uint32_t side, int depth)
{
    struct dropping *dropping = &count->dropping;
    struct mad_generator *run = dropping->run;
    uint64_t sum = 0;
    if (!look_on(dropping, judge, side)) {
        run->asked.verdict.outcome = MAD_GOES_ON;
        return 0;
    }
    if (depth == 1 || run->sink.count == 0) {
        return run->sink.count;
    }
    if (count->interrupt != NULL && (++count->polls & 1023) == 0 &&
        count->interrupt(count->context)) {
        count->stopped = true;
    }
    mad_set squares = run->set[dropping->of[side].squares];
    for (; !set_empty(squares) && !count->stopped; squares = set_rest(squares)) {
        const uint32_t square = set_first(squares);
        drop_here(dropping, side, square, -1);
        sum += count_dropping(count, run->program->entry.judge_static[side], 1 - side, depth - 1);
        drop_here(dropping, side, square, 1);
    }
    return sum;
}

/* perft, the last moves counted; `state` is scribbled on. */
static enum mad_status count_drops(const struct mad_game *game, struct mad_state *state, int depth,
                                   mad_interrupt interrupt, void *context, uint64_t *nodes)
{
    struct mad_generator run;
    struct drop_count count = {.interrupt = interrupt, .context = context};
    run_begin(&run, game, state, state->side);
    begin_dropping(&count.dropping, &run);
    *nodes =
        count_dropping(&count, game->program->entry.judge_static[state->mover], state->side, depth);
    return count.stopped && run.status == MAD_OK ? MAD_ERROR_STOPPED : run.status;
}
