/* turns.c - in which order the players move, what happens behind each move, and who may pass.
 *
 * Layer: plan. `end turn when`, `when moved` and `pass when` are programs of their own. In Marseillais chess
 * each player moves twice. It relies on truth.c and effect.c for what is asked and done. */
#include <string.h>

#include "expr.h"

/* --- turns ----------------------------------------------------------------------------------- */

/* The laws of this kind, one after the other: behind each of them whose truth is as wanted, that it holds; or where
 * to go on when one of them is. Returns how many they are. */
static uint32_t lower_each(struct mad_codegen *codegen, uint32_t side, enum mad_node_kind kind,
                           struct mad_label *instead)
{
    uint32_t count = 0, at = 0;
    for (const struct mad_node *law; (law = mad_next_law(codegen, kind, &at)) != NULL;) {
        struct mad_label past = {0};
        mad_begin_program(codegen, side,
                          kind == MAD_NODE_PASS_WHEN ? MAD_PLACE_PASS : MAD_PLACE_END);
        codegen->span = law->span;
        mad_jump_if(codegen, law->first, NULL, instead != NULL, instead != NULL ? instead : &past);
        if (instead == NULL) {
            mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
        }
        mad_label_bind(codegen, &past);
        count++;
    }
    return count;
}

uint32_t mad_lower_end_turn(struct mad_codegen *codegen, uint32_t side)
{
    uint32_t address = codegen->code_count;
    uint32_t count = lower_each(codegen, side, MAD_NODE_END_TURN_WHEN, NULL);
    if (codegen->game->turn.goes_on) {
        struct mad_label again = {0};
        count += lower_each(codegen, side, MAD_NODE_AGAIN_WHEN, &again);
        mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
        mad_label_bind(codegen, &again);
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

bool mad_ends_turns(const struct mad_codegen *codegen)
{
    uint32_t at = 0;
    return codegen->game->turn.goes_on ||
           mad_next_law(codegen, MAD_NODE_END_TURN_WHEN, &at) != NULL;
}

static void add_turns(struct mad_codegen *codegen, const struct mad_node *names)
{
    struct mad_game *game = codegen->game;
    for (const struct mad_node *name = names; name != NULL && name->kind == MAD_NODE_REF;
         name = name->next) {
        const int player = mad_named(codegen, MAD_NAME_PLAYER, name->name);
        if (player < 0) {
            mad_codegen_error(codegen, MAD_FINDING_UNDEF_PIECE, name->span, "%s", name->name);
        } else if (game->turn.count == MAD_MAX_TURNS) {
            mad_codegen_error(codegen, MAD_FINDING_LIMIT, name->span, "more than %d turns",
                              MAD_MAX_TURNS);
        } else {
            game->turn.order[game->turn.count++] = (uint8_t)player;
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

/* `mover must move again when C`: each player's turn is a first move and as many others as come of that. */
static void lower_again(struct mad_codegen *codegen, const struct mad_node *law)
{
    struct mad_game *game = codegen->game;
    if (game->turn.count != 0 && !game->turn.goes_on) {
        mad_codegen_error(codegen, MAD_FINDING_GAME_SHAPE, law->span,
                          "`turns` has said already whose move is next; leave one of the two out");
        return;
    }
    game->turn = (struct mad_turn_order){
        .order = {0, 0, 1, 1}, .count = 4, .usual = {0, 2}, .goes_on = true};
}

void mad_lower_turns(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    const struct mad_node *law;
    uint32_t turns = 0, again = 0, ends = 0;
    while ((law = mad_next_law(codegen, MAD_NODE_TURNS, &turns)) != NULL) {
        const struct mad_node *repeated = mad_child_of_kind(law, MAD_NODE_LIST);
        if (repeated == NULL) {
            continue;
        }
        add_turns(codegen, law->first);
        game->turn.once = game->turn.count;
        add_turns(codegen, repeated->first);
        if (codegen->errors == 0 && !codegen->rules->plays_alone &&
            (!find_usual(game, 0) || !find_usual(game, 1))) {
            mad_codegen_error(codegen, MAD_FINDING_GAME_SHAPE, repeated->span,
                              "both players move among the turns that are repeated");
        }
    }
    while ((law = mad_next_law(codegen, MAD_NODE_AGAIN_WHEN, &again)) != NULL) {
        lower_again(codegen, law);
    }
    while (game->turn.count == 0 &&
           (law = mad_next_law(codegen, MAD_NODE_END_TURN_WHEN, &ends)) != NULL) {
        mad_codegen_error(codegen, MAD_FINDING_GAME_SHAPE, law->span,
                          "every turn is over after one move; say `turns ...`, or `mover moves "
                          "again when ...`, for longer ones");
    }
}

/* --- when moved ------------------------------------------------------------------------------ */

uint32_t mad_lower_moved(struct mad_codegen *codegen, uint32_t side)
{
    uint32_t address = codegen->code_count, count = 0, at = 0;
    bool remembers = false;
    mad_begin_program(codegen, side, MAD_PLACE_MOVED);
    for (const struct mad_node *law;
         (law = mad_next_law(codegen, MAD_NODE_WHEN_MOVED, &at)) != NULL; count++) {
        codegen->span = law->span;
        mad_lower_effects(codegen, mad_child_of_kind(law, MAD_NODE_BODY), NULL, false);
    }
    for (uint32_t i = 0; i < codegen->rules->illegal.count && !remembers; i++) {
        const struct mad_node *law = codegen->rules->illegal.items[i];
        if (codegen->game->past_offset != 0 &&
            (mad_reads_of(codegen, law, NULL) & MAD_READS(PAST))) {
            codegen->span = law->span; /* which there may be too much to look back on for */
            mad_emit(codegen, MAD_OP_REMEMBER, 0, 0, 0, 0);
            remembers = true;
        }
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 || remembers ? address : MAD_NO_PROGRAM;
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
           truth->first->next == NULL && mad_is_word(truth->first, MAD_WORD_MOVER);
}

void mad_lower_pass_line(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    bool passes = false;
    uint32_t at = 0;
    for (const struct mad_node *law; (law = mad_next_law(codegen, MAD_NODE_PASS_WHEN, &at)) != NULL;
         passes = true) {
        codegen->program->passes_freely |= !wants_no_moves(law->first);
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
        uint32_t address = codegen->code_count;
        bool passes = lower_each(codegen, side, MAD_NODE_PASS_WHEN, NULL) != 0;
        mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
        codegen->program->entry.pass[side] = passes ? address : MAD_NO_PROGRAM;
    }
}
