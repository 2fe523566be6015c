/* inherit.c - files, the order in which they are heard, and which variant is meant.
 *
 * Layer: rules. The game after `like` is heard first, then the file's own sentences, then those of
 * the variant. Each file is parsed once; being heard inside itself is an error. */
#include "inherit.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../../grammar/parse.h"
#include "../limits.h"
#include "inherit_state.h"
#include "library.h"
#include "tree.h"

/* --- memory -------------------------------------------------------------------------------------- */

void *mad_inherit_alloc(struct mad_inherit *in, size_t bytes)
{
    if (in->status != MAD_OK)
        return NULL;
    void *block = mad_arena_new(in->load->arena, bytes, _Alignof(max_align_t));
    if (block == NULL)
        in->status = MAD_ERROR_MEMORY;
    return block;
}

/* Capacities are powers of two from 8 on, so a count that is one (or 0) may be full. */
void *mad_inherit_room(struct mad_inherit *in, void *items, uint32_t count, size_t item_bytes)
{
    bool may_be_full = count == 0 || (count >= 8 && (count & (count - 1)) == 0);
    if (in->status != MAD_OK)
        return NULL;
    if (!may_be_full)
        return items;
    size_t capacity = count == 0 ? 8 : (size_t)count * 2;
    void *moved = mad_inherit_alloc(in, capacity * item_bytes);
    if (moved != NULL && count > 0)
        memcpy(moved, items, count * item_bytes);
    return moved;
}

void mad_inherit_push_line(struct mad_inherit *in, struct mad_rule_lines *lines,
                           const struct mad_node *node)
{
    const struct mad_node **items = mad_inherit_room(in, lines->items, lines->count, sizeof *items);
    if (items == NULL)
        return;
    lines->items = items;
    items[lines->count++] = node;
}

/* --- findings ------------------------------------------------------------------------------------ */

enum { MAX_TEXT = 400 }; /* a message is one sentence; names in it may be long */

void mad_inherit_error(struct mad_inherit *in, enum mad_finding_kind kind, struct mad_span at,
                       const char *format, ...)
{
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const bool is_of_library =
        in->brought_by != NULL && in->level > 0 && at.source == in->scope.source;
    if (is_of_library && in->blamed == in->brought_by) {
        in->finding = NULL; /* one word of the user, one fault */
        return;
    }
    in->finding =
        mad_findings_add(in->load->findings, kind, is_of_library ? in->brought_by->span : at, text);
    if (is_of_library) {
        in->blamed = in->brought_by;
        mad_inherit_note(in, at, "here");
    }
}

void mad_inherit_note(struct mad_inherit *in, struct mad_span at, const char *format, ...)
{
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mad_finding_note_at(in->load->findings, in->finding, at, "%s", text);
}

void mad_inherit_remedy(struct mad_inherit *in, const char *format, ...)
{
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mad_finding_remedy(in->load->findings, in->finding, "%s", text);
}

/* The word in the sentence, when it stands there once; else the sentence. */
static struct mad_span span_of_word(const struct mad_inherit *in, struct mad_span span,
                                    const char *word)
{
    const char *text = in->load->sources->items[span.source].text + span.begin;
    size_t bytes = strlen(word);
    struct mad_span found = span;
    unsigned count = 0;
    for (size_t i = 0; bytes > 0 && i + bytes <= span.length; i++)
        if (memcmp(text + i, word, bytes) == 0) {
            found.begin = span.begin + (uint32_t)i;
            found.length = (uint16_t)bytes;
            count++;
        }
    return count == 1 ? found : span;
}

void mad_inherit_meant(struct mad_inherit *in, const struct mad_suggestion *suggestion)
{
    if (in->finding != NULL)
        in->finding->span = span_of_word(in, in->finding->span, suggestion->word);
    mad_finding_meant(in->load->findings, in->finding, suggestion->word, suggestion->best);
}

bool mad_inherit_library_remedy(struct mad_inherit *in, const char *name)
{
    const char *file = mad_library_of(&in->load->texts, in->load->findings, name);
    bool is_piece = name[0] < 'a' || name[0] > 'z';
    if (file != NULL && is_piece)
        mad_inherit_remedy(in, "write `use %s from %s`: stdlib/%s.mad declares it", name, file,
                           file);
    else if (file != NULL)
        mad_inherit_remedy(in, "write `use %s`: stdlib/%s.mad declares `%s`", file, file, name);
    return file != NULL;
}

void mad_suggestion_consider(struct mad_suggestion *suggestion, const char *name)
{
    bool is_state = name != NULL && strncmp(name, "in ", 3) == 0; /* `in check` is named check */
    const char *const both[] = {suggestion->best, is_state ? name + 3 : name};
    if (suggestion->word != NULL)
        suggestion->best = mad_did_you_mean(suggestion->word, both, 2);
}

/* --- files --------------------------------------------------------------------------------------- */

static struct mad_file *find_file(struct mad_files *files, enum mad_text_kind kind,
                                  const char *name)
{
    for (uint32_t i = 0; i < files->count; i++)
        if (files->items[i]->kind == kind && files->items[i]->name == name)
            return files->items[i];
    return NULL;
}

static struct mad_file *add_file(struct mad_inherit *in, enum mad_text_kind kind, const char *name,
                                 uint16_t source)
{
    struct mad_file *file = mad_inherit_alloc(in, sizeof *file);
    struct mad_file **items =
        mad_inherit_room(in, in->files->items, in->files->count, sizeof *items);
    if (file == NULL || items == NULL)
        return NULL;
    in->files->items = items;
    items[in->files->count++] = file;
    *file = (struct mad_file){.kind = kind, .name = name, .source = source};
    return file;
}

static void parse_file(struct mad_inherit *in, struct mad_file *file)
{
    const struct mad_inherit_load *load = in->load;
    struct mad_node *tree = NULL;
    struct mad_parse_context context = {.arena = load->arena,
                                        .intern = load->names,
                                        .sources = load->sources,
                                        .findings = load->findings};
    if (mad_parse(&context, file->source, &tree) == MAD_PARSE_MEMORY)
        in->status = MAD_ERROR_MEMORY;
    file->tree = tree;
}

static void unknown_file(struct mad_inherit *in, enum mad_text_kind kind, const char *name,
                         struct mad_span at)
{
    const struct mad_rule_texts *texts = &in->load->texts;
    struct mad_suggestion suggestion = {.word = name};
    const char *candidate;
    for (size_t i = 0; texts->name != NULL; i++) {
        if ((candidate = texts->name(texts->context, kind, i)) == NULL)
            break;
        mad_suggestion_consider(&suggestion, candidate);
    }
    mad_inherit_error(in, MAD_FINDING_NO_FILE, at,
                      kind == MAD_TEXT_LIBRARY ? "stdlib/%s.mad" : "rules/%s.mad", name);
    bool is_piece = kind == MAD_TEXT_LIBRARY && mad_inherit_library_remedy(in, name);
    if (!is_piece && suggestion.best != NULL)
        mad_inherit_meant(in, &suggestion);
}

/* The file of that name, parsed; null after an error. */
static struct mad_file *open_file(struct mad_inherit *in, enum mad_text_kind kind, const char *name,
                                  struct mad_span at)
{
    const struct mad_inherit_load *load = in->load;
    struct mad_file *file = find_file(in->files, kind, name);
    struct mad_rule_text text = {0};
    uint16_t source;
    if (file != NULL)
        return file;
    if (!load->texts.text(load->texts.context, kind, name, &text)) {
        if (text.problem != NULL)
            mad_inherit_error(in, MAD_FINDING_UNREADABLE, at, "%s", text.problem);
        else
            unknown_file(in, kind, name, at);
        return NULL;
    }
    if (!mad_sources_add(load->sources, text.shown, text.text, text.bytes, &source)) {
        in->status = MAD_ERROR_MEMORY;
        return NULL;
    }
    file = add_file(in, kind, name, source);
    if (file != NULL)
        parse_file(in, file);
    return file;
}

/* --- hearing files ------------------------------------------------------------------------------- */

static const struct mad_node *child_of_kind(const struct mad_node *node, enum mad_node_kind kind)
{
    const struct mad_node *child = node->first;
    while (child != NULL && child->kind != kind)
        child = child->next;
    return child;
}

static bool hear_file(struct mad_inherit *in, struct mad_file *file);

/* Not inside itself, and not too deep. */
static bool may_hear(struct mad_inherit *in, const struct mad_file *file, const char *name,
                     struct mad_span at)
{
    if (file->is_open)
        mad_inherit_error(in, MAD_FINDING_INCLUDE_CYCLE, at, "%s would contain itself", name);
    else if (in->depth >= MAD_MAX_USE_DEPTH)
        mad_inherit_error(in, MAD_FINDING_LIMIT, at, "more than %d files inside each other",
                          MAD_MAX_USE_DEPTH);
    return !file->is_open && in->depth < MAD_MAX_USE_DEPTH;
}

/* Another file, from a sentence that names it. False when it cannot be heard whole. */
static bool hear_other(struct mad_inherit *in, enum mad_text_kind kind, const char *name,
                       struct mad_span at)
{
    struct mad_file *file = open_file(in, kind, name, at);
    if (file == NULL || file->tree == NULL || !may_hear(in, file, name, at))
        return false;
    struct mad_scope scope = in->scope;
    in->level++;
    in->depth++;
    bool is_whole = hear_file(in, file);
    in->level--;
    in->depth--;
    in->scope = scope;
    return is_whole;
}

static bool is_used(const struct mad_inherit *in, const char *library)
{
    for (uint32_t i = 0; i < in->used.count; i++)
        if (in->used.items[i]->name == library)
            return true;
    return false;
}

/* The next of the picks, from this one on, that wants this piece. */
static const struct mad_node *find_pick(const struct mad_node *pick, const char *piece)
{
    while (pick != NULL && pick->name != piece)
        pick = pick->next;
    return pick;
}

static const struct mad_node *find_piece(const struct mad_node *tree, const char *name)
{
    const struct mad_node *node = tree->first;
    while (node != NULL && (node->kind != MAD_NODE_PIECE || node->name != name))
        node = node->next;
    return node;
}

/* What the library says, in which the pieces that are picked are called as their picks call them; null: no memory. */
static const struct mad_node *as_picked(struct mad_inherit *in, const struct mad_node *node,
                                        const struct mad_node *use)
{
    for (const struct mad_node *pick = use->first; pick != NULL && node != NULL; pick = pick->next)
        if (pick->other != NULL)
            node = mad_tree_rename(in->load->arena, node, pick->name, pick->other);
    if (node == NULL)
        in->status = MAD_ERROR_MEMORY;
    return node;
}

/* A piece of the library, under the name and the letter that the pick gives it, in which those that are picked with it
 * are called as their picks call them. */
static void say_picked(struct mad_inherit *in, const struct mad_node *piece,
                       const struct mad_node *pick, const struct mad_node *use)
{
    struct mad_node *said = mad_inherit_alloc(in, sizeof *said);
    if (said == NULL)
        return;
    const struct mad_node *renamed = as_picked(in, piece, use);
    if (renamed == NULL)
        return;
    *said = *renamed;
    said->name = pick->other != NULL ? pick->other : pick->name;
    if (pick->text != NULL)
        said->text = pick->text;
    if (pick->first != NULL)
        said->other = pick->first->name;
    mad_collect(in, said);
}

/* The lines below a heading of several pieces, for one that is picked; the others keep their places, which `in this order`
 * counts, but have no names. */
static void say_lines_of_picked(struct mad_inherit *in, const struct mad_node *heading,
                                const struct mad_node *pick, const struct mad_node *use)
{
    const struct mad_node *child = as_picked(in, heading, use), *man = heading->first;
    struct mad_node *said = mad_inherit_alloc(in, sizeof *said);
    if (child == NULL || said == NULL)
        return;
    *said = *heading;
    struct mad_node **end = &said->first;
    for (child = child->first; child != NULL; child = child->next, man = man->next) {
        struct mad_node *copy = mad_inherit_alloc(in, sizeof *copy);
        if (copy == NULL)
            return;
        *copy = *child;
        if (child->kind == MAD_NODE_REF)
            copy->name = man->name != pick->name ? NULL
                         : pick->other != NULL   ? pick->other
                                                 : pick->name;
        *end = copy;
        end = &copy->next;
    }
    mad_collect(in, said);
}

static void unknown_pick(struct mad_inherit *in, const struct mad_node *tree,
                         const struct mad_node *use, const struct mad_node *pick)
{
    struct mad_suggestion suggestion = {.word = pick->name};
    for (const struct mad_node *node = tree->first; node != NULL; node = node->next)
        if (node->kind == MAD_NODE_PIECE)
            mad_suggestion_consider(&suggestion, node->name);
    mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, pick->span, "%s", pick->name);
    if (suggestion.best != NULL)
        mad_inherit_remedy(in, "stdlib/%s.mad has `%s`", use->name, suggestion.best);
    else
        mad_inherit_remedy(in, "stdlib/%s.mad has no such piece; stdlib/README.md lists them",
                           use->name);
}

/* `use Camel and Wizard from fairy-men`: these pieces, and what the file says besides pieces. */
static void use_picked(struct mad_inherit *in, const struct mad_node *use)
{
    struct mad_file *file = open_file(in, MAD_TEXT_LIBRARY, use->name, use->span);
    if (file == NULL || file->tree == NULL || !may_hear(in, file, use->name, use->span)) {
        in->has_gaps = true;
        return;
    }
    bool again = is_used(in, use->name);
    struct mad_scope scope = in->scope;
    mad_inherit_push_line(in, &in->used, use);
    file->is_open = true;
    in->scope = (struct mad_scope){.source = file->source};
    in->level++;
    in->depth++;
    for (const struct mad_node *node = file->tree->first; node != NULL; node = node->next) {
        const struct mad_node *pick =
            node->kind == MAD_NODE_PIECE ? find_pick(use->first, node->name) : NULL;
        for (; pick != NULL; pick = find_pick(pick->next, node->name)) {
            in->brought_by = in->level == 1 ? pick : in->brought_by;
            say_picked(in, node, pick, use);
        }
        const bool is_of_several = (node->flags & MAD_FLAG_DECLARES) != 0;
        for (pick = is_of_several ? use->first : NULL; pick != NULL; pick = pick->next)
            say_lines_of_picked(in, node, pick, use);
        if (!is_of_several && node->kind != MAD_NODE_PIECE && !again)
            mad_collect(in, node);
    }
    in->level--;
    in->depth--;
    in->scope = scope;
    file->is_open = false;
    for (const struct mad_node *pick = use->first; pick != NULL; pick = pick->next)
        if (find_piece(file->tree, pick->name) == NULL)
            unknown_pick(in, file->tree, use, pick);
}

void mad_inherit_use(struct mad_inherit *in, const struct mad_node *use)
{
    const struct mad_node *brought_by = in->brought_by;
    if (use->name != NULL) {
        in->brought_by = in->level == 0 ? use : brought_by;
        use_picked(in, use);
        in->brought_by = brought_by;
        return;
    }
    for (const struct mad_node *name = use->first; name != NULL; name = name->next) {
        struct mad_file *file = find_file(in->files, MAD_TEXT_LIBRARY, name->name);
        if (is_used(in, name->name) && (file == NULL || !file->is_open))
            continue; /* once a game; but meeting a file inside itself is told */
        mad_inherit_push_line(in, &in->used, name);
        in->brought_by = in->level == 0 ? name : brought_by;
        if (!hear_other(in, MAD_TEXT_LIBRARY, name->name, name->span))
            in->has_gaps = true;
        in->brought_by = brought_by;
    }
}

static void add_built_on(struct mad_inherit *in, const char *title)
{
    struct mad_rule_info *info = &in->rules->info;
    const char **list = mad_inherit_room(in, info->built_on, info->built_on_count, sizeof *list);
    if (list == NULL)
        return;
    info->built_on = list;
    list[info->built_on_count++] = title;
}

/* Without the game that it is like nothing in a file makes sense: then it is not heard. */
static bool hear_file(struct mad_inherit *in, struct mad_file *file)
{
    const struct mad_node *game = child_of_kind(file->tree, MAD_NODE_GAME);
    file->is_open = true;
    in->scope = (struct mad_scope){.source = file->source};
    if (game != NULL && in->level == 0) {
        in->title = game->text;
        in->span = in->game_span = game->span;
    }
    if (game != NULL && game->name != NULL && file->kind == MAD_TEXT_GAME &&
        !hear_other(in, MAD_TEXT_GAME, game->name, game->span))
        return false;
    if (game != NULL)
        add_built_on(in, game->text);
    for (const struct mad_node *node = file->tree->first; node != NULL; node = node->next)
        if (node->kind != MAD_NODE_VARIANT)
            mad_collect(in, node);
    mad_array_bind(in);
    file->is_open = false;
    return true;
}

static void hear_variant(struct mad_inherit *in, const struct mad_node *variant)
{
    in->scope.in_variant = true;
    in->title = variant->text;
    in->span = variant->span;
    for (const struct mad_node *node = variant->first; node != NULL; node = node->next)
        mad_collect(in, node);
    mad_array_bind(in);
}

const struct mad_ruleset *mad_inherit_other_game(struct mad_inherit *in, const char *name,
                                                 struct mad_span at)
{
    struct mad_ruleset *rules = mad_inherit_alloc(in, sizeof *rules);
    struct mad_inherit other = {.load = in->load,
                                .files = in->files,
                                .depth = in->depth + 1,
                                .status = in->status,
                                .rules = rules,
                                .span = at};
    uint32_t errors = in->load->findings->errors;
    if (rules == NULL)
        return NULL;
    other.level = 1; /* nothing from outside is meant for it */
    if (hear_other(&other, MAD_TEXT_GAME, name, at) && in->load->findings->errors == errors)
        mad_resolve(&other);
    in->status = other.status;
    return in->load->findings->errors == errors ? rules : NULL;
}

/* --- variants ------------------------------------------------------------------------------------ */

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (unsigned char)c >= 0x80;
}

/* The next character by which names of variants are compared: small letters, and one dash for whatever
 * stands between two words. */
static char next_folded(const char **at, bool begun)
{
    bool gap = false;
    for (; **at != '\0' && !is_word_byte(**at); ++*at)
        gap = true;
    if (**at == '\0')
        return '\0';
    if (gap && begun)
        return '-';
    char c = *(*at)++;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Do the texts agree, case and what stands between words folded? */
static bool is_folded(const char *a, const char *b)
{
    for (bool begun = false;; begun = true) {
        char c = next_folded(&a, begun);
        if (c != next_folded(&b, begun))
            return false;
        if (c == '\0')
            return true;
    }
}

/* Is `name` the end of the title from a later word on? */
static bool ends_folded(const char *title, const char *name)
{
    for (const char *at = title; *name != '\0' && *at != '\0'; at++)
        if (at > title && !is_word_byte(at[-1]) && is_word_byte(*at) && is_folded(at, name))
            return true;
    return false;
}

/* The variant of that name; else the one whose title ends so, when there is only one. */
static const struct mad_node *find_variant(const struct mad_node *tree, const char *name,
                                           uint32_t *fitting)
{
    const struct mad_node *found = NULL;
    *fitting = 0;
    for (const struct mad_node *node = tree->first; node != NULL; node = node->next) {
        if (node->kind != MAD_NODE_VARIANT || node->text == NULL)
            continue;
        if (is_folded(node->text, name)) {
            *fitting = 1;
            return node;
        }
        if (ends_folded(node->text, name)) {
            found = node;
            ++*fitting;
        }
    }
    return found;
}

static void no_variant(struct mad_inherit *in, const struct mad_node *tree, uint32_t fitting)
{
    const char *name = in->load->variant;
    if (fitting > 1)
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, in->span,
                          "the titles of several variants end in `%s`", name);
    else
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, in->span, "there is no variant `%s`", name);
    for (const struct mad_node *node = tree->first; node != NULL; node = node->next)
        if (node->kind == MAD_NODE_VARIANT && (fitting <= 1 || ends_folded(node->text, name)))
            mad_inherit_note(in, node->span, "this file has \"%s\"", node->text);
}

/* Loose ends of the main file: variants of one name, and a file that holds no game. */
static bool check_headings(struct mad_inherit *in, const struct mad_node *tree)
{
    if (child_of_kind(tree, MAD_NODE_GAME) == NULL) {
        struct mad_span start = {.source = tree->span.source};
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, start, "this file holds no game");
        mad_inherit_remedy(in, "begin with `game \"Its Name\"` or `game \"Its Name\" like chess`");
        return false;
    }
    for (const struct mad_node *node = tree->first; node != NULL; node = node->next)
        for (const struct mad_node *old = tree->first; old != node; old = old->next)
            if (node->kind == MAD_NODE_VARIANT && old->kind == MAD_NODE_VARIANT &&
                is_folded(node->text, old->text)) {
                mad_inherit_error(in, MAD_FINDING_REDEFINED, node->span, "%s", node->text);
                mad_inherit_note(in, old->span, "declared here");
            }
    return true;
}

static void hear_game(struct mad_inherit *in, struct mad_file *file)
{
    const struct mad_node *variant = NULL;
    uint32_t fitting = 1;
    if (!check_headings(in, file->tree))
        return;
    if (in->load->variant != NULL)
        variant = find_variant(file->tree, in->load->variant, &fitting);
    if (fitting != 1) {
        in->span = child_of_kind(file->tree, MAD_NODE_GAME)->span;
        in->not_found = true;
        no_variant(in, file->tree, fitting);
        return;
    }
    in->has_variant = variant != NULL;
    if (!hear_file(in, file))
        return;
    if (variant != NULL)
        hear_variant(in, variant);
    mad_resolve(in);
}

/* --- the interface ------------------------------------------------------------------------------- */

/* False, and told, when there are more variants than a file may have. */
static bool check_variants(struct mad_inherit *in, const struct mad_node *tree)
{
    uint32_t count = 0;
    for (const struct mad_node *node = tree->first; node != NULL; node = node->next) {
        count += node->kind == MAD_NODE_VARIANT;
        if (count > MAD_MAX_VARIANTS) {
            mad_inherit_error(in, MAD_FINDING_LIMIT, node->span,
                              "a file has at most %d variants; put the others into a file of "
                              "their own, `game \"X\" like %s`",
                              MAD_MAX_VARIANTS, "this-one");
            return false;
        }
    }
    return true;
}

static struct mad_file *open_main(struct mad_inherit *in)
{
    struct mad_file *file = add_file(in, MAD_TEXT_GAME, NULL, in->load->main_source);
    if (file != NULL)
        parse_file(in, file);
    if (file != NULL && file->tree != NULL && !check_variants(in, file->tree))
        file->tree = NULL;
    return file;
}

static enum mad_status final_status(const struct mad_inherit *in)
{
    if (in->status != MAD_OK || in->load->findings->out_of_memory)
        return MAD_ERROR_MEMORY;
    if (in->not_found)
        return MAD_ERROR_NOT_FOUND;
    return in->load->findings->errors > 0 ? MAD_ERROR_RULES : MAD_OK;
}

enum mad_status mad_inherit(const struct mad_inherit_load *load, struct mad_ruleset **out)
{
    struct mad_files files = {0};
    struct mad_inherit in = {.load = load, .files = &files, .status = MAD_OK};
    in.rules = mad_inherit_alloc(&in, sizeof *in.rules);
    struct mad_file *file = open_main(&in);
    if (file != NULL && file->tree != NULL && in.status == MAD_OK)
        hear_game(&in, file);
    if (final_status(&in) == MAD_OK && !mad_resolve_settings(&in))
        return MAD_ERROR_MEMORY;
    enum mad_status status = final_status(&in);
    if (status == MAD_OK) {
        in.rules->tree = file->tree;
        *out = in.rules;
    }
    return status;
}

static bool add_title(struct mad_inherit *in, struct mad_inherit_titles *titles, const char *title)
{
    const char **list = mad_inherit_room(in, titles->variants, titles->variant_count, sizeof *list);
    if (list == NULL)
        return false;
    titles->variants = list;
    list[titles->variant_count++] = title;
    return true;
}

/* Names of the game, or those below a variant. */
static bool add_names(struct mad_inherit *in, struct mad_inherit_titles *titles,
                      const char *variant, const struct mad_node *node)
{
    for (; node != NULL; node = node->next) {
        if (node->kind != MAD_NODE_CREDIT || node->name == NULL || node->text == NULL ||
            strcmp(node->name, "called") != 0)
            continue;
        struct mad_inherit_name *list =
            mad_inherit_room(in, titles->names, titles->name_count, sizeof *list);
        if (list == NULL)
            return false;
        titles->names = list;
        list[titles->name_count++] = (struct mad_inherit_name){variant, node->text};
    }
    return true;
}

enum mad_status mad_inherit_titles(const struct mad_inherit_load *load,
                                   struct mad_inherit_titles *out)
{
    struct mad_files files = {0};
    struct mad_inherit in = {.load = load, .files = &files, .status = MAD_OK};
    struct mad_inherit_titles titles = {0};
    struct mad_file *file = open_main(&in);
    if (file == NULL || file->tree == NULL)
        return in.status != MAD_OK ? in.status : MAD_ERROR_RULES;
    if (!add_names(&in, &titles, NULL, file->tree->first))
        return in.status;
    for (const struct mad_node *node = file->tree->first; node != NULL; node = node->next) {
        if (node->kind == MAD_NODE_GAME && titles.game == NULL)
            titles.game = node->text;
        if (node->kind == MAD_NODE_VARIANT && !(add_title(&in, &titles, node->text) &&
                                                add_names(&in, &titles, node->text, node->first)))
            return in.status;
    }
    *out = titles;
    return MAD_OK;
}

/* --- text of a sentence ---------------------------------------------------------------------------- */

/* Bytes of a line up to its comment; `#` between quotes begins none. */
static size_t without_comment(const char *line, size_t bytes)
{
    bool quoted = false;
    for (size_t i = 0; i < bytes; i++) {
        if (line[i] == '"')
            quoted = !quoted;
        if (line[i] == '#' && !quoted)
            return i;
    }
    return bytes;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* `new` tells what is gone, and nothing of what holds. */
static bool begins_with_new(const char *line, size_t bytes)
{
    return bytes > 4 && memcmp(line, "new", 3) == 0 && is_blank(line[3]);
}

const char *mad_inherit_line_text(struct mad_arena *arena, const struct mad_sources *sources,
                                  const struct mad_node *node)
{
    struct mad_position_in_text place = mad_sources_place(sources, node->span);
    const char *line = place.line_text;
    size_t bytes = without_comment(line, place.line_bytes);
    while (bytes > 0 && is_blank(line[bytes - 1]))
        bytes--;
    while (bytes > 0 && is_blank(*line)) {
        line++;
        bytes--;
    }
    const size_t skipped = begins_with_new(line, bytes) ? 4 : 0;
    line += skipped;
    bytes -= skipped;
    return mad_arena_copy(arena, line, bytes);
}
