/* show.c - `mad show`: a game at a glance, or where one of its pieces can go. Layer: cli. */
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "game_file.h"
#include "piece_map.h"
#include "svg.h"

static void print_line(const char *text)
{
    cli_put(stdout, text);
    fputc('\n', stdout);
}

static void print_heading(const struct mad_game_info *info)
{
    cli_tone(stdout, CLI_BOLD);
    cli_put(stdout, info->title);
    cli_tone(stdout, CLI_PLAIN);
    fputc('\n', stdout);
    if (info->inventor != NULL) {
        cli_put(stdout, info->inventor);
    }
    if (info->year != 0) {
        printf("%s%d", info->inventor != NULL ? ", " : "", info->year);
    }
    if (info->inventor != NULL || info->year != 0) {
        fputc('\n', stdout);
    }
    if (info->source != NULL) {
        print_line(info->source);
    }
    for (size_t i = 0; i < info->about_count; i++) {
        print_line(info->about[i]);
    }
    fputc('\n', stdout);
}

static void json_board(struct cli_json *json, const struct mad_game_info *info,
                       const mad_position *position)
{
    cli_json_open(json, "board", '{');
    for (int square = 0; square < info->squares; square++) {
        struct mad_man man;
        if (mad_position_man(position, square, &man)) {
            cli_json_text(json, mad_game_square_name(mad_position_game(position), square),
                          man.letter);
        }
    }
    cli_json_close(json, '}');
}

static void json_options(struct cli_json *json, const mad_game *game)
{
    cli_json_open(json, "options", '[');
    for (size_t i = 0; i < mad_game_option_count(game); i++) {
        const char *value, *const *values;
        size_t count;
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", mad_game_option(game, i, &value, &values, &count));
        cli_json_text(json, "value", value);
        cli_json_open(json, "values", '[');
        for (size_t v = 0; v < count; v++) {
            cli_json_text(json, NULL, values[v]);
        }
        cli_json_close(json, ']');
        cli_json_text(json, "about", mad_game_option_about(game, i));
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void json_rules(struct cli_json *json, const mad_game *game)
{
    cli_json_open(json, "pieces", '[');
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_piece_info piece = mad_game_piece(game, i);
        cli_json_open(json, NULL, '{');
        cli_rules_json(json, &piece);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_open(json, "rules", '[');
    for (size_t i = 0; i < mad_game_rule_count(game); i++) {
        cli_json_text(json, NULL, mad_game_rule(game, i));
    }
    cli_json_close(json, ']');
}

static enum cli_exit show_json(const struct cli_args *args, const mad_position *position,
                               const struct mad_result *result)
{
    const mad_game *game = mad_position_game(position);
    struct mad_game_info info = mad_game_info(game);
    char *text = cli_styled_text(args, position);
    if (text == NULL) {
        return CLI_USAGE;
    }
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "title", info.title);
    cli_json_text(&json, "inventor", info.inventor);
    if (info.year != 0) {
        cli_json_count(&json, "year", info.year);
    }
    cli_json_text(&json, "source", info.source);
    cli_json_open(&json, "about", '[');
    for (size_t i = 0; i < info.about_count; i++) {
        cli_json_text(&json, NULL, info.about[i]);
    }
    cli_json_close(&json, ']');
    cli_json_count(&json, "files", info.files);
    cli_json_count(&json, "ranks", info.ranks);
    cli_json_text(&json, "fen", text);
    json_board(&json, &info, position);
    cli_json_text(&json, "side", mad_position_mover(position));
    cli_result_json(&json, result);
    json_options(&json, game);
    if (args->value[CLI_OPTION_RULES] != NULL) {
        json_rules(&json, game);
    }
    cli_json_close(&json, '}');
    cli_json_end(&json);
    free(text);
    return CLI_FINE;
}

/* --- what else there is ----------------------------------------------------------------------- */

static enum cli_exit print_variants(const struct cli_game *game)
{
    struct cli_variants variants = {0};
    enum cli_exit code = cli_variants_find(&variants, game->engine, game->name.path, NULL);
    for (size_t i = 1; i < variants.count && code == CLI_FINE; i++) {
        struct mad_load load = {.path = game->name.path, .variant = variants.titles[i]};
        char *slug = cli_variant_slug(variants.titles[i]);
        mad_game *variant = NULL;
        bool is_fine = mad_game_load(game->engine, &load, &variant, NULL) == MAD_OK;
        if (slug != NULL) {
            fputs(i == 1 ? "\nVariants, behind a colon:\n" : "", stdout);
            printf("  :%s  ", slug);
            cli_put(stdout, variants.titles[i]);
            fputc('\n', stdout);
            struct mad_game_info info =
                is_fine ? mad_game_info(variant) : (struct mad_game_info){0};
            cli_about_print(info.about_count > 0 ? info.about[0] : NULL);
        }
        code = slug != NULL ? CLI_FINE : CLI_INTERNAL;
        free(slug);
        mad_game_free(variant);
    }
    cli_variants_free(&variants);
    return code;
}

/* Variants and options, where the game itself is asked for and not one position of it. */
static enum cli_exit print_choices(const struct cli_args *args, const struct cli_game *game)
{
    if (args->value[CLI_OPTION_FEN] != NULL || args->value[CLI_OPTION_PLAY] != NULL) {
        return CLI_FINE;
    }
    if (mad_game_option_count(game->game) > 0) {
        fputc('\n', stdout);
        cli_game_options_print(game->game, "Options, for --set:");
    }
    return game->name.variant == NULL ? print_variants(game) : CLI_FINE;
}

/* Where the last move of --play began and ended, of moves that do. */
static enum mad_status find_last_move(const struct cli_args *args, const mad_position *position,
                                      struct cli_view *view)
{
    const char *play = args->value[CLI_OPTION_PLAY];
    mad_position *before = NULL;
    mad_moves *moves = NULL;
    size_t index = 0;
    if (play == NULL || mad_position_ply(position) == 0) {
        return MAD_OK;
    }
    size_t end = strlen(play);
    while (end > 0 && play[end - 1] == ' ') {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && play[begin - 1] != ' ') {
        begin--;
    }
    char *word = strndup(play + begin, end - begin);
    enum mad_status status =
        word != NULL ? mad_position_new(mad_position_game(position), &before) : MAD_ERROR_MEMORY;
    status = status == MAD_OK ? mad_position_copy(before, position) : status;
    status = status == MAD_OK ? mad_position_undo(before) : status;
    status = status == MAD_OK ? mad_moves_new(mad_position_game(position), &moves) : status;
    status = status == MAD_OK ? mad_moves_list(moves, before) : status;
    if (status == MAD_OK && mad_moves_find(moves, word, &index, NULL) == MAD_OK) {
        view->from = mad_moves_at(moves, index).from;
        view->to = mad_moves_at(moves, index).to;
    }
    mad_moves_free(moves);
    mad_position_free(before);
    free(word);
    return status;
}

static enum cli_exit show_game(const struct cli_args *args, const struct cli_game *open)
{
    mad_position *position = open->position;
    const mad_game *game = mad_position_game(position);
    struct mad_game_info info = mad_game_info(game);
    struct mad_result result;
    enum mad_status status = mad_position_result(position, &result);
    if (status != MAD_OK) {
        return cli_game_failed(args, game, "result", status);
    }
    if (args->value[CLI_OPTION_JSON] != NULL) {
        return show_json(args, position, &result);
    }
    struct cli_view view = {args->value[CLI_OPTION_FLIP] != NULL, -1, -1};
    status = find_last_move(args, position, &view);
    if (status != MAD_OK) {
        return cli_game_failed(args, game, "the last move", status);
    }
    if (args->value[CLI_OPTION_SVG] != NULL) {
        struct cli_diagram diagram;
        if (!cli_diagram_of_position(&diagram, position, &view)) {
            return CLI_INTERNAL;
        }
        cli_svg_print(stdout, &diagram, info.title, mad_position_side(position));
        cli_diagram_free(&diagram);
        return CLI_FINE;
    }
    print_heading(&info);
    if (!cli_board_print(stdout, position, &view)) {
        return CLI_INTERNAL;
    }
    if (result.outcome != MAD_GOES_ON) {
        cli_result_print(stdout, &result);
    } else {
        cli_check_print(stdout, position);
    }
    if (args->value[CLI_OPTION_RULES] != NULL) {
        fputc('\n', stdout);
        cli_rules_print(stdout, game);
    }
    return print_choices(args, open);
}

/* --- one piece -------------------------------------------------------------------------------- */

static enum cli_exit print_map(const struct cli_args *args, const struct cli_piece_map *map)
{
    struct cli_diagram diagram;
    if (!cli_piece_map_diagram(map, args->value[CLI_OPTION_FLIP] != NULL,
                               args->value[CLI_OPTION_REACH] != NULL, &diagram)) {
        return CLI_INTERNAL;
    }
    if (args->value[CLI_OPTION_SVG] != NULL) {
        cli_svg_print(stdout, &diagram, mad_game_piece(map->game, (size_t)map->piece).name, -1);
    } else {
        cli_diagram_print(stdout, &diagram);
    }
    cli_diagram_free(&diagram);
    return CLI_FINE;
}

enum found { FOUND_MOVE, FOUND_CAPTURE, FOUND_HOP };

static bool is_found(const struct cli_piece_square *square, enum found what)
{
    return what == FOUND_MOVE      ? square->may_move
           : what == FOUND_CAPTURE ? square->may_capture
                                   : square->may_hop;
}

static void json_squares(struct cli_json *json, const char *key, const struct cli_piece_map *map,
                         enum found what)
{
    cli_json_open(json, key, '[');
    for (int square = 0; square < map->square_count; square++) {
        if (is_found(&map->squares[square], what)) {
            cli_json_text(json, NULL, mad_game_square_name(map->game, square));
        }
    }
    cli_json_close(json, ']');
}

static void print_map_json(const struct cli_args *args, const struct cli_piece_map *map,
                           const struct mad_piece_info *piece)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_rules_json(&json, piece);
    cli_json_text(&json, "square", mad_game_square_name(map->game, map->origin));
    if (args->value[CLI_OPTION_REACH] == NULL) {
        json_squares(&json, "moves", map, FOUND_MOVE);
        json_squares(&json, "captures", map, FOUND_CAPTURE);
        json_squares(&json, "hops", map, FOUND_HOP);
    } else {
        cli_json_open(&json, "distances", '{');
        for (int square = 0; square < map->square_count; square++) {
            if (map->squares[square].distance >= 0) {
                cli_json_count(&json, mad_game_square_name(map->game, square),
                               map->squares[square].distance);
            }
        }
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static void print_legend(const struct cli_piece_map *map)
{
    bool hops = false, moves_and_hops = false;
    for (int square = 0; square < map->square_count; square++) {
        const struct cli_piece_square *found = &map->squares[square];
        hops = hops || (found->may_hop && !found->may_move);
        moves_and_hops = moves_and_hops || (found->may_hop && found->may_move);
    }
    puts("o may move there   x may capture there   * both");
    if (hops) {
        puts("+ only when another piece stands somewhere");
    }
    if (moves_and_hops) {
        puts("# may move there, and capture when another piece stands somewhere");
    }
}

static enum cli_exit print_piece(const struct cli_args *args, const struct cli_piece_map *map)
{
    struct mad_piece_info piece = mad_game_piece(map->game, (size_t)map->piece);
    if (args->value[CLI_OPTION_JSON] != NULL) {
        print_map_json(args, map, &piece);
        return CLI_FINE;
    }
    if (args->value[CLI_OPTION_SVG] != NULL) {
        return print_map(args, map);
    }
    if (args->value[CLI_OPTION_REACH] != NULL) {
        fputs("Fewest moves of ", stdout);
        cli_put(stdout, piece.name);
        fputs(" alone on the board\n", stdout);
        return print_map(args, map);
    }
    cli_piece_print(stdout, &piece);
    fputc('\n', stdout);
    if (map->is_still) {
        puts("has no move alone on the board");
        return CLI_FINE;
    }
    enum cli_exit code = print_map(args, map);
    print_legend(map);
    return code;
}

static enum cli_exit show_piece(const struct cli_args *args, const mad_game *game)
{
    const char *reach = args->value[CLI_OPTION_REACH], *at = args->value[CLI_OPTION_AT];
    const char *place = reach != NULL ? reach : at;
    int owner, origin = place != NULL ? mad_game_square(game, place) : -1;
    int piece = cli_piece_find(game, args->value[CLI_OPTION_PIECE], &owner);
    if (piece < 0) {
        fputs("mad show: ", stderr);
        cli_piece_unknown(stderr, game, args->value[CLI_OPTION_PIECE]);
        return CLI_USAGE;
    }
    if (place != NULL && (origin < 0 || mad_game_is_hole(game, origin))) {
        return cli_usage_error(args->command, "there is no square '%s'", place);
    }
    struct cli_piece_map map;
    enum mad_status status = cli_piece_map_make(&map, game, piece, owner);
    if (status == MAD_OK) {
        status =
            reach != NULL ? cli_piece_map_reach(&map, origin) : cli_piece_map_moves(&map, origin);
    }
    if (status == MAD_OK && reach == NULL) {
        status = cli_piece_map_zone(&map);
    }
    enum cli_exit code = status == MAD_OK
                             ? print_piece(args, &map)
                             : cli_game_failed(args, game, "trying out the piece", status);
    cli_piece_map_free(&map);
    return code;
}

enum cli_exit cli_run_show(const struct cli_args *args)
{
    bool has_reach = args->value[CLI_OPTION_REACH] != NULL,
         has_at = args->value[CLI_OPTION_AT] != NULL;
    if ((has_reach || has_at) && args->value[CLI_OPTION_PIECE] == NULL) {
        return cli_usage_error(args->command, "--%s wants --piece too", has_at ? "at" : "reach");
    }
    if (has_reach && has_at) {
        return cli_usage_error(args->command, "--reach says where it stands; leave out --at");
    }
    cli_tone_choose(args->value[CLI_OPTION_COLOR]);
    struct cli_game game;
    enum cli_exit code = cli_game_open_position(&game, args, args->operands[0]);
    if (code == CLI_FINE) {
        code = args->value[CLI_OPTION_PIECE] != NULL ? show_piece(args, game.game)
                                                     : show_game(args, &game);
        cli_game_close(&game);
    }
    return code;
}
