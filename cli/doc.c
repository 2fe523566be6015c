/* doc.c - `mad doc`: a game as a rule page, in Markdown or HTML. Layer: cli.
 *
 * All that is said comes from the rules: their lines as sentences, the comments above them, diagrams that are tried
 * out, and examples from the tests that need a line. */
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "interrupt.h"
#include "doc_page.h"
#include "piece_map.h"
#include "svg.h"

static const char style[] =
    "<style>:root{color-scheme:light dark}body{font:1.05em/1.5 "
    "Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "h1,h2,h3{line-height:1.2}h3{clear:both;margin-top:2em}figure{margin:1em 0}figure "
    "svg{max-width:100%;height:auto}"
    "figcaption{font-size:.85em;opacity:.8}code{font-size:.9em}.man{display:flex;gap:1.5em;flex-"
    "wrap:wrap}"
    ".man figure{flex:0 1 20em;margin:0}.man ul{flex:1 1 16em}small{opacity:.75}</style>\n";

/* --- examples ----------------------------------------------------------------------------------------------- */

static void note_example(void *context, const struct mad_cover_line *line)
{
    struct cli_page *page = context;
    if (line->test == NULL || line->place.line_text == NULL) {
        return;
    }
    struct cli_page_example *grown =
        realloc(page->examples, (page->example_count + 1) * sizeof *page->examples);
    if (grown == NULL) {
        page->code = CLI_INTERNAL;
        return;
    }
    page->examples = grown;
    const char *text = line->place.line_text + strspn(line->place.line_text, " \t");
    struct cli_page_example *made = &grown[page->example_count++];
    *made = (struct cli_page_example){strdup(text), strdup(line->test)};
    if (made->line == NULL || made->test == NULL) {
        page->code = CLI_INTERNAL;
    }
}

static bool stop_covering(void *context)
{
    (void)context;
    return cli_interrupted();
}

/* The test that needs the line and begins with a position or moves; false when there is none, or when it has been
 * shown. */
static bool find_example(struct cli_page *page, const char *line, struct mad_test_info *test)
{
    const char *title = NULL;
    for (size_t i = 0; i < page->example_count && title == NULL; i++) {
        title = strcmp(page->examples[i].line, line) == 0 ? page->examples[i].test : NULL;
    }
    for (size_t i = 0; title != NULL && i < page->shown_count; i++) {
        title = strcmp(page->shown[i], title) == 0 ? NULL : title;
    }
    for (size_t i = 0; title != NULL && mad_game_test(page->game, i, test); i++) {
        if (strcmp(test->title, title) == 0) {
            return test->position != NULL && test->move_count > 0 &&
                   page->shown_count < sizeof page->shown / sizeof *page->shown;
        }
    }
    return false;
}

enum { MOST_TEXT = 10000 }; /* of a move */

static bool is_of(const mad_position *position, const mad_moves *moves, size_t index, int piece)
{
    struct mad_man man;
    int from = mad_moves_at(moves, index).from;
    return from >= 0 && mad_position_man(position, from, &man) && man.piece == piece;
}

/* Whether the line calls what makes such moves by its name. */
static bool is_about(const char *line, const char *verb)
{
    const size_t bytes = strlen(verb);
    const char *at = strstr(line, verb);
    return at != NULL && (at == line || at[-1] == ' ') && (at[bytes] == ' ' || at[bytes] == '\0');
}

/* The move of a man of that kind that shows most of the line: that with which the test begins, for of others its title
 * does not speak, or of those that it names the longest that comes of the line. */
static enum mad_status find_move(const mad_position *position, const mad_moves *moves, int piece,
                                 const char *line, const struct mad_test_info *test, size_t *index)
{
    const size_t count = test->named != NULL ? test->move_count : 1;
    enum mad_status found = MAD_ERROR_ILLEGAL;
    size_t best = 0;
    for (size_t i = 0, at; i < count; i++) {
        const enum mad_status status = mad_moves_find(moves, test->moves[i], &at, NULL);
        if (status == MAD_ERROR_MEMORY) {
            return status;
        }
        if (status != MAD_OK || !is_of(position, moves, at, piece)) {
            continue;
        }
        const bool is_told = is_about(line, mad_moves_at(moves, at).verb);
        const size_t worth = strlen(test->moves[i]) + (is_told ? MOST_TEXT : 0);
        if (worth > best) {
            best = worth;
            *index = at;
            found = MAD_OK;
        }
    }
    return found;
}

/* The position of the test, with a move of that piece as an arrow. */
static void put_example(struct cli_page *page, int piece, const char *line,
                        const struct mad_test_info *test)
{
    struct cli_view view = {false, -1, -1};
    struct cli_diagram diagram;
    mad_position *position = NULL;
    mad_moves *moves = NULL;
    size_t index = 0;
    struct mad_text_error error;
    enum mad_status status = mad_position_new(page->game, &position);
    status = status == MAD_OK ? mad_position_set(position, test->position, &error) : status;
    status = status == MAD_OK ? mad_moves_new(page->game, &moves) : status;
    status = status == MAD_OK ? mad_moves_list(moves, position) : status;
    status = status == MAD_OK ? find_move(position, moves, piece, line, test, &index) : status;
    if (status == MAD_OK) {
        view.from = mad_moves_at(moves, index).from;
        view.to = mad_moves_at(moves, index).to;
        page->shown[page->shown_count++] = test->title;
        if (!cli_diagram_of_position(&diagram, position, &view)) {
            (void)cli_page_fail(page, CLI_INTERNAL);
        } else {
            cli_page_put_html(page, "<figure>");
            cli_page_put_diagram(page, &diagram, test->title, mad_position_side(position));
            fputs(page->is_html ? "<figcaption>Example: " : "Example: ", stdout);
            cli_page_put_text(page, test->title);
            fputs(page->is_html ? " (<code>" : " (`", stdout);
            cli_page_put_text(page, mad_moves_at(moves, index).text);
            fputs(page->is_html ? "</code>)</figcaption></figure>\n" : "`)\n\n", stdout);
            cli_diagram_free(&diagram);
        }
    } else if (status == MAD_ERROR_MEMORY) {
        (void)cli_page_fail(page, cli_status_failed(page->args, "an example", status));
    }
    mad_moves_free(moves);
    mad_position_free(position);
}

/* --- parts of the page ------------------------------------------------------------------------------------- */

static void put_introduction(const struct cli_page *page)
{
    const struct mad_game_info *info = &page->info;
    cli_page_put_heading(page, 1, info->title, NULL);
    for (size_t i = 0; i < info->about_count; i++) {
        cli_page_put_paragraph(page, info->about[i]);
    }
    char line[600], safe[200];
    size_t used = 0;
    line[0] = '\0';
    if (info->inventor != NULL) {
        cli_copy_safe(safe, sizeof safe, info->inventor);
        used += (size_t)snprintf(line, sizeof line, "By %s%s", safe, info->year != 0 ? ", " : ".");
    }
    if (info->year != 0) {
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%d.",
                                 info->inventor != NULL ? "" : "Since ", info->year);
    }
    for (size_t i = 0; i < info->called_count && used + sizeof safe < sizeof line; i++) {
        cli_copy_safe(safe, sizeof safe, info->called[i]);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s%s",
                                 i == 0 ? " Also called " : ", ", safe,
                                 i + 1 == info->called_count ? "." : "");
    }
    if (line[0] != '\0') {
        cli_page_put_paragraph(page, line + strspn(line, " "));
    }
    if (info->source != NULL) {
        snprintf(line, sizeof line, "More: %s", info->source);
        cli_page_put_paragraph(page, line);
    }
}

static int count_squares(const struct cli_page *page)
{
    int count = 0;
    for (int square = 0; square < page->info.squares; square++) {
        count += !mad_game_is_hole(page->game, square);
    }
    return count;
}

/* "8 by 8 squares", "2 boards of 8 by 8 squares, side by side, not touching". */
static void say_size(const struct cli_page *page, char *out, size_t size)
{
    const struct mad_game_info *info = &page->info;
    const int boards = info->boards * info->tiers;
    char several[40] = "";
    if (boards > 1) {
        snprintf(several, sizeof several, "%d boards of ", boards);
    }
    snprintf(out, size, "%s%d by %d %s%s%s", several, info->files / info->boards,
             info->ranks / info->tiers, info->slant != 0 ? "hexagons" : "squares",
             info->tiers > 1 ? ", one above the other"
             : boards > 1    ? ", side by side"
                             : "",
             info->are_apart ? ", not touching" : "");
}

static bool put_array(struct cli_page *page, const mad_position *position)
{
    struct cli_diagram diagram;
    char text[600];
    const struct mad_game_info *info = &page->info;
    cli_page_put_heading(page, 2, "The board", NULL);
    char size[120], letters[300] = "";
    if (info->hexagons) {
        snprintf(size, sizeof size, "%d hexagons", count_squares(page));
    } else {
        say_size(page, size, sizeof size);
    }
    if (!page->is_html && info->player_name[2] != NULL) {
        snprintf(letters, sizeof letters,
                 " The small letter before that of a man says whose he is.");
    } else if (!page->is_html) { /* where letters stand on the board */
        snprintf(letters, sizeof letters, " Capitals are %s's, small letters %s's.",
                 info->player_name[!info->first_has_capitals],
                 info->player_name[info->first_has_capitals]);
    }
    int one, other;
    const bool has_lines = mad_game_link(page->game, 0, &one, &other);
    snprintf(text, sizeof text, "%s%s. %s begins.%s", size,
             has_lines ? "; a line joins two that are next to each other" : "",
             info->player_name[mad_position_side(position)], letters);
    cli_page_put_paragraph(page, text);
    if (!cli_diagram_of_position(&diagram, position, &(struct cli_view){false, -1, -1})) {
        return cli_page_fail(page, CLI_INTERNAL);
    }
    cli_page_put_html(page, "<figure>");
    cli_page_put_diagram(page, &diagram, info->title, mad_position_side(position));
    cli_page_put_html(page, "</figure>\n");
    cli_diagram_free(&diagram);
    return true;
}

/* Tries the piece out; it has no diagram where it goes nowhere alone. */
static bool make_map(struct cli_page *page, const struct mad_piece_info *piece, int index)
{
    struct cli_piece_map map;
    enum mad_status status = cli_piece_map_make(&map, page->game, index, piece->owner == 1 ? 1 : 0);
    status = status == MAD_OK ? cli_piece_map_moves(&map, -1) : status;
    status = status == MAD_OK ? cli_piece_map_zone(&map) : status;
    bool is_fine = status == MAD_OK || status == MAD_ERROR_TEXT; /* it cannot stand there alone */
    if (!is_fine) {
        (void)cli_page_fail(page,
                            cli_game_failed(page->args, page->game, "trying out a piece", status));
    } else if (status == MAD_OK && !map.is_still) {
        is_fine = cli_piece_map_diagram(&map, false, false, &page->diagrams[index]) ||
                  cli_page_fail(page, CLI_INTERNAL);
        page->has_diagram[index] = is_fine;
    }
    cli_piece_map_free(&map);
    return is_fine;
}

static void put_map(const struct cli_page *page, const struct mad_piece_info *piece, int index)
{
    if (page->has_diagram[index]) {
        cli_page_put_html(page, "<figure>");
        cli_page_put_diagram(page, &page->diagrams[index], piece->name, -1);
        cli_page_put_html(page, "</figure>\n");
    }
}

/* Signs of diagrams, in the order in which they are explained: the sign, how a picture shows it, and what the piece does
 * there. */
static const struct sign {
    const char *sign, *in_html, *text, *text_in_html;
} signs[] = {
    {"o", "a ring", "may move, not capture", "may move"},
    {"x", "a cross", "may capture, not move", "may capture"},
    {"*", "a ring with a cross", "may move and capture", "may move and capture"},
    {"+", "a plus", "may go only when another piece stands somewhere",
     "may go only when somebody stands elsewhere, as the grey men do"},
    {"#", "a ring with a plus", "may move, and capture only when another piece stands somewhere",
     "may move, and capture only when somebody stands elsewhere"},
};

static bool has_sign(const struct cli_page *page, const char *sign)
{
    for (size_t i = 0; i < mad_game_piece_count(page->game); i++) {
        for (int square = 0; page->has_diagram[i] && square < page->info.squares; square++) {
            const struct cli_cell *cell = &page->diagrams[i].cells[square];
            if (strcmp(cell->text, sign) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool has_veil(const struct cli_page *page)
{
    for (size_t i = 0; i < mad_game_piece_count(page->game); i++) {
        for (int square = 0; page->has_diagram[i] && square < page->info.squares; square++) {
            if (page->diagrams[i].cells[square].is_shaded) {
                return true;
            }
        }
    }
    return false;
}

/* What the signs mean that stand in some diagram. */
static void put_legend(const struct cli_page *page)
{
    bool is_open = false;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (has_sign(page, signs[i].sign)) {
            cli_page_put_html(page, is_open ? "" : "<p>");
            printf("%s%s%s%s", is_open ? "; " : "In the diagrams ", page->is_html ? "" : "`",
                   page->is_html ? signs[i].in_html : signs[i].sign, page->is_html ? "" : "`");
            fputs(is_open ? " one where it " : " is a square where the piece ", stdout);
            fputs(page->is_html ? signs[i].text_in_html : signs[i].text, stdout);
            is_open = true;
        }
    }
    if (is_open) {
        cli_page_put_text(page, page->is_html && has_veil(page)
                                    ? ". It never comes to squares under a grey veil."
                                    : ".");
        fputs(page->is_html ? "</p>\n" : "\n\n", stdout);
    }
}

/* Men of two players of three or four, of whom the rules say the same. */
static bool are_alike(const struct mad_piece_info *a, const struct mad_piece_info *b)
{
    bool are = strcmp(a->kind, b->kind) == 0 && a->rule_count == b->rule_count;
    for (size_t i = 0; i < a->rule_count && are; i++) {
        are = strcmp(a->rules[i], b->rules[i]) == 0;
    }
    return are;
}

/* The first piece that is like this one, itself where there is none before it. */
static int first_alike(const struct cli_page *page, int index)
{
    struct mad_piece_info piece = mad_game_piece(page->game, (size_t)index);
    int first = 0;
    for (; first < index; first++) {
        struct mad_piece_info other = mad_game_piece(page->game, (size_t)first);
        if (are_alike(&piece, &other)) {
            break;
        }
    }
    return first;
}

/* "Red King (rK)", or "King (rK, bK, gK, yK)", which is true. */
static bool put_piece_heading(const struct cli_page *page, const struct mad_piece_info *piece,
                              int index)
{
    char letters[80];
    size_t used = (size_t)snprintf(letters, sizeof letters, "%s", piece->letter);
    bool has_others = false;
    for (size_t i = (size_t)index + 1; i < mad_game_piece_count(page->game); i++) {
        struct mad_piece_info other = mad_game_piece(page->game, i);
        if (are_alike(piece, &other) && used + strlen(other.letter) + 3 < sizeof letters) {
            used += (size_t)snprintf(letters + used, sizeof letters - used, ", %s", other.letter);
            has_others = true;
        }
    }
    cli_page_put_heading(page, 3, has_others ? piece->kind : piece->name, letters);
    return has_others;
}

/* Of men alike that of the first player is drawn: "Red King". */
static void put_whose(const struct cli_page *page, const struct mad_piece_info *piece)
{
    char text[160], player[80];
    cli_copy_safe(player, sizeof player, piece->name);
    snprintf(text, sizeof text, "Shown for %.*s; the others' go so as their players see the board.",
             (int)(strlen(player) - strlen(piece->kind) - 1), player);
    cli_page_put_paragraph(page, text);
}

static bool put_piece(struct cli_page *page, int index)
{
    struct mad_piece_info piece = mad_game_piece(page->game, (size_t)index);
    const char *about = mad_game_comment(page->game, MAD_COMMENT_PIECE, (size_t)index, 0);
    bool has_others = put_piece_heading(page, &piece, index);
    if (about != NULL) {
        cli_page_put_paragraph(page, about);
    }
    if (has_others) {
        put_whose(page, &piece);
    }
    cli_page_put_html(page, "<div class=\"man\">\n");
    put_map(page, &piece, index);
    if (piece.rule_count == 0) {
        cli_page_put_paragraph(page, "Never moves by itself.");
    }
    cli_page_open_list(page, false);
    for (size_t i = 0; i < piece.rule_count; i++) {
        cli_page_put_line(page, MAD_COMMENT_LINE, (size_t)index, i, "- ");
    }
    cli_page_close_list(page, false);
    cli_page_put_html(page, "</div>\n");
    for (size_t i = 0; i < piece.rule_count && page->code == CLI_FINE; i++) {
        struct mad_test_info test;
        bool is_plain = strncmp(piece.rules[i], "move ", 5) == 0 ||
                        strncmp(piece.rules[i], "capture ", 8) == 0 ||
                        strncmp(piece.rules[i], "drop ", 5) == 0 ||
                        strcmp(piece.rules[i], "royal") == 0;
        if (!is_plain && find_example(page, piece.rules[i], &test)) {
            put_example(page, index, piece.rules[i], &test);
        }
    }
    return page->code == CLI_FINE;
}

static void put_rules(struct cli_page *page, bool ends)
{
    bool is_open = false;
    for (size_t i = 0, number = 1; i < mad_game_rule_count(page->game); i++) {
        if (mad_game_rule_is_end(page->game, i) != ends) {
            continue;
        }
        if (!is_open) {
            cli_page_put_heading(page, 2, ends ? "How the game ends" : "Other rules", NULL);
            if (ends) {
                cli_page_put_paragraph(page,
                                       "After each move the first of these that holds decides.");
            }
            cli_page_open_list(page, ends);
        }
        is_open = true;
        char bullet[24] = "- ";
        if (ends) {
            snprintf(bullet, sizeof bullet, "%zu. ", number++);
        }
        cli_page_put_line(page, MAD_COMMENT_RULE, i, 0, bullet);
    }
    if (is_open) {
        cli_page_close_list(page, ends);
    }
}

/* --- what is folded ----------------------------------------------------------------------------------------- */

static void open_fold(const struct cli_page *page, const char *title)
{
    fputs("<details><summary>", stdout);
    cli_page_put_bytes(page, title, strlen(title));
    fputs(page->is_html ? "</summary>\n" : "</summary>\n\n", stdout);
}

static void close_fold(const struct cli_page *page)
{
    fputs(page->is_html ? "</details>\n" : "\n</details>\n\n", stdout);
}

static void put_name(const char *name, size_t size, char *out)
{
    snprintf(out, size, "%s", name);
    out[0] = (char)(out[0] >= 'a' && out[0] <= 'z' ? out[0] - 'a' + 'A' : out[0]);
    for (char *at = strchr(out, '-'); at != NULL; at = strchr(at, '-')) {
        *at = ' ';
    }
}

/* What the lines above tell by a comment, step by step. */
static void put_verbs(struct cli_page *page)
{
    bool is_open = false;
    struct mad_word_info word;
    for (size_t i = 0; mad_game_word(page->game, i, &word); i++) {
        char title[200];
        if (word.block == NULL || strchr(word.block, '\n') == NULL || !page->is_told[i]) {
            continue;
        }
        if (!is_open) {
            cli_page_put_heading(page, 2, "Special moves step by step", NULL);
            cli_page_put_paragraph(
                page, "What the lines above say, to the last detail. Where a step cannot "
                      "be taken, the whole is not possible.");
        }
        is_open = true;
        put_name(word.name, sizeof title, title);
        open_fold(page, title);
        cli_page_put_block(page, word.told, 0);
        cli_page_put_block(page, word.block, 0);
        cli_page_put_words(page, word.told, 0);
        cli_page_put_words(page, word.block, 0);
        close_fold(page);
    }
}

/* How the options stand of which this page is, and how else they may. */
static void put_options(const struct cli_page *page)
{
    const char *value, *name;
    const char *const *values;
    size_t count;
    for (size_t i = 0; (name = mad_game_option(page->game, i, &value, &values, &count)); i++) {
        char title[200];
        if (i == 0) {
            cli_page_put_heading(page, 2, "Other ways to play", NULL);
            open_fold(page, "Options, and how they stand on this page");
            cli_page_open_list(page, false);
        }
        put_name(name, sizeof title, title);
        fputs(page->is_html ? "<li><b>" : "- **", stdout);
        cli_page_put_text(page, title);
        fputs(page->is_html ? "</b>: " : "**: ", stdout);
        cli_page_put_text(page, value);
        for (size_t v = 0, said = 0; v < count; v++) {
            if (strcmp(values[v], value) != 0) {
                cli_page_put_text(page, said++ == 0 ? "; or " : ", ");
                cli_page_put_text(page, values[v]);
            }
        }
        cli_page_put_text(page, ".");
        cli_page_put_remark(page, mad_game_option_about(page->game, i));
        fputs(page->is_html ? "</li>\n" : "\n", stdout);
    }
    if (mad_game_option(page->game, 0, &value, &values, &count) != NULL) {
        cli_page_close_list(page, false);
        close_fold(page);
    }
}

static void put_page(struct cli_page *page, const mad_position *position)
{
    if (page->is_html) {
        fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
              "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>",
              stdout);
        cli_page_put_text(page, page->info.title);
        printf("</title>\n%s</head>\n<body>\n", style);
    }
    put_introduction(page);
    if (!put_array(page, position)) {
        return;
    }
    cli_page_put_heading(page, 2, "The pieces", NULL);
    if (page->is_long) {
        cli_page_put_paragraph(page, "The rules have so many verbs and words that no examples from "
                                     "their tests are shown.");
    }
    for (int i = 0; i < (int)mad_game_piece_count(page->game); i++) {
        struct mad_piece_info piece = mad_game_piece(page->game, (size_t)i);
        if (first_alike(page, i) == i && piece.owner != 2 && !make_map(page, &piece, i)) {
            return;
        }
    }
    put_legend(page);
    for (int i = 0; i < (int)mad_game_piece_count(page->game); i++) {
        if (first_alike(page, i) == i && !put_piece(page, i)) {
            return;
        }
    }
    put_rules(page, false);
    put_rules(page, true);
    put_options(page);
    put_verbs(page);
    cli_page_put_html(page, "</body>\n</html>\n");
}

/* Of so many verbs and words the search for tests that need a line takes longer than anybody waits. */
enum { MOST_WORDS = 400 };

static void make_room(struct cli_page *page)
{
    struct mad_word_info word;
    const size_t pieces = mad_game_piece_count(page->game);
    while (mad_game_word(page->game, page->word_count, &word)) {
        page->word_count++;
    }
    page->is_told = calloc(page->word_count + 1, sizeof *page->is_told);
    page->diagrams = calloc(pieces + 1, sizeof *page->diagrams);
    page->has_diagram = calloc(pieces + 1, sizeof *page->has_diagram);
    if (page->is_told == NULL || page->diagrams == NULL || page->has_diagram == NULL) {
        page->code = cli_status_failed(page->args, "a page", MAD_ERROR_MEMORY);
    }
}

static void free_room(struct cli_page *page)
{
    for (size_t i = 0; page->has_diagram != NULL && i < mad_game_piece_count(page->game); i++) {
        if (page->has_diagram[i]) {
            cli_diagram_free(&page->diagrams[i]);
        }
    }
    free(page->is_told);
    free(page->diagrams);
    free(page->has_diagram);
}

/* Which tests need which lines. */
static void find_examples(struct cli_page *page, const mad_engine *engine,
                          const struct mad_load *load)
{
    struct mad_cover_options options = {.interrupt = stop_covering};
    cli_interrupt_catch(true);
    enum mad_status status = mad_cover(engine, load, &options, note_example, page);
    if (page->code != CLI_FINE || status != MAD_OK) {
        (void)cli_page_fail(page, cli_game_failed(page->args, page->game, "looking for examples",
                                                  status == MAD_OK ? MAD_ERROR_MEMORY : status));
    }
}

enum cli_exit cli_run_doc(const struct cli_args *args)
{
    struct cli_game open;
    enum cli_exit code = cli_game_open_position(&open, args, args->operands[0]);
    if (code != CLI_FINE) {
        return code;
    }
    struct mad_load load = cli_load(args, open.name.path, open.name.variant);
    mad_game *game = NULL;
    load.with_comments = true;
    enum mad_status status = mad_game_load(open.engine, &load, &game, NULL);
    struct cli_page page = {
        .args = args, .game = game, .is_html = args->value[CLI_OPTION_PAGE_HTML] != NULL};
    if (status != MAD_OK) {
        (void)cli_page_fail(&page, cli_load_failed(open.engine, &load, status));
    } else {
        page.info = mad_game_info(game);
        make_room(&page);
        struct mad_test_info test;
        page.is_long = page.word_count > MOST_WORDS;
        if (page.code == CLI_FINE && !page.is_long && mad_game_test(game, 0, &test)) {
            find_examples(&page, open.engine, &load);
        }
    }
    if (page.code == CLI_FINE) {
        put_page(&page, open.position);
    }
    for (size_t i = 0; i < page.example_count; i++) {
        free(page.examples[i].line);
        free(page.examples[i].test);
    }
    free(page.examples);
    if (game != NULL) {
        free_room(&page);
    }
    mad_game_free(game);
    cli_game_close(&open);
    return page.code;
}
