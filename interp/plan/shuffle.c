/* shuffle.c - `shuffle X until C`: arrays that are drawn before a game.
 *
 * Layer: plan. `shuffle rank 1 and rank 8 alike until own King is on b1..g1` becomes two rows of eight squares, and a
 * program that is asked of each array. It relies on ../vm/shuffle.c for the drawing. */
#include "../vm/opcode.h"
#include "../vm/shuffle.h"
#include "expr.h"

/* The squares of one part, in their order; so many as the part before. */
static bool add_row(struct mad_codegen *codegen, const struct mad_node *part,
                    struct mad_shuffle *shuffle, struct mad_squares *taken)
{
    const struct mad_value value = mad_squares_of(codegen, part, NULL);
    if (value.kind != MAD_KIND_SQUARES) {
        return false;
    }
    struct mad_squares left = squares_combine(MAD_BOTH, &value.set, &codegen->board);
    const struct mad_squares twice = squares_combine(MAD_BOTH, &left, taken);
    const uint32_t size = squares_count(&left);
    if (value.form != MAD_FORM_CONST || size < 2 || !squares_empty(&twice) ||
        (shuffle->rows > 0 && size != shuffle->size)) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, part->span,
                          value.form != MAD_FORM_CONST
                              ? "what is shuffled is a part of the board: `rank 1`, `a1..h1`"
                          : size < 2 ? "there is nothing to shuffle on fewer than two squares"
                          : !squares_empty(&twice)
                              ? "a square is shuffled once, and not with two others"
                              : "what is shuffled alike has as many squares");
        return false;
    }
    *taken = squares_combine(MAD_EITHER, taken, &left);
    shuffle->size = (uint16_t)size;
    for (uint16_t *at = shuffle->squares + (size_t)shuffle->rows++ * size; !squares_empty(&left);) {
        *at = (uint16_t)squares_first(&left);
        squares_remove(&left, *at++);
    }
    return true;
}

static void lower_shuffle(struct mad_codegen *codegen, const struct mad_node *law,
                          struct mad_shuffle *shuffle, struct mad_squares *taken)
{
    const bool alike = law->n0 != 0;
    const struct mad_node *parts = law->first, *truth = parts->next;
    *shuffle = (struct mad_shuffle){.condition = MAD_NO_PROGRAM};
    shuffle->squares = mad_codegen_keep(codegen, codegen->squares * sizeof *shuffle->squares);
    if (shuffle->squares == NULL) {
        return;
    }
    if (alike && parts->kind != MAD_NODE_AND) {
        mad_codegen_error(
            codegen, MAD_FINDING_TYPE, parts->span,
            "`alike` is said of two parts or more: `shuffle rank 1 and rank 8 alike`");
        return;
    }
    mad_begin_program(codegen, 0, MAD_PLACE_PASS);
    codegen->span = law->span;
    const struct mad_node *part = alike ? parts->first : parts;
    while (part != NULL && add_row(codegen, part, shuffle, taken)) {
        part = alike ? part->next : NULL;
    }
    if (truth != NULL) {
        struct mad_label past = {0};
        shuffle->condition = codegen->code_count;
        mad_jump_if(codegen, truth, NULL, false, &past);
        mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
        mad_label_bind(codegen, &past);
        mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    }
}

void mad_lower_shuffles(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    struct mad_squares taken = {{0}};
    uint32_t at = 0, count = 0;
    while (mad_next_law(codegen, MAD_NODE_SHUFFLE, &at) != NULL) {
        count++;
    }
    struct mad_shuffle *shuffles =
        count != 0 ? mad_codegen_keep(codegen, count * sizeof *shuffles) : NULL;
    at = 0;
    for (const struct mad_node *law;
         shuffles != NULL && (law = mad_next_law(codegen, MAD_NODE_SHUFFLE, &at)) != NULL;) {
        lower_shuffle(codegen, law, &shuffles[game->shuffles.count++], &taken);
    }
    game->shuffles.items = shuffles;
}

void mad_try_shuffles(struct mad_codegen *codegen)
{
    uint32_t at = 0;
    const struct mad_node *law = mad_next_law(codegen, MAD_NODE_SHUFFLE, &at);
    struct mad_state *state =
        law != NULL ? mad_codegen_scratch(codegen, codegen->game->state_bytes) : NULL;
    if (state != NULL && mad_shuffle(codegen->game, 1, state) != MAD_OK) {
        mad_codegen_error(codegen, MAD_FINDING_GAME_SHAPE, law->span,
                          "of %d arrays that were drawn none is as this wants it",
                          (int)MAD_SHUFFLE_TRIES);
        codegen->status = MAD_ERROR_RULES;
    }
}
