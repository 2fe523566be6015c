/* seats.h - counts and random games of three players and more. Layer: vm. */
#ifndef MAD_VM_SEATS_H
#define MAD_VM_SEATS_H

#include "../game/seats.h"
#include "vm.h"

MAD_MUST_CHECK enum mad_status mad_seats_perft(const struct mad_game *game,
                                               const struct mad_state *state, int depth,
                                               mad_interrupt interrupt, void *context,
                                               uint64_t *nodes);

/* One random game, as mad_vm_play. */
MAD_MUST_CHECK enum mad_status mad_seats_play(const struct mad_game *game, struct mad_play *play,
                                              uint64_t *seed, uint32_t max_plies,
                                              struct mad_play_result *result);

#endif
