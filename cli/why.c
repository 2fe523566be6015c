/* why.c - `mad why`: why a move is legal, or what forbids it. Layer: cli. */
#include "why.h"

#include <string.h>

#include "interrupt.h"
#include "json.h"
#include "text.h"

struct telling {
    struct cli_json *json; /* or null */
    const char *move;
    bool has_begun;   /* what is said of it as a whole stands there */
    const char *last; /* what the line before was said to do */
    char kept[80];
};

static bool stop_asking(void *context)
{
    (void)context;
    return cli_interrupted();
}

static void tell_json(struct cli_json *json, const struct mad_why_step *step)
{
    cli_json_open(json, NULL, '{');
    if (step->place.file != NULL) {
        cli_json_text(json, "file", step->place.file);
        cli_json_count(json, "line", step->place.line);
        cli_json_text(json, "rule", step->place.line_text);
    }
    cli_json_text(json, "text", step->text);
    cli_json_close(json, '}');
}

static void begin(struct telling *telling, bool is_legal)
{
    if (!telling->has_begun) {
        fputc('`', stdout);
        cli_put(stdout, telling->move);
        puts(is_legal ? "` is legal" : "` is not legal");
    }
    telling->has_begun = true;
}

static void tell(void *context, const struct mad_why_step *step)
{
    struct telling *telling = context;
    if (telling->json != NULL) {
        tell_json(telling->json, step);
        return;
    }
    if (step->is_verdict) {
        cli_put_wrapped(stdout, step->text, 0, 2, 100);
        fputc('\n', stdout);
        telling->has_begun = true;
        return;
    }
    begin(telling, true);
    if (step->place.file == NULL) {
        fputs("  ", stdout);
        cli_put_wrapped(stdout, step->text, 2, 2, 100);
        fputc('\n', stdout);
        telling->last = NULL;
        return;
    }
    if (telling->last == NULL || strcmp(telling->last, step->text) != 0) {
        printf("  %s:\n", step->text);
    }
    cli_copy_safe(telling->kept, sizeof telling->kept, step->text);
    telling->last = telling->kept;
    fputs("    ", stdout);
    cli_put(stdout, step->place.file);
    printf(":%u: ", (unsigned)step->place.line);
    cli_put(stdout, step->place.line_text + strspn(step->place.line_text, " \t"));
    fputc('\n', stdout);
}

enum cli_exit cli_why_print(const struct cli_args *args, const struct cli_game *game,
                            const mad_position *position, const char *move)
{
    struct mad_load load = cli_load(args, game->name.path, game->name.variant);
    bool is_json = args->value[CLI_OPTION_JSON] != NULL, is_legal = false;
    struct cli_json json = {0};
    struct telling telling = {.json = is_json ? &json : NULL, .move = move};
    if (is_json) {
        json = cli_json_start(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "move", move);
        cli_json_open(&json, "steps", '[');
    }
    enum mad_status status =
        mad_why(game->engine, &load, position, move, stop_asking, tell, &telling, &is_legal);
    if (is_json) {
        cli_json_close(&json, ']');
        cli_json_truth(&json, "legal", is_legal);
        cli_json_close(&json, '}');
        cli_json_end(&json);
    } else if (status == MAD_OK) {
        begin(&telling, is_legal);
    }
    if (status == MAD_ERROR_OVER || status == MAD_ERROR_AMBIGUOUS || status == MAD_ERROR_TEXT) {
        return cli_exit_of(status); /* which has been said */
    }
    if (status != MAD_OK) {
        return cli_game_failed(args, game->game, "asking why", status);
    }
    return is_legal ? CLI_FINE : CLI_FINDINGS;
}

enum cli_exit cli_run_why(const struct cli_args *args)
{
    struct cli_game game;
    enum cli_exit code = cli_game_open_position(&game, args, args->operands[0]);
    if (code == CLI_FINE) {
        cli_interrupt_catch(true);
        code = cli_why_print(args, &game, game.position, args->operands[1]);
        cli_game_close(&game);
    }
    return code;
}
