/* random_games.c - plays random games of every shipped game and variant and holds every position
 * against the promises listed in random_play.h.
 *
 * usage: random_games GAMES [SEED [FILE ...]]: so many games of each variant; of the shipped files
 * when none is named. Ends with `N passed, N failed`; a test is one game played to its end. */
#include <inttypes.h>

#include "random_play.h"

enum { MAX_PLIES = 200 };

struct request {
    const mad_engine *engine;
    unsigned long games;
    uint64_t seed;
    unsigned long passed, failed;
};

/* Each game has a seed of its own, so that one can be had again alone: random_games 1 SEED FILE. */
static void play_variant(struct request *request, const char *path, const char *variant)
{
    struct mad_load load = {.path = path, .variant = variant, .with_seats = true};
    mad_game *game = NULL;
    enum mad_status status = mad_game_load(request->engine, &load, &game, NULL);
    if (status != MAD_OK) {
        printf("FAILED %s:%s: %s\n", path, variant ? variant : "", mad_status_text(status));
        request->failed++;
        return;
    }
    for (uint64_t seed = request->seed; seed < request->seed + request->games; seed++) {
        struct random_play play = {.seed = seed, .max_plies = MAX_PLIES};
        if (random_play_games(&play, game, 1)) {
            request->passed++;
            continue;
        }
        printf("FAILED %s:%s, seed %" PRIu64 ": %s\n", path, variant ? variant : "", seed,
               play.fault);
        request->failed++;
    }
    mad_game_free(game);
}

static void play_file(struct request *request, const char *path)
{
    struct mad_load load = {.path = path, .with_seats = true};
    char **variants = NULL;
    size_t count = 0;
    play_variant(request, path, NULL);
    if (mad_list_variants(request->engine, &load, &variants, &count) != MAD_OK)
        return;
    for (size_t i = 0; i < count; i++)
        play_variant(request, path, variants[i]);
    mad_strings_free(variants, count);
}

int main(int argc, char **argv)
{
    struct request request = {.games = argc > 1 ? strtoul(argv[1], NULL, 10) : 10,
                              .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    mad_engine *engine = NULL;
    if (mad_engine_new(&engine) != MAD_OK)
        return 3;
    request.engine = engine;
    for (int i = 3; i < argc; i++)
        play_file(&request, argv[i]);
    for (size_t i = 0; argc <= 3 && mad_shipped_name(engine, i); i++)
        play_file(&request, mad_shipped_name(engine, i));
    mad_engine_free(engine);
    printf("%lu passed, %lu failed\n", request.passed, request.failed);
    return request.failed > 0;
}
