/* nearest_told.c - the sentence to which a node of the search leads, and what was changed on the way to it.
 *
 * Layer: grammar. See nearest_search.h. */
#include <stdio.h>
#include <string.h>

#include "nearest_cut.h"
#include "nearest_search.h"
#include "parser.h"

enum { MAX_TEXT = 400 };

/* --- answers ------------------------------------------------------------------------------------------------------ */

struct text {
    char *at;
    size_t used, room;
};

static void put(struct text *text, const char *more)
{
    size_t bytes = strlen(more), left = text->room - text->used - 1;
    bytes = bytes < left ? bytes : left;
    memcpy(text->at + text->used, more, bytes);
    text->used += bytes;
    text->at[text->used] = '\0';
}

static const char *made_text(const struct mad_nearest_search *s,
                             const struct mad_nearest_node *node)
{
    return node->made_is_lexeme ? s->words.lexemes[node->made].text
                                : s->words.terms[node->made].text;
}

/* The nodes from the first to the last; how many. */
static size_t path_to(const struct mad_nearest_search *s, uint32_t last, uint32_t *path,
                      size_t room)
{
    size_t count = 0;
    for (uint32_t at = last; at != MAD_NEAREST_NONE && count < room; at = s->nodes[at].parent)
        count++;
    size_t i = count;
    for (uint32_t at = last; at != MAD_NEAREST_NONE && i > 0; at = s->nodes[at].parent)
        path[--i] = at;
    return count;
}

static void put_name(struct text *text, const struct mad_nearest_search *s,
                     const struct mad_nearest_node *node)
{
    char name[MAX_TEXT / 4];
    (void)snprintf(name, sizeof name, "%s", made_text(s, node));
    if (node->made_is_lexeme && node->token == MAD_T_NAME && name[0] >= 'a')
        name[0] = (char)(name[0] - 'a' + 'A');
    put(text, name);
}

static void write_line(const struct mad_nearest_search *s, const uint32_t *path, size_t count,
                       struct text *text)
{
    int last = 0;
    for (size_t i = 1; i < count; i++) {
        const struct mad_nearest_node *node = &s->nodes[path[i]];
        if (node->starts_line) {
            put(text, mad_nearest_heads(node->head) ? "\n  " : "\n");
            last = 0;
        }
        if (node->made == 0)
            continue;
        const char first = made_text(s, node)[0];
        if (last == MAD_T_A && strchr("aeiou", first) != NULL && first != '\0')
            put(text, "n");
        if (last != 0 && last != MAD_T_LPAREN && strchr(",:)'", first) == NULL)
            put(text, " ");
        put_name(text, s, node);
        last = node->token;
    }
}

static const char *line_of(struct mad_nearest_search *s, const uint32_t *path, size_t count)
{
    struct text text = {mad_arena_new(s->words.arena, MAX_TEXT, 1), 0, MAX_TEXT};
    if (text.at == NULL) {
        s->words.out_of_memory = true;
        return NULL;
    }
    write_line(s, path, count, &text);
    return text.at;
}

static void put_quoted(struct text *text, const char *more, size_t bytes)
{
    int put = snprintf(text->at + text->used, text->room - text->used, "`%.*s`", (int)bytes, more);
    text->used += put > 0 ? (size_t)put : 0;
    if (text->used >= text->room)
        text->used = text->room - 1;
}

static void put_reading(struct text *text, const struct mad_nearest_search *s,
                        const struct mad_nearest_node *node)
{
    const struct mad_nearest_reading *reading = node->read;
    const struct mad_nearest_input *first = &s->words.input[node->input],
                                   *last = first + reading->taken - 1;
    if (reading->count == 0)
        put(text, "leave out ");
    put_quoted(text, first->text, (size_t)(last->text + last->bytes - first->text));
    if (reading->count == 0)
        return;
    put(text, " is `");
    for (size_t i = 0; i < reading->count; i++) {
        const char *word = s->words.lexemes[reading->words[i]].text;
        put(text, i == 0 || word[0] == '\'' ? "" : i == reading->gap ? " ... " : " ");
        put(text, word);
        if (reading->count == 1 && first->is_capital)
            text->at[text->used - strlen(s->words.lexemes[reading->words[i]].text)] =
                first->text[0];
    }
    put(text, "` here");
}

/* The first word that was not said yet. */
static const struct mad_nearest_input *first_left(const struct mad_nearest_search *s,
                                                  const struct mad_nearest_node *node)
{
    size_t at = 0;
    while (at + 1 < s->words.input_count && (node->left >> at & 1) == 0)
        at++;
    return &s->words.input[at];
}

/* Whether several words of the line were read as one: `forward left`. */
static bool has_blank(const struct mad_nearest_search *s, const struct mad_nearest_node *node)
{
    const struct mad_nearest_input *first = &s->words.input[node->input],
                                   *last = first + node->read->taken - 1;
    return memchr(first->text, ' ', (size_t)(last->text - first->text)) != NULL;
}

/* `Knights` for `Knight`, which is seldom what is wrong. */
static bool is_plural(const struct mad_nearest_search *s, const struct mad_nearest_node *node)
{
    const struct mad_nearest_input *typed = &s->words.input[node->input];
    const char *one = node->read->count == 1 ? s->words.lexemes[node->read->words[0]].text : "";
    return typed->is_capital && node->read->taken == 1 && strlen(one) + 1 == typed->bytes &&
           typed->text[typed->bytes - 1] == 's' &&
           strncmp(one + 1, typed->text + 1, strlen(one + 1)) == 0;
}

/* Where in the line the words of a term stand side by side that it joins by hyphens: how many bytes they take, 0 where they
 * stand nowhere so. */
static size_t apart_in(const struct mad_nearest_task *task, const char *term, const char **at)
{
    const size_t bytes = strlen(term);
    for (const char *c = task->line; c + bytes <= task->line + task->bytes; c++) {
        size_t same = 0, joined = 0;
        while (same < bytes && (term[same] == '-' ? c[same] == ' ' : c[same] == term[same]))
            joined += term[same++] == '-';
        if (same == bytes && joined > 0 && (c == task->line || !mad_nearest_is_letter(c[-1]))) {
            *at = c;
            return bytes;
        }
    }
    return 0;
}

/* `forward left` is one word; told once of each. */
static void put_joined(struct text *text, const struct mad_nearest_search *s, const uint32_t *path,
                       size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct mad_nearest_node *node = &s->nodes[path[i]];
        const char *made = node->made != 0 ? made_text(s, node) : "", *at = NULL;
        const size_t bytes = strchr(made, '-') != NULL ? apart_in(s->task, made, &at) : 0;
        char typed[MAX_TEXT / 4];
        (void)snprintf(typed, sizeof typed, "%.*s", (int)bytes, bytes > 0 ? at : "");
        if (bytes == 0 || strstr(text->at, made) != NULL || strstr(text->at, typed) != NULL)
            continue; /* told of already */
        put(text, text->used > 0 ? "; " : "");
        put_quoted(text, at, bytes);
        put(text, " is ");
        put_quoted(text, made, bytes);
        put(text, " here");
    }
}

/* Of which nothing is known. */
static bool is_left_out(const struct mad_nearest_search *s, const struct mad_nearest_node *node)
{
    return node->read != NULL && node->read->count == 0 && node->is_strange_gone &&
           mad_nearest_is_letter(s->words.input[node->input].text[0]);
}

static bool is_put_in(const struct mad_nearest_search *s, const struct mad_nearest_node *node)
{
    return node->is_missing && node->made != 0 && node->forgotten == 0 && !node->starts_line &&
           mad_nearest_is_letter(made_text(s, node)[0]);
}

/* A word that is missing where another is left out stands in its place. */
static bool put_in_place(struct text *text, const struct mad_nearest_search *s,
                         const struct mad_nearest_node *node, const struct mad_nearest_node *next)
{
    const bool is_first_out = is_left_out(s, node) && is_put_in(s, next);
    const struct mad_nearest_node *out = is_first_out ? node : next,
                                  *in = is_first_out ? next : node;
    if (!is_first_out && !(is_put_in(s, node) && is_left_out(s, next)))
        return false;
    const struct mad_nearest_input *typed = &s->words.input[out->input];
    put(text, text->used > 0 ? "; " : "");
    put_quoted(text, made_text(s, in), strlen(made_text(s, in)));
    put(text, " in place of ");
    put_quoted(text, typed->text, typed->bytes);
    return true;
}

/* What was changed, in the order of the sentence. */
static const char *told_of(struct mad_nearest_search *s, const uint32_t *path, size_t count)
{
    struct text text = {mad_arena_new(s->words.arena, MAX_TEXT, 1), 0, MAX_TEXT};
    const struct mad_nearest_input *moved = NULL, *last = NULL, *passed = NULL;
    const struct mad_nearest_node *plural = NULL;
    if (text.at == NULL) {
        s->words.out_of_memory = true;
        return NULL;
    }
    for (size_t i = 1; i < count; i++) {
        const struct mad_nearest_node *node = &s->nodes[path[i]];
        bool is_said = node->read != NULL &&
                       (node->read->cost > 0 || node->read->count != 1 || has_blank(s, node));
        if (is_said && is_plural(s, node)) {
            plural = node;
            is_said = false;
        }
        if (node->is_moved && node->read != NULL) {
            const struct mad_nearest_input *first = &s->words.input[node->input];
            if (moved == NULL) {
                moved = last = first;
                passed = first_left(s, &s->nodes[path[i - 1]]);
            }
            if (first >= last && first <= last + 1)
                last = first + node->read->taken - 1; /* words that move together */
        }
        if (node->starts_line) {
            put(&text, text.used > 0 ? "; " : "");
            put(&text, "this is said in two lines");
        }
        if (node->forgotten != 0) {
            const char *word = s->words.lexemes[node->forgotten].text;
            put(&text, text.used > 0 ? "; " : "");
            put_quoted(&text, word, strlen(word));
            put(&text, " is missing");
        }
        if (!is_said && (node->forgotten != 0 || !(node->is_missing && node->made != 0)))
            continue;
        if (i + 1 < count && !node->starts_line &&
            put_in_place(&text, s, node, &s->nodes[path[i + 1]])) {
            i++;
            continue;
        }
        put(&text, text.used > 0 ? "; " : "");
        if (is_said) {
            put_reading(&text, s, node);
        } else {
            put_quoted(&text, made_text(s, node), strlen(made_text(s, node)));
            put(&text, " is missing");
        }
    }
    put_joined(&text, s, path, count);
    if (text.used == 0 && moved == NULL && plural != NULL)
        put_reading(&text, s, plural);
    else if (text.used == 0 && moved == NULL)
        put(&text, MAD_NEAREST_NO_WORDS);
    if (moved != NULL) {
        put(&text, text.used > 0 ? "; " : "");
        put(&text, "the words stand in another order: ");
        put_quoted(&text, moved->text, (size_t)(last->text + last->bytes - moved->text));
        put(&text, " comes before ");
        put_quoted(&text, passed->text, passed->bytes);
    }
    return text.at;
}

static bool is_new(const struct mad_nearest_search *s, const char *text)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->found[i].text, text) == 0)
            return false;
    return true;
}

void mad_nearest_note(struct mad_nearest_search *s, uint32_t at)
{
    uint32_t path[200];
    size_t count = path_to(s, at, path, sizeof path / sizeof *path);
    const char *text = line_of(s, path, count);
    if (text == NULL || !is_new(s, text))
        return;
    s->found[s->count++] = (struct mad_nearest){text, told_of(s, path, count), s->nodes[at].cost};
}
