/* split_perft.h - one count of positions, shared by several threads. Layer: cli. */
#ifndef MAD_CLI_SPLIT_PERFT_H
#define MAD_CLI_SPLIT_PERFT_H

#include <stddef.h>

#include "../interp/mad_rules.h"

typedef enum mad_status (*cli_perft)(const mad_position *position, int depth, uint64_t *nodes,
                                     mad_interrupt interrupt, void *context);

/* As `perft`, mad_perft or mad_perft_made, on so many threads; `interrupt` is asked on this one alone. */
MAD_MUST_CHECK enum mad_status cli_split_perft(cli_perft perft, const mad_position *position,
                                               int depth, size_t threads, uint64_t *nodes,
                                               mad_interrupt interrupt, void *context);

#endif
