/* symbols.c - see symbols.h. Layer: cli. */
#include "symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lists.h"

/* Kinds of symbols and of completions in the protocol. */
enum { MODULE = 2, CLASS = 5, METHOD = 6, FIELD = 8, ENUM = 10, VARIABLE = 13, EVENT = 24 };
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_CLASS = 7,
    ITEM_MODULE = 9,
    ITEM_ENUM = 13
};

/* What declares a name: the word that begins the sentence, and of which sort the name behind it is. */
static const struct opening {
    const char *keyword, *what;
    enum mad_word_sort sort;
    int kind, item;
    bool is_outer, is_local;
} openings[] = {
    {"game", "game", MAD_SORT_TEXT, MODULE, ITEM_MODULE, true, false},
    {"variant", "variant", MAD_SORT_TEXT, MODULE, ITEM_MODULE, true, false},
    {"test", "test", MAD_SORT_TEXT, EVENT, ITEM_FUNCTION, false, false},
    {"piece", "piece", MAD_SORT_NAME, CLASS, ITEM_CLASS, false, false},
    {"verb", "verb", MAD_SORT_WORD, METHOD, ITEM_FUNCTION, false, false},
    {"mark", "mark", MAD_SORT_WORD, FIELD, ITEM_FIELD, false, false},
    {"counter", "counter", MAD_SORT_WORD, FIELD, ITEM_FIELD, false, false},
    {"pocket", "pocket", MAD_SORT_WORD, FIELD, ITEM_FIELD, false, false},
    {"direction", "direction", MAD_SORT_WORD, FIELD, ITEM_FIELD, false, false},
    {"own direction", "direction", MAD_SORT_WORD, FIELD, ITEM_FIELD, false, false},
    {"option", "option", MAD_SORT_WORD, ENUM, ITEM_ENUM, false, false},
    {"let", "name", MAD_SORT_WORD, VARIABLE, ITEM_VARIABLE, false, true},
    {"choose", "name", MAD_SORT_WORD, VARIABLE, ITEM_VARIABLE, false, true},
    {"for each", "name", MAD_SORT_WORD, VARIABLE, ITEM_VARIABLE, false, true},
};
static const struct opening meaning = {"means",    "word", MAD_SORT_WORD, FIELD,
                                       ITEM_FIELD, false,  false};
static const struct opening blank = {"[",           "blank", MAD_SORT_WORD, VARIABLE,
                                     ITEM_VARIABLE, false,   true};

/* Headings that declare nothing, and end what stands before them. */
static const char *const headings[] = {"add to",
                                       "change",
                                       "notation",
                                       "ends in this order",
                                       "add to ends before the others",
                                       "add to ends after the others"};

static bool is_keyword(const struct mad_text_word *word, const char *keyword)
{
    return word->keyword != NULL && strcmp(word->keyword, keyword) == 0;
}

static bool add(struct lsp_symbols *symbols, const struct opening *opening, size_t word,
                size_t begin)
{
    struct lsp_symbol *grown =
        cli_room(symbols->items, symbols->count, &symbols->capacity, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    symbols->items = grown;
    symbols->items[symbols->count++] = (struct lsp_symbol){.what = opening->what,
                                                           .kind = opening->kind,
                                                           .item = opening->item,
                                                           .is_outer = opening->is_outer,
                                                           .is_local = opening->is_local,
                                                           .word = word,
                                                           .begin = begin};
    return true;
}

static const struct opening *find_opening(const struct mad_text_word *word)
{
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        if (is_keyword(word, openings[i].keyword)) {
            return &openings[i];
        }
    }
    return NULL;
}

/* Reads the sentence or line that goes on at word `at`; `first` begins it. False without memory. */
static bool read_word(struct lsp_symbols *symbols, size_t at, size_t first)
{
    const struct mad_text_word *word = &symbols->words[at];
    const struct opening *opening = find_opening(word);
    size_t name = at + 1;
    bool starts = at == first || (at == first + 1 && is_keyword(&symbols->words[first], "new"));
    bool is_fit = name < symbols->word_count && opening != NULL && !symbols->words[name].is_first &&
                  symbols->words[name].sort == opening->sort && (starts || opening->is_local);
    size_t begin = symbols->words[first].begin;
    if (is_fit) {
        return add(symbols, opening, name, begin);
    }
    if (is_keyword(word, "means") && at > first && symbols->words[at - 1].sort == MAD_SORT_WORD) {
        return add(symbols, &meaning, at - 1, begin);
    }
    if (is_keyword(&symbols->words[first], "verb") && word->sort == MAD_SORT_SIGN &&
        symbols->text[word->begin] == '[' && name < symbols->word_count &&
        symbols->words[name].sort == MAD_SORT_WORD) {
        return add(symbols, &blank, name, begin);
    }
    return true;
}

static bool is_heading(const struct mad_text_word *word)
{
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        if (is_keyword(word, headings[i])) {
            return true;
        }
    }
    return false;
}

static bool is_next(const struct mad_text_word *word, bool is_outer)
{
    const struct opening *opening = word->is_first ? find_opening(word) : NULL;
    if (is_outer) {
        return opening != NULL && opening->is_outer;
    }
    return word->is_first &&
           (is_heading(word) || is_keyword(word, "new") || (opening != NULL && !opening->is_local));
}

/* Sections end before the next declaration or heading, games and variants before the next of them. From the last
 * word to the first. */
static void find_ends(struct lsp_symbols *symbols)
{
    size_t end[2] = {0, 0}, left = symbols->count;
    bool is_asked[2] = {true, true};
    for (size_t i = symbols->word_count; i-- > 0;) {
        const struct mad_text_word *word = &symbols->words[i];
        for (int outer = 0; outer < 2 && word->sort != MAD_SORT_COMMENT; outer++) {
            end[outer] = is_asked[outer] ? word->end : end[outer];
            is_asked[outer] = false;
        }
        for (; left > 0 && symbols->items[left - 1].begin >= word->begin; left--) {
            struct lsp_symbol *symbol = &symbols->items[left - 1];
            symbol->end = end[symbol->is_outer];
        }
        for (int outer = 0; outer < 2; outer++) {
            is_asked[outer] = is_asked[outer] || is_next(word, outer == 1);
        }
    }
}

enum mad_status lsp_symbols_read(const mad_engine *engine, const char *text, size_t bytes,
                                 struct lsp_symbols *out)
{
    *out = (struct lsp_symbols){.text = text};
    enum mad_status status = mad_text_words(engine, text, bytes, &out->words, &out->word_count);
    for (size_t i = 0, first = 0; status == MAD_OK && i < out->word_count; i++) {
        first = out->words[i].is_first ? i : first;
        if (out->words[i].sort != MAD_SORT_COMMENT && !read_word(out, i, first)) {
            status = MAD_ERROR_MEMORY;
        }
    }
    if (status == MAD_OK) {
        find_ends(out);
    } else {
        lsp_symbols_free(out);
    }
    return status;
}

void lsp_symbols_free(struct lsp_symbols *symbols)
{
    free(symbols->words);
    free(symbols->items);
    *symbols = (struct lsp_symbols){0};
}

const struct mad_text_word *lsp_word_at(const struct lsp_symbols *symbols, size_t offset)
{
    const struct mad_text_word *found = NULL;
    for (size_t i = 0; i < symbols->word_count; i++) {
        const struct mad_text_word *word = &symbols->words[i];
        if (word->begin <= offset && offset <= word->end && (found == NULL || offset < word->end)) {
            found = word;
        }
    }
    return found;
}

const char *lsp_word_text(const struct lsp_symbols *symbols, const struct mad_text_word *word,
                          size_t *bytes)
{
    size_t quotes = word->sort == MAD_SORT_TEXT;
    *bytes = word->end - word->begin - 2 * quotes;
    return symbols->text + word->begin + quotes;
}

bool lsp_word_is(const struct lsp_symbols *symbols, const struct mad_text_word *word,
                 const char *name, size_t bytes)
{
    size_t own;
    const char *text = lsp_word_text(symbols, word, &own);
    return own == bytes && memcmp(text, name, bytes) == 0;
}

const struct lsp_symbol *lsp_symbol_find(const struct lsp_symbols *symbols, const char *name,
                                         size_t bytes, size_t offset)
{
    const struct lsp_symbol *found = NULL;
    for (size_t i = 0; i < symbols->count; i++) {
        const struct lsp_symbol *symbol = &symbols->items[i];
        bool is_known = !symbol->is_local || (symbol->begin <= offset && offset <= symbol->end);
        if (is_known && lsp_word_is(symbols, &symbols->words[symbol->word], name, bytes) &&
            symbols->words[symbol->word].sort != MAD_SORT_TEXT &&
            (found == NULL || (symbol->is_local && !found->is_local))) {
            found = symbol;
        }
    }
    return found;
}

static bool visit_word(const struct lsp_symbols *symbols, size_t at, lsp_file_visit visit,
                       void *context, bool is_library)
{
    char name[128];
    size_t bytes;
    const char *text = lsp_word_text(symbols, &symbols->words[at], &bytes);
    if (symbols->words[at].sort != MAD_SORT_WORD || bytes >= sizeof name) {
        return true;
    }
    snprintf(name, sizeof name, "%.*s", (int)bytes, text);
    return visit(context, name, is_library);
}

void lsp_files_visit(const struct lsp_symbols *symbols, lsp_file_visit visit, void *context)
{
    bool goes_on = true, in_use = false;
    for (size_t i = 0; goes_on && i < symbols->word_count; i++) {
        const struct mad_text_word *word = &symbols->words[i];
        in_use = word->is_first ? is_keyword(word, "use") : in_use;
        bool is_game = i > 0 && (is_keyword(word - 1, "like") || is_keyword(word - 1, "array of"));
        if ((in_use || is_game) && !word->is_first) {
            goes_on = visit_word(symbols, i, visit, context, in_use);
        }
    }
}
