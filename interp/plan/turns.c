/* turns.c - in which order the players move, what happens behind each move, and who may pass.
 *
 * Layer: plan. `end turn when`, `when moved` and `pass when` are programs of their own. In Marseillais chess
 * each player moves twice. It relies on truth.c and effect.c for what is asked and done. */
#include <string.h>

#include "expr.h"

/* --- turns ----------------------------------------------------------------------------------- */

/* A program that holds when the truth of some law of this kind does. */
uint32_t mad_lower_whenever(struct mad_codegen *codegen, uint32_t side, enum mad_node_kind kind)
{
    uint32_t address = codegen->code_count, count = 0;
    for (uint32_t i = 0; i < codegen->rules->laws.count; i++) {
        const struct mad_node *law = codegen->rules->laws.items[i];
        struct mad_label past = {0};
        if (law->kind == kind) {
            mad_begin_program(codegen, side,
                              kind == MAD_NODE_PASS_WHEN ? MAD_PLACE_PASS : MAD_PLACE_END);
            codegen->span = law->span;
            mad_jump_if(codegen, law->first, NULL, false, &past);
            mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
            mad_label_bind(codegen, &past);
            count++;
        }
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

static void add_turns(struct mad_codegen *codegen, const struct mad_node *names)
{
    struct mad_game *game = codegen->game;
    for (const struct mad_node *name = names; name != NULL && name->kind == MAD_NODE_REF;
         name = name->next) {
        uint8_t player = codegen->rules->players[0].name == name->name   ? 0
                         : codegen->rules->players[1].name == name->name ? 1
                                                                         : 2;
        if (player == 2) {
            mad_codegen_error(codegen, MAD_FINDING_UNDEF_PIECE, name->span, "%s", name->name);
        } else if (game->turn.count == MAD_MAX_TURNS) {
            mad_codegen_error(codegen, MAD_FINDING_LIMIT, name->span, "more than %d turns",
                              MAD_MAX_TURNS);
        } else {
            game->turn.order[game->turn.count++] = player;
        }
    }
}

/* Where a player's turn begins among those repeated: his first move that follows one of the other. */
static bool find_usual(struct mad_game *game, uint8_t player)
{
    for (uint32_t i = game->turn.once; i < game->turn.count; i++) {
        uint32_t before = i == game->turn.once ? game->turn.count - 1u : i - 1;
        if (game->turn.order[i] == player && game->turn.order[before] != player) {
            game->turn.usual[player] = (uint8_t)i;
            return true;
        }
    }
    return false;
}

void mad_lower_turns(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    for (uint32_t i = 0; i < codegen->rules->laws.count; i++) {
        const struct mad_node *law = codegen->rules->laws.items[i];
        const struct mad_node *repeated = mad_child_of_kind(law, MAD_NODE_LIST);
        if (law->kind != MAD_NODE_TURNS || repeated == NULL) {
            continue;
        }
        add_turns(codegen, law->first);
        game->turn.once = game->turn.count;
        add_turns(codegen, repeated->first);
        if (codegen->errors == 0 && (!find_usual(game, 0) || !find_usual(game, 1))) {
            mad_codegen_error(codegen, MAD_FINDING_GAME_SHAPE, repeated->span,
                              "both players move among the turns that are repeated");
        }
    }
}

/* --- when moved ------------------------------------------------------------------------------ */

uint32_t mad_lower_moved(struct mad_codegen *codegen, uint32_t side)
{
    uint32_t address = codegen->code_count, count = 0;
    mad_begin_program(codegen, side, MAD_PLACE_MOVED);
    for (uint32_t i = 0; i < codegen->rules->laws.count; i++) {
        const struct mad_node *law = codegen->rules->laws.items[i];
        if (law->kind == MAD_NODE_WHEN_MOVED) {
            codegen->span = law->span;
            mad_lower_effects(codegen, mad_child_of_kind(law, MAD_NODE_BODY), NULL, false);
            count++;
        }
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

/* --- passing --------------------------------------------------------------------------------- */

/* Whether a truth can hold only for a player who cannot move. */
static bool wants_no_moves(const struct mad_node *truth)
{
    if (truth->kind == MAD_NODE_AND) {
        for (const struct mad_node *child = truth->first; child != NULL; child = child->next) {
            if (wants_no_moves(child)) {
                return true;
            }
        }
    }
    return truth->kind == MAD_NODE_CAN_MOVE && (truth->flags & MAD_FLAG_NEGATED) &&
           truth->first->next == NULL && truth->first->kind == MAD_NODE_CONST &&
           truth->first->n0 == MAD_WORD_MOVER;
}

void mad_lower_pass_line(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    bool passes = false;
    for (uint32_t i = 0; i < codegen->rules->laws.count; i++) {
        const struct mad_node *law = codegen->rules->laws.items[i];
        if (law->kind == MAD_NODE_PASS_WHEN) {
            passes = true;
            codegen->program->passes_freely |= !wants_no_moves(law->first);
        }
    }
    if (passes && game->line_count < MAD_MAX_LINES) {
        codegen->program->pass_line = (uint8_t)game->line_count;
        game->lines[game->line_count++] =
            (struct mad_line){.verb = "pass", .written = "pass", .shape = MAD_SHAPE_STAY};
    }
}

void mad_lower_passes(struct mad_codegen *codegen)
{
    for (uint32_t side = 0; side < 2; side++) {
        codegen->program->entry.pass[side] = mad_lower_whenever(codegen, side, MAD_NODE_PASS_WHEN);
    }
}
