/* limit.h - which sentence was running when the machine crossed a limit of limits.h.
 *
 * Layer: vm. A run that has to give up ends with MAD_ERROR_LIMIT, and leaves here why and where: beside the
 * game, which is the only thing that all of its runs share. Runs of several threads may write at the same time;
 * each writes one word, so that what is read is always what one of them met. A verb that chooses four squares
 * out of a hundred one after the other crosses the limit on rounds. It relies on program->places for the
 * sentence. */
#ifndef MAD_VM_LIMIT_H
#define MAD_VM_LIMIT_H

#include <stdatomic.h>
#include <stdint.h>

enum mad_limit_kind {
    MAD_LIMIT_NONE,
    MAD_LIMIT_STEPS,   /* MAD_MAX_STEPS */
    MAD_LIMIT_EFFECTS, /* MAD_MAX_TRAIL */
    MAD_LIMIT_MOVES,   /* MAD_MAX_MOVES, MAD_MAX_DELTAS */
    MAD_LIMIT_ROUNDS,  /* MAD_MAX_ROUNDS */
    MAD_LIMIT_PAST,    /* MAD_MAX_PAST */
    MAD_LIMIT_HEIGHT,  /* MAD_MAX_HEIGHT */
    MAD_LIMIT_KINDS
};

enum { MAD_LIMIT_NOWHERE = 0 }; /* an address: no instruction, for that of a program is never 0 */

struct mad_limit {
    _Atomic uint32_t
        met; /* address * MAD_LIMIT_KINDS + enum mad_limit_kind; nought while none was met */
};

static inline void mad_limit_note(struct mad_limit *limit, enum mad_limit_kind kind,
                                  uint32_t address)
{
    atomic_store_explicit(&limit->met, address * MAD_LIMIT_KINDS + (uint32_t)kind,
                          memory_order_relaxed);
}

#endif
