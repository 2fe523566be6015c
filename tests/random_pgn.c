/* random_pgn.c - writes random games as PGN, for `make bench` and run_pgn.sh: files of any size that are
 * the same everywhere, with comments, annotations, clocks, scores and variations in some of them.
 *
 * usage: random_pgn GAME[:VARIANT] GAMES [SEED [PLIES [ours|pdn]]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interp/mad_record.h"
#include "random.h"

struct play {
    mad_record *record;
    mad_moves *moves;
    uint64_t seed;
    long plies;
    enum mad_dialect dialect;
};

static bool put(void *context, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, context) == bytes;
}

/* An index that can be made: of a move with a toss one of its outcomes. */
static size_t draw(struct play *play)
{
    size_t index = random_below(&play->seed, mad_moves_count(play->moves));
    size_t outcomes = mad_moves_at(play->moves, index).outcomes;
    if (outcomes == 0)
        return index;
    return mad_moves_outcome(play->moves, index, random_below(&play->seed, outcomes)).index;
}

static enum mad_status annotate(struct play *play, uint32_t move)
{
    struct mad_record_note note = {.has_clock = true,
                                   .clock = (double)random_below(&play->seed, 40000) / 4,
                                   .has_score = random_below(&play->seed, 2) == 0,
                                   .score = (int)random_below(&play->seed, 2000) - 1000};
    enum mad_status status = mad_record_set_note(play->record, move, &note);
    if (status == MAD_OK)
        status = mad_record_add_nag(play->record, move, (uint8_t)random_below(&play->seed, 20));
    return status == MAD_OK ? mad_record_set_comment(play->record, move, "a remark on this move")
                            : status;
}

/* Makes a move at the cursor; sometimes another one in its place first, as a variation. */
static enum mad_status make(struct play *play, bool *is_over)
{
    enum mad_status status = mad_moves_list(play->moves, mad_record_position(play->record));
    *is_over = mad_moves_count(play->moves) == 0;
    if (status != MAD_OK || *is_over)
        return status;
    uint32_t here = mad_record_here(play->record);
    size_t index = draw(play), other = draw(play);
    status = mad_record_make(play->record, play->moves, index);
    uint32_t made = mad_record_here(play->record);
    if (status == MAD_OK && random_below(&play->seed, 30) == 0)
        status = annotate(play, made);
    if (status != MAD_OK || random_below(&play->seed, 40) != 0)
        return status;
    status = mad_record_goto(play->record, here);
    if (status == MAD_OK)
        status = mad_record_make(play->record, play->moves, other);
    return status == MAD_OK ? mad_record_goto(play->record, made) : status;
}

static enum mad_status play_game(struct play *play, long number)
{
    char round[24];
    bool is_over = false;
    enum mad_status status = mad_record_clear(play->record);
    snprintf(round, sizeof round, "%ld", number);
    if (status == MAD_OK)
        status = mad_record_set_tag(play->record, "Round", round);
    for (long ply = 0; ply < play->plies && status == MAD_OK && !is_over; ply++)
        status = make(play, &is_over);
    if (status == MAD_OK)
        status = mad_record_judge(play->record);
    return status == MAD_OK ? mad_record_write_pgn_as(play->record, play->dialect, put, stdout)
                            : status;
}

static enum mad_status play_all(const mad_game *game, long games, struct play *play)
{
    enum mad_status status = mad_record_new(game, &play->record);
    if (status == MAD_OK)
        status = mad_moves_new(game, &play->moves);
    for (long i = 1; i <= games && status == MAD_OK; i++)
        status = play_game(play, i);
    mad_moves_free(play->moves);
    mad_record_free(play->record);
    return status;
}

int main(int argc, char **argv)
{
    mad_engine *engine = NULL;
    mad_game *game = NULL;
    if (argc < 3) {
        fputs("usage: random_pgn GAME[:VARIANT] GAMES [SEED [PLIES [ours|pdn]]]\n", stderr);
        return 2;
    }
    char *colon = strchr(argv[1], ':');
    struct mad_load load = {
        .path = argv[1], .variant = colon != NULL ? colon + 1 : NULL, .with_seats = true};
    struct play play = {.seed = argc > 3 ? (uint64_t)strtoull(argv[3], NULL, 10) : 1,
                        .plies = argc > 4 ? strtol(argv[4], NULL, 10) : 80};
    for (int i = 0; argc > 5 && i <= MAD_DIALECT_PDN; i++)
        if (strcmp(argv[5], mad_dialect_name((enum mad_dialect)i)) == 0)
            play.dialect = (enum mad_dialect)i;
    if (colon != NULL)
        *colon = '\0';
    enum mad_status status = mad_engine_new(&engine);
    if (status == MAD_OK)
        status = mad_game_load(engine, &load, &game, NULL);
    if (status == MAD_OK)
        status = play_all(game, strtol(argv[2], NULL, 10), &play);
    mad_game_free(game);
    mad_engine_free(engine);
    if (status != MAD_OK)
        fprintf(stderr, "random_pgn: %s\n", mad_status_text(status));
    return status == MAD_OK ? 0 : 1;
}
