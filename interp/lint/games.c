/* games.c - what random games come across. Layer: interp/lint.
 *
 * Whatever is found here is shown with the position in which it was found, and is a fact about that
 * position; what was not come across is told as what it is, with the number of games and their seed.
 * The same file, number and seed give the same games. */
#include <stdio.h>
#include <string.h>

#include "../game/chance.h"
#include "../game/notation.h"
#include "../position.h"
#include "../random.h"
#include "../rules/tree.h"
#include "lint.h"

enum {
    MAX_PLIES = 400, /* of one random game; chess played at random seldom takes more */
    LOOK_EVERY = 16, /* plies from one comparison of all moves with each other to the next */
    MAX_TEXT = 300,  /* of a position in a note; longer ones are cut */
};

struct play {
    struct mad_lint *lint;
    mad_position *position;
    uint64_t random;
    bool is_told_stuck[MAD_MAX_TYPES], is_told_double, is_told_moveless;
    bool is_told_gone, is_told_vanished, is_told_numbered;
    struct mad_names names;
    bool asks_for_royals;            /* a law does, or an end */
    uint8_t before[MAD_MAX_SQUARES]; /* the board before the last move */
    bool is_line_used[MAD_MAX_LINES + 1];
    uint32_t games, capped;
};

/* --- telling ----------------------------------------------------------------------------------------------- */

static void show_position(struct play *play, struct mad_finding *finding)
{
    char text[MAX_TEXT];
    (void)mad_position_text(play->position, text, sizeof text);
    mad_finding_witness(play->lint->findings, finding, "mad show %s --fen \"%s\"",
                        mad_lint_shown_name(play->lint), text);
}

static struct mad_span span_of(const struct mad_lint *lint, uint32_t type)
{
    struct mad_span span = lint->rules->pieces[type].span;
    return mad_lint_is_own(lint, span) ? span : lint->rules->span;
}

static void tell_stuck(struct play *play, uint8_t code, uint32_t square)
{
    char text[MAX_TEXT];
    (void)mad_position_text(play->position, text, sizeof text);
    mad_lint_tell_stuck(play->lint, code, square, text);
    play->is_told_stuck[play->lint->game->codes[code].type] = true;
}

static void tell_too_many(struct play *play)
{
    char text[MAX_TEXT];
    (void)mad_position_text(play->position, text, sizeof text);
    mad_lint_tell_limit(play->lint, text);
}

static void tell_slow(const struct play *play)
{
    struct mad_lint *lint = play->lint;
    lint->is_slow_told = true;
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_SLOW_RULES, lint->rules->span,
        mad_findings_text(lint->findings,
                          "moves take so long to find or to make that only %u of %u random games "
                          "were begun",
                          (unsigned)play->games, (unsigned)lint->options->games));
}

static void tell_moveless(struct play *play)
{
    const struct mad_game *game = play->lint->game;
    struct mad_finding *finding = mad_findings_add(
        play->lint->findings, MAD_FINDING_NO_MOVE_LEFT, play->lint->rules->span,
        mad_findings_text(play->lint->findings,
                          "%s can be left without a move, and no rule says what then",
                          game->player_name[mad_position_side(play->position)]));
    show_position(play, finding);
    play->is_told_moveless = true;
}

/* --- looking at one position -------------------------------------------------------------------------------- */

/* A man that once could move, and from here never will. */
static void look_at_men(struct play *play)
{
    const struct mad_game *game = play->lint->game;
    const uint8_t *board = mad_state_board_const(game, mad_position_state(play->position));
    for (uint32_t square = 0; square < game->squares; square++) {
        uint8_t code = board[square];
        if (code < game->code_count && !play->is_told_stuck[game->codes[code].type] &&
            mad_lint_is_stuck(play->lint, code, square))
            tell_stuck(play, code, square);
    }
}

/* A toss that fails leaves what every other one leaves. */
static bool is_toss(const struct mad_move *move)
{
    return move->flags >> MAD_MOVE_OUTCOME_SHIFT != 0;
}

static bool are_same(const struct mad_move_list *list, const struct mad_move *a,
                     const struct mad_move *b)
{
    return !is_toss(a) && !is_toss(b) && a->from == b->from && a->to == b->to &&
           a->placed == b->placed && a->delta_count == b->delta_count &&
           (a->delta_count == 0 ||
            memcmp(&list->deltas[a->delta_first], &list->deltas[b->delta_first],
                   a->delta_count * sizeof *list->deltas) == 0);
}

/* "a Knight from b1 to c3", "a Knight from hand to c3", "skip" where no man goes anywhere. */
static const char *way_of(const struct play *play, const struct mad_move *move, uint32_t type)
{
    const struct mad_game *game = play->lint->game;
    if (move->to == MAD_NO_SQUARE)
        return mad_findings_text(play->lint->findings, "to %s", game->lines[move->line].verb);
    return mad_findings_text(play->lint->findings, "of a %s from %s to %s", game->types[type].name,
                             move->from == MAD_NO_SQUARE ? "hand" : game->square_name[move->from],
                             game->square_name[move->to]);
}

static void tell_double(struct play *play, const struct mad_move *move,
                        const struct mad_move *other)
{
    const struct mad_game *game = play->lint->game;
    uint8_t code =
        move->from == MAD_NO_SQUARE
            ? move->placed
            : mad_state_board_const(game, mad_position_state(play->position))[move->from];
    const bool is_of_man = move->to != MAD_NO_SQUARE && code < game->code_count;
    uint32_t type = is_of_man ? game->codes[code].type : 0;
    struct mad_span span = is_of_man ? span_of(play->lint, type) : play->lint->rules->span;
    if (is_of_man) {
        span = mad_lint_line_that_calls(play->lint, type, game->lines[other->line].verb, span);
        span = mad_lint_line_that_calls(play->lint, type, game->lines[move->line].verb, span);
    }
    struct mad_finding *finding = mad_findings_add(
        play->lint->findings, MAD_FINDING_SAME_MOVE, span,
        mad_findings_text(play->lint->findings,
                          "two ways %s come to the same position, and both are listed as moves",
                          way_of(play, move, type)));
    show_position(play, finding);
    play->is_told_double = true;
}

static void look_at_moves(struct play *play, const struct mad_move_list *list)
{
    for (uint32_t i = 0; i < list->count && !play->is_told_double; i++)
        for (uint32_t j = 0; j < i && !play->is_told_double; j++)
            if (are_same(list, &list->moves[i], &list->moves[j]))
                tell_double(play, &list->moves[i], &list->moves[j]);
}

/* The line of a rule file that makes the moves of this line of the game; null when it is another's. */
static const struct mad_node *line_of(const struct mad_lint *lint, const char *verb)
{
    for (uint32_t p = 0; p < lint->rules->piece_count; p++) {
        const struct mad_rule_lines *lines = &lint->rules->pieces[p].lines;
        for (uint32_t i = 0; i < lines->count; i++) {
            const struct mad_node *call = lines->items[i]->first;
            if (lines->items[i]->kind == MAD_NODE_CALL_LINE && call != NULL && call->name != NULL &&
                strcmp(call->name, verb) == 0 && mad_lint_is_own(lint, lines->items[i]->span))
                return lines->items[i];
        }
    }
    return NULL;
}

static bool has_same(const struct mad_move_list *list, uint32_t move)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (i != move && are_same(list, &list->moves[i], &list->moves[move]))
            return true;
    return false;
}

/* What the present position is, as far as it matters for the rest of the game. */
struct after {
    uint64_t key;
    uint8_t counters[sizeof((struct mad_state *)0)->counters], turn;
};

static enum mad_status look_after(struct play *play, const struct mad_move_list *list,
                                  uint32_t move, struct after *after)
{
    enum mad_status status = mad_position_make(play->position, &list->moves[move], list->deltas);
    if (status != MAD_OK)
        return status;
    const struct mad_state *state = mad_position_state(play->position);
    mad_lint_pay_for(play->lint, state);
    *after = (struct after){.key = state->key, .turn = state->turn};
    memcpy(after->counters, state->counters, sizeof after->counters);
    return mad_position_undo(play->position);
}

/* Whether all moves with the text of this one, but for the number behind it, come to one position. */
static enum mad_status comes_to_one(struct play *play, const struct mad_move_list *list,
                                    uint32_t move, bool *is_one)
{
    const char *text = mad_names_text(&play->names, move);
    const size_t bytes = (size_t)(strrchr(text, '/') - text);
    struct after first, other;
    enum mad_status status = look_after(play, list, move, &first);
    *is_one = true;
    for (uint32_t i = 0; i < list->count && status == MAD_OK && *is_one; i++) {
        const char *its = mad_names_text(&play->names, i);
        if (i == move || strncmp(its, text, bytes) != 0 ||
            (its[bytes] != '/' && its[bytes] != '\0'))
            continue;
        status = look_after(play, list, i, &other);
        *is_one = status == MAD_OK && first.key == other.key && first.turn == other.turn &&
                  memcmp(first.counters, other.counters, sizeof first.counters) == 0;
    }
    return status;
}

/* Moves that do different things, and of which nobody can tell from the text which one is meant. */
static enum mad_status look_at_texts(struct play *play, const struct mad_move_list *list)
{
    struct mad_lint *lint = play->lint;
    const struct mad_state *state = mad_position_state(play->position);
    enum mad_status status =
        play->is_told_numbered ? MAD_OK : mad_notation_list(lint->game, state, list, &play->names);
    for (uint32_t i = 0; i < list->count && status == MAD_OK && !play->is_told_numbered; i++) {
        if (!mad_names_is_numbered(&play->names, i) || is_toss(&list->moves[i]) ||
            mad_move_is_open(&list->moves[i]) || has_same(list, i))
            continue;
        bool is_one = false;
        status = comes_to_one(play, list, i, &is_one);
        if (status != MAD_OK || is_one)
            continue;
        const char *text = mad_names_text(&play->names, i);
        const char *verb = lint->game->lines[list->moves[i].line].verb;
        const struct mad_node *line = line_of(lint, verb);
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_SAME_TEXT, line != NULL ? line->span : lint->rules->span,
            mad_findings_text(lint->findings,
                              "two moves that do not do the same are written `%.*s`, and a number "
                              "behind it is all that tells them apart",
                              (int)(strrchr(text, '/') - text), text));
        show_position(play, finding);
        mad_finding_remedy(lint->findings, finding,
                           "choose by what the text shows: where the man goes, whom he takes or "
                           "brings, what is put where");
        play->is_told_numbered = true;
    }
    return status;
}

/* --- who is gone ------------------------------------------------------------------------------------------------ */

static uint32_t count_royals(const struct mad_game *game, const uint8_t *board, int player)
{
    uint32_t count = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] < game->code_count && game->codes[board[square]].owner == player)
            count += game->types[game->codes[board[square]].type].royal;
    return count;
}

static const struct mad_rule_verb *verb_named(const struct mad_ruleset *rules, const char *name)
{
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (strcmp(rules->verbs[i].name, name) == 0)
            return &rules->verbs[i];
    return NULL;
}

/* The piece that made the move stands nowhere, and nothing says that it is taken: neither its verb nor what
 * happens by itself. */
static void look_for_mover(struct play *play, const struct mad_move *move, const uint8_t *before,
                           const uint8_t *after)
{
    struct mad_lint *lint = play->lint;
    const struct mad_game *game = lint->game;
    const struct mad_rule_verb *verb = verb_named(lint->rules, game->lines[move->line].verb);
    if (play->is_told_vanished || verb == NULL || move->from == MAD_NO_SQUARE ||
        move->delta_count == 0 || before[move->from] >= game->code_count)
        return;
    const int owner = game->codes[before[move->from]].owner;
    const uint32_t type = game->codes[before[move->from]].type;
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    bool is_known = mad_tree_mentions(verb->node, "here");
    for (uint32_t i = 0; i < piece->lines.count; i++)
        is_known = is_known || piece->lines.items[i]->kind == MAD_NODE_EVENT;
    const struct mad_rule_lines *laws = &lint->rules->laws;
    for (uint32_t i = 0; i < laws->count; i++)
        is_known = is_known || laws->items[i]->kind == MAD_NODE_WHEN_MOVED;
    if (is_known || after[move->from] != game->empty || owner > 1 ||
        mad_lint_count_men(game, after, owner) + 1 != mad_lint_count_men(game, before, owner) ||
        (move->to != move->from && move->to != MAD_NO_SQUARE &&
         after[move->to] < game->code_count && game->codes[after[move->to]].owner == owner))
        return;
    play->is_told_vanished = true;
    struct mad_span span =
        mad_lint_is_own(lint, verb->node->span) ? verb->node->span : span_of(lint, type);
    span = mad_lint_line_that_calls(lint, type, verb->name, span);
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_VANISHES, span,
        mad_findings_text(lint->findings, "a %s that does this is gone afterwards", piece->name));
    show_position(play, finding);
}

static bool is_take(const struct mad_node *node, const void *context)
{
    (void)context;
    return node->kind == MAD_NODE_CALL && node->name != NULL && strcmp(node->name, "take") == 0;
}

struct taking { /* the one call of the file's own that takes men; null: there is none, or more */
    const struct mad_lint *lint;
    const struct mad_node *call;
    uint32_t count;
};

static bool see_taking(void *context, const struct mad_node *sentence)
{
    struct taking *taking = context;
    const struct mad_node *call = mad_tree_find(sentence, is_take, NULL, NULL);
    if (call != NULL && mad_lint_is_own(taking->lint, call->span)) {
        taking->call = call;
        taking->count++;
    }
    return true;
}

/* A player has lost his royal piece, and the game goes on. Where a law keeps him from being left in check he was taken by
 * a verb. */
static void look_for_royals(struct play *play, const uint8_t *before)
{
    const struct mad_game *game = play->lint->game;
    const uint8_t *after = mad_state_board_const(game, mad_position_state(play->position));
    for (int player = 0; player < 2 && play->asks_for_royals && !play->is_told_gone; player++) {
        if (count_royals(game, before, player) == 0 || count_royals(game, after, player) > 0)
            continue;
        struct taking taking = {.lint = play->lint};
        if (play->lint->rules->illegal.count > 0)
            (void)mad_lint_each_living(play->lint, see_taking, &taking);
        const bool is_known = taking.count == 1;
        struct mad_finding *finding = mad_findings_add(
            play->lint->findings, MAD_FINDING_ROYAL_GONE,
            is_known ? taking.call->span : play->lint->rules->span,
            mad_findings_text(play->lint->findings,
                              "%s can lose the last royal piece, and the game goes on",
                              game->player_name[player]));
        show_position(play, finding);
        if (is_known)
            mad_finding_remedy(play->lint->findings, finding,
                               "royal pieces are spared by `take (target except royal)`; or an end "
                               "says who has won then");
        else
            mad_finding_remedy(
                play->lint->findings, finding,
                "`illegal when mover is in check` forbids it (`use check`), or an end says "
                "who has won then");
        play->is_told_gone = true;
    }
}

/* --- games ------------------------------------------------------------------------------------------------------ */

/* One more ply; false at the end of the game. */
static bool go_on(struct play *play, uint32_t ply, enum mad_status *status)
{
    const struct mad_move_list *list = NULL;
    struct mad_verdict verdict;
    *status =
        mad_lint_list(play->lint, play->lint->game, mad_position_state(play->position), &list);
    if (*status == MAD_OK)
        *status = mad_position_judge(play->position, &verdict);
    if (*status != MAD_OK || verdict.outcome != MAD_GOES_ON)
        return false;
    if (ply > 0)
        look_for_royals(play, play->before);
    if (list->count == 0) {
        if (!play->is_told_moveless)
            tell_moveless(play);
        return false;
    }
    look_at_men(play);
    if (ply % LOOK_EVERY == 0) {
        look_at_moves(play, list);
        *status = look_at_texts(play, list);
        if (*status != MAD_OK)
            return false;
    }
    for (uint32_t i = 0; i < list->count; i++)
        play->is_line_used[list->moves[i].line] = true;
    const struct mad_move *move = &list->moves[mad_random(&play->random) % list->count];
    const struct mad_game *game = play->lint->game;
    memcpy(play->before, mad_state_board_const(game, mad_position_state(play->position)),
           game->squares);
    *status = mad_position_make(play->position, move, list->deltas);
    mad_lint_pay_for(play->lint, mad_position_state(play->position));
    if (*status == MAD_OK)
        look_for_mover(play, move, play->before,
                       mad_state_board_const(game, mad_position_state(play->position)));
    return *status == MAD_OK;
}

static enum mad_status play_one(struct play *play)
{
    enum mad_status status = mad_position_new(play->lint->game, &play->position);
    uint32_t ply = 0;
    if (status != MAD_OK)
        return status;
    while (ply < MAX_PLIES && !mad_lint_is_stopped(play->lint) && go_on(play, ply, &status))
        ply++;
    play->capped += ply == MAX_PLIES;
    if (status == MAD_ERROR_LIMIT)
        tell_too_many(play);
    mad_position_free(play->position);
    return status;
}

/* --- what they say together ----------------------------------------------------------------------------------------- */

/* Repetition, a number of turns, or a counter: something ends the game in the end. */
static bool has_limit(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->ends.count; i++) {
        const struct mad_node *end = rules->ends.items[i];
        if (end->kind == MAD_NODE_END_QUIET || mad_lint_has_kind(end, MAD_NODE_REPEATED))
            return true;
        for (uint32_t c = 0; c < rules->counter_count; c++)
            if (mad_lint_leads_to(rules, end, rules->counters[c].name))
                return true;
    }
    return false;
}

static void tell_endless(struct play *play)
{
    struct mad_lint *lint = play->lint;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ENDLESS, lint->rules->span,
        mad_findings_text(lint->findings,
                          "%u of %u random games did not end within %d moves (seed %llu), and no "
                          "rule would end them",
                          (unsigned)play->capped, (unsigned)play->games, MAX_PLIES,
                          (unsigned long long)lint->options->seed));
    mad_finding_remedy(
        lint->findings, finding,
        "under `ends in this order` write `draw when position has occurred 3 times`, or "
        "`draw after 50 turns each without capture`");
}

/* A verb none of whose lines made a move, where the file itself calls it. */
static void tell_dead(struct play *play, uint32_t line)
{
    const struct mad_game *game = play->lint->game;
    struct mad_lint *lint = play->lint;
    for (uint32_t other = 1; other < game->line_count; other++)
        if (strcmp(game->lines[other].verb, game->lines[line].verb) == 0 &&
            (play->is_line_used[other] || other < line))
            return;
    const struct mad_node *at = line_of(lint, game->lines[line].verb);
    if (at != NULL)
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_DEAD_RULE, at->span,
            mad_findings_text(
                lint->findings,
                "`%s` made no move in %u random games of at most %d moves (seed %llu)",
                game->lines[line].verb, (unsigned)play->games, MAX_PLIES,
                (unsigned long long)lint->options->seed));
}

static void sum_up(struct play *play)
{
    if (!play->is_told_moveless)
        mad_lint_tell_moveless(play->lint);
    if (play->capped > 0 && !has_limit(play->lint->rules))
        tell_endless(play);
    for (uint32_t line = 1; line < play->lint->game->line_count; line++)
        if (!play->is_line_used[line])
            tell_dead(play, line);
}

void mad_lint_games(struct mad_lint *lint)
{
    const struct mad_lint_options *options = lint->options;
    struct play *play = lint->has_no_game ? NULL : mad_lint_room(lint, 1, sizeof *play);
    enum mad_status status = MAD_OK;
    if (play == NULL || mad_lint_lone(lint) == NULL)
        return;
    *play = (struct play){.lint = lint, .random = options->seed};
    play->asks_for_royals = mad_lint_asks_for_royals(lint);
    while (play->games < options->games && status == MAD_OK && !mad_lint_is_stopped(lint)) {
        status = play_one(play);
        play->games++;
    }
    mad_names_free(lint->game, &play->names);
    if (status == MAD_OK && lint->steps > MAD_MAX_LINT_STEPS)
        tell_slow(play);
    else if (status == MAD_OK && !mad_lint_is_stopped(lint))
        sum_up(play);
    else if (status != MAD_ERROR_LIMIT)
        lint->status = status;
}
