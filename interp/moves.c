/* moves.c - the legal moves of a position with their texts.
 *
 * Layer: interp. A list keeps a copy of the state that it was made from: texts are read against it,
 * and a move is made only where it belongs. Room starts for any usual position and doubles when
 * generation finds it too small, up to limits.h. */
#include "memory.h"
#include "position.h"

#include "game/chance.h"
#include "game/move_match.h"
#include "game/move_numbered.h"
#include "game/notation.h"
#include "vm/program.h"

enum { FIRST_MOVES = 512, FIRST_DELTAS = 4096 };

struct mad_moves {
    const struct mad_game *game;
    struct mad_state *state;   /* where these moves are legal; game->state_bytes bytes */
    struct mad_move_list list; /* choices; the outcomes of tosses behind them */
    uint32_t total;            /* moves with these */
    struct mad_names names;
    struct mad_verdict verdict; /* on the state; what goes on in a raw list */
    bool is_listed;             /* the list holds the moves of `state` */
    bool is_named;              /* and the names their texts */
};

/* The arrays are replaced, not kept: what was generated into them was not complete. */
static enum mad_status set_capacity(struct mad_moves *moves, uint32_t capacity,
                                    uint32_t delta_capacity)
{
    const struct mad_memory *memory = moves->game->allocator;
    struct mad_move_list *list = &moves->list;
    if (capacity > list->capacity) {
        void *grown =
            memory->resize(memory->context, list->moves, list->capacity * sizeof *list->moves,
                           capacity * sizeof *list->moves);
        if (grown == NULL)
            return MAD_ERROR_MEMORY;
        list->moves = grown;
        list->capacity = capacity;
    }
    if (delta_capacity > list->delta_capacity) {
        void *grown = memory->resize(memory->context, list->deltas,
                                     list->delta_capacity * sizeof *list->deltas,
                                     delta_capacity * sizeof *list->deltas);
        if (grown == NULL)
            return MAD_ERROR_MEMORY;
        list->deltas = grown;
        list->delta_capacity = delta_capacity;
    }
    return MAD_OK;
}

enum mad_status mad_moves_new(const mad_game *game, mad_moves **out)
{
    if (game == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    struct mad_moves *moves = mad_memory_new(game->allocator, sizeof *moves);
    if (moves == NULL)
        return MAD_ERROR_MEMORY;
    moves->game = game;
    moves->state = mad_memory_new(game->allocator, game->state_bytes);
    if (moves->state == NULL || set_capacity(moves, FIRST_MOVES, FIRST_DELTAS) != MAD_OK) {
        mad_moves_free(moves);
        return MAD_ERROR_MEMORY;
    }
    *out = moves;
    return MAD_OK;
}

void mad_moves_free(mad_moves *moves)
{
    if (moves == NULL)
        return;
    const struct mad_memory *memory = moves->game->allocator;
    mad_names_free(moves->game, &moves->names);
    mad_memory_free(memory, moves->list.moves, moves->list.capacity * sizeof *moves->list.moves);
    mad_memory_free(memory, moves->list.deltas,
                    moves->list.delta_capacity * sizeof *moves->list.deltas);
    mad_memory_free(memory, moves->state, moves->game->state_bytes);
    mad_memory_free(memory, moves, sizeof *moves);
}

static uint32_t doubled(uint32_t capacity, uint32_t limit)
{
    return capacity > limit / 2 ? limit : capacity * 2;
}

/* Generates from moves->state by the rules of `game`, with more and more room. */
static enum mad_status generate(struct mad_moves *moves, const struct mad_game *game)
{
    struct mad_move_list *list = &moves->list;
    for (;;) {
        list->count = 0;
        list->delta_count = 0;
        enum mad_status status = mad_vm_generate(game, moves->state, list);
        if (status == MAD_OK)
            status = mad_chance_fold(game, list, 0, &moves->total);
        if (status != MAD_ERROR_LIMIT)
            return status;
        if (list->capacity >= MAD_MAX_MOVES && list->delta_capacity >= MAD_MAX_DELTAS)
            return MAD_ERROR_LIMIT;
        status = set_capacity(moves, doubled(list->capacity, MAD_MAX_MOVES),
                              doubled(list->delta_capacity, MAD_MAX_DELTAS));
        if (status != MAD_OK)
            return status;
    }
}

static void empty(struct mad_moves *moves)
{
    moves->is_listed = moves->is_named = false;
    moves->list.count = moves->total = 0;
    moves->list.delta_count = 0;
    moves->verdict = (struct mad_verdict){.outcome = MAD_GOES_ON};
}

/* The position's verdict is told with what generation has just found out. */
static enum mad_status judge(struct mad_moves *moves, struct mad_position *position)
{
    struct mad_ply *ply = &position->plies[position->count - 1];
    if (!ply->is_judged) {
        struct mad_past past;
        enum mad_status status = mad_position_past(position, &past);
        if (status == MAD_OK)
            status = mad_vm_judge_known(moves->game, mad_position_state(position), past,
                                        moves->list.count > 0, &ply->verdict, NULL);
        if (status != MAD_OK)
            return status;
        ply->is_judged = true;
    }
    moves->verdict = ply->verdict;
    return MAD_OK;
}

/* The moves in the order in which they are found, as if the game were not over. */
static enum mad_status find_moves(struct mad_moves *moves, const mad_position *position)
{
    if (moves->game != position->game)
        return MAD_ERROR_MISUSE;
    empty(moves);
    memcpy(moves->state, mad_position_state(position), moves->game->state_bytes);
    return generate(moves, moves->game);
}

static enum mad_status list_moves(struct mad_moves *moves, struct mad_position *position, bool raw)
{
    enum mad_status status = find_moves(moves, position);
    if (status == MAD_ERROR_MISUSE)
        return status;
    if (status == MAD_OK && !raw)
        status = judge(moves, position);
    if (status == MAD_OK && moves->verdict.outcome != MAD_GOES_ON)
        moves->list.count = moves->total = 0;
    if (status == MAD_OK)
        status = mad_notation_list(moves->game, moves->state, &moves->list, &moves->names);
    if (status != MAD_OK) {
        empty(moves);
        return status;
    }
    mad_notation_sort(&moves->list, &moves->names);
    moves->is_listed = moves->is_named = true;
    return MAD_OK;
}

enum mad_status mad_moves_list(mad_moves *moves, mad_position *position)
{
    return list_moves(moves, position, false);
}

enum mad_status mad_moves_list_raw(mad_moves *moves, mad_position *position)
{
    return list_moves(moves, position, true);
}

enum mad_status mad_moves_list_nameless(mad_moves *moves, mad_position *position)
{
    enum mad_status status = find_moves(moves, position);
    if (status == MAD_OK)
        moves->is_listed = true;
    else if (status != MAD_ERROR_MISUSE)
        empty(moves);
    return status;
}

uint32_t mad_moves_steps(const mad_moves *moves)
{
    return moves->list.steps;
}

size_t mad_moves_count(const mad_moves *moves)
{
    return moves->list.count;
}

static int square_or_none(uint16_t square)
{
    return square == MAD_NO_SQUARE ? -1 : square;
}

static bool takes(const struct mad_moves *moves, const struct mad_move *move)
{
    bool taken = (move->flags & MAD_MOVE_TAKES) != 0;
    for (uint32_t i = 0; mad_move_is_open(move) && i < move->delta_count; i++)
        taken |= (moves->list.moves[move->delta_first + i].flags & MAD_MOVE_TAKES) != 0;
    return taken;
}

struct mad_move_info mad_moves_at(const mad_moves *moves, size_t index)
{
    if (index >= moves->total)
        return (struct mad_move_info){.from = -1, .to = -1};
    const struct mad_move *move = &moves->list.moves[index];
    return (struct mad_move_info){
        .coord = moves->is_named ? mad_names_coord(&moves->names, (uint32_t)index) : "",
        .text = moves->is_named ? mad_names_text(&moves->names, (uint32_t)index) : "",
        .from = square_or_none(move->from),
        .to = square_or_none(move->to),
        .takes = takes(moves, move),
        .verb = moves->game->lines[move->line].verb,
        .outcomes = mad_move_is_open(move) ? move->delta_count : 0,
    };
}

size_t mad_moves_text_as(const mad_moves *moves, size_t index, enum mad_dialect dialect,
                         char *buffer, size_t size)
{
    struct mad_writer writer = mad_writer_on(buffer, size);
    if (index < moves->list.count && dialect == MAD_DIALECT_PDN &&
        !mad_move_write_numbered(moves->game, moves->state, &moves->list, (uint32_t)index, &writer))
        return 0;
    return writer.length;
}

struct mad_outcome_info mad_moves_outcome(const mad_moves *moves, size_t index, size_t outcome)
{
    if (outcome >= mad_moves_at(moves, index).outcomes)
        return (struct mad_outcome_info){.name = NULL};
    size_t made = moves->list.moves[index].delta_first + outcome;
    const struct mad_chance *chance = mad_move_chance(moves->game, &moves->list.moves[made]);
    const struct mad_odds odds = mad_odds_of(chance, moves->list.moves[index].delta_count);
    return (struct mad_outcome_info){chance->name, odds.weight, odds.of, made};
}

/* "the game is over, White wins by `mover wins when ...`: no move can be made" */
static void say_over(const struct mad_game *game, const struct mad_verdict *verdict,
                     struct mad_text_error *error)
{
    if (error == NULL)
        return;
    const char *winner = mad_winner_of(game, (enum mad_outcome)verdict->outcome);
    error->offset = 0;
    struct mad_writer writer = mad_writer_on(error->text, sizeof error->text);
    mad_writer_text(&writer, "the game is over, ");
    mad_writer_text(&writer, winner != NULL ? winner : "drawn");
    if (verdict->end < game->info.end_count) {
        mad_writer_text(&writer, winner == NULL ? " by `"
                                 : mad_is_won_by_several(game, (enum mad_outcome)verdict->outcome)
                                     ? " win by `"
                                     : " wins by `");
        mad_writer_text(&writer, game->info.end_texts[verdict->end]);
        mad_writer_char(&writer, '`');
    }
    mad_writer_text(&writer, ": no move can be made");
}

/* --- why not ---------------------------------------------------------------------------------- */

/* Whether the text would be a move of this state if some of the rules were not there:
 * MAD_ERROR_ILLEGAL when not. */
static enum mad_status find_without(const struct mad_moves *moves,
                                    const struct mad_program *program, const char *text)
{
    struct mad_game game = *moves->game; /* shares everything but the machine */
    struct mad_program relaxed = *program;
    struct mad_moves *wider = NULL;
    size_t index;
    game.program = &relaxed;
    enum mad_status status = mad_moves_new(moves->game, &wider);
    if (status == MAD_OK) {
        memcpy(wider->state, moves->state, game.state_bytes);
        status = generate(wider, &game);
    }
    if (status == MAD_OK)
        status = mad_notation_list(&game, wider->state, &wider->list, &wider->names);
    if (status == MAD_OK)
        status = mad_move_match(&game, wider->state, &wider->list, &wider->names, text, -1, &index,
                                NULL);
    mad_moves_free(wider);
    return status == MAD_ERROR_AMBIGUOUS ? MAD_OK : status;
}

/* What keeps the text from being a move: first the duties are left out, then the laws too. Only want
 * of memory is a failure; where there are too many moves nothing better is known. */
static enum mad_status find_hindrance(const struct mad_moves *moves, const char *text,
                                      enum mad_hindrance *hindrance)
{
    struct mad_program program = *moves->game->program;
    mad_leave_out_duties(&program);
    *hindrance = MAD_HINDRANCE_DUTY;
    enum mad_status status = find_without(moves, &program, text);
    if (status == MAD_OK || status == MAD_ERROR_MEMORY)
        return status;
    mad_leave_out_laws(&program);
    status = find_without(moves, &program, text);
    *hindrance = status == MAD_OK ? MAD_HINDRANCE_LAW : MAD_HINDRANCE_NONE;
    return status == MAD_ERROR_MEMORY ? status : MAD_OK;
}

enum mad_status mad_moves_find(const mad_moves *moves, const char *text, size_t *index,
                               struct mad_text_error *error)
{
    return mad_moves_find_of(moves, text, -1, index, error);
}

enum mad_status mad_moves_find_of(const mad_moves *moves, const char *text, int square,
                                  size_t *index, struct mad_text_error *error)
{
    if (!moves->is_named || text == NULL)
        return MAD_ERROR_MISUSE;
    if (moves->verdict.outcome != MAD_GOES_ON) {
        say_over(moves->game, &moves->verdict, error);
        return MAD_ERROR_OVER;
    }
    enum mad_status status = mad_move_match(moves->game, moves->state, &moves->list, &moves->names,
                                            text, square, index, error);
    if (status != MAD_ERROR_ILLEGAL || error == NULL || moves->list.count == 0)
        return status;
    enum mad_hindrance hindrance;
    if (find_hindrance(moves, text, &hindrance) == MAD_ERROR_MEMORY)
        return MAD_ERROR_MEMORY;
    if (hindrance != MAD_HINDRANCE_NONE)
        mad_move_refuse(moves->game, moves->state, &moves->list, &moves->names, text, hindrance,
                        error);
    return status;
}

/* --- threats ---------------------------------------------------------------------------------- */

struct threats {
    struct mad_moves *moves;    /* their state is what giving the move away leads to */
    struct mad_state *after;    /* room */
    struct mad_threat *threats; /* [size] */
    size_t size, count;
};

static void note_threat(struct threats *threats, struct mad_threat threat)
{
    for (size_t i = 0; i < threats->count && i < threats->size; i++)
        if (threats->threats[i].taken == threat.taken && threats->threats[i].from == threat.from)
            return;
    if (threats->count < threats->size)
        threats->threats[threats->count] = threat;
    threats->count++;
}

/* Whom a move takes of those who are, or are not, royal. */
static void find_taken(struct threats *threats, uint32_t index, bool royals)
{
    const struct mad_moves *moves = threats->moves;
    const struct mad_game *game = moves->game;
    const struct mad_move *move = &moves->list.moves[index];
    const uint8_t *men = mad_state_board_const(game, moves->state);
    if ((move->flags & MAD_MOVE_TAKES) == 0 || mad_move_is_open(move) ||
        move->from == MAD_NO_SQUARE)
        return;
    mad_vm_apply(game, moves->state, move, moves->list.deltas, threats->after);
    const uint8_t *left = mad_state_board_const(game, threats->after);
    for (int square = 0; square < game->squares; square++) {
        const struct mad_code *man = men[square] < game->empty ? &game->codes[men[square]] : NULL;
        if (man != NULL && man->owner == 1 - moves->state->side && left[square] != men[square] &&
            game->types[man->type].royal == royals)
            note_threat(threats, (struct mad_threat){square, move->from, royals});
    }
}

static enum mad_status find_threats(struct threats *threats, bool royals)
{
    struct mad_moves *moves = threats->moves;
    struct mad_game game = *moves->game; /* shares everything but the machine */
    struct mad_program relaxed = *game.program;
    mad_leave_out_duties(&relaxed);
    if (royals)
        mad_leave_out_laws(&relaxed);
    game.program = &relaxed;
    enum mad_status status = generate(moves, &game);
    for (uint32_t i = 0; status == MAD_OK && i < moves->list.count; i++)
        find_taken(threats, i, royals);
    return status;
}

enum mad_status mad_position_threats(const mad_position *position, struct mad_threat *out,
                                     size_t size, size_t *count)
{
    const struct mad_game *game = position->game;
    struct threats threats = {.threats = out, .size = size};
    enum mad_status status = mad_moves_new(game, &threats.moves);
    threats.after = mad_memory_new(game->allocator, game->state_bytes);
    if (status == MAD_OK && threats.after == NULL)
        status = MAD_ERROR_MEMORY;
    if (status == MAD_OK &&
        mad_vm_give_away(game, mad_position_state(position), threats.moves->state)) {
        status = find_threats(&threats, true);
        if (status == MAD_OK)
            status = find_threats(&threats, false);
    }
    mad_memory_free(game->allocator, threats.after, game->state_bytes);
    mad_moves_free(threats.moves);
    if (status == MAD_OK)
        *count = threats.count;
    return status;
}

enum mad_status mad_position_apply(mad_position *position, const mad_moves *moves, size_t index)
{
    if (!moves->is_listed || moves->game != position->game || index >= moves->total ||
        memcmp(moves->state, mad_position_state(position), moves->game->state_bytes) != 0)
        return MAD_ERROR_MISUSE;
    if (mad_move_is_open(&moves->list.moves[index]))
        return MAD_ERROR_CHANCE;
    return mad_position_make(position, &moves->list.moves[index], moves->list.deltas);
}

/* "`P?5e` is tossed: say `P?5e:heads` or `P?5e:tails`"; as many as fit. */
static void say_open(const struct mad_moves *moves, size_t index, struct mad_text_error *error)
{
    struct mad_move_info open = mad_moves_at(moves, index);
    struct mad_writer writer = mad_writer_on(error->text, sizeof error->text);
    mad_writer_char(&writer, '`');
    mad_writer_text(&writer, open.coord);
    mad_writer_text(&writer, "` is tossed: say");
    for (size_t i = 0; i < open.outcomes; i++) {
        const char *coord = mad_moves_at(moves, mad_moves_outcome(moves, index, i).index).coord;
        if (writer.length + strlen(coord) + 8 >= writer.size)
            break;
        mad_writer_text(&writer, i == 0 ? " `" : i + 1 == open.outcomes ? " or `" : ", `");
        mad_writer_text(&writer, coord);
        mad_writer_char(&writer, '`');
    }
}

/* --- playing many moves ------------------------------------------------------------------------------ */

/* The last square that the text names, of a board whose squares are named a1, b1 ...; MAD_NO_SQUARE. */
static uint32_t last_square(const struct mad_game *game, const char *text)
{
    uint32_t square = MAD_NO_SQUARE;
    for (; *text != '\0'; text++) {
        uint32_t file = (uint32_t)(*text - 'a'), rank = 0;
        const char *at = text + 1;
        for (; file < game->files && *at >= '0' && *at <= '9' && rank < 100; at++)
            rank = rank * 10 + (uint32_t)(*at - '0');
        if (rank > 0 && rank <= game->ranks)
            square = (rank - 1) * game->files + file;
    }
    return square;
}

/* Leaves the moves that end on the square, and those that are not written like most, whose texts name
 * the square where they end: no other text can be one of theirs. Those that end where a move stays that is written
 * otherwise stay with it, for it may be told from them by its coordinates. */
static void keep_toward(struct mad_moves *moves, uint32_t square)
{
    struct mad_move_list *list = &moves->list;
    bool stays[MAD_MAX_SQUARES] = {false};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct mad_move *move = &list->moves[i];
        if (move->to < moves->game->squares && move->from < moves->game->squares)
            stays[move->to] |=
                move->to == square || mad_notation_style(moves->game, move) != MAD_STYLE_ALGEBRAIC;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const struct mad_move *move = &list->moves[i];
        if (move->to == square || (move->to < moves->game->squares && stays[move->to]) ||
            mad_notation_style(moves->game, move) != MAD_STYLE_ALGEBRAIC)
            list->moves[kept++] = *move;
    }
    list->count = moves->total = kept;
}

/* Finds the move among those that the text can mean: what takes time is to find texts that differ for
 * them all. Anything but MAD_OK says only that it has to be looked for among all. */
static enum mad_status find_toward(struct mad_moves *moves, struct mad_position *position,
                                   const char *text, size_t *index)
{
    const struct mad_game *game = moves->game;
    if (game != position->game || strcmp(game->square_name[0], "a1") != 0)
        return MAD_ERROR_ILLEGAL;
    empty(moves);
    memcpy(moves->state, mad_position_state(position), game->state_bytes);
    enum mad_status status = generate(moves, game);
    if (status == MAD_OK && moves->total != moves->list.count)
        return MAD_ERROR_CHANCE;
    if (status == MAD_OK)
        status = judge(moves, position);
    if (status != MAD_OK || moves->verdict.outcome != MAD_GOES_ON)
        return status == MAD_OK ? MAD_ERROR_OVER : status;
    keep_toward(moves, last_square(game, text));
    status = mad_notation_list(game, moves->state, &moves->list, &moves->names);
    if (status != MAD_OK)
        return status;
    moves->is_listed = moves->is_named = true;
    return mad_move_match(game, moves->state, &moves->list, &moves->names, text, -1, index, NULL);
}

enum mad_status mad_position_play_with(mad_position *position, mad_moves *moves, const char *text,
                                       size_t *index, struct mad_text_error *error)
{
    size_t found = 0;
    if (error != NULL)
        *error = (struct mad_text_error){.offset = 0};
    enum mad_status status =
        text != NULL ? find_toward(moves, position, text, &found) : MAD_ERROR_MISUSE;
    if (status == MAD_OK) {
        *index = found;
        return mad_position_apply(position, moves, found);
    }
    if (status == MAD_ERROR_MEMORY)
        return status;
    status = mad_moves_list(moves, position);
    if (status == MAD_OK)
        status = mad_moves_find(moves, text, &found, error);
    if (status == MAD_OK)
        status = mad_position_apply(position, moves, found);
    if (status == MAD_ERROR_CHANCE && error != NULL)
        say_open(moves, found, error);
    if (status == MAD_OK)
        *index = found;
    return status;
}

enum mad_status mad_position_play(mad_position *position, const char *text,
                                  struct mad_text_error *error)
{
    mad_moves *moves = NULL;
    size_t index = 0;
    enum mad_status status = mad_moves_new(position->game, &moves);
    if (status == MAD_OK)
        status = mad_position_play_with(position, moves, text, &index, error);
    mad_moves_free(moves);
    return status;
}
