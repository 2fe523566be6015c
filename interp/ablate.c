/* ablate.c - see ablate.h. Layer: interp. The ruleset of a load is changed between inheritance and
 * compilation, in the scratch memory of that load. */
#include "ablate.h"

#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "load.h"

enum kind { KIND_RULE, KIND_REQUIRE, KIND_LAW, KIND_END };

/* One walk over a ruleset: it lists its sentences, or takes some out. */
struct walk {
    struct mad_sentence_list *list; /* or null */
    const struct mad_sources *sources;
    const bool *without; /* or null */
    uint32_t count;      /* of `without` */
    uint32_t next;       /* number of the sentence that comes next */
    enum mad_status status;
};

static bool make_room(struct mad_sentence_list *list)
{
    if (list->count + list->end_count < list->capacity)
        return true;
    uint32_t capacity = list->capacity * 2 + 128;
    void *grown =
        list->memory->resize(list->memory->context, list->items,
                             list->capacity * sizeof *list->items, capacity * sizeof *list->items);
    if (grown == NULL)
        return false;
    list->items = grown;
    list->capacity = capacity;
    return true;
}

static void note(struct walk *walk, struct mad_span span, enum kind kind)
{
    if (!make_room(walk->list)) {
        walk->status = MAD_ERROR_MEMORY;
        return;
    }
    struct mad_position_in_text at = mad_sources_place(walk->sources, span);
    struct mad_sentence *sentence = &walk->list->items[walk->list->count + walk->list->end_count];
    *(kind == KIND_END ? &walk->list->end_count : &walk->list->count) += 1;
    *sentence =
        (struct mad_sentence){.is_law = kind == KIND_LAW, .is_condition = kind != KIND_RULE};
    sentence->place.line = at.line;
    sentence->place.column = at.column;
    sentence->place.length = at.length;
    (void)snprintf(sentence->file, sizeof sentence->file, "%s", at.name);
    (void)snprintf(sentence->text, sizeof sentence->text, "%.*s", (int)at.line_bytes, at.line_text);
}

/* Whether the next sentence stays. */
static bool stays(struct walk *walk, struct mad_span span, enum kind kind)
{
    uint32_t number = walk->next++;
    if (walk->list != NULL && walk->status == MAD_OK)
        note(walk, span, kind);
    return walk->without == NULL || number >= walk->count || !walk->without[number];
}

/* `instead of any other move, one must ...` */
static bool is_duty(const struct mad_node *line)
{
    return line->kind == MAD_NODE_CALL_LINE && (line->flags & MAD_FLAG_ONE_MUST) != 0;
}

static void walk_lines(struct walk *walk, struct mad_rule_lines *lines, enum kind kind)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lines->count; i++)
        if (stays(walk, lines->items[i]->span, is_duty(lines->items[i]) ? KIND_LAW : kind))
            lines->items[kept++] = lines->items[i];
    lines->count = kept;
}

/* Sentences about the board and the order of turns are no laws that one could do without. */
static bool is_law_of_play(const struct mad_node *node)
{
    return node->kind == MAD_NODE_MUST || node->kind == MAD_NODE_PASS_WHEN ||
           node->kind == MAD_NODE_END_TURN_WHEN || node->kind == MAD_NODE_AGAIN_WHEN ||
           node->kind == MAD_NODE_AFTER_MOVE;
}

/* Each statement of `when moved` by itself. */
static void walk_statements(struct walk *walk, struct mad_node *moved)
{
    struct mad_node **at = &moved->first->first; /* its one child is the body */
    while (*at != NULL)
        if (stays(walk, (*at)->span, KIND_LAW))
            at = &(*at)->next;
        else
            *at = (*at)->next;
}

/* To pass is a move, which its sentence makes. */
static void walk_laws(struct walk *walk, struct mad_rule_lines *laws)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < laws->count; i++) {
        const struct mad_node *law = laws->items[i];
        if (law->kind == MAD_NODE_WHEN_MOVED)
            walk_statements(walk, (struct mad_node *)(uintptr_t)law);
        if (!is_law_of_play(law) ||
            stays(walk, law->span, law->kind == MAD_NODE_PASS_WHEN ? KIND_RULE : KIND_LAW))
            laws->items[kept++] = laws->items[i];
    }
    laws->count = kept;
}

/* The `require` of a body, those inside of other statements too. */
static void walk_requires(struct walk *walk, struct mad_node *body)
{
    for (struct mad_node **at = &body->first; *at != NULL;) {
        struct mad_node *node = *at;
        if (node->kind == MAD_NODE_REQUIRE && !stays(walk, node->span, KIND_REQUIRE)) {
            *at = node->next;
            continue;
        }
        walk_requires(walk, node);
        at = &node->next;
    }
}

static void walk_rules(struct walk *walk, struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->piece_count; i++)
        walk_lines(walk, &rules->pieces[i].lines, KIND_RULE);
    walk_lines(walk, &rules->player_may, KIND_RULE);
    walk_lines(walk, &rules->illegal, KIND_LAW);
    walk_laws(walk, &rules->laws);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < rules->fate_count; i++)
        if (stays(walk, rules->fates[i].span, KIND_RULE))
            rules->fates[kept++] = rules->fates[i];
    rules->fate_count = kept;
    for (uint32_t i = 0; i < rules->verb_count; i++)
        walk_requires(walk, (struct mad_node *)(uintptr_t)rules->verbs[i].node);
    walk_lines(walk, &rules->ends, KIND_END);
}

static enum mad_status edit(void *context, struct mad_ruleset *rules,
                            const struct mad_sources *sources)
{
    struct walk *walk = context;
    walk->sources = sources;
    walk_rules(walk, rules);
    return walk->status;
}

enum mad_status mad_ablate_list(const mad_engine *engine, const struct mad_load *load,
                                struct mad_sentence_list *out)
{
    struct walk walk = {.list = out, .status = MAD_OK};
    mad_game *game = NULL;
    *out = (struct mad_sentence_list){.memory = &engine->memory};
    enum mad_status status = mad_load_edited(engine, load, edit, &walk, &game, NULL);
    mad_game_free(game);
    for (uint32_t i = 0; i < out->count + out->end_count; i++) {
        out->items[i].place.file = out->items[i].file;
        out->items[i].place.line_text = out->items[i].text;
    }
    return status;
}

void mad_ablate_free(struct mad_sentence_list *list)
{
    if (list->memory != NULL)
        mad_memory_free(list->memory, list->items, list->capacity * sizeof *list->items);
    *list = (struct mad_sentence_list){.memory = NULL};
}

enum mad_status mad_ablate_load(const mad_engine *engine, const struct mad_load *load,
                                const bool *without, uint32_t count, mad_game **out)
{
    struct walk walk = {.without = without, .count = count, .status = MAD_OK};
    return mad_load_edited(engine, load, edit, &walk, out, NULL);
}

/* Whether a finding that forbids the load is about the sentence. */
static bool is_blamed(const mad_diagnostics *found, const struct mad_sentence *sentence)
{
    for (size_t i = 0; i < mad_diagnostics_count(found); i++) {
        const struct mad_diagnostic *one = mad_diagnostics_at(found, i);
        if (one->severity == MAD_SEVERITY_ERROR && one->place.line == sentence->place.line &&
            one->place.file != NULL && strcmp(one->place.file, sentence->place.file) == 0)
            return true;
    }
    return false;
}

enum mad_status mad_ablate_users(const mad_engine *engine, const struct mad_load *load,
                                 bool *without, const struct mad_sentence_list *list)
{
    struct walk walk = {
        .without = without, .count = list->count + list->end_count, .status = MAD_OK};
    mad_diagnostics *found = NULL;
    mad_game *game = NULL;
    enum mad_status status = mad_load_edited(engine, load, edit, &walk, &game, &found);
    for (uint32_t i = 0; i < list->count + list->end_count && status == MAD_ERROR_RULES; i++)
        without[i] = without[i] || is_blamed(found, &list->items[i]);
    mad_diagnostics_free(found);
    mad_game_free(game);
    return status == MAD_ERROR_RULES ? MAD_OK : status;
}
