/* prove.h - whether a player wins by force, however long it takes. Layer: search, private to solve.c and prove.c. */
#ifndef MAD_SEARCH_PROVE_H
#define MAD_SEARCH_PROVE_H

#include "../mad_solve.h"
#include "budget.h"

struct mad_prover;
MAD_MUST_CHECK enum mad_status mad_prover_new(const mad_game *game, size_t table_bytes,
                                              struct mad_prover **out);
void mad_prover_free(struct mad_prover *prover);
/* Whether `player` wins whatever the other does and tosses show, and in at most how many plies by the way that was found,
 * which need not be the shortest. MAD_ERROR_STOPPED when the budget is spent, or the memory for what has to be looked at
 * again. */
MAD_MUST_CHECK enum mad_status mad_prover_ask(struct mad_prover *prover, struct mad_budget *budget,
                                              const mad_position *position, int player,
                                              bool *is_won, uint32_t *plies);
/* Whether it would answer without searching. */
bool mad_prover_knows(const struct mad_prover *prover, const mad_position *position, int player);

#endif
