/* disasm.c - `mad disasm`: the compiled programs and tables of a game. Layer: cli. */
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "json.h"
#include "text.h"

/* Keeps the line ends that cli_put would drop. Cuts `text` up. */
static void put_lines(char *text)
{
    while (*text != '\0') {
        char *end = text;
        while (*end != '\n' && *end != '\0') {
            end++;
        }
        bool is_last = *end == '\0';
        *end = '\0';
        cli_put(stdout, text);
        fputc('\n', stdout);
        text = is_last ? end : end + 1;
    }
}

static void put_json(const mad_game *game, const char *text)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "title", mad_game_info(game).title);
    cli_json_text(&json, "text", text);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static enum mad_status read_text(const struct cli_args *args, const mad_game *game, char **text)
{
    if (args->value[CLI_OPTION_PLAN] == NULL) {
        return mad_game_disassemble(game, text);
    }
    *text = strdup(mad_game_plan(game));
    return *text != NULL ? MAD_OK : MAD_ERROR_MEMORY;
}

enum cli_exit cli_run_disasm(const struct cli_args *args)
{
    struct cli_game game;
    enum cli_exit code = cli_game_open(&game, args, args->operands[0]);
    if (code != CLI_FINE) {
        return code;
    }
    char *text = NULL;
    enum mad_status status = read_text(args, game.game, &text);
    if (status != MAD_OK) {
        code = cli_status_failed(args, "disassembling", status);
    } else if (args->value[CLI_OPTION_JSON] != NULL) {
        put_json(game.game, text);
    } else {
        put_lines(text);
    }
    free(text);
    cli_game_close(&game);
    return code;
}
