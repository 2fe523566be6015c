/* places.c - parts of the board by name: squares, rectangles, ranks, files.
 *
 * Layer: plan. `d1..f3`, `own rank 2` and `file e` are constants, the same in every position; a player who plays
 * downwards counts ranks from the top. It relies on tables/board.c for what squares are called. */
#include <string.h>

#include "value.h"

static const struct mad_value NONE = {.kind = MAD_KIND_NONE};

/* Holes are squares of nothing. */
static struct mad_value squares_on_board(const struct mad_codegen *codegen,
                                         const struct mad_squares *set)
{
    const struct mad_squares there = squares_combine(MAD_BOTH, set, &codegen->board);
    return mad_const_value(&there);
}

/* Of so many ranks, which are those of all boards together, or of each. */
static struct mad_value rank_range(const struct mad_codegen *codegen, uint32_t ranks,
                                   bool from_far_end, uint32_t first, uint32_t last)
{
    struct mad_squares set = {{0}};
    for (uint32_t square = 0; square < codegen->squares; square++) {
        uint32_t rank = square / codegen->game->files % ranks + 1;
        if (from_far_end) {
            rank = ranks + 1u - rank;
        }
        if (rank >= first && rank <= last) {
            squares_add(&set, square);
        }
    }
    return squares_on_board(codegen, &set);
}

/* Ranks that players count from their own side, on each board: the second player's first rank is the top one. */
static struct mad_value ranks_value(struct mad_codegen *codegen, const struct mad_node *node)
{
    bool own = node->kind == MAD_NODE_LAST_RANKS || (node->flags & MAD_FLAG_OWN);
    uint32_t n = node->n0 > 0 ? (uint32_t)node->n0 : 0;
    const uint32_t ranks = own ? (uint32_t)codegen->rules->one.height : codegen->game->ranks;
    if (n < 1 || n > ranks) {
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, node->span,
                          "rank %d is off the board; it has %d ranks", (int)node->n0, (int)ranks);
        return NONE;
    }
    bool top = own && codegen->turned[codegen->side];
    if (node->kind == MAD_NODE_LAST_RANKS) {
        return rank_range(codegen, ranks, !top, 1, n);
    }
    return rank_range(codegen, ranks, top, n, n);
}

static struct mad_value file_value(struct mad_codegen *codegen, const struct mad_node *node)
{
    struct mad_squares set = {{0}};
    for (uint32_t square = 0; square < codegen->squares; square++) {
        const char *name = codegen->game->square_name[square];
        if (strncmp(name, node->text, strlen(node->text)) == 0 && strlen(node->text) == 1) {
            squares_add(&set, square);
        }
    }
    if (squares_empty(&set)) {
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, node->span, "file %s is off the board",
                          node->text);
        return NONE;
    }
    return mad_const_value(&set);
}

static struct mad_value square_value(struct mad_codegen *codegen, const struct mad_node *node)
{
    uint32_t from = 0, to = 0;
    const char *bad = !mad_square_named(codegen, node->text, &from) ? node->text : NULL;
    const struct mad_node *corner = node->kind == MAD_NODE_RECTANGLE ? node->first : NULL;
    to = from;
    if (bad == NULL && corner != NULL && !mad_square_named(codegen, corner->text, &to)) {
        bad = corner->text;
    }
    if (bad != NULL) {
        uint32_t last = codegen->squares - 1;
        while (last > 0 && codegen->game->square_name[last][0] == '\0') {
            last--; /* holes have no name */
        }
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, node->span,
                          "the board has no square %s; it ends at %s", bad,
                          codegen->game->square_name[last]);
        return NONE;
    }
    struct mad_squares set = {{0}};
    uint32_t files = codegen->game->files, a = from % files, b = to % files, c = from / files,
             d = to / files;
    for (uint32_t square = 0; square < codegen->squares; square++) {
        uint32_t file = square % files, rank = square / files;
        if (file >= (a < b ? a : b) && file <= (a < b ? b : a) && rank >= (c < d ? c : d) &&
            rank <= (c < d ? d : c)) {
            squares_add(&set, square);
        }
    }
    return squares_on_board(codegen, &set);
}

struct mad_value mad_place_value(struct mad_codegen *codegen, const struct mad_node *node)
{
    return node->kind == MAD_NODE_FILE_OF_BOARD ? file_value(codegen, node)
           : node->kind == MAD_NODE_RANK || node->kind == MAD_NODE_LAST_RANKS
               ? ranks_value(codegen, node)
               : square_value(codegen, node);
}
