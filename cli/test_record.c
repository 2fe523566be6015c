/* test_record.c - see test_record.h. Layer: cli. */
#include "test_record.h"

#include <string.h>

#include "interrupt.h"
#include "text.h"

enum { RECORD_GAMES = 20 };

struct record {
    const mad_game *game;
    mad_position *position;
    mad_moves *moves;
    enum mad_status status;
};

/* A title has no quotation marks in it. */
static void put_title(const char *line)
{
    char safe[200];
    cli_copy_safe(safe, sizeof safe, line + strspn(line, " \t"));
    for (char *c = safe; *c != '\0'; c++) {
        *c = *c == '"' ? '\'' : *c;
    }
    printf("\ntest \"%s\"\n", safe);
}

/* What is so behind the move: the result, or how many moves there are. */
static void put_outcome(struct record *record, const struct mad_cover_line *line)
{
    struct mad_result result = {.outcome = MAD_GOES_ON};
    record->status = mad_position_play(record->position, line->move, NULL);
    if (record->status == MAD_OK) {
        record->status = mad_position_result(record->position, &result);
    }
    if (record->status == MAD_OK && result.outcome == MAD_GOES_ON) {
        record->status = mad_moves_list(record->moves, record->position);
    }
    if (record->status != MAD_OK) {
        return;
    }
    put_title(line->place.line_text);
    printf("  position \"%s\"\n  play %s\n", line->position, line->move);
    if (result.outcome == MAD_GOES_ON) {
        printf("  count is %zu\n", mad_moves_count(record->moves));
    } else if (result.outcome == MAD_DRAW) {
        puts("  result draw");
    } else {
        printf("  result %s wins\n",
               mad_game_info(record->game).player_name[mad_winner(result.outcome)]);
    }
}

/* An end that asks about moves before the position does not show in it alone. */
static bool shows_again(struct record *record, const struct mad_cover_line *line)
{
    struct mad_result result;
    struct mad_text_error error;
    record->status = mad_position_set(record->position, line->position, &error);
    if (record->status != MAD_OK || line->need != MAD_COVER_ENDS) {
        return record->status == MAD_OK;
    }
    record->status = mad_position_play(record->position, line->move, NULL);
    if (record->status == MAD_OK) {
        record->status = mad_position_result(record->position, &result);
    }
    bool is_over = record->status == MAD_OK && result.outcome != MAD_GOES_ON;
    if (record->status == MAD_OK) {
        record->status = mad_position_undo(record->position);
    }
    return is_over && record->status == MAD_OK;
}

static void on_line(void *context, const struct mad_cover_line *line)
{
    struct record *record = context;
    if (line->position == NULL || line->move == NULL || record->status != MAD_OK ||
        !shows_again(record, line)) {
        return;
    }
    if (line->need == MAD_COVER_CHANGES || line->need == MAD_COVER_ENDS) {
        put_outcome(record, line);
        return;
    }
    put_title(line->place.line_text);
    printf("  position \"%s\"\n  moves %s %s\n", line->position,
           line->need == MAD_COVER_MAKES ? "include" : "exclude", line->move);
}

static bool stop_recording(void *context)
{
    (void)context;
    return cli_interrupted();
}

enum cli_exit cli_test_record(const struct cli_args *args, const mad_engine *engine,
                              const struct mad_load *load, const mad_game *game)
{
    struct record record = {.game = game};
    struct mad_cover_options options = {
        .games = RECORD_GAMES, .seed = 1, .interrupt = stop_recording};
    enum mad_status status = mad_position_new(game, &record.position);
    status = status == MAD_OK ? mad_moves_new(game, &record.moves) : status;
    status = status == MAD_OK ? mad_cover(engine, load, &options, on_line, &record) : status;
    status = status == MAD_OK ? record.status : status;
    mad_moves_free(record.moves);
    mad_position_free(record.position);
    return status == MAD_OK ? CLI_FINE : cli_game_failed(args, game, "recording tests", status);
}
