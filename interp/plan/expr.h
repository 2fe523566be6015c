/* expr.h - what expr.def says of the words of expressions.
 *
 * Layer: plan. One row for each; whoever asks where a word may stand, what kind of value it is, or what an
 * expression looks at, asks here. */
#ifndef MAD_PLAN_EXPR_H
#define MAD_PLAN_EXPR_H

#include "codegen.h"

/* What an expression looks at; sets of them are bits, MAD_READS(MEN) | MAD_READS(MARKS). */
enum mad_reads {
    MAD_READS_MEN,
    MAD_READS_MARKS,
    MAD_READS_COUNTERS,
    MAD_READS_POCKETS,
    MAD_READS_HERE,
    MAD_READS_BEGUN,
    MAD_READS_ATTACKS,
    MAD_READS_LAST,
    MAD_READS_PAST,
    MAD_READS_AHEAD,
    MAD_READS_BEHIND,
};
#define MAD_READS(what) (1u << MAD_READS_##what)

enum mad_expr {
#define MAD_EXPR(row, ...)    MAD_EXPR_##row,
#define MAD_EXPR_IN(row, ...) MAD_EXPR_##row,
#include "expr.def"
#undef MAD_EXPR
#undef MAD_EXPR_IN
    MAD_EXPRS
};

/* Whether what the row is about may stand where the compiler is now; tells when not. */
bool mad_may_stand(struct mad_codegen *codegen, enum mad_expr row, struct mad_span span);
/* The same of a node of an expression. */
bool mad_node_may_stand(struct mad_codegen *codegen, const struct mad_node *node);
/* Tells what means nothing where it stands, and what to say instead. */
void mad_out_of_place(struct mad_codegen *codegen, struct mad_span span, const char *what,
                      const char *remedy);
/* Tells that the node needs a piece that moves, and nobody does. */
void mad_no_piece_moves(struct mad_codegen *codegen, const struct mad_node *node);
/* Whether the node is a truth by itself, whatever its parts are. */
bool mad_is_truth(const struct mad_node *node);
/* Of what kind the node is, as far as its words tell: MAD_KIND_NONE when they do not. */
enum mad_kind mad_kind_of(const struct mad_codegen *codegen, const struct mad_node *node);
/* What mark it is, by how long it lasts. */
enum mad_expr mad_expr_of_mark(const struct mad_codegen *codegen, uint32_t mark);
/* Bits of all that the expression looks at, names looked up; all of them when it is nested too deeply.
 * What `let` and `choose` have named counts as MAD_READS(HERE). */
uint32_t mad_reads_of(struct mad_codegen *codegen, const struct mad_node *node,
                      const struct mad_env *env);

#endif
