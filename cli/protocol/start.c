/* start.c - see start.h. Layer: cli. */
#include "start.h"

#include <string.h>

#include "../game_file.h"

/* A file of one's own is offered beside the games that come with mad. */
static enum mad_status offer(struct cli_session *session, const char *path)
{
    struct mad_text_error error;
    const char *name;
    return mad_shipped_text(session->engine, path) != NULL
               ? MAD_OK
               : cli_session_add_file(session, path, &name, &error);
}

/* The game named by the operand, as the catalog calls it. Loaded once here, so that faults of a rule
 * file are shown as everywhere else. */
static enum cli_exit load(struct cli_session *session, const struct cli_args *args,
                          const char *operand)
{
    struct cli_game game = {0};
    struct mad_text_error error = {0};
    enum cli_exit code = cli_game_open(&game, args, operand);
    if (code != CLI_FINE) {
        return code;
    }
    struct cli_file_name name = game.name;
    game.name = (struct cli_file_name){0};
    cli_game_close(&game);
    struct cli_listed listed = {
        .name = (char *)(uintptr_t)operand, .path = name.path, .variant = name.variant};
    const struct cli_listed *known = NULL;
    enum mad_status status = offer(session, name.path);
    for (size_t i = session->catalog.count; i-- > 0 && known == NULL;) {
        const struct cli_listed *one = &session->catalog.games[i];
        bool is_variant = name.variant == NULL
                              ? one->variant == NULL
                              : one->variant != NULL && strcmp(one->variant, name.variant) == 0;
        known = strcmp(one->path, name.path) == 0 && is_variant ? one : NULL;
    }
    if (status == MAD_OK) {
        status = cli_session_load(session, known != NULL ? known : &listed, &error);
    }
    cli_file_name_free(&name);
    return status == MAD_OK ? CLI_FINE : cli_status_failed(args, "starting", status);
}

enum cli_exit cli_session_open(struct cli_session *session, const struct cli_args *args,
                               const char *preset)
{
    enum mad_status status = cli_session_make(session);
    if (status != MAD_OK) {
        return cli_status_failed(args, "starting", status);
    }
    session->settings = args->settings;
    session->setting_count = args->setting_count;
    session->is_unlearned = args->value[CLI_OPTION_UNLEARNED] != NULL;
    return load(session, args, args->operand_count > 0 ? args->operands[0] : preset);
}
