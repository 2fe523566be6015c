/* limit.c - says which limit a game has crossed, and by which sentence.
 *
 * Layer: interp. */
#include <stdio.h>

#include "mad_rules.h"
#include "vm/limit.h"
#include "vm/program.h"

bool mad_game_limit(const mad_game *game, struct mad_limit_info *out)
{
    const struct mad_program *program = game->program;
    const uint32_t met = atomic_load_explicit(&program->limit->met, memory_order_relaxed);
    const uint32_t address = met / MAD_LIMIT_KINDS;
    *out = (struct mad_limit_info){.file = NULL};
    switch ((enum mad_limit_kind)(met % MAD_LIMIT_KINDS)) {
    case MAD_LIMIT_KINDS:
    case MAD_LIMIT_NONE: return false;
    case MAD_LIMIT_ROUNDS:
        snprintf(
            out->text, sizeof out->text,
            "this repeats more than %d times in one move: require that no way goes on for ever",
            (int)MAD_MAX_ROUNDS);
        break;
    case MAD_LIMIT_STEPS:
        snprintf(out->text, sizeof out->text,
                 "this takes more than %d rounds to list moves, make one or judge it: choose among "
                 "fewer squares, and require what can be required earlier",
                 (int)MAD_MAX_STEPS);
        break;
    case MAD_LIMIT_EFFECTS:
        snprintf(out->text, sizeof out->text, "more than %d changes by one move",
                 (int)MAD_MAX_TRAIL);
        break;
    case MAD_LIMIT_HEIGHT:
        snprintf(out->text, sizeof out->text, "more than %u men on one square",
                 (unsigned)game->stacks.levels + 1);
        break;
    case MAD_LIMIT_PAST:
        snprintf(
            out->text, sizeof out->text,
            "a game of more than %d moves, all of which a law looks back on: let it end earlier, "
            "as by `draw when`",
            (int)MAD_MAX_PAST - 1);
        break;
    case MAD_LIMIT_MOVES:
        snprintf(out->text, sizeof out->text,
                 "more than %d moves in one position, or more than %d changes by them all",
                 (int)MAD_MAX_MOVES, (int)MAD_MAX_DELTAS);
        break;
    }
    if (address != MAD_LIMIT_NOWHERE && address < program->code_count) {
        out->file = program->places[address].file;
        out->line = program->places[address].line;
    }
    return true;
}
