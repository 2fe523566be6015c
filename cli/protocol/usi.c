/* usi.c - `mad usi`: the Universal Shogi Interface (Romstad), UCI's sister with SFEN, byoyomi and resigning.
 *
 * Layer: cli. The words are in uci.c; here is for which games they are: those whose squares are called 9i,
 * as SFEN and USI have them. */
#include "../game_file.h"
#include "../text.h"
#include "uci.h"

#include <ctype.h>
#include <stdlib.h>

static bool is_shogi(const mad_game *game)
{
    const char *name = mad_game_square_name(game, 0);
    return name != NULL && isdigit((unsigned char)name[0]);
}

/* A game that cannot be loaded is none. */
static enum mad_status is_listed_shogi(const mad_engine *engine, const struct cli_listed *listed,
                                       bool *is_it)
{
    struct mad_load load = {.path = listed->path, .variant = listed->variant};
    mad_game *game = NULL;
    enum mad_status status = mad_game_load(engine, &load, &game, NULL);
    *is_it = status == MAD_OK && is_shogi(game);
    mad_game_free(game);
    return status;
}

enum cli_exit cli_usi_keep(struct cli_session *session, const struct cli_args *args)
{
    struct cli_catalog *catalog = &session->catalog;
    enum mad_status status = MAD_OK;
    size_t kept = 0;
    if (!is_shogi(session->game)) {
        return cli_usage_error(args->command,
                               "USI is for games of shogi, and %s is none; try `uci`",
                               session->listed.name);
    }
    for (size_t i = 0; i < catalog->count; i++) {
        struct cli_listed listed = catalog->games[i];
        bool is_it = false;
        if (status != MAD_ERROR_MEMORY) {
            status = is_listed_shogi(session->engine, &listed, &is_it);
        }
        if (is_it) {
            catalog->games[kept++] = listed;
        } else {
            cli_listed_free(&listed);
        }
    }
    catalog->count = kept;
    return status == MAD_ERROR_MEMORY ? cli_status_failed(args, "starting", status) : CLI_FINE;
}

enum cli_exit cli_run_usi(const struct cli_args *args)
{
    return cli_uci_run(args, true);
}
