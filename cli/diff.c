/* diff.c - `mad diff`: what differs in meaning between two games. Layer: cli.
 *
 * Names, comments, the order of declarations and how a rule came into a file do not matter: the lines in force
 * are compared, the array, and then the moves, from the start breadth first and along random games. Exit
 * code 1 when anything differs, as diff does. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "interrupt.h"
#include "json.h"
#include "part.h"
#include "text.h"

enum {
    MOST_POSITIONS = 2000, /* to be looked at breadth first */
    MOST_PLIES = 8,        /* ... and so deep at most */
    GAMES = 20,
    GAME_PLIES = 200,
    WIDEST = 100,
};

struct diff {
    const struct cli_args *args;
    struct cli_game games[2];
    mad_position *positions[2];
    const char *part; /* the heading that was printed last */
    size_t found;
    enum mad_status status;
};

/* --- telling ------------------------------------------------------------------------------------- */

static void print_side(char sign, const char *of, const char *text)
{
    if (text == NULL) {
        return;
    }
    cli_tone(stdout, sign == '-' ? CLI_RED : CLI_GREEN);
    int column = printf("  %c ", sign);
    if (of != NULL) {
        cli_put(stdout, of);
        fputs(": ", stdout);
        column += cli_width(of) + 2;
    }
    cli_put_wrapped(stdout, text, column, 6, WIDEST);
    cli_tone(stdout, CLI_PLAIN);
    fputc('\n', stdout);
}

/* One difference: what the first game has, and what the second; either may be null. */
static void tell(struct diff *diff, const char *part, const char *of, const char *first,
                 const char *second)
{
    diff->found++;
    if (diff->args->value[CLI_OPTION_JSON] != NULL) {
        struct cli_json json = cli_json_start(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "part", part);
        cli_json_text(&json, "of", of);
        cli_json_text(&json, "first", first);
        cli_json_text(&json, "second", second);
        cli_json_close(&json, '}');
        cli_json_end(&json);
        return;
    }
    if (diff->part == NULL || strcmp(diff->part, part) != 0) {
        cli_tone(stdout, CLI_BOLD);
        cli_put(stdout, part);
        cli_tone(stdout, CLI_PLAIN);
        fputc('\n', stdout);
    }
    diff->part = part;
    print_side('-', of, first);
    print_side('+', of, second);
}

static void tell_texts(struct diff *diff, const char *part, const char *of, const char *first,
                       const char *second)
{
    if (strcmp(first, second) != 0) {
        tell(diff, part, of, first, second);
    }
}

/* --- what the rules say -------------------------------------------------------------------------- */

typedef const char *(*line_of)(const mad_game *game, size_t piece, size_t index);

static const char *rule_of_piece(const mad_game *game, size_t piece, size_t index)
{
    struct mad_piece_info info = mad_game_piece(game, piece);
    return index < info.rule_count ? info.rules[index] : NULL;
}

static const char *rule_of_game(const mad_game *game, size_t piece, size_t index)
{
    (void)piece;
    return mad_game_rule(game, index);
}

/* How often a line stands among the first `end` ones. */
static size_t count_line(const mad_game *game, size_t piece, line_of line, const char *text,
                         size_t end)
{
    const char *other;
    size_t count = 0;
    for (size_t i = 0; i < end && (other = line(game, piece, i)) != NULL; i++) {
        count += strcmp(other, text) == 0;
    }
    return count;
}

/* Lines of one game that the other has not; true when there were any. */
static bool compare_lines(struct diff *diff, const char *part, const char *of, line_of line,
                          const size_t pieces[2])
{
    size_t before = diff->found;
    for (int side = 0; side < 2; side++) {
        const mad_game *game = diff->games[side].game, *other = diff->games[1 - side].game;
        const char *text;
        for (size_t i = 0; (text = line(game, pieces[side], i)) != NULL; i++) {
            if (count_line(game, pieces[side], line, text, i + 1) >
                count_line(other, pieces[1 - side], line, text, SIZE_MAX)) {
                tell(diff, part, of, side == 0 ? text : NULL, side == 1 ? text : NULL);
            }
        }
    }
    return diff->found > before;
}

static size_t find_piece(const mad_game *game, const char *name)
{
    size_t index = 0;
    while (index < mad_game_piece_count(game) &&
           strcmp(mad_game_piece(game, index).name, name) != 0) {
        index++;
    }
    return index;
}

static void compare_piece(struct diff *diff, size_t first, size_t second)
{
    struct mad_piece_info one = mad_game_piece(diff->games[0].game, first),
                          other = mad_game_piece(diff->games[1].game, second);
    const size_t pieces[2] = {first, second};
    tell_texts(diff, "men", one.name, one.letter, other.letter);
    compare_lines(diff, "men", one.name, rule_of_piece, pieces);
}

static void compare_men(struct diff *diff)
{
    const mad_game *first = diff->games[0].game, *second = diff->games[1].game;
    for (size_t i = 0; i < mad_game_piece_count(first); i++) {
        const char *name = mad_game_piece(first, i).name;
        size_t other = find_piece(second, name);
        if (other < mad_game_piece_count(second)) {
            compare_piece(diff, i, other);
        } else {
            tell(diff, "men", NULL, name, NULL);
        }
    }
    for (size_t i = 0; i < mad_game_piece_count(second); i++) {
        const char *name = mad_game_piece(second, i).name;
        if (find_piece(first, name) == mad_game_piece_count(first)) {
            tell(diff, "men", NULL, NULL, name);
        }
    }
}

/* The same lines in another order: of ends the first that holds decides. */
static bool is_reordered(const struct diff *diff)
{
    const char *one = "", *other = "";
    for (size_t i = 0; one != NULL && other != NULL; i++) {
        one = mad_game_rule(diff->games[0].game, i);
        other = mad_game_rule(diff->games[1].game, i);
        if (one != NULL && other != NULL && strcmp(one, other) != 0) {
            return true;
        }
    }
    return false;
}

static void compare_laws(struct diff *diff)
{
    const size_t none[2] = {0, 0};
    if (!compare_lines(diff, "laws and ends", NULL, rule_of_game, none) && is_reordered(diff)) {
        tell(diff, "laws and ends", NULL, NULL, "the same lines in another order");
    }
}

/* --- board, players, options ----------------------------------------------------------------------- */

static void describe_board(const mad_game *game, char *out, size_t size)
{
    struct mad_game_info info = mad_game_info(game);
    snprintf(out, size, "%d by %d%s%s", info.files, info.ranks,
             info.hexagons || info.slant != 0 ? " hexagons" : "",
             info.has_hand ? ", with a hand" : "");
}

/* What stands on a square of the array: "White's Knight". */
static void describe_man(const struct diff *diff, int side, int square, char *out, size_t size)
{
    const mad_game *game = diff->games[side].game;
    struct mad_man man;
    if (mad_game_is_hole(game, square)) {
        snprintf(out, size, "no square");
    } else if (!mad_position_man(diff->positions[side], square, &man)) {
        snprintf(out, size, "empty");
    } else {
        struct mad_game_info info = mad_game_info(game);
        snprintf(out, size, "%s%s%s", man.player >= 0 ? info.player_name[man.player] : "",
                 man.player >= 0 ? "'s " : "", mad_game_piece(game, (size_t)man.piece).kind);
    }
}

static bool compare_board(struct diff *diff)
{
    struct mad_game_info one = mad_game_info(diff->games[0].game),
                         other = mad_game_info(diff->games[1].game);
    char texts[2][120];
    for (int side = 0; side < 2; side++) {
        describe_board(diff->games[side].game, texts[side], sizeof texts[side]);
        tell_texts(diff, "players", side == 0 ? "first" : "second", one.player_name[side],
                   other.player_name[side]);
    }
    tell_texts(diff, "board", NULL, texts[0], texts[1]);
    bool is_same =
        one.files == other.files && one.ranks == other.ranks && one.hexagons == other.hexagons;
    for (int square = 0; is_same && square < one.squares; square++) {
        const char *name = mad_game_square_name(diff->games[0].game, square);
        for (int side = 0; side < 2; side++) {
            describe_man(diff, side, square, texts[side], sizeof texts[side]);
        }
        tell_texts(diff, "array", name != NULL ? name : "hole", texts[0], texts[1]);
    }
    return is_same;
}

static void compare_options(struct diff *diff)
{
    const mad_game *games[2] = {diff->games[0].game, diff->games[1].game};
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < mad_game_option_count(games[side]); i++) {
            const char *value, *other = NULL, *other_value = NULL;
            const char *name = mad_game_option(games[side], i, &value, NULL, NULL);
            for (size_t k = 0; other == NULL && k < mad_game_option_count(games[1 - side]); k++) {
                const char *one = mad_game_option(games[1 - side], k, &other_value, NULL, NULL);
                other = strcmp(one, name) == 0 ? other_value : NULL;
            }
            if (other == NULL) {
                tell(diff, "options", name, side == 0 ? value : NULL, side == 1 ? value : NULL);
            } else if (side == 0) {
                tell_texts(diff, "options", name, value, other);
            }
        }
    }
}

/* --- moves ----------------------------------------------------------------------------------------- */

static void tell_moves(struct diff *diff, const struct cli_parting *parting)
{
    char part[sizeof parting->path + 40];
    snprintf(part, sizeof part, "moves %s%s", parting->path[0] != '\0' ? "after" : "at the start",
             parting->path);
    tell(diff, part, NULL, parting->only[0][0] != '\0' ? parting->only[0] : NULL,
         parting->only[1][0] != '\0' ? parting->only[1] : NULL);
    if (diff->args->value[CLI_OPTION_JSON] == NULL) {
        printf("    ");
        cli_put(stdout, parting->position);
        fputc('\n', stdout);
    }
}

static void compare_moves(struct diff *diff)
{
    const struct cli_args *args = diff->args;
    const mad_game *games[2] = {diff->games[0].game, diff->games[1].game};
    const struct cli_parting_limits limits = {
        .positions = MOST_POSITIONS,
        .plies = MOST_PLIES,
        .games = (uint64_t)cli_args_number(args, CLI_OPTION_GAMES, GAMES),
        .game_plies = GAME_PLIES,
        .seed = (uint64_t)cli_args_number(args, CLI_OPTION_SEED, 1),
    };
    struct cli_parting parting;
    diff->status = cli_find_parting(games, &limits, &parting);
    if (diff->status == MAD_OK && parting.position != NULL) {
        tell_moves(diff, &parting);
    } else if (diff->status == MAD_OK && args->value[CLI_OPTION_JSON] == NULL) {
        printf("the same moves in all %" PRIu64 " positions that were looked at\n", parting.looked);
    }
    free(parting.position);
}

/* --- the command ----------------------------------------------------------------------------------- */

static enum cli_exit compare(struct diff *diff)
{
    for (int side = 0; side < 2; side++) {
        diff->positions[side] = diff->games[side].position;
    }
    bool is_same_board = compare_board(diff);
    compare_options(diff);
    compare_men(diff);
    compare_laws(diff);
    if (is_same_board) {
        compare_moves(diff);
    }
    if (diff->status != MAD_OK) {
        return cli_game_failed(diff->args, diff->games[0].game, "comparing moves", diff->status);
    }
    if (cli_interrupt_tell("not all positions were looked at")) {
        return CLI_INTERRUPTED;
    }
    return diff->found > 0 ? CLI_FINDINGS : CLI_FINE;
}

enum cli_exit cli_run_diff(const struct cli_args *args)
{
    struct diff diff = {.args = args, .status = MAD_OK};
    enum cli_exit code = cli_game_open_position(&diff.games[0], args, args->operands[0]);
    if (code == CLI_FINE) {
        code = cli_game_open_position(&diff.games[1], args, args->operands[1]);
    }
    if (code == CLI_FINE) {
        cli_interrupt_catch(true);
        code = compare(&diff);
    }
    cli_game_close(&diff.games[0]);
    cli_game_close(&diff.games[1]);
    return code;
}
