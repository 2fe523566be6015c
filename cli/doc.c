/* doc.c - `mad doc`: a game as a rule page, in Markdown or HTML. Layer: cli.
 *
 * All that is said comes from the rules: their lines as sentences, the comments above them, diagrams that are tried
 * out, and examples from the tests that need a line. */
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "doc_plain.h"
#include "game_file.h"
#include "interrupt.h"
#include "piece_map.h"
#include "svg.h"

static const char *const beginnings[][2] = {
#define DOC_BEGINNING(line, sentence) {line, sentence},
#include "doc.def"
};

static const char *const terms[][2] = {
#define DOC_TERM(word, meaning) {word, meaning},
#include "doc.def"
};

/* Which test needs a line. */
struct example {
    char *line, *test;
};

struct page {
    const struct cli_args *args;
    const mad_game *game;
    struct mad_game_info info;
    bool is_html, is_in_list, has_ranks;
    struct example *examples;
    size_t example_count;
    const char *shown[64]; /* titles of tests that were an example already */
    size_t shown_count;
    enum cli_exit code; /* why it was broken off */
};

enum { MOST_LINE = 1000 };

static const char style[] =
    "<style>:root{color-scheme:light dark}body{font:1.05em/1.5 "
    "Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "h1,h2,h3{line-height:1.2}h3{clear:both;margin-top:2em}figure{margin:1em 0}figure "
    "svg{max-width:100%;height:auto}"
    "figcaption{font-size:.85em;opacity:.8}code{font-size:.9em}.man{display:flex;gap:1.5em;flex-"
    "wrap:wrap}"
    ".man figure{flex:0 1 20em;margin:0}.man ul{flex:1 1 16em}small{opacity:.75}</style>\n";

/* --- the two forms --------------------------------------------------------------------------------------- */

static void put_text(const struct page *page, const char *text)
{
    if (page->is_html) {
        cli_put_xml(stdout, text);
    } else {
        cli_put(stdout, text);
    }
}

static void put_html(const struct page *page, const char *html)
{
    fputs(page->is_html ? html : "", stdout);
}

static void put_heading(const struct page *page, int level, const char *text, const char *letter)
{
    if (page->is_html) {
        printf("<h%d>", level);
    } else {
        printf("\n%.*s ", level, "###");
    }
    put_text(page, text);
    if (letter != NULL) {
        fputs(" (", stdout);
        put_text(page, letter);
        fputc(')', stdout);
    }
    if (page->is_html) {
        printf("</h%d>", level);
    }
    fputs(page->is_html ? "\n" : "\n\n", stdout);
}

static void put_paragraph(const struct page *page, const char *text)
{
    put_html(page, "<p>");
    put_text(page, text);
    fputs(page->is_html ? "</p>\n" : "\n\n", stdout);
}

static void open_list(const struct page *page, bool is_numbered)
{
    put_html(page, is_numbered ? "<ol>\n" : "<ul>\n");
}

static void close_list(const struct page *page, bool is_numbered)
{
    put_html(page, is_numbered ? "</ol>\n" : "</ul>\n");
    fputs(page->is_html ? "" : "\n", stdout);
}

/* Breaks the page off: why has been said. */
static bool fail(struct page *page, enum cli_exit code)
{
    page->code = page->code > code ? page->code : code;
    return false;
}

static void put_diagram(const struct page *page, const struct cli_diagram *diagram,
                        const char *title, int mover)
{
    if (page->is_html) {
        cli_svg_print(stdout, diagram, title, mover);
    } else {
        fputs("```\n", stdout);
        cli_diagram_print(stdout, diagram);
        fputs("```\n\n", stdout);
    }
}

/* --- sentences -------------------------------------------------------------------------------------------- */

/* Of a piece line that names whom it is about, what stands behind `by`; else the rest itself. */
static const char *behind_by(const char *line, const char *rest)
{
    const bool is_motion = strncmp(line, "capture ", strlen("capture ")) == 0 ||
                           strncmp(line, "move or capture ", strlen("move or capture ")) == 0;
    const char *by = is_motion ? strstr(rest, " by ") : NULL;
    return by != NULL ? by + strlen(" by ") : rest;
}

static void put_sentence(const struct page *page, const char *line)
{
    const char *rest = line, *begin = "";
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings && begin[0] == '\0'; i++) {
        size_t length = strlen(beginnings[i][0]);
        if (strncmp(line, beginnings[i][0], length) == 0) {
            begin = beginnings[i][1];
            rest = line + length;
        }
    }
    char plain[MOST_LINE];
    const char *by = begin[0] != '\0' ? behind_by(line, rest) : rest;
    if (by != rest) { /* `capture General by slide forward`: whom, and how */
        snprintf(plain, sizeof plain, "%.*s %.*s: ", (int)strlen(begin) - 2, begin,
                 (int)(by - rest) - 4, rest);
        put_text(page, plain);
        rest = by;
    } else {
        put_text(page, begin);
    }
    cli_doc_plain(rest, page->has_ranks, plain, sizeof plain);
    if (begin[0] == '\0' && plain[0] >= 'a' && plain[0] <= 'z') {
        plain[0] = (char)(plain[0] - 'a' + 'A');
    }
    put_text(page, plain);
    const char *end = rest[0] != '\0' ? rest : begin;
    fputs(end[0] == '\0' || strchr(".:", end[strlen(end) - 1]) != NULL ? "" : ".", stdout);
}

/* The lines of a block as lists in the list; what the line above it began stays open. */
static void put_block(const struct page *page, const char *block)
{
    int open = 0;
    for (const char *line = block; line != NULL && line[0] != '\0';) {
        char text[400];
        const int blanks = (int)strspn(line, " "), depth = blanks / 2 + 1;
        const size_t bytes = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)bytes - blanks, line + blanks);
        for (int at = depth; page->is_html && at <= open; at++) {
            fputs(at < open ? "</li></ul>" : "</li>", stdout);
        }
        for (int at = open; page->is_html && at < depth; at++) {
            fputs(at + 1 < depth ? "<ul><li>" : "<ul>", stdout);
        }
        open = depth;
        if (page->is_html) {
            fputs("<li>", stdout);
        } else {
            printf("%*s- ", 2 * depth, "");
        }
        put_sentence(page, text);
        fputs(page->is_html ? "" : "\n", stdout);
        line += bytes + (line[bytes] == '\n');
    }
    for (; page->is_html && open > 0; open--) {
        fputs("</li></ul>", stdout);
    }
}

static void put_remark(const struct page *page, const char *about)
{
    if (about != NULL) {
        fputs(page->is_html ? " <small>" : " *", stdout);
        put_text(page, about);
        fputs(page->is_html ? "</small>" : "*", stdout);
    }
}

/* The line as a sentence, behind it what the comment of the line says, and below what stands in its block. */
static void put_line(const struct page *page, const char *line, const char *about,
                     const char *block, const char *bullet)
{
    fputs(page->is_html ? "<li>" : bullet, stdout);
    put_sentence(page, line);
    put_remark(page, about);
    fputs(page->is_html ? "" : "\n", stdout);
    put_block(page, block);
    fputs(page->is_html ? "</li>\n" : "", stdout);
}

/* --- examples ----------------------------------------------------------------------------------------------- */

static void note_example(void *context, const struct mad_cover_line *line)
{
    struct page *page = context;
    if (line->test == NULL || line->place.line_text == NULL) {
        return;
    }
    struct example *grown =
        realloc(page->examples, (page->example_count + 1) * sizeof *page->examples);
    if (grown == NULL) {
        page->code = CLI_INTERNAL;
        return;
    }
    page->examples = grown;
    const char *text = line->place.line_text + strspn(line->place.line_text, " \t");
    struct example *made = &grown[page->example_count++];
    *made = (struct example){strdup(text), strdup(line->test)};
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
static bool find_example(struct page *page, const char *line, struct mad_test_info *test)
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
            return test->position != NULL && (test->move_count > 0 || test->named != NULL) &&
                   page->shown_count < sizeof page->shown / sizeof *page->shown;
        }
    }
    return false;
}

static bool is_of(const mad_position *position, const mad_moves *moves, size_t index, int piece)
{
    struct mad_man man;
    int from = mad_moves_at(moves, index).from;
    return from >= 0 && mad_position_man(position, from, &man) && man.piece == piece;
}

/* The move that the test begins with, when a man of that kind makes it; else the first that one makes. */
static enum mad_status find_move(const mad_position *position, const mad_moves *moves, int piece,
                                 const struct mad_test_info *test, size_t *index)
{
    const char *text = test->move_count > 0 ? test->moves[0] : test->named;
    enum mad_status status = mad_moves_find(moves, text, index, NULL);
    bool is_his = status == MAD_OK && is_of(position, moves, *index, piece);
    for (size_t i = 0; status == MAD_OK && i < mad_moves_count(moves) && !is_his; i++) {
        is_his = is_of(position, moves, i, piece);
        *index = i;
    }
    return status == MAD_OK && !is_his ? MAD_ERROR_ILLEGAL : status;
}

/* The position of the test, with a move of that piece as an arrow. */
static void put_example(struct page *page, int piece, const struct mad_test_info *test)
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
    status = status == MAD_OK ? find_move(position, moves, piece, test, &index) : status;
    if (status == MAD_OK) {
        view.from = mad_moves_at(moves, index).from;
        view.to = mad_moves_at(moves, index).to;
        page->shown[page->shown_count++] = test->title;
        if (!cli_diagram_of_position(&diagram, position, &view)) {
            (void)fail(page, CLI_INTERNAL);
        } else {
            put_html(page, "<figure>");
            put_diagram(page, &diagram, test->title, mad_position_side(position));
            fputs(page->is_html ? "<figcaption>Example: " : "Example: ", stdout);
            put_text(page, test->title);
            fputs(page->is_html ? " (<code>" : " (`", stdout);
            put_text(page, mad_moves_at(moves, index).text);
            fputs(page->is_html ? "</code>)</figcaption></figure>\n" : "`)\n\n", stdout);
            cli_diagram_free(&diagram);
        }
    } else if (status == MAD_ERROR_MEMORY) {
        (void)fail(page, cli_status_failed(page->args, "an example", status));
    }
    mad_moves_free(moves);
    mad_position_free(position);
}

/* --- parts of the page ------------------------------------------------------------------------------------- */

static void put_introduction(const struct page *page)
{
    const struct mad_game_info *info = &page->info;
    put_heading(page, 1, info->title, NULL);
    for (size_t i = 0; i < info->about_count; i++) {
        put_paragraph(page, info->about[i]);
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
        put_paragraph(page, line + strspn(line, " "));
    }
    if (info->source != NULL) {
        snprintf(line, sizeof line, "More: %s", info->source);
        put_paragraph(page, line);
    }
}

static int count_squares(const struct page *page)
{
    int count = 0;
    for (int square = 0; square < page->info.squares; square++) {
        count += !mad_game_is_hole(page->game, square);
    }
    return count;
}

static bool put_array(struct page *page, const mad_position *position)
{
    struct cli_diagram diagram;
    char text[600];
    const struct mad_game_info *info = &page->info;
    put_heading(page, 2, "The board", NULL);
    char size[60], letters[300] = "";
    if (info->hexagons) {
        snprintf(size, sizeof size, "%d hexagons", count_squares(page));
    } else {
        snprintf(size, sizeof size, "%d by %d %s", info->files, info->ranks,
                 info->slant != 0 ? "hexagons" : "squares");
    }
    if (!page->is_html && info->player_name[2] != NULL) {
        snprintf(letters, sizeof letters,
                 " The small letter before that of a man says whose he is.");
    } else if (!page->is_html) { /* where letters stand on the board */
        snprintf(letters, sizeof letters, " Capitals are %s's, small letters %s's.",
                 info->player_name[!info->first_has_capitals],
                 info->player_name[info->first_has_capitals]);
    }
    snprintf(text, sizeof text, "%s. %s begins.%s", size,
             info->player_name[mad_position_side(position)], letters);
    put_paragraph(page, text);
    if (!cli_diagram_of_position(&diagram, position, &(struct cli_view){false, -1, -1})) {
        return fail(page, CLI_INTERNAL);
    }
    put_html(page, "<figure>");
    put_diagram(page, &diagram, info->title, mad_position_side(position));
    put_html(page, "</figure>\n");
    cli_diagram_free(&diagram);
    return true;
}

static bool put_map(struct page *page, const struct mad_piece_info *piece, int index)
{
    struct cli_piece_map map;
    struct cli_diagram diagram;
    enum mad_status status = cli_piece_map_make(&map, page->game, index, piece->owner == 1 ? 1 : 0);
    status = status == MAD_OK ? cli_piece_map_moves(&map, -1) : status;
    status = status == MAD_OK ? cli_piece_map_zone(&map) : status;
    bool is_fine = status == MAD_OK || status == MAD_ERROR_TEXT; /* it cannot stand there alone */
    if (!is_fine) {
        (void)fail(page, cli_game_failed(page->args, page->game, "trying out a piece", status));
    } else if (status == MAD_OK && !map.is_still) {
        is_fine = cli_piece_map_diagram(&map, false, false, &diagram) || fail(page, CLI_INTERNAL);
        if (is_fine) {
            put_html(page, "<figure>");
            put_diagram(page, &diagram, piece->name, -1);
            put_html(page, "</figure>\n");
            cli_diagram_free(&diagram);
        }
    }
    cli_piece_map_free(&map);
    return is_fine;
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
static int first_alike(const struct page *page, int index)
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
static bool put_piece_heading(const struct page *page, const struct mad_piece_info *piece,
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
    put_heading(page, 3, has_others ? piece->kind : piece->name, letters);
    return has_others;
}

/* Of men alike that of the first player is drawn: "Red King". */
static void put_whose(const struct page *page, const struct mad_piece_info *piece)
{
    char text[160], player[80];
    cli_copy_safe(player, sizeof player, piece->name);
    snprintf(text, sizeof text, "Shown for %.*s; the others' go so as their players see the board.",
             (int)(strlen(player) - strlen(piece->kind) - 1), player);
    put_paragraph(page, text);
}

static bool put_piece(struct page *page, int index)
{
    struct mad_piece_info piece = mad_game_piece(page->game, (size_t)index);
    const char *about = mad_game_comment(page->game, MAD_COMMENT_PIECE, (size_t)index, 0);
    bool has_others = put_piece_heading(page, &piece, index);
    if (about != NULL) {
        put_paragraph(page, about);
    }
    if (has_others) {
        put_whose(page, &piece);
    }
    put_html(page, "<div class=\"man\">\n");
    if (piece.owner != 2 && !put_map(page, &piece, index)) {
        return false;
    }
    if (piece.rule_count == 0) {
        put_paragraph(page, "Never moves by itself.");
    }
    open_list(page, false);
    for (size_t i = 0; i < piece.rule_count; i++) {
        put_line(page, piece.rules[i],
                 mad_game_comment(page->game, MAD_COMMENT_LINE, (size_t)index, i),
                 mad_game_block(page->game, MAD_COMMENT_LINE, (size_t)index, i), "- ");
    }
    close_list(page, false);
    put_html(page, "</div>\n");
    for (size_t i = 0; i < piece.rule_count && page->code == CLI_FINE; i++) {
        struct mad_test_info test;
        bool is_plain = strncmp(piece.rules[i], "move ", 5) == 0 ||
                        strncmp(piece.rules[i], "capture ", 8) == 0 ||
                        strcmp(piece.rules[i], "royal") == 0;
        if (!is_plain && find_example(page, piece.rules[i], &test)) {
            put_example(page, index, &test);
        }
    }
    return page->code == CLI_FINE;
}

static void put_rules(struct page *page, bool ends)
{
    bool is_open = false;
    for (size_t i = 0, number = 1; i < mad_game_rule_count(page->game); i++) {
        if (mad_game_rule_is_end(page->game, i) != ends) {
            continue;
        }
        if (!is_open) {
            put_heading(page, 2, ends ? "How the game ends" : "Other rules", NULL);
            if (ends) {
                put_paragraph(page, "After each move the first of these that holds decides.");
            }
            open_list(page, ends);
        }
        is_open = true;
        char bullet[24] = "- ";
        if (ends) {
            snprintf(bullet, sizeof bullet, "%zu. ", number++);
        }
        put_line(page, mad_game_rule(page->game, i),
                 mad_game_comment(page->game, MAD_COMMENT_RULE, i, 0),
                 mad_game_block(page->game, MAD_COMMENT_RULE, i, 0), bullet);
    }
    if (is_open) {
        close_list(page, ends);
    }
}

/* Whether the board's orthogonal lines are its ranks and files. */
static bool has_ranks(const struct page *page)
{
    struct mad_word_info word;
    for (size_t i = 0; mad_game_word(page->game, i, &word); i++) {
        if (strcmp(word.name, "orthogonal") == 0) {
            return !page->info.hexagons && strcmp(word.meaning, "vertical or sideways") == 0;
        }
    }
    return !page->info.hexagons;
}

/* Whether the word stands alone in the text, in which some are said otherwise. */
static bool has_word(const struct page *page, const char *line, const char *word)
{
    char text[MOST_LINE];
    if (line == NULL || strlen(line) >= sizeof text) {
        return line != NULL && strstr(line, word) != NULL;
    }
    cli_doc_plain(line, page->has_ranks, text, sizeof text);
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == text || strchr(" (\n", at[-1]) != NULL) &&
            (at[length] == '\0' || strchr(" ,:)'s\n", at[length]) != NULL)) {
            return true;
        }
    }
    return false;
}

/* Whether some line of the game has the word, or, two words deep, the meaning of a word that some line has. */
static bool is_used(const struct page *page, const char *word, int depth)
{
    bool is = false;
    struct mad_word_info other;
    for (size_t i = 0; i < mad_game_rule_count(page->game) && !is; i++) {
        is = has_word(page, mad_game_rule(page->game, i), word) ||
             has_word(page, mad_game_block(page->game, MAD_COMMENT_RULE, i, 0), word);
    }
    for (size_t i = 0; i < mad_game_piece_count(page->game) && !is; i++) {
        struct mad_piece_info piece = mad_game_piece(page->game, i);
        for (size_t l = 0; l < piece.rule_count && !is; l++) {
            is = has_word(page, piece.rules[l], word) ||
                 has_word(page, mad_game_block(page->game, MAD_COMMENT_LINE, i, l), word);
        }
    }
    for (size_t i = 0; depth > 0 && !is && mad_game_word(page->game, i, &other); i++) {
        is = strcmp(other.name, word) != 0 &&
             (has_word(page, other.meaning, word) || has_word(page, other.block, word)) &&
             is_used(page, other.name, depth - 1);
    }
    return is;
}

static void put_term(const struct page *page, const char *name, const char *meaning,
                     const char *about)
{
    fputs(page->is_html ? "<li><b>" : "- **", stdout);
    put_text(page, name);
    fputs(page->is_html ? "</b>: " : "**: ", stdout);
    put_text(page, meaning);
    put_remark(page, about);
    fputs(page->is_html ? "</li>\n" : "\n", stdout);
}

/* What lines call by a name, `rampage along [ways: directions]`, step by step. */
static void put_verbs(const struct page *page)
{
    bool is_open = false;
    struct mad_word_info word;
    for (size_t i = 0; mad_game_word(page->game, i, &word); i++) {
        if (word.block == NULL || !is_used(page, word.name, 2)) {
            continue;
        }
        if (!is_open) {
            put_heading(page, 2, "Special moves and what happens by itself", NULL);
            put_paragraph(
                page, "Step by step; where a step cannot be taken, the whole is not possible. What "
                      "stands in square brackets is said by the line that names it.");
            open_list(page, false);
        }
        is_open = true;
        fputs(page->is_html ? "<li><b>" : "- **", stdout);
        put_text(page, word.name);
        fputs(page->is_html ? "</b>" : "**", stdout);
        put_text(page, word.meaning);
        put_remark(page, word.about);
        fputs(page->is_html ? "" : "\n", stdout);
        put_block(page, word.block);
        fputs(page->is_html ? "</li>\n" : "", stdout);
    }
    if (is_open) {
        close_list(page, false);
    }
}

static void put_words(const struct page *page)
{
    struct mad_word_info word;
    put_heading(page, 2, "Words", NULL);
    open_list(page, false);
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        if (is_used(page, terms[i][0], 2)) {
            put_term(page, terms[i][0], terms[i][1], NULL);
        }
    }
    for (size_t i = 0; mad_game_word(page->game, i, &word); i++) {
        if (word.block == NULL && is_used(page, word.name, 2)) {
            put_term(page, word.name, word.meaning, word.about);
        }
    }
    close_list(page, false);
}

static void put_page(struct page *page, const mad_position *position)
{
    if (page->is_html) {
        fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
              "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>",
              stdout);
        put_text(page, page->info.title);
        printf("</title>\n%s</head>\n<body>\n", style);
    }
    put_introduction(page);
    if (!put_array(page, position)) {
        return;
    }
    put_heading(page, 2, "The pieces", NULL);
    put_paragraph(
        page,
        page->is_html
            ? "In the diagrams a ring is a square where the piece may move, a cross one where it "
              "may capture; a plus, one where it may go only when somebody stands elsewhere, as "
              "the "
              "grey men do. It never comes to squares under a grey veil."
            : "In the diagrams `o` is a square where the piece may move, `x` one where it may "
              "capture, `*` both; `+` is one where it may go only when another man stands "
              "somewhere, and "
              "`#` one where it may move, and capture only then.");
    for (int i = 0; i < (int)mad_game_piece_count(page->game); i++) {
        if (first_alike(page, i) == i && !put_piece(page, i)) {
            return;
        }
    }
    put_verbs(page);
    put_rules(page, false);
    put_rules(page, true);
    put_words(page);
    put_html(page, "</body>\n</html>\n");
}

/* Which tests need which lines. */
static void find_examples(struct page *page, const mad_engine *engine, const struct mad_load *load)
{
    struct mad_cover_options options = {.interrupt = stop_covering};
    cli_interrupt_catch(true);
    enum mad_status status = mad_cover(engine, load, &options, note_example, page);
    if (page->code != CLI_FINE || status != MAD_OK) {
        (void)fail(page, cli_game_failed(page->args, page->game, "looking for examples",
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
    struct page page = {
        .args = args, .game = game, .is_html = args->value[CLI_OPTION_PAGE_HTML] != NULL};
    if (status != MAD_OK) {
        (void)fail(&page, cli_load_failed(open.engine, &load, status));
    } else {
        page.info = mad_game_info(game);
        page.has_ranks = has_ranks(&page);
        find_examples(&page, open.engine, &load);
    }
    if (page.code == CLI_FINE) {
        put_page(&page, open.position);
    }
    for (size_t i = 0; i < page.example_count; i++) {
        free(page.examples[i].line);
        free(page.examples[i].test);
    }
    free(page.examples);
    mad_game_free(game);
    cli_game_close(&open);
    return page.code;
}
