/* ends.c - how the game ends: programs asked behind each move, seen by the player who made it.
 *
 * Layer: plan. The first end that holds decides: `White wins when Black's King is captured` becomes a test and,
 * behind it, a verdict. Counting leaves out ends that hang on what was before; and what most moves leave as it
 * is, is asked once for all of them beforehand. It relies on truth.c for what an end asks, and on
 * asks.c for what most moves leave alone. */
#include <string.h>

#include "../vm/opcode.h"
#include "expr.h"

/* --- ends ------------------------------------------------------------------------------------ */

static int subject_player(struct mad_codegen *codegen, const struct mad_node *node)
{
    if (mad_is_word(node, MAD_WORD_ENEMY)) {
        return 1 - (int)codegen->side;
    }
    if (mad_is_word(node, MAD_WORD_NEXT_PLAYER)) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "of two players `mover` or `enemy` has won");
        return -1;
    }
    struct mad_value value = mad_value_of(codegen, node, NULL);
    if (value.kind == MAD_KIND_NONE) {
        return -1;
    }
    if (value.kind != MAD_KIND_PLAYER) {
        mad_codegen_no_player(codegen, node);
        return -1;
    }
    return (int)value.player;
}

static enum mad_outcome win_of(int player)
{
    return player == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND;
}

static void lower_quiet(struct mad_codegen *codegen, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    const int32_t players =
        codegen->rules->player_count > 2 ? (int32_t)codegen->rules->player_count : 2;
    const int32_t most = 9999 / players; /* the counter has four digits in position texts */
    if (end->n0 < 1 || end->n0 > most) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, end->span,
                          "1 to %d turns each can be counted", most);
        return;
    }
    uint32_t moves = codegen->game->turn.count == 0 || codegen->game->turn.goes_on
                         ? (uint32_t)players
                         : codegen->game->turn.count - (uint32_t)codegen->game->turn.once;
    const uint32_t quiet = (uint32_t)end->n0 * moves;
    mad_emit_jump(codegen, MAD_OP_IF_LAST, quiet % 256, quiet / 256, MAD_LAST_BUSY, &past);
    mad_emit(codegen, MAD_OP_VERDICT, MAD_DRAW, 0, 0, index);
    mad_label_bind(codegen, &past);
}

/* What comes of an end that is asked of both players and holds of `who`. */
static enum mad_outcome outcome_for(const struct mad_node *end, uint32_t who)
{
    return win_of((int)(end->n0 != 0 ? who : 1 - who));
}

/* When it holds of both. */
static enum mad_outcome outcome_for_both(const struct mad_node *end, uint32_t player)
{
    return end->n1 == MAD_BOTH_DRAW
               ? MAD_DRAW
               : outcome_for(end, end->n1 == MAD_BOTH_MOVER ? player : 1 - player);
}

/* The men of that player who are X, in a register; -1 for what is no set. */
static int men_of_player(struct mad_codegen *codegen, const struct mad_node *end, uint32_t player)
{
    const uint32_t side = codegen->side;
    codegen->side = player;
    struct mad_value value = mad_value_of(codegen, end->first, NULL);
    value = mad_as_squares(codegen, mad_owned(codegen, value, player, end->span), end->span);
    codegen->side = side;
    return value.kind == MAD_KIND_SQUARES ? (int)mad_in_register(codegen, &value) : -1;
}

/* A player with no X loses: asked of both, and when neither has one nobody does, or who is said to. */
static void lower_without(struct mad_codegen *codegen, const struct mad_node *end, uint32_t index)
{
    const uint32_t player = codegen->side, enemy = 1 - player;
    const int own = men_of_player(codegen, end, player),
              others = men_of_player(codegen, end, enemy);
    struct mad_label has_some = {0}, one_has = {0}, past = {0};
    if (own < 0 || others < 0) {
        return;
    }
    mad_emit_jump(codegen, MAD_OP_IF_SOME, (uint32_t)own, 0, 0, &has_some);
    mad_emit_jump(codegen, MAD_OP_IF_SOME, (uint32_t)others, 0, 0, &one_has);
    mad_emit(codegen, MAD_OP_VERDICT, outcome_for_both(end, player), 0, 0, index);
    mad_label_bind(codegen, &one_has);
    mad_emit(codegen, MAD_OP_VERDICT, outcome_for(end, player), 0, 0, index);
    mad_label_bind(codegen, &has_some);
    mad_emit_jump(codegen, MAD_OP_IF_SOME, (uint32_t)others, 0, 0, &past);
    mad_emit(codegen, MAD_OP_VERDICT, outcome_for(end, enemy), 0, 0, index);
    mad_label_bind(codegen, &past);
}

/* A player who is so loses when C: asked of both, and when both are so nobody does, or who is said to. */
static void lower_whoever(struct mad_codegen *codegen, const struct mad_node *end, uint32_t index)
{
    const struct mad_node *is_mover = end->first, *is_enemy = is_mover->next;
    const uint32_t player = codegen->side, enemy = 1 - player;
    struct mad_label one_is = {0}, is_not = {0}, past = {0};
    if (is_enemy->next != NULL)
        mad_jump_if(codegen, is_enemy->next, NULL, false, &past);
    mad_jump_if(codegen, is_mover, NULL, false, &is_not);
    mad_jump_if(codegen, is_enemy, NULL, false, &one_is);
    mad_emit(codegen, MAD_OP_VERDICT, outcome_for_both(end, player), 0, 0, index);
    mad_label_bind(codegen, &one_is);
    mad_emit(codegen, MAD_OP_VERDICT, outcome_for(end, player), 0, 0, index);
    mad_label_bind(codegen, &is_not);
    mad_jump_if(codegen, is_enemy, NULL, false, &past);
    mad_emit(codegen, MAD_OP_VERDICT, outcome_for(end, enemy), 0, 0, index);
    mad_label_bind(codegen, &past);
}

/* Of `White wins when C`, `draw when C`, `mover scores N and enemy scores M when C`: C. */
static const struct mad_node *truth_of(const struct mad_node *end)
{
    return end->kind == MAD_NODE_END_FOR || end->kind == MAD_NODE_END_MOST ? end->first->next
           : end->kind == MAD_NODE_END_SCORE || end->kind == MAD_NODE_END_WHOEVER
               ? end->first->next->next
               : end->first;
}

/* Of `the player with most points`: what each of the two has counted. */
static void count_most(struct mad_codegen *codegen, const struct mad_node *end, uint32_t *number)
{
    const struct mad_value value = mad_value_of(codegen, end->first, NULL);
    const uint32_t counter = value.counter != 0 ? (value.counter - 1) / 2 : 0;
    if (value.kind == MAD_KIND_NONE)
        return;
    if (value.counter == 0 || !codegen->rules->counters[counter].each) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, end->first->span,
                          "who has most of it? A counter is wanted that each player has: `counter "
                          "points for each player starts at 0`");
        return;
    }
    for (uint32_t player = 0; player < 2; player++) {
        const struct mad_value his = {.kind = MAD_KIND_NUMBER, .counter = counter * 2 + player + 1};
        number[player] = mad_in_number(codegen, &his, end->span);
    }
}

/* `mover scores 3 and enemy scores 1 when C`: the truth first, which is cheaper. */
static void lower_score(struct mad_codegen *codegen, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    uint32_t number[2] = {0, 0};
    bool seen[2] = {false, false};
    mad_jump_if(codegen, truth_of(end), NULL, false, &past);
    if (end->kind == MAD_NODE_END_MOST)
        count_most(codegen, end, number);
    for (const struct mad_node *scores = end->first; scores->kind == MAD_NODE_SCORES;
         scores = scores->next) {
        int player = subject_player(codegen, scores->first);
        struct mad_value value = mad_value_of(codegen, scores->first->next, NULL);
        uint32_t n = mad_in_number(codegen, &value, scores->first->next->span);
        if (player >= 0 && seen[player]) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, scores->first->span,
                              "this is the same player again; say what the other scores");
        }
        if (player >= 0) {
            number[player] = n;
            seen[player] = true;
        }
    }
    mad_emit(codegen, MAD_OP_SCORE, number[0], number[1], 0, index);
    mad_label_bind(codegen, &past);
}

static void lower_end(struct mad_codegen *codegen, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    enum mad_outcome outcome = MAD_DRAW;
    if (end->kind == MAD_NODE_END_QUIET) {
        lower_quiet(codegen, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_WITHOUT) {
        lower_without(codegen, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_WHOEVER) {
        lower_whoever(codegen, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_OUT || end->kind == MAD_NODE_END_LAST) {
        mad_codegen_error(codegen, MAD_FINDING_GAME_SHAPE, end->span,
                          "of two players one has won when the other is out: say who loses");
        return;
    }
    if (end->kind == MAD_NODE_END_SCORE || end->kind == MAD_NODE_END_MOST) {
        lower_score(codegen, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_FOR) {
        int player = subject_player(codegen, end->first);
        outcome = player < 0 ? MAD_DRAW : win_of(end->n0 != 0 ? player : 1 - player);
    }
    mad_jump_if(codegen, truth_of(end), NULL, false, &past);
    mad_emit(codegen, MAD_OP_VERDICT, outcome, 0, 0, index);
    mad_label_bind(codegen, &past);
}

/* Whether the end can only hold when the side to move has no move, or by repetition or counters:
 * perft need not ask. */
static bool is_left_out(const struct mad_codegen *codegen, const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_END_QUIET:
    case MAD_NODE_REPEATED:
    case MAD_NODE_SINCE_FIRST: return true;
    case MAD_NODE_END_FOR:
    case MAD_NODE_END_DRAW:
    case MAD_NODE_END_MOST:
    case MAD_NODE_END_SCORE: return is_left_out(codegen, truth_of(node));
    case MAD_NODE_END_WHOEVER: /* what is asked of both may hold of one alone */
        node = node->first->next->next;
        return node != NULL && is_left_out(codegen, node);
    case MAD_NODE_AND:
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            if (is_left_out(codegen, child)) {
                return true;
            }
        }
        return false;
    case MAD_NODE_CAN_MOVE:
        return (node->flags & MAD_FLAG_NEGATED) && node->first->next == NULL &&
               (mad_is_word(node->first, MAD_WORD_NEXT_PLAYER) ||
                (mad_is_word(node->first, MAD_WORD_ENEMY) && codegen->game->turn.count == 0));
    default: return false;
    }
}

uint32_t mad_lower_judge(struct mad_codegen *codegen, uint32_t side, bool for_perft)
{
    uint32_t address = codegen->code_count, count = 0;
    for (uint32_t i = 0; i < codegen->rules->ends.count; i++) {
        const struct mad_node *end = codegen->rules->ends.items[i];
        if ((for_perft && is_left_out(codegen, end)) ||
            (codegen->rules->seen_by != NULL && side != codegen->rules->seen_by[i])) {
            continue;
        }
        mad_begin_program(codegen, side, MAD_PLACE_END);
        codegen->span = end->span;
        lower_end(codegen, end, i);
        count++;
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

/* --- what need not be asked again ------------------------------------------------------------ */

/* Emits what an end needs to hold, as far as only numbers of men are asked for; false: there is none. */
static bool lower_end_doubt(struct mad_codegen *codegen, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    uint32_t first = codegen->code_count;
    if (end->kind == MAD_NODE_END_WITHOUT) {
        lower_without(codegen, end, index);
        return mad_asks_for_numbers(codegen, first, codegen->code_count);
    }
    if (end->kind == MAD_NODE_END_WHOEVER && end->first->next->next == NULL) {
        return false; /* of both, and one is enough */
    }
    uint32_t count = mad_lower_told(codegen, truth_of(end), 0, mad_asks_for_numbers, &past);
    mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(codegen, &past);
    return count != 0;
}

/* The same of a sentence of `when moved`. */
static bool lower_moved_doubt(struct mad_codegen *codegen, const struct mad_node *sentence)
{
    struct mad_label past = {0};
    if (sentence->kind != MAD_NODE_IF || sentence->first->next == NULL ||
        sentence->first->next->next != NULL ||
        mad_lower_told(codegen, sentence->first, 0, mad_asks_for_numbers, &past) == 0) {
        return false;
    }
    mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(codegen, &past);
    return true;
}

/* A program that holds when some end that counting asks for may hold, or `when moved` may do something, as
 * far as only numbers of men are asked for: behind a move that changes none of these, neither does when
 * it does not now. */
void mad_lower_ends_precheck(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    uint32_t address = codegen->code_count;
    bool told = mad_takes_way(program, MAD_WAY_ENDS_PRECHECK) && codegen->game->turn.count == 0 &&
                codegen->game->past_offset == 0 && /* else how men stand is remembered each time */
                (program->entry.judge_static[side] != MAD_NO_PROGRAM ||
                 program->entry.moved[side] != MAD_NO_PROGRAM);
    for (uint32_t i = 0; told && i < codegen->rules->ends.count; i++) {
        const struct mad_node *end = codegen->rules->ends.items[i];
        if (!is_left_out(codegen, end)) {
            mad_begin_program(codegen, side, MAD_PLACE_END);
            codegen->span = end->span;
            told = lower_end_doubt(codegen, end, i);
        }
    }
    for (uint32_t i = 0; told && i < codegen->rules->laws.count; i++) {
        const struct mad_node *law = codegen->rules->laws.items[i];
        const struct mad_node *body =
            law->kind == MAD_NODE_WHEN_MOVED ? mad_child_of_kind(law, MAD_NODE_BODY) : NULL;
        for (const struct mad_node *s = body != NULL ? body->first : NULL; told && s != NULL;
             s = s->next) {
            mad_begin_program(codegen, side, MAD_PLACE_MOVED);
            codegen->span = s->span;
            told = lower_moved_doubt(codegen, s);
        }
    }
    if (told) {
        program->ends.questions[side] = mad_questions_of(codegen, address, codegen->code_count);
    }
    if (program->ends.questions[side] == NULL) {
        codegen->code_count = address;
        return;
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    program->ends.precheck[side] = address;
}

/* --- what resets the quiet counter ----------------------------------------------------------- */

void mad_lower_quiet_breaks(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    program->breaks_quiet = mad_codegen_keep(codegen, codegen->game->code_count + 1);
    for (uint32_t i = 0; program->breaks_quiet != NULL && i < codegen->rules->ends.count; i++) {
        const struct mad_node *end = codegen->rules->ends.items[i];
        for (const struct mad_node *b = end->first; end->kind == MAD_NODE_END_QUIET && b != NULL;
             b = b->next) {
            int type = b->name != NULL ? mad_named(codegen, MAD_NAME_PIECE, b->name) : -1;
            if (b->name == NULL) {
                program->quiet_capture = 1;
            } else if (type < 0) {
                mad_codegen_unknown(codegen, b->span, b->name, true, NULL);
            }
            for (uint32_t side = 0; type >= 0 && side < 2; side++) {
                if (codegen->game->code_of[type][side] != 0xff) {
                    program->breaks_quiet[codegen->game->code_of[type][side]] |=
                        b->n0 == 0 ? MAD_BREAKS_BY_MOVE : MAD_BREAKS_BY_CHANGE;
                }
            }
        }
    }
}
