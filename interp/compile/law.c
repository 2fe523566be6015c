/* law.c - what a move must not leave behind, and how the game ends.
 *
 * Layer: compile. Laws and ends are asked after a move, seen by the player who made it. The commonest
 * law, that no own royal may be left attacked, is recognised by its shape and answered by masks while
 * moves are generated; any other is answered by making each move and asking. */
#include <string.h>

#include "build.h"

static void begin_program(struct mad_build *build, uint32_t side)
{
    build->side = side;
    build->has_here = false;
    build->changed = false;
    build->next_register = MAD_FIXED_REGISTERS;
    build->known_first = build->known_count = 0;
}

/* --- illegal --------------------------------------------------------------------------------------------------- */

static uint32_t lower_illegal(struct mad_build *build, uint32_t side)
{
    uint32_t address = build->code_count;
    const struct mad_rule_lines *laws = &build->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        struct mad_label past = {0};
        begin_program(build, side);
        build->span = laws->items[i]->span;
        mad_jump_if(build, laws->items[i], NULL, false, &past);
        mad_emit(build, MAD_OP_HOLDS, 0, 0, 0, 0);
        mad_label_bind(build, &past);
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    return laws->count != 0 ? address : MAD_NO_PROGRAM;
}

/* `own royal is attacked`, behind any number of names. */
static bool is_royal_attacked(const struct mad_build *build, const struct mad_node *node,
                              uint32_t depth)
{
    if (node->kind == MAD_NODE_REF && depth < MAD_MAX_NESTING) {
        const struct mad_rule_definition *definition = mad_definition(build, node->name);
        return definition != NULL && is_royal_attacked(build, definition->expression, depth + 1);
    }
    if (node->kind != MAD_NODE_IS || (node->flags & MAD_FLAG_NEGATED)) {
        return false;
    }
    const struct mad_node *subject = node->first;
    if ((node->n0 == MAD_IS_IN || node->n0 == MAD_IS) && subject->kind == MAD_NODE_CONST &&
        subject->n0 == MAD_WORD_MOVER) {
        return is_royal_attacked(build, subject->next, depth);
    }
    return node->n0 == MAD_IS_ATTACKED && subject->kind == MAD_NODE_OWN &&
           subject->first->kind == MAD_NODE_CONST && subject->first->n0 == MAD_WORD_ROYAL;
}

static bool find_royals(struct mad_build *build)
{
    uint32_t count[2] = {0, 0};
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        struct mad_code who = build->game->codes[code];
        if (build->game->types[who.type].royal) {
            build->machine->royal_code[who.owner] = (uint8_t)code;
            count[who.owner]++;
        }
    }
    return count[0] == 1 && count[1] == 1;
}

/* Whether every check comes by a leap or along one line whose squares are known. */
static bool attacks_are_plain(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    bool plain = true;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < machine->attack_count[side]; i++) {
            const struct mad_attack *attack = &machine->attacks[side][i];
            plain = plain &&
                    (!attack->ride || mad_ride_between(build, attack->table,
                                                       (uint64_t *)(uintptr_t)machine->between));
        }
    }
    return plain;
}

static void choose_legality(struct mad_build *build)
{
    const struct mad_rule_lines *laws = &build->rules->illegal;
    struct mad_machine *machine = build->machine;
    machine->legality = laws->count == 0 ? MAD_LEGALITY_NONE : MAD_LEGALITY_TEST;
    if (laws->count == 1 && is_royal_attacked(build, laws->items[0], 0) && find_royals(build) &&
        attacks_are_plain(build)) {
        machine->legality = MAD_LEGALITY_ROYAL;
    }
}

/* --- ends ------------------------------------------------------------------------------------------------------------ */

static int subject_player(struct mad_build *build, const struct mad_node *node)
{
    if (node->kind == MAD_NODE_CONST && node->n0 == MAD_WORD_ENEMY) {
        return 1 - (int)build->side;
    }
    struct mad_value value = mad_value_of(build, node, NULL);
    if (value.kind != MAD_KIND_PLAYER) {
        mad_build_error(build, MAD_FINDING_TYPE, node->span,
                        "a player is wanted here: mover, enemy or a player's name");
        return -1;
    }
    return (int)value.player;
}

static enum mad_outcome win_of(int player)
{
    return player == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND;
}

static void lower_quiet(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    if (end->n0 < 1 || end->n0 > 4999) { /* the counter has four digits in position texts */
        mad_build_error(build, MAD_FINDING_NUMBER_RANGE, end->span, "1 to 4999 turns each can be counted");
        return;
    }
    mad_emit(build, MAD_OP_IF_BUSY, 0, 0, 0, (uint32_t)end->n0 * 2u);
    mad_emit_jump(build, MAD_OP_JUMP, 0, 0, 0,
                  &past); /* its x is where IF_BUSY goes; never run itself */
    mad_emit(build, MAD_OP_VERDICT, MAD_DRAW, 0, 0, index);
    mad_label_bind(build, &past);
}

/* A player with no X loses: asked of both, the player who moved first. */
static void lower_without(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    for (uint32_t turn = 0; turn < 2; turn++) {
        uint32_t side = build->side, player = turn == 0 ? side : 1 - side;
        struct mad_label past = {0};
        build->side = player;
        struct mad_value value = mad_value_of(build, end->first, NULL);
        if (value.kind == MAD_KIND_PIECES) {
            value.owner = (int)player;
        }
        value = mad_as_squares(build, value, end->span);
        struct mad_value men = mad_slot_value(build, player);
        value = mad_combine_values(build, MAD_BOTH, &value, &men);
        build->side = side;
        if (value.kind == MAD_KIND_SQUARES) {
            mad_emit_jump(build, MAD_OP_IF_SOME, mad_in_register(build, &value), 0, 0, &past);
            mad_emit(build, MAD_OP_VERDICT, win_of((int)(end->n0 != 0 ? player : 1 - player)), 0, 0,
                     index);
        }
        mad_label_bind(build, &past);
    }
}

static void lower_end(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    const struct mad_node *truth = end->kind == MAD_NODE_END_FOR ? end->first->next : end->first;
    enum mad_outcome outcome = MAD_DRAW;
    if (end->kind == MAD_NODE_END_QUIET) {
        lower_quiet(build, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_WITHOUT) {
        lower_without(build, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_SCORE) {
        mad_build_error(build, MAD_FINDING_SYNTAX, end->span, "scores are not built yet");
        return;
    }
    if (end->kind == MAD_NODE_END_FOR) {
        int player = subject_player(build, end->first);
        outcome = player < 0 ? MAD_DRAW : win_of(end->n0 != 0 ? player : 1 - player);
    }
    mad_jump_if(build, truth, NULL, false, &past);
    mad_emit(build, MAD_OP_VERDICT, outcome, 0, 0, index);
    mad_label_bind(build, &past);
}

/* Whether the end can only hold when the side to move has no move, or by repetition or counters:
 * perft need not ask. */
static bool is_left_out(const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_END_QUIET:
    case MAD_NODE_REPEATED: return true;
    case MAD_NODE_END_FOR: return is_left_out(node->first->next);
    case MAD_NODE_END_DRAW: return is_left_out(node->first);
    case MAD_NODE_AND:
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            if (is_left_out(child)) {
                return true;
            }
        }
        return false;
    case MAD_NODE_CAN_MOVE:
        return (node->flags & MAD_FLAG_NEGATED) && node->first->next == NULL &&
               node->first->kind == MAD_NODE_CONST && node->first->n0 == MAD_WORD_ENEMY;
    default: return false;
    }
}

static uint32_t lower_judge(struct mad_build *build, uint32_t side, bool for_perft)
{
    uint32_t address = build->code_count, count = 0;
    for (uint32_t i = 0; i < build->rules->ends.count; i++) {
        const struct mad_node *end = build->rules->ends.items[i];
        if (for_perft && is_left_out(end)) {
            continue;
        }
        begin_program(build, side);
        build->span = end->span;
        lower_end(build, end, i);
        count++;
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

/* --- what resets the quiet counter --------------------------------------------------------------------------------------- */

static void lower_quiet_breaks(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    machine->breaks_quiet = mad_build_keep(build, build->game->code_count + 1);
    for (uint32_t i = 0; machine->breaks_quiet != NULL && i < build->rules->ends.count; i++) {
        const struct mad_node *end = build->rules->ends.items[i];
        for (const struct mad_node *b = end->first; end->kind == MAD_NODE_END_QUIET && b != NULL;
             b = b->next) {
            int type = b->name != NULL ? mad_build_type(build, b->name) : -1;
            if (b->name == NULL) {
                machine->quiet_capture = 1;
            } else if (type < 0) {
                mad_build_unknown(build, b->span, b->name, true, NULL);
            }
            for (uint32_t side = 0; type >= 0 && side < 2; side++) {
                if (build->game->code_of[type][side] != 0xff) {
                    machine->breaks_quiet[build->game->code_of[type][side]] |=
                        b->n0 == 0 ? MAD_BREAKS_BY_MOVE : MAD_BREAKS_BY_CHANGE;
                }
            }
        }
    }
}

void mad_lower_laws(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    for (uint32_t side = 0; side < 2; side++) {
        machine->illegal[side] = lower_illegal(build, side);
        machine->judge[side] = lower_judge(build, side, false);
        machine->judge_static[side] = lower_judge(build, side, true);
    }
    lower_quiet_breaks(build);
    if (build->errors == 0 && build->status == MAD_OK) {
        choose_legality(build);
    }
}
