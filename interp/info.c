/* info.c - what there is to know about a compiled game: its pieces, squares, options, rule lines.
 *
 * Layer: interp. Reads struct mad_game and nothing else; every string belongs to the game. Indices
 * out of range give empty answers, never a fault. */
#include <string.h>

#include "../grammar/ast.h"
#include "game/dialect.h"
#include "game/game.h"
#include "game/game_test.h"
#include "game/learned.h"
#include "game/move.h"
#include "mad_rules.h"
#include "memory.h"

static bool is_on_board(const mad_game *game, int square)
{
    return square >= 0 && square < game->squares;
}

struct mad_game_info mad_game_info(const mad_game *game)
{
    struct mad_game_info info = {
        .title = game->info.title,
        .inventor = game->info.inventor,
        .source = game->info.source,
        .family = game->info.family,
        .year = (int)game->info.year,
        .name = game->info.name,
        .settings = game->info.settings,
        .digest = game->info.digest,
        .about = game->info.about,
        .about_count = game->info.about_count,
        .called = game->info.called,
        .called_count = game->info.called_count,
        .built_on = game->info.built_on,
        .built_on_count = game->info.built_on_count,
        .files = game->files,
        .ranks = game->ranks,
        .squares = game->squares,
        .boards = game->info.boards,
        .tiers = game->info.tiers,
        .are_apart = game->info.are_apart,
        .hexagons = game->tiling == MAD_TILING_HEXAGONS,
        .slant =
            (game->tiling == MAD_TILING_SLANTED_RIGHT) - (game->tiling == MAD_TILING_SLANTED_LEFT),
        .plays_alone = mad_plays_alone(game),
        .first_has_capitals = game->writing.capitals_first,
        .players = game->turn.seats != NULL ? (int)game->turn.seats->count : 2,
    };
    for (int i = 0; i < info.players; i++) {
        info.allies[i] = game->turn.seats != NULL ? game->turn.seats->allies[i] : 1u << i;
        info.player_name[i] = game->player_name[i];
        info.player_letter[i] = game->player_letter[i];
    }
    for (uint32_t i = 0; i < game->pocket_count; i++)
        info.has_hand |= game->pockets[i].show == MAD_POCKET_BRACKETS;
    return info;
}

bool mad_game_learned(const mad_game *game, struct mad_learned_info *out)
{
    if (game->learned.path == NULL)
        return false;
    *out = (struct mad_learned_info){
        .path = game->learned.path,
        .fault = game->learned.fault,
        .positions = game->learned.use != NULL ? game->learned.use->positions : 0};
    return true;
}

int mad_game_numbered_square(const mad_game *game, int number)
{
    uint32_t square = number < 1 ? MAD_NO_SQUARE : mad_dialect_numbered(game, (uint32_t)number);
    return square == MAD_NO_SQUARE ? -1 : (int)square;
}

bool mad_game_names_squares(const mad_game *game)
{
    return mad_dialect_names_squares(game);
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

size_t mad_game_zone_count(const mad_game *game)
{
    return game->info.zone_count;
}

const char *mad_game_zone(const mad_game *game, size_t index)
{
    return index < game->info.zone_count ? game->info.zones[index].name : NULL;
}

bool mad_game_is_in_zone(const mad_game *game, size_t index, int player, int square)
{
    const struct mad_seats *seats = game->turn.seats;
    if (index >= game->info.zone_count || player < 0 || player >= mad_game_info(game).players ||
        !is_on_board(game, square))
        return false;
    const uint64_t *squares = seats != NULL ? seats->game[player]->info.zones[index].squares[0]
                                            : game->info.zones[index].squares[player];
    return (squares[square / 64] >> (square % 64) & 1) != 0;
}

/* Walls come last, and are no pieces of the rules. */
size_t mad_game_piece_count(const mad_game *game)
{
    return game->turn.seats != NULL ? game->turn.seats->men : game->type_count;
}

struct mad_piece_info mad_game_piece(const mad_game *game, size_t index)
{
    if (index >= game->type_count)
        return (struct mad_piece_info){.name = NULL};
    const struct mad_piece_type *type = &game->types[index];
    return (struct mad_piece_info){
        .name = type->name,
        .kind = type->kind,
        .letter = type->letter,
        .owner = type->owner,
        .royal = type->royal,
        .rules = type->rules,
        .rule_count = type->rule_count,
    };
}

const char *mad_game_piece_letter_as(const mad_game *game, size_t index, enum mad_dialect dialect)
{
    return index < game->type_count ? mad_dialect_letter(game, dialect, (uint32_t)index) : NULL;
}

size_t mad_game_rule_count(const mad_game *game)
{
    return game->info.law_count;
}

const char *mad_game_rule(const mad_game *game, size_t index)
{
    return index < game->info.law_count ? game->info.laws[index] : NULL;
}

bool mad_game_rule_is_end(const mad_game *game, size_t index)
{
    return index >= game->info.first_end && index < game->info.law_count;
}

/* What is told of the line, and in *index its place there; null: there is no such line. */
static const struct mad_about_lines *about_lines(const mad_game *game, enum mad_comment_of what,
                                                 size_t *index, size_t line)
{
    if (what == MAD_COMMENT_RULE)
        return *index < game->info.law_count ? &game->info.law_lines : NULL;
    if (what != MAD_COMMENT_LINE || *index >= game->type_count)
        return NULL;
    const struct mad_piece_type *type = &game->types[*index];
    *index = line;
    return line < type->rule_count ? &type->lines : NULL;
}

const char *mad_game_comment(const mad_game *game, enum mad_comment_of what, size_t index,
                             size_t line)
{
    if (what == MAD_COMMENT_PIECE)
        return index < game->type_count ? game->types[index].about : NULL;
    const struct mad_about_lines *lines = about_lines(game, what, &index, line);
    return lines != NULL && lines->comments != NULL ? lines->comments[index] : NULL;
}

const char *mad_game_block(const mad_game *game, enum mad_comment_of what, size_t index,
                           size_t line)
{
    const struct mad_about_lines *lines = about_lines(game, what, &index, line);
    return lines != NULL && lines->blocks != NULL ? lines->blocks[index] : NULL;
}

const char *mad_game_sentence(const mad_game *game, enum mad_comment_of what, size_t index,
                              size_t line)
{
    const struct mad_about_lines *lines = about_lines(game, what, &index, line);
    return lines != NULL && lines->told != NULL ? lines->told[index] : NULL;
}

bool mad_game_word(const mad_game *game, size_t index, struct mad_word_info *out)
{
    if (index >= game->info.word_count)
        return false;
    const struct mad_word_said *word = &game->info.words[index];
    *out = (struct mad_word_info){word->name, word->meaning, word->told, word->about, word->block};
    return true;
}

/* Takes one step into account; false where the beginning of the test ends. */
static bool begin_test(const struct mad_test_step *step, struct mad_test_info *out)
{
    bool is_start = out->moves == NULL && out->named == NULL;
    if (step->kind == MAD_STEP_POSITION && is_start)
        out->position = step->text;
    if (step->kind == MAD_STEP_PLAY && out->moves == NULL) {
        out->moves = step->moves;
        out->move_count = step->move_count;
    }
    if (step->kind == MAD_STEP_MOVES && step->mode != MAD_MOVES_EXCLUDE && step->move_count > 0 &&
        out->moves == NULL) {
        out->moves = step->moves;
        out->move_count = step->move_count;
        out->named = step->moves[0];
    }
    return step->kind != MAD_STEP_POSITION || is_start;
}

bool mad_game_test(const mad_game *game, size_t index, struct mad_test_info *out)
{
    if (index >= game->test_count)
        return false;
    const struct mad_game_test *test = &game->tests[index];
    *out = (struct mad_test_info){.title = test->title};
    for (uint32_t i = 0; i < test->step_count && begin_test(&test->steps[i], out); i++)
        continue;
    return true;
}

bool mad_game_is_hole(const mad_game *game, int square)
{
    return is_on_board(game, square) && mad_is_hole(game, (uint32_t)square);
}

bool mad_game_link(const mad_game *game, size_t index, int *one, int *other)
{
    const bool is_one = game != NULL && index < game->info.link_count;
    if (is_one) {
        *one = game->info.links[index].one;
        *other = game->info.links[index].other;
    }
    return is_one;
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

const char *mad_game_number_name(const mad_game *game, size_t number)
{
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        if (mad_is_number_told(game, mark) && number-- == 0)
            return game->marks[mark].shown;
    return NULL;
}

const char *mad_game_pocket_name(const mad_game *game, size_t pocket)
{
    return pocket < game->pocket_count ? game->pockets[pocket].name : NULL;
}
