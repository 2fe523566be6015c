/* random_games.c - plays random games of every shipped game and variant, and checks on the way what
 * has to hold in every position:
 *
 *   the key kept move by move is the key made from scratch;
 *   the position text reads back to a position with the same text and key;
 *   no two legal moves share a coordinate text, and both texts of a move find that move;
 *   taking a move back restores text, key and the list of moves.
 *
 * usage: random_games GAMES [SEED [FILE ...]]: so many games of each variant, of the shipped games
 * when no file is named. Ends with `N passed, N failed`; a test is one game played. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interp/mad_rules.h"
#include "random.h"

enum { TEXT_SIZE = 4096, MAX_PLIES = 160, DEEP_CHECK_EVERY = 8 };

struct table { /* one game being played, and a second position to compare with */
    const char *name;
    mad_position *position, *other;
    mad_moves *moves, *other_moves;
    uint64_t seed, random;
    uint32_t ply;
    char text[TEXT_SIZE];
};

static unsigned long passed, failed;

static bool fault(const struct table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("FAILED %s, seed %" PRIu64 ", ply %" PRIu32 ": ", table->name, table->seed, table->ply);
    vprintf(format, arguments);
    printf("\n  position %s\n", table->text);
    va_end(arguments);
    return false;
}

static bool check_key(const struct table *table)
{
    if (mad_position_key(table->position) == mad_position_key_from_scratch(table->position))
        return true;
    return fault(table, "the key is not the key from scratch");
}

static bool check_text(struct table *table)
{
    struct mad_text_error error;
    char again[TEXT_SIZE];
    enum mad_status status = mad_position_set(table->other, table->text, &error);
    if (status != MAD_OK)
        return fault(table, "its own text is refused: %s at byte %zu", error.text, error.offset);
    mad_position_text(table->other, again, sizeof again);
    if (strcmp(table->text, again) != 0)
        return fault(table, "the text reads back as %s", again);
    if (mad_position_key(table->position) != mad_position_key(table->other))
        return fault(table, "the position read back has another key");
    return true;
}

static bool check_move_text(const struct table *table, size_t index, const char *text)
{
    struct mad_text_error error;
    size_t found;
    if (mad_moves_find(table->moves, text, &found, &error) != MAD_OK)
        return fault(table, "move text %s is refused: %s", text, error.text);
    if (found != index)
        return fault(table, "move text %s means %s", text, mad_moves_at(table->moves, found).coord);
    return true;
}

static bool check_moves(const struct table *table)
{
    size_t count = mad_moves_count(table->moves);
    for (size_t i = 0; i < count; i++) {
        struct mad_move_info move = mad_moves_at(table->moves, i);
        if (i > 0 && strcmp(mad_moves_at(table->moves, i - 1).coord, move.coord) >= 0)
            return fault(table, "moves share a text or are not sorted: %s", move.coord);
        if (!check_move_text(table, i, move.coord) || !check_move_text(table, i, move.text))
            return false;
    }
    return true;
}

/* Every move made and taken back. */
static bool check_undo(struct table *table)
{
    uint64_t key = mad_position_key(table->position);
    char again[TEXT_SIZE];
    for (size_t i = 0; i < mad_moves_count(table->moves); i++) {
        const char *coord = mad_moves_at(table->moves, i).coord;
        if (mad_position_apply(table->position, table->moves, i) != MAD_OK)
            return fault(table, "legal move %s cannot be made", coord);
        if (!check_key(table))
            return fault(table, "... after %s", coord);
        if (mad_position_undo(table->position) != MAD_OK)
            return fault(table, "move %s cannot be taken back", coord);
        mad_position_text(table->position, again, sizeof again);
        if (strcmp(again, table->text) != 0 || mad_position_key(table->position) != key)
            return fault(table, "%s taken back leaves %s", coord, again);
    }
    if (mad_moves_list(table->other_moves, table->position) != MAD_OK ||
        mad_moves_count(table->other_moves) != mad_moves_count(table->moves))
        return fault(table, "another list of moves after taking back");
    return true;
}

/* One ply; false when the game is over or something is wrong, which `good` tells apart. */
static bool play_ply(struct table *table, bool *good)
{
    mad_position_text(table->position, table->text, sizeof table->text);
    *good = check_key(table) && check_text(table);
    if (!*good)
        return false;
    if (mad_moves_list(table->moves, table->position) != MAD_OK) {
        *good = fault(table, "no list of moves");
        return false;
    }
    size_t count = mad_moves_count(table->moves);
    if (count == 0)
        return false;
    if (table->ply % DEEP_CHECK_EVERY == 0)
        *good = check_moves(table) && check_undo(table);
    size_t index = random_below(&table->random, count);
    if (*good && mad_position_apply(table->position, table->moves, index) != MAD_OK)
        *good = fault(table, "%s cannot be made", mad_moves_at(table->moves, index).coord);
    return *good;
}

static bool play_game(struct table *table, uint64_t seed)
{
    bool good = true;
    table->seed = table->random = seed;
    for (table->ply = 0; table->ply < MAX_PLIES && play_ply(table, &good); table->ply++) {
    }
    return good;
}

static bool set_up(struct table *table, const mad_game *game)
{
    return mad_position_new(game, &table->position) == MAD_OK &&
           mad_position_new(game, &table->other) == MAD_OK &&
           mad_moves_new(game, &table->moves) == MAD_OK &&
           mad_moves_new(game, &table->other_moves) == MAD_OK;
}

static void clear_up(struct table *table)
{
    mad_position_free(table->position);
    mad_position_free(table->other);
    mad_moves_free(table->moves);
    mad_moves_free(table->other_moves);
}

static void play_games(const mad_engine *engine, const char *path, const char *variant,
                       unsigned long games, uint64_t seed)
{
    struct mad_load load = {.path = path, .variant = variant};
    const char *name = variant ? variant : path;
    mad_game *game = NULL;
    if (mad_game_load(engine, &load, &game, NULL) != MAD_OK) {
        printf("FAILED %s does not load\n", name);
        failed++;
        return;
    }
    for (unsigned long i = 0; i < games; i++) {
        struct table table = {.name = name};
        bool good = set_up(&table, game) && play_game(&table, seed + i);
        clear_up(&table);
        passed += good;
        failed += !good;
    }
    mad_game_free(game);
}

static void play_file(const mad_engine *engine, const char *path, unsigned long games, uint64_t seed)
{
    struct mad_load load = {.path = path};
    char **variants = NULL;
    size_t count = 0;
    play_games(engine, path, NULL, games, seed);
    if (mad_list_variants(engine, &load, &variants, &count) != MAD_OK)
        return;
    for (size_t i = 0; i < count; i++)
        play_games(engine, path, variants[i], games, seed);
    mad_strings_free(variants, count);
}

int main(int argc, char **argv)
{
    mad_engine *engine = NULL;
    unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (mad_engine_new(&engine) != MAD_OK)
        return 3;
    for (int i = 3; i < argc; i++)
        play_file(engine, argv[i], games, seed);
    for (size_t i = 0; argc <= 3 && mad_shipped_name(engine, i); i++)
        play_file(engine, mad_shipped_name(engine, i), games, seed);
    mad_engine_free(engine);
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed > 0;
}
