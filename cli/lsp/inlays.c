/* inlays.c - beside each position and each `play` of a test: how many moves there are then, or how the game ended.
 *
 * Layer: cli. The text is read as words, so that a test that is being written has its counts as well; where a move
 * cannot be made nothing is shown from there to the end of the test. */
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "requests.h"

enum { MOST_TEXT = 1000, MOST_LINES = 200 };

struct inlays {
    struct lsp_server *server;
    const struct lsp_document *document;
    const struct lsp_symbols *symbols;
    char variant[MOST_TEXT]; /* whose tests these are; empty: those of the game */
    mad_game *game;          /* null: nothing of it was shown yet, or it cannot be loaded */
    bool is_tried;           /* to load it */
    mad_position *position;
    mad_moves *moves;
    uint32_t first, last; /* lines that the editor shows */
    unsigned left;        /* that may still be told */
    bool is_lost;         /* something in the test could not be read or played */
};

static bool is_keyword(const struct mad_text_word *word, const char *keyword)
{
    return word->keyword != NULL && strcmp(word->keyword, keyword) == 0;
}

static void put_hint(struct inlays *inlays, size_t at, const char *label)
{
    struct cli_json *json = &inlays->server->json;
    cli_json_open(json, NULL, '{');
    lsp_put_place(inlays->server, "position",
                  lsp_place_at(inlays->document, inlays->server->units, at));
    cli_json_text(json, "label", label);
    cli_json_truth(json, "paddingLeft", true);
    cli_json_close(json, '}');
}

/* What can be done in the position, behind the line that ends at `at`. */
static void tell(struct inlays *inlays, size_t at)
{
    char label[100];
    struct mad_result result;
    uint32_t line = lsp_place_at(inlays->document, inlays->server->units, at).line;
    if (inlays->is_lost || inlays->left == 0 || inlays->position == NULL || line < inlays->first ||
        line > inlays->last || mad_position_result(inlays->position, &result) != MAD_OK ||
        mad_moves_list_nameless(inlays->moves, inlays->position) != MAD_OK) {
        return;
    }
    inlays->left--;
    size_t count = mad_moves_count(inlays->moves);
    if (result.outcome == MAD_GOES_ON) {
        snprintf(label, sizeof label, "%zu move%s", count, count == 1 ? "" : "s");
    } else {
        snprintf(label, sizeof label, "the game is over");
    }
    put_hint(inlays, at, label);
}

static bool copy_word(const struct inlays *inlays, const struct mad_text_word *word, char *out)
{
    size_t bytes;
    const char *text = lsp_word_text(inlays->symbols, word, &bytes);
    snprintf(out, MOST_TEXT, "%.*s", (int)(bytes < MOST_TEXT ? bytes : 0), text);
    return bytes < MOST_TEXT;
}

static void set_up(struct inlays *inlays, const char *text)
{
    struct mad_text_error error;
    inlays->is_lost = mad_position_set(inlays->position, text, &error) != MAD_OK;
}

static void close_game(struct inlays *inlays)
{
    mad_moves_free(inlays->moves);
    mad_position_free(inlays->position);
    mad_game_free(inlays->game);
    inlays->moves = NULL;
    inlays->position = NULL;
    inlays->game = NULL;
    inlays->is_tried = false;
}

static bool open_game(struct inlays *inlays)
{
    struct mad_load load = lsp_document_load(inlays->document);
    if (!inlays->is_tried) {
        load.variant = inlays->variant[0] != '\0' ? inlays->variant : NULL;
        if (mad_game_load(inlays->server->engine, &load, &inlays->game, NULL) != MAD_OK ||
            mad_moves_new(inlays->game, &inlays->moves) != MAD_OK) {
            close_game(inlays);
        }
        inlays->is_tried = true;
    }
    return inlays->game != NULL;
}

/* From the array. */
static void start_anew(struct inlays *inlays)
{
    mad_position_free(inlays->position);
    inlays->position = NULL;
    inlays->is_lost =
        !open_game(inlays) || mad_position_new(inlays->game, &inlays->position) != MAD_OK;
}

/* One sentence of a test, from word `at`; gives the word behind it. */
static size_t read_sentence(struct inlays *inlays, size_t at)
{
    const struct mad_text_word *words = inlays->symbols->words, *first = &words[at];
    char text[MOST_TEXT];
    struct mad_text_error error;
    size_t end = first->end, next = at + 1;
    for (; next < inlays->symbols->word_count && !words[next].is_first; next++) {
        const struct mad_text_word *word = &words[next];
        if (word->sort == MAD_SORT_COMMENT) {
            continue;
        }
        end = word->end;
        if (inlays->left == 0 || inlays->position == NULL || !copy_word(inlays, word, text)) {
            inlays->is_lost = true;
        } else if (is_keyword(first, "position") && word->sort == MAD_SORT_TEXT) {
            set_up(inlays, text);
        } else if (is_keyword(first, "play") && word->sort == MAD_SORT_MOVE && !inlays->is_lost) {
            inlays->is_lost = mad_position_play(inlays->position, text, &error) != MAD_OK;
        }
    }
    if (is_keyword(first, "position") || is_keyword(first, "play")) {
        tell(inlays, end);
    }
    return next;
}

/* Whether the editor shows some of the section that begins with word `at`. */
static bool is_shown(const struct inlays *inlays, size_t at)
{
    const struct mad_text_word *words = inlays->symbols->words;
    enum lsp_units units = inlays->server->units;
    size_t last = at;
    while (last + 1 < inlays->symbols->word_count &&
           !(words[last + 1].is_first &&
             (is_keyword(&words[last + 1], "test") || is_keyword(&words[last + 1], "variant")))) {
        last++;
    }
    return lsp_place_at(inlays->document, units, words[at].begin).line <= inlays->last &&
           lsp_place_at(inlays->document, units, words[last].end).line >= inlays->first;
}

/* Sentences of tests, with the game to which they belong. */
static void read_tests(struct inlays *inlays)
{
    bool in_test = false;
    const struct mad_text_word *words = inlays->symbols->words;
    for (size_t i = 0; i < inlays->symbols->word_count;) {
        if (words[i].is_first && is_keyword(&words[i], "variant")) {
            close_game(inlays);
            in_test = false;
            bool has_title = i + 1 < inlays->symbols->word_count &&
                             words[i + 1].sort == MAD_SORT_TEXT &&
                             copy_word(inlays, &words[i + 1], inlays->variant);
            inlays->left = has_title ? inlays->left : 0;
        }
        if (words[i].is_first && is_keyword(&words[i], "test")) {
            in_test = is_shown(inlays, i);
            if (in_test) {
                start_anew(inlays);
            }
        }
        i = in_test ? read_sentence(inlays, i) : i + 1;
    }
}

static void put_all(struct inlays *inlays)
{
    lsp_answer_result(inlays->server, '[');
    read_tests(inlays);
    cli_json_close(&inlays->server->json, ']');
    close_game(inlays);
}

void lsp_do_inlays(struct lsp_server *server, const cJSON *params)
{
    struct lsp_document *document = lsp_document_asked(server, params);
    struct lsp_place first, last;
    struct lsp_symbols symbols;
    if (document == NULL || !lsp_range_asked(server, params, &first, &last) ||
        !lsp_symbols_asked(server, document, &symbols)) {
        return;
    }
    struct inlays inlays = {.server = server,
                            .document = document,
                            .symbols = &symbols,
                            .first = first.line,
                            .last = last.line,
                            .left = MOST_LINES};
    put_all(&inlays);
    lsp_symbols_free(&symbols);
}
