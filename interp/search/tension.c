/* tension.c - what it is worth who attacks whom, and how men are ranked for it. Layer: search.
 *
 * The machine counts (vm.h, struct mad_tension), and here it is weighed. Where men stand says little of a Rook behind its own
 * Pawns or of a royal whom nobody shields; that is seen by what is attacked over whoever stands between. */
#include "evaluate.h"

enum {
    ROOM = 8, /* for each root of a square to go to, in ROOT_PARTS */
    ROOT_PARTS = 64,
    THREAT = 44,
    LOOSE = 16,
    CHECK = 35,
    ATTACKERS = 2, /* for each, squared: the more there are the more each is worth */
    CHAIN = 13,
    ALIKE_PART = 5, /* men worth a fifth more than the lowest of a rank are still of it */
};

static int32_t worth_of(const struct mad_evaluator *evaluator, uint32_t code)
{
    return evaluator->royal[code] ? MAD_ROYAL_GAIN : evaluator->man[code];
}

static void sort_codes(struct mad_evaluator *evaluator)
{
    const struct mad_game *game = evaluator->game;
    struct mad_standing *to = &evaluator->standing;
    to->count = 0;
    for (uint32_t code = 0; code < game->code_count; code++) {
        to->royal[code] = evaluator->royal[code];
        if (mad_is_neutral(game, code))
            continue;
        uint32_t at = to->count++;
        for (; at > 0 && worth_of(evaluator, to->order[at - 1]) > worth_of(evaluator, code); at--)
            to->order[at] = to->order[at - 1];
        to->order[at] = (uint8_t)code;
    }
}

/* The largest number whose square is not larger. */
static int32_t root_of(int32_t number)
{
    int32_t root = 0;
    while ((root + 1) * (root + 1) <= number)
        root++;
    return root;
}

/* Whether both players have men whose loss decides: else who is taken may be no loss (Kinglet, Breakthrough). */
static bool have_royals(const struct mad_game *game, const struct mad_standing *standing)
{
    bool has[2] = {false, false};
    for (uint32_t i = 0; i < standing->count; i++)
        if (standing->royal[standing->order[i]])
            has[game->codes[standing->order[i]].owner] = true;
    return has[0] && has[1];
}

void mad_tension_rank(struct mad_evaluator *evaluator)
{
    struct mad_standing *to = &evaluator->standing;
    int32_t lowest = 0;
    uint8_t rank = 0;
    to->zone = evaluator->zone;
    for (int32_t i = 0; i < MAD_ROOTS; i++)
        to->root[i] = root_of(i * ROOT_PARTS * ROOT_PARTS);
    sort_codes(evaluator);
    for (uint32_t i = 0; i < to->count; i++) {
        const int32_t worth = worth_of(evaluator, to->order[i]);
        if (i == 0 || worth > lowest + lowest / ALIKE_PART) {
            lowest = worth;
            rank++;
        }
        to->rank[to->order[i]] = rank;
    }
    if (evaluator->game->turn.seats != NULL || mad_vm_must_capture(evaluator->game) ||
        !have_royals(evaluator->game, to))
        to->count = 0;
}

void mad_tension_weigh(const struct mad_evaluator *evaluator, struct mad_state *state,
                       int32_t term[MAD_TERMS])
{
    struct mad_tension of[2];
    if (evaluator->standing.count == 0)
        return;
    struct mad_en_prise *en_prise = evaluator->en_prise;
    mad_vm_tension(evaluator->game, state, &evaluator->standing, of,
                   en_prise != NULL ? en_prise->squares : NULL);
    if (en_prise != NULL)
        en_prise->key = state->key;
    term[MAD_TERM_ROOM] = (of[0].room - of[1].room) * ROOM / ROOT_PARTS;
    term[MAD_TERM_THREATS] = (of[0].threats - of[1].threats) * THREAT;
    term[MAD_TERM_LOOSE] = (of[0].loose - of[1].loose) * LOOSE;
    term[MAD_TERM_CHECKS] = (of[0].checks - of[1].checks) * CHECK;
    term[MAD_TERM_ATTACKERS] =
        (of[0].attackers * of[0].attackers - of[1].attackers * of[1].attackers) * ATTACKERS;
    term[MAD_TERM_CHAINS] = (of[0].chains - of[1].chains) * CHAIN;
    term[MAD_TERM_RUNNERS] = of[0].runners - of[1].runners;
}
