/* position.c - a game in progress: making moves, taking them back, saying how it stands.
 *
 * Layer: interp. See position.h for the shape. Making a move copies the state, so undo is dropping
 * the copy and cannot be wrong. Whatever fails leaves the position as it was: room is made and the
 * new state finished behind the last one before `count` says that it is there. */
#include "position.h"

#include "game/position_text.h"
#include "game/seats.h"
#include "memory.h"
#include "rights.h"
#include "vm/shuffle.h"

enum { FIRST_STATES = 16 };

static enum mad_status make_room(struct mad_position *position, size_t states)
{
    const struct mad_memory *memory = position->game->allocator;
    void *block = position->states;
    enum mad_status status = mad_memory_grow(memory, &block, &position->state_capacity, states,
                                             position->game->state_bytes);
    position->states = block;
    if (status != MAD_OK)
        return status;
    block = position->plies;
    status =
        mad_memory_grow(memory, &block, &position->ply_capacity, states, sizeof *position->plies);
    position->plies = block;
    return status;
}

/* How many plies of the game there are with such a key; nought is nought. */
static uint32_t *seen_at(struct mad_position *position, const struct mad_ply *ply)
{
    return &position->seen[ply->repetition_key % MAD_SEEN];
}

/* Fills in the ply of state number `index`, whose predecessors are complete. The game is scanned back
 * whole when a key like it has been seen. */
static enum mad_status enter_ply(struct mad_position *position, uint32_t index)
{
    struct mad_ply *ply = &position->plies[index];
    memset(ply, 0, sizeof *ply);
    enum mad_status status = mad_vm_repetition_key(
        position->game, mad_position_state_at(position, index), &ply->repetition_key);
    if (status != MAD_OK)
        return status;
    ply->occurrences = 1;
    for (uint32_t i = 0; i < index && *seen_at(position, ply) != 0; i++)
        ply->occurrences += position->plies[i].repetition_key == ply->repetition_key;
    return MAD_OK;
}

enum mad_status mad_position_new(const mad_game *game, mad_position **out)
{
    if (game == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    struct mad_position *position = mad_memory_new(game->allocator, sizeof *position);
    if (position == NULL)
        return MAD_ERROR_MEMORY;
    position->game = game;
    enum mad_status status = make_room(position, FIRST_STATES);
    if (status == MAD_OK) {
        memcpy(position->states, game->initial, game->state_bytes);
        position->count = 1;
        status = enter_ply(position, 0);
        ++*seen_at(position, &position->plies[0]);
    }
    if (status != MAD_OK) {
        mad_position_free(position);
        return status;
    }
    *out = position;
    return MAD_OK;
}

void mad_position_free(mad_position *position)
{
    if (position == NULL)
        return;
    const struct mad_memory *memory = position->game->allocator;
    mad_memory_free(memory, position->states,
                    position->state_capacity * position->game->state_bytes);
    mad_memory_free(memory, position->plies, position->ply_capacity * sizeof *position->plies);
    mad_memory_free(memory, position, sizeof *position);
}

const mad_game *mad_position_game(const mad_position *position)
{
    return position->game;
}

/* The state behind the last one, which is good, is the start of a game. */
static enum mad_status begin_behind(struct mad_position *position)
{
    enum mad_status status = enter_ply(position, position->count);
    if (status != MAD_OK)
        return status;
    position->plies[0] = position->plies[position->count];
    position->plies[0].occurrences = 1;
    memcpy(position->states, mad_position_state_at(position, position->count),
           position->game->state_bytes);
    position->count = 1;
    memset(position->seen, 0, sizeof position->seen);
    ++*seen_at(position, &position->plies[0]);
    return MAD_OK;
}

bool mad_game_is_shuffled(const mad_game *game)
{
    return game->shuffles.count != 0;
}

enum mad_status mad_position_shuffle(mad_position *position, uint64_t seed)
{
    enum mad_status status = make_room(position, (size_t)position->count + 1);
    if (status == MAD_OK)
        status =
            mad_shuffle(position->game, seed, mad_position_state_at(position, position->count));
    return status == MAD_OK ? begin_behind(position) : status;
}

/* The new start is made behind the last state and then moved to the front. */
enum mad_status mad_position_set_as(mad_position *position, const char *text,
                                    enum mad_dialect dialect, struct mad_text_error *error)
{
    struct mad_text_error unwanted;
    if (error == NULL)
        error = &unwanted;
    *error = (struct mad_text_error){.offset = 0};
    if (text == NULL || (unsigned)dialect > MAD_DIALECT_PDN)
        return MAD_ERROR_MISUSE;
    enum mad_status status = make_room(position, (size_t)position->count + 2);
    if (status != MAD_OK)
        return status;
    struct mad_state *state = mad_position_state_at(position, position->count);
    struct mad_state *scratch = mad_position_state_at(position, position->count + 1);
    status = mad_position_text_read(position->game, text, dialect, state, scratch, error);
    if (status == MAD_OK)
        status = mad_rights_check(position->game, state, scratch, error);
    return status == MAD_OK ? begin_behind(position) : status;
}

enum mad_status mad_position_set(mad_position *position, const char *text,
                                 struct mad_text_error *error)
{
    return mad_position_set_as(position, text, MAD_DIALECT_ANY, error);
}

enum mad_status mad_position_copy(mad_position *to, const mad_position *from)
{
    if (to->game != from->game)
        return MAD_ERROR_MISUSE;
    if (to == from)
        return MAD_OK;
    enum mad_status status = make_room(to, from->count);
    if (status != MAD_OK)
        return status;
    memcpy(to->states, from->states, (size_t)from->count * from->game->state_bytes);
    memcpy(to->plies, from->plies, from->count * sizeof *from->plies);
    to->count = from->count;
    memcpy(to->seen, from->seen, sizeof to->seen);
    return MAD_OK;
}

size_t mad_position_text(const mad_position *position, char *buffer, size_t size)
{
    return mad_position_text_write(position->game, mad_position_state(position), buffer, size);
}

enum mad_status mad_position_text_as(const mad_position *position, enum mad_dialect dialect,
                                     char *buffer, size_t size, size_t *length,
                                     struct mad_text_error *error)
{
    if ((unsigned)dialect > MAD_DIALECT_PDN || length == NULL)
        return MAD_ERROR_MISUSE;
    return mad_position_text_write_as(position->game, mad_position_state(position),
                                      dialect == MAD_DIALECT_ANY ? MAD_DIALECT_OURS : dialect,
                                      buffer, size, length, error);
}

uint64_t mad_position_key(const mad_position *position)
{
    return mad_position_state(position)->key;
}

uint64_t mad_position_key_from_scratch(const mad_position *position)
{
    return mad_state_key(position->game, mad_position_state(position));
}

int mad_position_side(const mad_position *position)
{
    const struct mad_state *state = mad_position_state(position);
    return (int)(position->game->turn.seats != NULL ? mad_seat_now(state) : state->side);
}

const char *mad_position_mover(const mad_position *position)
{
    return position->game->player_name[mad_position_side(position)];
}

uint32_t mad_position_ply(const mad_position *position)
{
    return position->count - 1;
}

uint32_t mad_position_move_number(const mad_position *position)
{
    return mad_position_state(position)->fullmove;
}

static void tell_man(const struct mad_game *game, uint8_t code, struct mad_man *out)
{
    out->piece = game->codes[code].type;
    out->owner = game->codes[code].owner;
    out->player = out->owner == MAD_NOBODY ? -1 : out->owner;
    if (game->turn.seats != NULL)
        out->player = code < game->turn.seats->men ? (int)mad_seat_of_code(game, code) : -1;
    out->letter = game->code_letter[code];
}

bool mad_position_man(const mad_position *position, int square, struct mad_man *out)
{
    const struct mad_game *game = position->game;
    if (square < 0 || square >= game->squares)
        return false;
    uint8_t code = mad_state_board_const(game, mad_position_state(position))[square];
    if (code < game->empty)
        tell_man(game, code, out);
    return code < game->empty;
}

bool mad_position_below(const mad_position *position, int square, int level, struct mad_man *out)
{
    const struct mad_game *game = position->game;
    if (square < 0 || square >= game->squares || level < 0 || level >= game->stacks.levels)
        return false;
    const uint8_t man =
        mad_state_column_const(game, mad_position_state(position), (uint32_t)square)[level];
    if (man != 0)
        tell_man(game, (uint8_t)(man - 1), out);
    return man != 0;
}

static bool is_mark_named(const struct mad_mark *mark, const char *name)
{
    return strcmp(mark->name, name) == 0 || (mark->shown != NULL && strcmp(mark->shown, name) == 0);
}

size_t mad_position_marked(const mad_position *position, const char *name, int *squares,
                           size_t size)
{
    const struct mad_game *game = position->game;
    const struct mad_state *state = mad_position_state(position);
    size_t count = 0;
    for (uint32_t mark = 0; mark < game->mark_count; mark++) {
        if (!is_mark_named(&game->marks[mark], name) || mad_is_digit_of(&game->marks[mark]))
            continue;
        for (int square = 0; square < game->squares; square++)
            if (mad_state_marked(game, state, mark, (uint32_t)square)) {
                if (count < size)
                    squares[count] = square;
                count++;
            }
    }
    return count;
}

int mad_position_number(const mad_position *position, size_t number, int square)
{
    const struct mad_game *game = position->game;
    for (uint32_t mark = 0; mark < game->mark_count && square >= 0 && square < game->squares;
         mark++)
        if (mad_is_number_told(game, mark) && number-- == 0) {
            const int said =
                (int)mad_state_tally(game, mad_position_state(position), mark, (uint32_t)square);
            return said + (game->marks[mark].show != MAD_SHOW_NUMBER && said > 0);
        }
    return 0;
}

int mad_position_pocket(const mad_position *position, size_t pocket, int owner, int piece)
{
    const struct mad_game *game = position->game;
    if (pocket >= game->pocket_count || owner < 0 || owner >= mad_game_info(game).players ||
        piece < 0 || (uint32_t)piece >= game->type_count ||
        (game->turn.seats != NULL && (int)mad_seat_of_code(game, (uint32_t)piece) != owner))
        return 0;
    return mad_state_pocket_count(game, mad_position_state(position), (uint32_t)pocket,
                                  mad_pocket_part(game, (uint32_t)owner), (uint32_t)piece);
}

enum mad_status mad_position_past(const struct mad_position *position, struct mad_past *past)
{
    const struct mad_ply *ply = &position->plies[position->count - 1];
    struct mad_watching watching = {0, 0};
    enum mad_status status = MAD_OK;
    uint32_t first = position->count - 1;
    if (ply->occurrences > 1 && mad_vm_watches(position->game))
        for (first = 0; position->plies[first].repetition_key != ply->repetition_key;)
            first++;
    for (uint32_t i = first + 1; i < position->count && status == MAD_OK; i++)
        status = mad_vm_watch(position->game, mad_position_state_at(position, i), &watching);
    *past = (struct mad_past){ply->occurrences, mad_watched(watching)};
    return status;
}

enum mad_status mad_position_judge(struct mad_position *position, struct mad_verdict *verdict)
{
    struct mad_ply *ply = &position->plies[position->count - 1];
    if (!ply->is_judged) {
        struct mad_past past;
        enum mad_status status = mad_position_past(position, &past);
        if (status == MAD_OK)
            status =
                mad_vm_judge(position->game, mad_position_state(position), past, &ply->verdict);
        if (status != MAD_OK)
            return status;
        ply->is_judged = true;
    }
    *verdict = ply->verdict;
    return MAD_OK;
}

/* Who has won, and his allies with him; null: nobody. */
const char *mad_winner_of(const struct mad_game *game, enum mad_outcome outcome)
{
    const int winner = mad_winner(outcome);
    return winner < 0                 ? NULL
           : game->turn.seats != NULL ? game->turn.seats->winners[winner]
                                      : game->player_name[winner];
}

bool mad_is_won_by_several(const struct mad_game *game, enum mad_outcome outcome)
{
    const int winner = mad_winner(outcome);
    const struct mad_seats *seats = game->turn.seats;
    return winner >= 0 && seats != NULL &&
           (seats->allies[winner] & (seats->allies[winner] - 1)) != 0;
}

int mad_winner(enum mad_outcome outcome)
{
    return outcome == MAD_WIN_FIRST    ? 0
           : outcome == MAD_WIN_SECOND ? 1
           : outcome >= MAD_WIN_THIRD  ? (int)(outcome - MAD_WIN_THIRD) + 2
                                       : -1;
}

enum mad_outcome mad_win_of(int player)
{
    return player < 2 ? (enum mad_outcome)(MAD_WIN_FIRST + player)
                      : (enum mad_outcome)(MAD_WIN_THIRD + player - 2);
}

/* What decided, of one of the players. */
static int points_of(const mad_position *position, const struct mad_verdict *verdict, int player)
{
    const struct mad_seats *seats = position->game->turn.seats;
    return seats == NULL
               ? verdict->points[player]
               : mad_position_state(position)->counters[seats->counter[verdict->end] + player][0];
}

static void tell_end(const struct mad_game *game, uint32_t end, struct mad_result *out)
{
    const char **told = game->info.end_reasons[out->outcome == MAD_WIN_SECOND];
    out->reason = game->info.end_texts[end];
    out->told = told != NULL ? told[end] : NULL;
}

enum mad_status mad_position_result(mad_position *position, struct mad_result *out)
{
    const struct mad_game *game = position->game;
    struct mad_verdict verdict;
    enum mad_status status = mad_position_judge(position, &verdict);
    if (status != MAD_OK)
        return status;
    out->outcome = (enum mad_outcome)verdict.outcome;
    out->reason = out->told = NULL;
    out->winner = mad_winner_of(game, out->outcome);
    out->won_by_several = mad_is_won_by_several(game, out->outcome);
    out->scored = verdict.scored ? mad_game_info(game).players : 0;
    for (int player = 0; player < MAD_MOST_PLAYERS; player++)
        out->points[player] = player < out->scored ? points_of(position, &verdict, player) : 0;
    if (out->outcome != MAD_GOES_ON && verdict.end < game->info.end_count)
        tell_end(game, verdict.end, out);
    return MAD_OK;
}

enum mad_status mad_position_undo(mad_position *position)
{
    if (position->count <= 1)
        return MAD_ERROR_MISUSE;
    position->count--;
    --*seen_at(position, &position->plies[position->count]);
    return MAD_OK;
}

enum mad_status mad_position_make(struct mad_position *position, const struct mad_move *move,
                                  const struct mad_delta *deltas)
{
    enum mad_status status = make_room(position, (size_t)position->count + 1);
    if (status != MAD_OK)
        return status;
    mad_vm_apply(position->game, mad_position_state(position), move, deltas,
                 mad_position_state_at(position, position->count));
    if (!mad_state_is_made(mad_position_state_at(position, position->count)))
        return MAD_ERROR_LIMIT;
    status = enter_ply(position, position->count);
    if (status != MAD_OK)
        return status;
    position->plies[position->count].move = *move;
    ++*seen_at(position, &position->plies[position->count]);
    position->count++;
    return MAD_OK;
}

enum mad_status mad_perft(const mad_position *position, int depth, uint64_t *nodes,
                          mad_interrupt interrupt, void *context)
{
    if (depth < 0)
        return MAD_ERROR_MISUSE;
    return mad_vm_perft(position->game, mad_position_state(position), depth, false, interrupt,
                        context, nodes);
}

enum mad_status mad_perft_made(const mad_position *position, int depth, uint64_t *nodes,
                               mad_interrupt interrupt, void *context)
{
    if (depth < 0)
        return MAD_ERROR_MISUSE;
    return mad_vm_perft(position->game, mad_position_state(position), depth, true, interrupt,
                        context, nodes);
}
