/* info.c - what there is to know about a compiled game: its pieces, squares, options, rule lines.
 *
 * Layer: interp. Reads struct mad_game and nothing else; every string belongs to the game. Indices
 * out of range give empty answers, never a fault. */
#include <string.h>

#include "game/game.h"
#include "mad_rules.h"
#include "memory.h"

struct mad_game_info mad_game_info(const mad_game *game)
{
    struct mad_game_info info = {
        .title = game->title,
        .inventor = game->inventor,
        .source = game->source,
        .family = game->family,
        .year = (int)game->year,
        .name = game->name,
        .settings = game->settings,
        .digest = game->digest,
        .about = game->about,
        .about_count = game->about_count,
        .called = game->called,
        .called_count = game->called_count,
        .files = game->files,
        .ranks = game->ranks,
        .squares = game->squares,
        .hexagons = game->hexagons,
        .first_has_capitals = game->capitals_first,
        .player_name = {game->player_name[0], game->player_name[1]},
        .player_letter = {game->player_letter[0], game->player_letter[1]},
    };
    for (uint32_t i = 0; i < game->pocket_count; i++)
        info.has_hand |= game->pockets[i].show == MAD_POCKET_BRACKETS;
    return info;
}

const struct mad_memory *mad_game_memory(const mad_game *game)
{
    return game->allocator;
}

size_t mad_game_option_count(const mad_game *game)
{
    return game->option_count;
}

const char *mad_game_option(const mad_game *game, size_t index, const char **value,
                            const char *const **values, size_t *value_count)
{
    if (index >= game->option_count)
        return NULL;
    const struct mad_option *option = &game->options[index];
    if (value != NULL)
        *value = option->value;
    if (values != NULL)
        *values = option->values;
    if (value_count != NULL)
        *value_count = option->value_count;
    return option->name;
}

const char *mad_game_option_about(const mad_game *game, size_t index)
{
    return index < game->option_count ? game->options[index].about : NULL;
}

size_t mad_game_piece_count(const mad_game *game)
{
    return game->type_count;
}

struct mad_piece_info mad_game_piece(const mad_game *game, size_t index)
{
    if (index >= game->type_count)
        return (struct mad_piece_info){.name = NULL};
    const struct mad_piece_type *type = &game->types[index];
    return (struct mad_piece_info){
        .name = type->name,
        .letter = type->letter,
        .owner = type->owner,
        .royal = type->royal,
        .rules = type->rules,
        .rule_count = type->rule_count,
    };
}

size_t mad_game_rule_count(const mad_game *game)
{
    return game->law_count;
}

const char *mad_game_rule(const mad_game *game, size_t index)
{
    return index < game->law_count ? game->laws[index] : NULL;
}

static bool is_on_board(const mad_game *game, int square)
{
    return square >= 0 && square < game->squares;
}

bool mad_game_is_hole(const mad_game *game, int square)
{
    return is_on_board(game, square) && game->square_name[square][0] == '\0';
}

const char *mad_game_square_name(const mad_game *game, int square)
{
    return is_on_board(game, square) && !mad_game_is_hole(game, square) ? game->square_name[square]
                                                                        : NULL;
}

int mad_game_square(const mad_game *game, const char *name)
{
    if (name == NULL || name[0] == '\0')
        return -1;
    for (int square = 0; square < game->squares; square++)
        if (strcmp(game->square_name[square], name) == 0)
            return square;
    return -1;
}

const char *mad_game_pocket_name(const mad_game *game, size_t pocket)
{
    return pocket < game->pocket_count ? game->pockets[pocket].name : NULL;
}
