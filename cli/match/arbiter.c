/* arbiter.c - see arbiter.h. Layer: cli. */
#include "arbiter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../progress.h"
#include "../text.h"

enum { OPENING_BYTES = 8192 };

struct game {
    struct cli_arbiter *arbiter;
    struct cli_outcome *outcome;
    mad_position *position; /* of the record */
    int players;
    unsigned seats; /* bits: those of the first player of the match */
    double clock[MAD_MOST_PLAYERS];
    int moves_to_go[MAD_MOST_PLAYERS];
    uint64_t chance;
};

static struct cli_peer *peer_of(const struct game *game, int side)
{
    return &game->arbiter->peers[(game->seats >> side & 1) != 0 ? 0 : 1];
}

static struct mad_game_info info_of(const struct game *game)
{
    return mad_game_info(mad_record_game(game->arbiter->record));
}

/* Where the first player of the match sits. Two games that begin alike have him sit wherever he did not in the other;
 * of more than two, and no teams, each pair has him sit with others, so that nobody is always in front of the same. */
static unsigned seats_of(const struct game *game, uint64_t number)
{
    static const unsigned of_three[] = {1, 2, 4}, of_four[] = {5, 3, 9};
    const struct mad_game_info info = info_of(game);
    const unsigned all = (1u << info.players) - 1;
    unsigned seats = info.allies[0];
    if (info.players > 2 && seats == 1) {
        seats = (info.players == 3 ? of_three : of_four)[number / 2 % 3];
    }
    return (number & 1) != 0 ? all & ~seats : seats;
}

/* --- how it ends ---------------------------------------------------------------------------------- */

static enum mad_termination termination_of(enum cli_end end)
{
    switch (end) {
    case CLI_END_RULE:
    case CLI_END_STUCK:
    case CLI_END_RESIGNED: return MAD_BY_RULE;
    case CLI_END_LENGTH: return MAD_BY_ADJUDICATION;
    case CLI_END_TIME: return MAD_BY_TIME;
    case CLI_END_ILLEGAL:
    case CLI_END_CLAIM: return MAD_BY_ILLEGAL;
    case CLI_END_SILENT:
    case CLI_END_CRASH:
    case CLI_END_COUNT: break;
    }
    return MAD_BY_ABANDONING;
}

static enum mad_status settle(struct game *game, enum mad_outcome result, enum cli_end end,
                              int fault_side, const char *reason)
{
    struct cli_outcome *outcome = game->outcome;
    const int winner = mad_winner(result);
    outcome->end = end;
    outcome->points = winner < 0 ? 1 : (game->seats >> winner & 1) != 0 ? 2 : 0;
    outcome->won = winner < 0 ? 0 : info_of(game).allies[winner];
    outcome->fault = fault_side < 0 ? -1 : (game->seats >> fault_side & 1) != 0 ? 0 : 1;
    outcome->plies = mad_position_ply(game->position);
    cli_copy_safe(outcome->reason, sizeof outcome->reason, reason);
    struct mad_record_result settled = {
        .outcome = result, .termination = termination_of(end), .reason = outcome->reason};
    return mad_record_set_result(game->arbiter->record, &settled);
}

/* What both have left where no move tells it; one tag more or less. */
static void note_clocks(const struct game *game)
{
    if (game->players == 2 && game->clock[0] >= 0 && game->clock[1] >= 0) {
        enum mad_status status = mad_record_set_clocks(game->arbiter->record, game->clock);
        (void)status;
    }
}

/* The next player of the other side has won. */
static enum mad_status lose(struct game *game, int side, enum cli_end end, const char *why)
{
    char reason[200], safe[160];
    const unsigned own = (game->seats >> side & 1) != 0 ? game->seats : ~game->seats;
    int winner = side;
    do {
        winner = (winner + 1) % game->players;
    } while ((own >> winner & 1) != 0);
    cli_copy_safe(safe, sizeof safe, why);
    snprintf(reason, sizeof reason, "%.30s %s", info_of(game).player_name[side], safe);
    note_clocks(game);
    return settle(game, mad_win_of(winner), end, side, reason);
}

/* Whether the rules, or the length, have ended it. */
static enum mad_status judge(struct game *game, bool *is_over)
{
    struct mad_result result;
    *is_over = true;
    enum mad_status status = mad_position_result(game->position, &result);
    if (status == MAD_OK) {
        status = mad_moves_list(game->arbiter->moves, game->position);
    }
    if (status != MAD_OK) {
        return status;
    }
    if (result.outcome != MAD_GOES_ON) {
        return settle(game, result.outcome, CLI_END_RULE, -1, result.reason);
    }
    if (mad_moves_count(game->arbiter->moves) == 0) {
        return settle(game, MAD_DRAW, CLI_END_STUCK, -1, "there is no move");
    }
    if (mad_position_ply(game->position) >= game->arbiter->rules->most_plies) {
        return settle(game, MAD_DRAW, CLI_END_LENGTH, -1, "the match lets no game go on so long");
    }
    *is_over = false;
    return MAD_OK;
}

/* --- clocks ---------------------------------------------------------------------------------------- */

static void set_clocks(struct game *game)
{
    for (int side = 0; side < game->players; side++) {
        const struct cli_pace *pace = &peer_of(game, side)->player->pace;
        game->clock[side] = pace->base > 0 ? pace->base : -1;
        game->moves_to_go[side] = pace->moves;
    }
}

/* Takes off what was spent; false when that was too much. */
static bool take_time(struct game *game, int side, double spent)
{
    const struct cli_pace *pace = &peer_of(game, side)->player->pace;
    double margin = game->arbiter->rules->margin, left = game->clock[side] - spent;
    bool is_late = pace->seconds > 0 && spent > pace->seconds + margin;
    if (game->clock[side] < 0) {
        return !is_late;
    }
    game->clock[side] = left > 0 ? left : 0;
    return !is_late && left >= -margin;
}

/* What comes with a move. */
static void give_time(struct game *game, int side)
{
    const struct cli_pace *pace = &peer_of(game, side)->player->pace;
    if (game->clock[side] < 0) {
        return;
    }
    game->clock[side] += pace->increment;
    if (game->moves_to_go[side] > 0 && --game->moves_to_go[side] == 0) {
        game->moves_to_go[side] = pace->moves;
        game->clock[side] += pace->base;
    }
}

static struct cli_turn turn_of(const struct game *game, int side)
{
    const struct cli_rules_of_match *rules = game->arbiter->rules;
    const struct cli_pace *pace = &peer_of(game, side)->player->pace;
    struct cli_turn turn = {
        .position = game->position,
        .side = side,
        .clock = {game->clock[0], game->clock[1]},
        .pace = {&peer_of(game, 0)->player->pace, &peer_of(game, 1)->player->pace},
        .moves_to_go = game->moves_to_go[side],
    };
    double most = pace->seconds > 0        ? pace->seconds + rules->margin
                  : game->clock[side] >= 0 ? game->clock[side] + rules->margin
                                           : rules->patience;
    turn.deadline = cli_now() + most + 0.001;
    return turn;
}

/* --- moves ------------------------------------------------------------------------------------------- */

/* The move on the board, in the record, and in the ears of both. False when one of them is gone. */
static enum mad_status make(struct game *game, size_t index, int mover, int *gone)
{
    struct cli_arbiter *arbiter = game->arbiter;
    *gone = -1;
    index = cli_random_outcome(arbiter->moves, index, &game->chance);
    for (int side = 0; side < game->players; side++) {
        struct cli_peer *peer = peer_of(game, side);
        if (peer->process.pid != 0 &&
            !cli_peer_tell(peer, game->position, arbiter->moves, index, side == mover)) {
            *gone = side;
        }
    }
    return mad_record_make(arbiter->record, arbiter->moves, index);
}

static void note(struct game *game, const struct cli_peer *peer, int side, double spent)
{
    struct mad_record_note said = {.has_spent = true, .spent = spent};
    if (game->clock[side] >= 0) {
        said.has_clock = true;
        said.clock = game->clock[side];
    }
    if (peer->has_score && game->players == 2) {
        int sign = side == 0 ? 1 : -1;
        said.has_score = true;
        said.score = sign * peer->score;
        said.mate_in = sign * peer->mate_in;
        said.depth = peer->depth > 0 ? peer->depth : 0;
    }
    enum mad_status status =
        mad_record_set_note(game->arbiter->record, mad_record_here(game->arbiter->record), &said);
    (void)status; /* a note more or less */
}

/* A claim that our rules bear out would have ended the game already; giving up is always believed. */
static enum mad_status hear_claim(struct game *game, int side, const struct cli_peer *peer)
{
    if (peer->claim == (side == 0 ? MAD_WIN_SECOND : MAD_WIN_FIRST)) {
        return lose(game, side, CLI_END_RESIGNED, "resigns");
    }
    return lose(game, side, CLI_END_CLAIM, peer->why);
}

static enum mad_status fail(struct game *game, int side, enum cli_reply reply)
{
    struct cli_peer *peer = peer_of(game, side);
    switch (reply) {
    case CLI_REPLY_RESIGNS: return lose(game, side, CLI_END_RESIGNED, "resigns");
    case CLI_REPLY_CLAIMS: return hear_claim(game, side, peer);
    case CLI_REPLY_REFUSES: return lose(game, side, CLI_END_ILLEGAL, peer->why);
    case CLI_REPLY_LATE: return lose(game, side, CLI_END_TIME, peer->why);
    case CLI_REPLY_SILENT: return lose(game, side, CLI_END_SILENT, peer->why);
    case CLI_REPLY_GONE: return lose(game, side, CLI_END_CRASH, peer->why);
    case CLI_REPLY_INTERRUPT:
    case CLI_REPLY_MOVE: break;
    }
    return MAD_ERROR_OVER;
}

/* Lets the player to move think, and makes his move. */
static enum mad_status turn(struct game *game, bool *is_over)
{
    int side = mad_position_side(game->position), gone;
    struct cli_peer *peer = peer_of(game, side);
    struct cli_turn asked = turn_of(game, side);
    double begun = cli_now();
    size_t index;
    enum cli_reply reply = cli_peer_think(peer, &asked);
    double spent = cli_now() - begun;
    bool is_in_time = take_time(game, side, spent);
    *is_over = true;
    if (reply != CLI_REPLY_MOVE) {
        return fail(game, side, reply);
    }
    if (cli_dialect_find(&peer->tongue, game->position, game->arbiter->moves, peer->move, &index,
                         NULL) != MAD_OK) {
        char why[300];
        snprintf(why, sizeof why, "plays %s, which is not legal", peer->move);
        return lose(game, side, CLI_END_ILLEGAL, why);
    }
    if (!is_in_time) {
        return lose(game, side, CLI_END_TIME, "has not moved in time");
    }
    give_time(game, side);
    enum mad_status status = make(game, index, side, &gone);
    if (status != MAD_OK) {
        return status;
    }
    note(game, peer, side, spent);
    status = judge(game, is_over);
    if (status == MAD_OK && !*is_over && gone >= 0) {
        *is_over = true;
        return lose(game, gone, CLI_END_CRASH, "does not listen");
    }
    return status;
}

/* --- one game ------------------------------------------------------------------------------------------ */

static enum mad_status play_opening(struct game *game, const char *start, char *coords)
{
    struct cli_arbiter *arbiter = game->arbiter;
    char *word, *rest = NULL;
    enum mad_status status = MAD_OK;
    if (start != NULL) {
        status = mad_record_set_start(arbiter->record, start, &(struct mad_text_error){0});
    }
    game->position = mad_record_position(arbiter->record);
    for (word = strtok_r(coords, " ", &rest); word != NULL && status == MAD_OK;
         word = strtok_r(NULL, " ", &rest)) {
        size_t index;
        int gone;
        status = mad_moves_list(arbiter->moves, game->position);
        if (status == MAD_OK) {
            status = mad_moves_find(arbiter->moves, word, &index, NULL);
        }
        if (status == MAD_OK) {
            status = make(game, index, -1, &gone);
        }
    }
    return status;
}

static enum mad_status set_tags(struct game *game, uint64_t number)
{
    char round[40];
    snprintf(round, sizeof round, "%" PRIu64, number + 1);
    mad_record *record = game->arbiter->record;
    enum mad_status status = mad_record_set_tag(record, "Event", CLI_MATCH_EVENT);
    if (status == MAD_OK) {
        status = mad_record_set_tag(record, "Round", round);
    }
    if (status == MAD_OK) {
        static const char *const two[] = {"White", "Black"}, *const more[] = {"Player1", "Player2",
                                                                              "Player3", "Player4"};
        for (int side = 0; side < game->players && status == MAD_OK; side++) {
            status = mad_record_set_tag(record, (game->players > 2 ? more : two)[side],
                                        peer_of(game, side)->player->name);
        }
    }
    return status;
}

/* A fresh position for drawing an opening, which the record then plays. */
static enum mad_status draw_opening(const struct cli_arbiter *arbiter, uint64_t number,
                                    const char **start, char *coords)
{
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(mad_record_game(arbiter->record), &position);
    if (status == MAD_OK) {
        status = cli_opening_make(arbiter->rules->openings, arbiter->rules->seed, number / 2,
                                  position, start, coords, OPENING_BYTES);
    }
    mad_position_free(position);
    return status;
}

static enum mad_status begin(struct game *game, uint64_t number, int *fault)
{
    const char *start;
    char coords[OPENING_BYTES];
    enum mad_status status = draw_opening(game->arbiter, number, &start, coords);
    if (status != MAD_OK) {
        return status;
    }
    for (int i = 0; i < 2; i++) {
        if (!cli_peer_begin(&game->arbiter->peers[i], start)) {
            *fault = i;
            return MAD_ERROR_NOT_FOUND;
        }
    }
    status = mad_record_clear(game->arbiter->record);
    if (status == MAD_OK) {
        status = set_tags(game, number);
    }
    return status == MAD_OK ? play_opening(game, start, coords) : status;
}

enum mad_status cli_arbiter_play(struct cli_arbiter *arbiter, uint64_t number,
                                 struct cli_outcome *outcome, int *fault)
{
    *outcome = (struct cli_outcome){.number = number, .first_side = (int)(number & 1), .fault = -1};
    struct game game = {.arbiter = arbiter,
                        .outcome = outcome,
                        .chance = arbiter->rules->seed ^ (number + 1) << 20};
    bool is_over = false;
    game.players = info_of(&game).players;
    game.seats = seats_of(&game, number);
    set_clocks(&game);
    enum mad_status status = begin(&game, number, fault);
    if (status == MAD_OK) {
        status = judge(&game, &is_over);
    }
    while (status == MAD_OK && !is_over) {
        status = turn(&game, &is_over);
    }
    for (int i = 0; i < 2; i++) {
        cli_peer_stop(&arbiter->peers[i]);
    }
    return status;
}
