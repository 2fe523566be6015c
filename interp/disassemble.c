/* disassemble.c - mad_game_plan, and mad_game_disassemble: the text of a game's programs, in memory of the C
 * library.
 *
 * Layer: interp. */
#include <stdlib.h>

#include "game/game.h"
#include "mad_rules.h"
#include "vm/disassemble.h"

const char *mad_game_plan(const mad_game *game)
{
    return game != NULL ? game->info.plan : NULL;
}

enum mad_status mad_game_disassemble(const mad_game *game, char **out)
{
    if (game == NULL || out == NULL) {
        return MAD_ERROR_MISUSE;
    }
    size_t size = mad_vm_disassemble(game, NULL, 0) + 1;
    char *text = malloc(size);
    if (text == NULL) {
        return MAD_ERROR_MEMORY;
    }
    mad_vm_disassemble(game, text, size);
    *out = text;
    return MAD_OK;
}
