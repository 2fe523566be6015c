/* board.c - positions, results and pieces as text; see board.h. Layer: cli. */
#include "board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../interp/mad_record.h"
#include "pictures.h"
#include "suggest.h"

char *cli_position_text(const mad_position *position)
{
    size_t length = mad_position_text(position, NULL, 0);
    char *text = malloc(length + 1);
    if (text == NULL) {
        fputs("mad: out of memory\n", stderr);
        return NULL;
    }
    mad_position_text(position, text, length + 1);
    return text;
}

/* --- the board -------------------------------------------------------------------------------- */

static void put_men(struct cli_diagram *diagram, const mad_position *position)
{
    for (int square = 0; square < diagram->info.squares; square++) {
        struct mad_man man;
        if (mad_position_man(position, square, &man)) {
            cli_diagram_set(diagram, square, man.letter);
            diagram->cells[square].tone =
                man.player < 0 ? CLI_DIM : cli_army_of(&diagram->info, man.player).tone;
            diagram->cells[square].owner = man.player < 0 ? CLI_OF_NOBODY : man.player;
            diagram->cells[square].piece = man.piece;
        }
    }
}

/* What squares or pieces carry stands behind the letter, or alone where nobody stands. */
static void put_numbers(struct cli_diagram *diagram, const mad_position *position)
{
    for (int square = 0; square < diagram->info.squares; square++) {
        struct cli_cell *cell = &diagram->cells[square];
        const bool is_empty = strcmp(cell->text, ".") == 0;
        const char *between = "";
        char text[sizeof cell->text] = "";
        for (size_t i = 0; mad_game_number_name(diagram->game, i) != NULL; i++) {
            const int number = mad_position_number(position, i, square);
            if (number > 0) {
                size_t used = strlen(text);
                snprintf(text + used, sizeof text - used, "%s%d", between, number);
                between = "/";
            }
        }
        if (text[0] != '\0') {
            char all[2 * sizeof text];
            snprintf(all, sizeof all, "%s%s", is_empty ? "" : cell->text, text);
            cli_diagram_set(diagram, square, all);
        }
    }
}

static void append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);
    if (used < size) {
        snprintf(out + used, size - used, "%s", text);
    }
}

/* Whether it is in what one of the first `players` calls so. */
static bool is_in_zone(const mad_game *game, size_t zone, int players, int square)
{
    bool is_in = false;
    for (int player = 0; player < players && !is_in; player++) {
        is_in = mad_game_is_in_zone(game, zone, player, square);
    }
    return is_in;
}

/* Whether the players' parts of the zone leave nothing of the board: then their border is all there is to
 * see, and one of them shows it. */
static bool is_divided(const struct mad_game_info *info, const mad_game *game, size_t zone)
{
    for (int square = 0; square < info->squares; square++) {
        if (!mad_game_is_hole(game, square) && !is_in_zone(game, zone, info->players, square)) {
            return false;
        }
    }
    return true;
}

/* Of how many players the parts are shaded: all, but the first alone where they divide the board; none where the zone is
 * more than three quarters of the board, for then the others could not be told from it. */
static int shaded_players(const struct mad_game_info *info, const mad_game *game, size_t zone)
{
    const int players = is_divided(info, game, zone) ? 1 : info->players;
    int in = 0, out = 0;
    for (int square = 0; square < info->squares; square++) {
        const bool is_in = is_in_zone(game, zone, players, square);
        in += is_in;
        out += !is_in && !mad_game_is_hole(game, square);
    }
    return in > 3 * out ? 0 : players;
}

static void shade_zones(struct cli_diagram *diagram)
{
    for (size_t zone = 0; zone < mad_game_zone_count(diagram->game); zone++) {
        const int players = shaded_players(&diagram->info, diagram->game, zone);
        const bool is_drawn =
            players > 0 && cli_zone_look_of(mad_game_zone(diagram->game, zone)) == CLI_ZONE_SHADED;
        for (int square = 0; square < diagram->info.squares; square++) {
            diagram->cells[square].zones += is_in_zone(diagram->game, zone, players, square);
            diagram->cells[square].shades += is_drawn && is_in_zone(diagram->game, zone, 2, square);
        }
    }
}

void cli_zones_text(const mad_game *game, char *out, size_t size)
{
    const struct mad_game_info info = mad_game_info(game);
    out[0] = '\0';
    for (size_t zone = 0; zone < mad_game_zone_count(game); zone++) {
        if (shaded_players(&info, game, zone) > 0) {
            append(out, size, out[0] != '\0' ? ", " : "");
            append(out, size, mad_game_zone(game, zone));
        }
    }
}

static void frame(struct cli_diagram *diagram, int square, enum cli_frame kind)
{
    if (square >= 0 && square < diagram->info.squares) {
        diagram->cells[square].frame = kind;
    }
}

/* "N2 P" for what one pocket of a player holds, "-" when nothing. */
static void describe_pocket(const mad_position *position, size_t pocket, int owner, char *out,
                            size_t size)
{
    const mad_game *game = mad_position_game(position);
    bool is_empty = true;
    for (size_t piece = 0; piece < mad_game_piece_count(game); piece++) {
        int count = mad_position_pocket(position, pocket, owner, (int)piece);
        if (count > 0) {
            char number[16] = "";
            if (count > 1) {
                snprintf(number, sizeof number, "%d", count);
            }
            append(out, size, " ");
            append(out, size, mad_game_piece(game, piece).letter);
            append(out, size, number);
            is_empty = false;
        }
    }
    append(out, size, is_empty ? " -" : "");
}

static void describe_pockets(struct cli_diagram *diagram, const mad_position *position)
{
    for (int owner = diagram->info.players - 1; owner >= 0; owner--) {
        const int side = owner == 0 ? 1 : 0; /* all but the first player's above */
        char *out = diagram->beside[side];
        size_t size = sizeof diagram->beside[side];
        const char *name;
        for (size_t pocket = 0; (name = mad_game_pocket_name(diagram->game, pocket)) != NULL;
             pocket++) {
            append(out, size, pocket > 0 ? "," : out[0] != '\0' ? "; " : "");
            append(out, size, pocket == 0 ? diagram->info.player_name[owner] : "");
            append(out, size, " ");
            append(out, size, name);
            append(out, size, ":");
            describe_pocket(position, pocket, owner, out, size);
        }
    }
}

/* Calls `visit` for each word of the position text from `from` on that reads name=value. */
static void each_field(char *text,
                       void (*visit)(void *context, const char *name, const char *value),
                       void *context)
{
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (equals != NULL && equals != word) {
            *equals = '\0';
            visit(context, word, equals + 1);
        }
    }
}

enum { MOST_SQUARES_TOLD = 4 };

struct field_teller {
    const mad_game *game;
    char *out;
    size_t size;
};

/* What pockets hold stands beside the board already, numbers on it; many squares of a mark are framed on it. */
static void tell_field(void *context, const char *name, const char *value)
{
    const struct field_teller *teller = context;
    const char *pocket, *number;
    int squares = 1;
    for (const char *c = value; *c != '\0'; c++) {
        squares += *c == ',';
    }
    if (squares > MOST_SQUARES_TOLD) {
        return;
    }
    for (size_t i = 0; (pocket = mad_game_pocket_name(teller->game, i)) != NULL; i++) {
        if (strcmp(pocket, name) == 0) {
            return;
        }
    }
    for (size_t i = 0; (number = mad_game_number_name(teller->game, i)) != NULL; i++) {
        if (strcmp(number, name) == 0) {
            return;
        }
    }
    append(teller->out, teller->size, teller->out[0] != '\0' ? ", " : "");
    append(teller->out, teller->size, name);
    append(teller->out, teller->size, ": ");
    append(teller->out, teller->size, value);
}

/* `c3: ssS`, from the lowest man to him on top, for each square where some stand on one another. */
static void tell_stacks(const mad_position *position, char *out, size_t size)
{
    const struct mad_game_info info = mad_game_info(mad_position_game(position));
    for (int square = 0; square < info.squares; square++) {
        struct mad_man man;
        int level = 0;
        for (; mad_position_below(position, square, level, &man); level++) {
            if (level == 0) {
                append(out, size, out[0] != '\0' ? ", " : "");
                append(out, size, mad_game_square_name(mad_position_game(position), square));
                append(out, size, ": ");
            }
            append(out, size, man.letter);
        }
        if (level > 0 && mad_position_man(position, square, &man)) {
            append(out, size, man.letter);
        }
    }
}

void cli_fields_text(const mad_position *position, char *out, size_t size)
{
    struct field_teller teller = {mad_position_game(position), out, size};
    char *text = cli_position_text(position);
    out[0] = '\0';
    if (text != NULL) {
        each_field(text, tell_field, &teller);
        tell_stacks(position, out, size);
    }
    free(text);
}

struct field_framer {
    struct cli_diagram *diagram;
    const mad_position *position;
};

static void frame_field(void *context, const char *name, const char *value)
{
    (void)value;
    struct field_framer *framer = context;
    int squares[256];
    size_t count = mad_position_marked(framer->position, name, squares, 256);
    for (size_t i = 0; i < count && i < 256; i++) {
        frame(framer->diagram, squares[i], CLI_FRAME_MARKED);
    }
}

enum { MOST_THREATS = 256 };

static size_t list_threats(const mad_position *position, struct mad_threat threats[MOST_THREATS])
{
    size_t count = 0;
    if (mad_position_threats(position, threats, MOST_THREATS, &count) != MAD_OK) {
        return 0;
    }
    return count < MOST_THREATS ? count : MOST_THREATS;
}

/* Royal men who could be taken at once. */
static void mark_checks(struct cli_diagram *diagram, const mad_position *position)
{
    struct mad_threat threats[MOST_THREATS];
    size_t count = list_threats(position, threats);
    for (size_t i = 0; i < count; i++) {
        if (threats[i].is_royal) {
            diagram->cells[threats[i].taken].is_checked = true;
            diagram->cells[threats[i].taken].tone = CLI_RED;
        }
    }
}

bool cli_diagram_of_position(struct cli_diagram *diagram, const mad_position *position,
                             const struct cli_view *view)
{
    char *text = cli_position_text(position);
    if (text == NULL || !cli_diagram_make(diagram, mad_position_game(position))) {
        free(text);
        return false;
    }
    diagram->is_flipped = view->is_flipped;
    put_men(diagram, position);
    put_numbers(diagram, position);
    shade_zones(diagram);
    describe_pockets(diagram, position);
    frame(diagram, view->from, CLI_FRAME_MOVED);
    frame(diagram, view->to, CLI_FRAME_MOVED);
    each_field(text, frame_field, &(struct field_framer){diagram, position});
    diagram->from = view->from;
    diagram->to = view->to;
    mark_checks(diagram, position);
    free(text);
    return true;
}

bool cli_board_print(FILE *stream, const mad_position *position, const struct cli_view *view)
{
    struct cli_diagram diagram;
    char fields[1000];
    if (!cli_diagram_of_position(&diagram, position, view)) {
        return false;
    }
    cli_diagram_print(stream, &diagram);
    cli_put(stream, mad_position_mover(position));
    fprintf(stream, " to move, move %u", (unsigned)mad_position_move_number(position));
    cli_fields_text(position, fields, sizeof fields);
    fputs(fields[0] != '\0' ? ", " : "", stream);
    cli_put(stream, fields);
    fputc('\n', stream);
    cli_diagram_free(&diagram);
    return true;
}

/* --- check and threats -------------------------------------------------------------------------- */

/* "the Queen on e3" */
static void name_man(const mad_position *position, int square, char *out, size_t size)
{
    const mad_game *game = mad_position_game(position);
    struct mad_man man;
    if (mad_position_man(position, square, &man)) {
        append(out, size, "the ");
        append(out, size, mad_game_piece(game, (size_t)man.piece).name);
        append(out, size, " on ");
    }
    append(out, size, mad_game_square_name(game, square));
}

/* How many threats from `at` on are to the same man. */
static size_t same_man(const struct mad_threat *threats, size_t at, size_t count)
{
    size_t same = 1;
    while (at + same < count && threats[at + same].taken == threats[at].taken) {
        same++;
    }
    return same;
}

static void name_takers(const mad_position *position, const struct mad_threat *threats,
                        size_t count, char *out, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        append(out, size, i == 0 ? " by " : i + 1 == count ? " and " : ", ");
        name_man(position, threats[i].from, out, size);
    }
}

static int by_taken(const void *a, const void *b)
{
    const struct mad_threat *left = a, *right = b;
    return left->taken != right->taken ? left->taken - right->taken : left->from - right->from;
}

void cli_check_text(const mad_position *position, char *out, size_t size)
{
    struct mad_threat threats[MOST_THREATS];
    size_t count = list_threats(position, threats), royals = 0;
    out[0] = '\0';
    while (royals < count && threats[royals].is_royal) {
        royals++;
    }
    qsort(threats, royals, sizeof *threats, by_taken);
    if (royals > 0) {
        append(out, size, "check");
        name_takers(position, threats, same_man(threats, 0, royals), out, size);
    }
}

bool cli_threats_print(FILE *stream, const mad_position *position)
{
    struct mad_threat threats[MOST_THREATS];
    size_t count = list_threats(position, threats), at = 0;
    while (at < count && threats[at].is_royal) {
        at++;
    }
    qsort(threats + at, count - at, sizeof *threats, by_taken);
    for (size_t same; at < count; at += same) {
        char text[400] = "";
        same = same_man(threats, at, count);
        name_man(position, threats[at].taken, text, sizeof text);
        name_takers(position, threats + at, same, text, sizeof text);
        cli_put(stream, text);
        fputc('\n', stream);
    }
    return count > 0;
}

void cli_check_print(FILE *stream, const mad_position *position)
{
    char text[400];
    cli_check_text(position, text, sizeof text);
    if (text[0] != '\0') {
        cli_put(stream, text);
        fputc('\n', stream);
    }
}

/* --- results ---------------------------------------------------------------------------------- */

void cli_result_print(FILE *stream, const struct mad_result *result)
{
    if (result->winner != NULL) {
        cli_put(stream, result->winner);
        fputs(result->won_by_several ? " win" : " wins", stream);
    } else {
        fputs(result->outcome == MAD_DRAW ? "draw" : "the game goes on", stream);
    }
    if (result->scored == 2) {
        bool second = result->outcome == MAD_WIN_SECOND;
        fprintf(stream, " %d to %d", result->points[second], result->points[!second]);
    }
    for (int player = 0; result->scored > 2 && player < result->scored; player++) {
        fprintf(stream, "%s%d", player == 0 ? " " : "-", result->points[player]);
    }
    if (result->reason != NULL) {
        fputs(": ", stream);
        cli_put(stream, result->told != NULL ? result->told : result->reason);
    }
    fputc('\n', stream);
}

void cli_result_json(struct cli_json *json, const struct mad_result *result)
{
    cli_json_text(json, "result", mad_result_token(result->outcome));
    cli_json_text(json, "reason", result->reason);
    if (result->scored) {
        cli_json_open(json, "points", '[');
        for (int player = 0; player < result->scored; player++) {
            cli_json_count(json, NULL, result->points[player]);
        }
        cli_json_close(json, ']');
    }
}

void cli_stuck_print(FILE *stream, const mad_position *position)
{
    struct mad_game_info info = mad_game_info(mad_position_game(position));
    cli_put(stream, info.player_name[mad_position_side(position)]);
    fputs(" has no move and no end rule decides\n", stream);
}

/* --- pieces and rules ------------------------------------------------------------------------- */

void cli_piece_print(FILE *stream, const struct mad_piece_info *piece)
{
    cli_tone(stream, CLI_BOLD);
    cli_put(stream, piece->name);
    cli_tone(stream, CLI_PLAIN);
    fputs(" (", stream);
    cli_put(stream, piece->letter);
    fputs(")\n", stream);
    for (size_t i = 0; i < piece->rule_count; i++) {
        fputs("  ", stream);
        cli_put(stream, piece->rules[i]);
        fputc('\n', stream);
    }
}

static bool is_capital(const char *letter)
{
    for (; *letter != '\0'; letter++) {
        if (islower((unsigned char)*letter)) {
            return false;
        }
    }
    return true;
}

int cli_piece_find(const mad_game *game, const char *text, int *owner)
{
    int loose = -1;
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_piece_info piece = mad_game_piece(game, i);
        int asked = is_capital(text) == mad_game_info(game).first_has_capitals ? 0 : 1;
        if (strcasecmp(piece.name, text) == 0) {
            *owner = piece.owner == 1;
            return (int)i;
        }
        if (strcasecmp(piece.letter, text) == 0) {
            if (piece.owner < 0 || piece.owner == asked) {
                *owner = asked;
                return (int)i;
            }
            loose = (int)i;
        }
    }
    if (loose >= 0) {
        *owner = mad_game_piece(game, (size_t)loose).owner == 1;
    }
    return loose;
}

void cli_piece_unknown(FILE *stream, const mad_game *game, const char *text)
{
    struct cli_suggest suggest = cli_suggest_start(text);
    size_t count = mad_game_piece_count(game);
    for (size_t i = 0; i < count; i++) {
        cli_suggest_offer(&suggest, mad_game_piece(game, i).name);
    }
    fputs("there is no piece '", stream);
    cli_put(stream, text);
    fputc('\'', stream);
    cli_suggest_put(stream, &suggest);
    fputs("\npieces:", stream);
    for (size_t i = 0; i < count; i++) {
        struct mad_piece_info piece = mad_game_piece(game, i);
        fputs(i == 0 ? " " : ", ", stream);
        cli_put(stream, piece.name);
        fputs(" (", stream);
        cli_put(stream, piece.letter);
        fputc(')', stream);
    }
    fputc('\n', stream);
}

void cli_about_print(const char *text)
{
    enum { WIDEST = 80, INDENT = 4 };
    if (text != NULL) {
        cli_put_repeated(stdout, ' ', INDENT);
        cli_put_wrapped(stdout, text, INDENT, INDENT, WIDEST);
        fputc('\n', stdout);
    }
}

void cli_game_options_print(const mad_game *game, const char *heading)
{
    size_t count = mad_game_option_count(game), value_count = 0;
    const char *value, *const *values;
    puts(heading);
    for (size_t i = 0; i < count; i++) {
        const char *about = mad_game_option_about(game, i),
                   *next = i + 1 < count ? mad_game_option_about(game, i + 1) : NULL;
        fputs("  ", stdout);
        cli_put(stdout, mad_game_option(game, i, &value, &values, &value_count));
        fputc('=', stdout);
        cli_put(stdout, value);
        for (size_t v = 0, more = 0; v < value_count; v++) {
            if (strcmp(values[v], value) != 0) {
                fputs(more++ == 0 ? ", or " : " or ", stdout);
                cli_put(stdout, values[v]);
            }
        }
        fputc('\n', stdout);
        /* What is said of several is said once, below the last of them. */
        cli_about_print(about != NULL && next != NULL && strcmp(about, next) == 0 ? NULL : about);
    }
}

void cli_rules_print(FILE *stream, const mad_game *game)
{
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_piece_info piece = mad_game_piece(game, i);
        cli_piece_print(stream, &piece);
        fputc('\n', stream);
    }
    for (size_t i = 0; i < mad_game_rule_count(game); i++) {
        cli_put(stream, mad_game_rule(game, i));
        fputc('\n', stream);
    }
}

void cli_rules_json(struct cli_json *json, const struct mad_piece_info *piece)
{
    cli_json_text(json, "name", piece->name);
    cli_json_text(json, "letter", piece->letter);
    cli_json_open(json, "rules", '[');
    for (size_t i = 0; i < piece->rule_count; i++) {
        cli_json_text(json, NULL, piece->rules[i]);
    }
    cli_json_close(json, ']');
}
