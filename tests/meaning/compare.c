/* compare.c - plays random games with the product and holds every position against the meaning of
 * the rules.
 *
 * Layer: tests. usage: meaning GAMES PLIES [SEED [FILE ...]]: so many games of each game and
 * variant, of the shipped files when none is named, and one from each position of the game's
 * tests, FEW plies long. Ends with `N passed, N failed`; a test is one game. What the
 * interpreter has not is told as `not covered` and fails. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "meaning.h"

enum { FEW = 3 };

struct request {
    const mad_engine *engine;
    unsigned long games;
    uint64_t seed;
    int plies;
    unsigned long passed, failed, positions;
};

struct duel {
    struct meaning_play *play;
    mad_position *position;
    mad_moves *list;
    uint64_t random;
    char start[512], played[4096], fault[8000];
};

/* A legal move, of one with a toss an outcome; false when there is none. */
static bool make_one(struct duel *duel)
{
    if (mad_moves_list(duel->list, duel->position) != MAD_OK || mad_moves_count(duel->list) == 0)
        return false;
    size_t index = random_below(&duel->random, mad_moves_count(duel->list));
    size_t outcomes = mad_moves_at(duel->list, index).outcomes;
    if (outcomes != 0)
        index = mad_moves_outcome(duel->list, index, random_below(&duel->random, outcomes)).index;
    size_t used = strlen(duel->played);
    snprintf(duel->played + used, sizeof duel->played - used, " %s",
             mad_moves_at(duel->list, index).coord);
    return mad_position_apply(duel->position, duel->list, index) == MAD_OK;
}

static bool play_on(struct request *request, struct duel *duel, int plies)
{
    for (int ply = 0; ply <= plies; ply++) {
        request->positions++;
        if (!meaning_agrees(duel->play, duel->position, duel->fault, sizeof duel->fault))
            return false;
        if (!make_one(duel))
            return true;
        if (!meaning_follow(duel->play, duel->position)) {
            snprintf(duel->fault, sizeof duel->fault, "no move leads where the product has gone");
            return false;
        }
    }
    return true;
}

/* With an array that is drawn. */
static bool begin_drawn(struct duel *duel)
{
    if (mad_position_shuffle(duel->position, duel->random) != MAD_OK)
        return false;
    meaning_play_from(duel->play, duel->position);
    snprintf(duel->fault, sizeof duel->fault, "the rules draw no such array");
    return meaning_is_array(duel->play);
}

/* From the array, or a position text; one that cannot be read is not for this game. */
static bool play_game(struct request *request, struct meaning_game *meaning, const mad_game *game,
                      const char *text, struct duel *duel)
{
    bool good = mad_position_new(game, &duel->position) == MAD_OK &&
                mad_moves_new(game, &duel->list) == MAD_OK;
    duel->play = meaning_play_new(meaning);
    if (good && (text == NULL || mad_position_set(duel->position, text, NULL) == MAD_OK)) {
        if (text != NULL)
            meaning_play_from(duel->play, duel->position);
        good = text != NULL || !mad_game_is_shuffled(game) || begin_drawn(duel);
        mad_position_text(duel->position, duel->start, sizeof duel->start);
        good = good && play_on(request, duel, text != NULL ? FEW : request->plies);
    }
    meaning_play_free(duel->play);
    mad_moves_free(duel->list);
    mad_position_free(duel->position);
    return good;
}

struct variant {
    const char *path, *name;
    struct meaning_game *meaning;
    mad_game *game;
};

static void compare(struct request *request, const struct variant *variant, const char *text,
                    uint64_t seed)
{
    struct duel duel = {.random = seed};
    if (play_game(request, variant->meaning, variant->game, text, &duel)) {
        request->passed++;
        return;
    }
    printf("FAILED %s:%s, seed %" PRIu64 ": %s\n  from: %s\n  played:%s\n", variant->path,
           variant->name != NULL ? variant->name : "", seed, duel.fault, duel.start, duel.played);
    request->failed++;
}

static void play_variant(struct request *request, const char *path, const char *name)
{
    struct mad_load load = {.path = path, .variant = name, .with_seats = true};
    struct variant variant = {path, name, NULL, NULL};
    const char *text;
    enum mad_status status =
        meaning_load(request->engine, &load, &variant.meaning, &variant.game, NULL);
    if (status != MAD_OK) {
        printf("FAILED %s:%s: %s\n", path, name != NULL ? name : "", mad_status_text(status));
        request->failed++;
        return;
    }
    for (uint64_t i = 0; i < request->games && meaning_refusal(variant.meaning) == NULL; i++)
        compare(request, &variant, NULL, request->seed + i);
    for (size_t i = 0; (text = meaning_test_position(variant.meaning, i)) != NULL &&
                       meaning_refusal(variant.meaning) == NULL;
         i++)
        compare(request, &variant, text, request->seed + i);
    meaning_free(variant.meaning);
    mad_game_free(variant.game);
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
    struct request request = {.games = argc > 1 ? strtoul(argv[1], NULL, 10) : 1,
                              .plies = argc > 2 ? atoi(argv[2]) : 60,
                              .seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    mad_engine *engine = NULL;
    if (mad_engine_new(&engine) != MAD_OK)
        return 3;
    request.engine = engine;
    for (int i = 4; i < argc; i++)
        play_file(&request, argv[i]);
    for (size_t i = 0; argc <= 4 && mad_shipped_name(engine, i); i++)
        play_file(&request, mad_shipped_name(engine, i));
    mad_engine_free(engine);
    printf("%lu positions\n%lu passed, %lu failed\n", request.positions, request.passed,
           request.failed);
    return request.failed > 0;
}
