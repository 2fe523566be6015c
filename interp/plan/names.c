/* names.c - what the names in an expression stand for, and what to say when they stand for nothing.
 *
 * Layer: plan. Definitions, options, directions, marks, counters and pockets are found by name here alone.
 * `passer` is a definition, `passed-square` a mark, `pasesr` was meant for the first. It relies on the
 * ruleset's lists alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../grammar/parse.h"
#include "expr.h"
#include "value.h"
#include "verb.h"
#include "../rules/library.h"

const struct mad_env *mad_env_find(const struct mad_env *env, const char *name)
{
    while (env != NULL && env->name != name) {
        env = env->next;
    }
    return env;
}

const struct mad_env *mad_local(const struct mad_env *env, const struct mad_node *node)
{
    return node != NULL && node->kind == MAD_NODE_REF ? mad_env_find(env, node->name) : NULL;
}

const struct mad_env *mad_bind(struct mad_codegen *codegen, const char *name,
                               struct mad_value value, const struct mad_env *next)
{
    struct mad_env *bound = mad_codegen_scratch(codegen, sizeof *bound);
    if (bound == NULL) {
        return next;
    }
    *bound = (struct mad_env){.name = name, .value = value, .next = next};
    return bound;
}

/* What the rules declare under names: records that begin with theirs. */
struct things {
    const void *first;
    uint32_t count;
    size_t bytes;
};
#define THINGS(first, count) ((struct things){(first), (count), sizeof *(first)})

static struct things things_of(const struct mad_codegen *codegen, enum mad_name what)
{
    const struct mad_ruleset *rules = codegen->rules;
    switch (what) {
    case MAD_NAME_DEFINITION: return THINGS(rules->definitions, rules->definition_count);
    case MAD_NAME_PIECE: return THINGS(rules->pieces, rules->piece_count);
    case MAD_NAME_DIRECTION: return THINGS(rules->directions, codegen->direction_count);
    case MAD_NAME_MARK: return THINGS(rules->marks, rules->mark_count);
    case MAD_NAME_COUNTER: return THINGS(rules->counters, rules->counter_count);
    case MAD_NAME_POCKET: return THINGS(rules->pockets, rules->pocket_count);
    case MAD_NAME_PLAYER: return THINGS(rules->players, 2);
    case MAD_NAME_OPTION: return THINGS(rules->options, rules->option_count);
    case MAD_NAME_VERB: return THINGS(rules->verbs, rules->verb_count);
    case MAD_NAMES: break;
    }
    return (struct things){NULL, 0, 0};
}

static const char *name_of(const struct things *things, uint32_t index)
{
    const unsigned char *thing = things->first;
    return *(const char *const *)(const void *)(thing + index * things->bytes);
}

int mad_named(const struct mad_codegen *codegen, enum mad_name what, const char *name)
{
    const struct things things = things_of(codegen, what);
    for (uint32_t i = 0; i < things.count; i++) {
        if (name_of(&things, i) == name) { /* names are interned */
            return (int)i;
        }
    }
    return -1;
}

enum mad_name mad_look_up(const struct mad_codegen *codegen, const char *name, uint32_t *index)
{
    for (enum mad_name what = 0; what < MAD_NAMES_OF_VALUES; what++) {
        const int found = mad_named(codegen, what, name);
        if (found >= 0) {
            *index = (uint32_t)found;
            return what;
        }
    }
    return MAD_NAMES;
}

const struct mad_rule_definition *mad_definition(const struct mad_codegen *codegen,
                                                 const char *name)
{
    const int found = mad_named(codegen, MAD_NAME_DEFINITION, name);
    return found >= 0 ? &codegen->rules->definitions[found] : NULL;
}

const struct mad_rule_option *mad_option(const struct mad_codegen *codegen, const char *name)
{
    const int found = mad_named(codegen, MAD_NAME_OPTION, name);
    return found >= 0 ? &codegen->rules->options[found] : NULL;
}

const struct mad_rule_verb *mad_verb(const struct mad_codegen *codegen, const char *name)
{
    const int found = mad_named(codegen, MAD_NAME_VERB, name);
    return found >= 0 ? &codegen->rules->verbs[found] : NULL;
}

const struct mad_node *mad_meaning(const struct mad_codegen *codegen, const struct mad_node *node)
{
    for (uint32_t depth = 0; node->kind == MAD_NODE_REF && depth < MAD_MAX_NESTING; depth++) {
        const struct mad_rule_definition *definition = mad_definition(codegen, node->name);
        if (definition == NULL) {
            return node;
        }
        node = definition->expression;
    }
    return node;
}

const struct mad_node *mad_next_line(const struct mad_rule_lines *lines, enum mad_node_kind kind,
                                     uint32_t *from)
{
    while (*from < lines->count) {
        const struct mad_node *line = lines->items[(*from)++];
        if (line->kind == kind) {
            return line;
        }
    }
    return NULL;
}

const struct mad_node *mad_next_law(const struct mad_codegen *codegen, enum mad_node_kind kind,
                                    uint32_t *from)
{
    return mad_next_line(&codegen->rules->laws, kind, from);
}

static bool any_of(const struct mad_rule_lines *lines, mad_tree_test *test, const void *context)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        if (mad_tree_any(lines->items[i], test, context)) {
            return true;
        }
    }
    return false;
}

bool mad_any_tree(const struct mad_ruleset *rules, mad_tree_test *test, const void *context,
                  const struct mad_node *but)
{
    const struct mad_rule_lines *lists[] = {&rules->player_may, &rules->illegal,   &rules->choices,
                                            &rules->laws,       &rules->ends,      &rules->shows,
                                            &rules->templates,  &rules->letterless};
    bool any = false;
    for (uint32_t i = 0; i < sizeof lists / sizeof *lists && !any; i++) {
        any = any_of(lists[i], test, context);
    }
    for (uint32_t i = 0; i < rules->mark_count && !any; i++) {
        any = any_of(&rules->marks[i].starts, test, context);
    }
    for (uint32_t i = 0; i < rules->piece_count && !any; i++) {
        any = any_of(&rules->pieces[i].lines, test, context);
    }
    for (uint32_t i = 0; i < rules->definition_count && !any; i++) {
        any = mad_tree_any(rules->definitions[i].expression, test, context);
    }
    for (uint32_t i = 0; i < rules->verb_count && !any; i++) {
        any = rules->verbs[i].node != but && mad_tree_any(rules->verbs[i].node, test, context);
    }
    return any;
}

uint64_t mad_directions_named(struct mad_codegen *codegen, const char *name)
{
    for (uint32_t i = 0; i < codegen->rules->definition_count; i++) {
        if (strcmp(codegen->rules->definitions[i].name, name) == 0) {
            return mad_directions_of(codegen, codegen->rules->definitions[i].expression, NULL);
        }
    }
    return 0;
}

/* Names in force that a misspelt one may have been meant to be. */
static const char *suggest(const struct mad_codegen *codegen, const char *name,
                           const struct mad_env *env)
{
    static const enum mad_name OFFERED[] = {MAD_NAME_PIECE, MAD_NAME_DEFINITION, MAD_NAME_DIRECTION,
                                            MAD_NAME_MARK,  MAD_NAME_COUNTER,    MAD_NAME_POCKET,
                                            MAD_NAME_VERB};
    const char *names[512];
    size_t count = 0, limit = sizeof names / sizeof *names;
    for (; env != NULL && count < limit / 4; env = env->next) {
        names[count++] = env->name;
    }
    for (size_t what = 0; what < sizeof OFFERED / sizeof *OFFERED; what++) {
        const struct things things = things_of(codegen, OFFERED[what]);
        for (uint32_t i = 0; i < things.count && count < limit; i++) {
            names[count++] = name_of(&things, i);
        }
    }
    return mad_did_you_mean(name, names, count);
}

/* The verb of the game that was probably called. */
static const char *suggest_verb(const struct mad_codegen *codegen, const char *name)
{
    const char *best = NULL;
    for (uint32_t i = 0; i < codegen->rules->verb_count; i++) {
        const char *const both[] = {best, codegen->rules->verbs[i].name};
        best = mad_did_you_mean(name, both, 2);
    }
    return best;
}

/* Whether nothing stands before it on its line: words that begin a sentence may be meant. */
static bool begins_line(const struct mad_codegen *codegen, struct mad_span span)
{
    const char *text = codegen->sources->items[span.source].text;
    uint32_t at = span.begin;
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        at--;
    return at == 0 || text[at - 1] == '\n';
}

/* The directions that there are, as far as a line holds them. */
static void list_directions(struct mad_codegen *codegen, struct mad_finding *finding)
{
    char text[200] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < codegen->direction_count && used < sizeof text; i++) {
        const char *between = i == 0 ? "" : ", ";
        size_t bytes = strlen(between) + strlen(codegen->rules->directions[i].name);
        if (used + bytes + 1 > sizeof text) {
            break;
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", between,
                                 codegen->rules->directions[i].name);
    }
    if (used == 0) {
        mad_finding_remedy(codegen->diagnostics, finding,
                           "no direction is declared: `use boards` declares the usual ones");
    } else {
        mad_finding_remedy(codegen->diagnostics, finding, "its directions are %s", text);
    }
}

static bool is_piece(const struct mad_codegen *codegen, const char *name, size_t bytes)
{
    for (uint32_t i = 0; i < codegen->rules->piece_count; i++) {
        const char *piece = codegen->rules->pieces[i].name;
        if (strlen(piece) == bytes && memcmp(piece, name, bytes) == 0)
            return true;
    }
    return false;
}

/* `Rook Bishop` with a comma between, when both are pieces; null when they are not. */
static const char *split_name(struct mad_codegen *codegen, const char *name)
{
    for (const char *blank = strchr(name, ' '); blank != NULL; blank = strchr(blank + 1, ' ')) {
        size_t bytes = (size_t)(blank - name);
        if (is_piece(codegen, name, bytes) && is_piece(codegen, blank + 1, strlen(blank + 1)))
            return mad_findings_text(codegen->diagnostics, "%.*s, %s", (int)bytes, name, blank + 1);
    }
    return NULL;
}

/* Offers to write `use ...` behind the heading of the game. */
static void offer_use(struct mad_codegen *codegen, struct mad_finding *finding, const char *words,
                      const char *file)
{
    struct mad_span at = codegen->rules->game_span;
    at.begin += at.length;
    at.length = 0;
    if (finding != NULL && finding->span.source == at.source)
        mad_finding_fix(codegen->diagnostics, finding, at, false, "\nuse %s%s", words, file);
}

/* --- how a verb would be declared that is called -------------------------------------------------------------------- */

enum blank { BLANK_SQUARES, BLANK_DIRECTIONS, BLANK_PIECES, BLANK_POCKET, BLANK_NUMBER, BLANKS };

/* Into what kind of blank the expression would go. */
static enum blank blank_for(const struct mad_codegen *codegen, const struct mad_node *node,
                            unsigned depth)
{
    const struct mad_ruleset *rules = codegen->rules;
    if (node->kind == MAD_NODE_NUMBER || node->kind == MAD_NODE_PLUS)
        return BLANK_NUMBER;
    const bool is_list = node->kind == MAD_NODE_OR || node->kind == MAD_NODE_AND;
    if (is_list && node->first != NULL && depth > 0)
        return blank_for(codegen, node->first, depth - 1);
    if (node->kind != MAD_NODE_REF)
        return BLANK_SQUARES;
    if (is_piece(codegen, node->name, strlen(node->name)))
        return BLANK_PIECES;
    if (mad_rules_direction(rules, node) != NULL)
        return BLANK_DIRECTIONS;
    for (uint32_t i = 0; i < rules->pocket_count; i++)
        if (rules->pockets[i].name == node->name)
            return BLANK_POCKET;
    for (uint32_t i = 0; i < rules->counter_count; i++)
        if (rules->counters[i].name == node->name)
            return BLANK_NUMBER;
    const struct mad_node *meant = depth > 0 ? mad_rules_meaning(rules, node) : NULL;
    return meant != NULL ? blank_for(codegen, meant, depth - 1) : BLANK_SQUARES;
}

/* `verb hop over [goals: squares]` for a call `hop over enemy piece`; cut where that is too long. */
static void write_heading(const struct mad_codegen *codegen, const struct mad_node *call, char *out,
                          size_t size)
{
    enum { DEPTH = 8 /* of names that stand for names */ };
    static const char *const names[BLANKS][2] = {[BLANK_SQUARES] = {"goals", "others"},
                                                 [BLANK_DIRECTIONS] = {"ways", "turns"},
                                                 [BLANK_PIECES] = {"kinds", "others"},
                                                 [BLANK_POCKET] = {"pile", "heap"},
                                                 [BLANK_NUMBER] = {"count", "more"}};
    static const char *const kinds[BLANKS] = {[BLANK_SQUARES] = "squares",
                                              [BLANK_DIRECTIONS] = "directions",
                                              [BLANK_PIECES] = "pieces",
                                              [BLANK_POCKET] = "pocket",
                                              [BLANK_NUMBER] = "number"};
    uint32_t used[BLANKS] = {0};
    size_t at = (size_t)snprintf(out, size, "verb %s", call->name);
    for (const struct mad_node *arg = call->first; arg != NULL && at < size; arg = arg->next) {
        if (arg->kind != MAD_NODE_ARG || arg->first == NULL)
            continue;
        const enum blank blank = blank_for(codegen, arg->first, DEPTH);
        at += (size_t)snprintf(out + at, size - at, "%s%s [%s: %s]", arg->text != NULL ? " " : "",
                               arg->text != NULL ? arg->text : "", names[blank][used[blank]++ > 0],
                               kinds[blank]);
    }
}

static void tell_heading(struct mad_codegen *codegen, struct mad_finding *finding,
                         const struct mad_node *call)
{
    char heading[200];
    write_heading(codegen, call, heading, sizeof heading);
    mad_finding_remedy(codegen->diagnostics, finding,
                       "a verb is declared by `%s`, below it what it does, such as `choose goal "
                       "from ...` and `land on goal`, and `end`",
                       heading);
}

void mad_codegen_unknown_verb(struct mad_codegen *codegen, const struct mad_node *call)
{
    struct mad_findings *list = codegen->diagnostics;
    struct mad_span span = call->span;
    span.length = (uint16_t)strlen(call->name);
    if (mad_effect_of(call) != MAD_EFFECT_NONE) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, span,
                          "`%s` is said in a verb: declare one, and call it here", call->name);
        return;
    }
    const char *meant = begins_line(codegen, call->span)
                            ? mad_call_meant(codegen->sources, list, call->span)
                            : NULL;
    const char *near = mad_effect_like(call->name);
    const char *const both[] = {suggest_verb(codegen, call->name), near};
    const char *verb = mad_did_you_mean(call->name, both, 2);
    const char *file = mad_library_of(codegen->texts, list, call->name);
    struct mad_finding *finding = mad_findings_add(list, MAD_FINDING_UNDEF_NAME, span, call->name);
    codegen->errors++;
    if (file != NULL)
        mad_finding_remedy(list, finding, "write `use %s`: stdlib/%s.mad declares `%s`", file, file,
                           call->name);
    else if (verb != NULL)
        mad_finding_meant(list, finding, call->name, verb);
    else if (meant != NULL)
        mad_finding_remedy(list, finding, "did you mean %s?", meant);
    else
        tell_heading(codegen, finding, call);
}

void mad_codegen_no_player(struct mad_codegen *codegen, const struct mad_node *node)
{
    const struct mad_rule_player *players = codegen->rules->players;
    const char *const names[] = {"mover", "enemy", "nobody", players[0].name, players[1].name};
    struct mad_finding *finding =
        mad_findings_add(codegen->diagnostics, MAD_FINDING_TYPE, node->span,
                         "a player is wanted here: mover, enemy or a player's name");
    const char *near = node->kind == MAD_NODE_REF
                           ? mad_did_you_mean(node->name, names, sizeof names / sizeof *names)
                           : NULL;
    codegen->errors++;
    if (near != NULL)
        mad_finding_meant(codegen->diagnostics, finding, node->name, near);
}

void mad_codegen_not_a_player(struct mad_codegen *codegen, const struct mad_node *node)
{
    struct mad_findings *list = codegen->diagnostics;
    const struct mad_rule_player *players = codegen->rules->players;
    const char *const names[] = {players[0].name, players[1].name};
    const bool is_name = node->kind == MAD_NODE_REF;
    const bool is_nobody = mad_is_word(node, MAD_WORD_NOBODY);
    const char *text =
        is_name     ? mad_findings_text(list, "`%s` is no player and no condition", node->name)
        : is_nobody ? "`nobody` is never the player whose move it is"
                    : "a player is wanted here, or the name of a condition";
    struct mad_finding *finding = mad_findings_add(list, MAD_FINDING_TYPE, node->span, text);
    const char *near = is_name ? mad_did_you_mean(node->name, names, 2) : NULL;
    const char *file = is_name && finding != NULL && codegen->texts != NULL
                           ? mad_library_of(codegen->texts, list, node->name)
                           : NULL;
    codegen->errors++;
    if (file != NULL) {
        mad_finding_remedy(list, finding, "write `use %s`: stdlib/%s.mad says what `%s` means",
                           file, file, node->name);
        return;
    }
    if (near != NULL) {
        mad_finding_meant(list, finding, node->name, near);
        return;
    }
    mad_finding_remedy(list, finding, "the players are `%s` and `%s`", names[0], names[1]);
    for (int i = 0; is_name && (node->flags & MAD_FLAG_CAPITAL) && i < 2; i++)
        mad_finding_fix(list, finding, node->span, false, "%s", names[i]);
    if (is_name && (node->flags & MAD_FLAG_CAPITAL) == 0)
        mad_finding_remedy(list, finding, "a condition gets a name by `%s means ...`", node->name);
}

/* A square of the board, which only a `board` line above it makes one to the reader of the text. */
static bool is_far_square(const struct mad_codegen *codegen, const char *name)
{
    const size_t digits = strspn(name + 1, "0123456789");
    return digits > 0 && digits < 3 && name[1 + digits] == '\0' && name[0] >= 'q' &&
           name[0] <= 'z' && name[0] - 'a' < codegen->rules->files && atoi(name + 1) >= 1 &&
           atoi(name + 1) <= codegen->rules->ranks;
}

/* The piece of the library in whose line the span is; null when it is none. */
static const struct mad_rule_piece *library_piece_at(const struct mad_codegen *codegen,
                                                     struct mad_span span)
{
    for (uint32_t i = 0; i < codegen->rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &codegen->rules->pieces[i];
        for (uint32_t l = 0; l < piece->lines.count; l++) {
            const struct mad_span line = piece->lines.items[l]->span;
            if (span.source != codegen->rules->game_span.source && line.source == span.source &&
                line.begin <= span.begin && span.begin < line.begin + line.length)
                return piece;
        }
    }
    return NULL;
}

/* Somebody whom a piece of the library needs is wanted where the file says that it uses the piece, and the line is written
 * with him; false when the file does not say so. */
static bool tell_at_use(struct mad_codegen *codegen, struct mad_span span, const char *name,
                        const char *file)
{
    struct mad_findings *list = codegen->diagnostics;
    const struct mad_rule_piece *piece = library_piece_at(codegen, span);
    const struct mad_node *use = piece != NULL ? codegen->rules->tree->first : NULL;
    for (; use != NULL; use = use->next)
        for (const struct mad_node *pick = use->kind == MAD_NODE_USE ? use->first : NULL;
             pick != NULL; pick = pick->next) {
            if (strcmp(pick->other != NULL ? pick->other : pick->name, piece->name) != 0)
                continue;
            struct mad_finding *finding =
                mad_findings_add(list, MAD_FINDING_UNDEF_PIECE, pick->span, name);
            if (finding == NULL)
                return true;            /* no memory */
            finding->is_settled = true; /* the line is well said, and too short */
            mad_finding_note_at(list, finding, span, "%s needs it here", piece->name);
            if (file == NULL || strcmp(file, use->name) != 0)
                return true;
            mad_finding_remedy(list, finding, "name %s there as well", name);
            struct mad_span at = use->first->span;
            at.begin += at.length;
            at.length = 0;
            mad_finding_fix(list, finding, at, false, use->first->next == NULL ? " and %s" : ", %s",
                            name);
            return true;
        }
    return false;
}

void mad_codegen_unknown(struct mad_codegen *codegen, struct mad_span span, const char *name,
                         bool piece, const struct mad_env *env)
{
    struct mad_findings *list = codegen->diagnostics;
    codegen->errors++;
    if (piece && codegen->texts != NULL &&
        tell_at_use(codegen, span, name, mad_library_of(codegen->texts, list, name)))
        return;
    struct mad_finding *finding = mad_findings_add(
        list, piece ? MAD_FINDING_UNDEF_PIECE : MAD_FINDING_UNDEF_NAME, span, name);
    const char *word = codegen->wants_direction ? NULL : mad_word_like(name);
    const char *const both[] = {suggest(codegen, name, env), word};
    const char *near = mad_did_you_mean(name, both, 2), *file = NULL;
    const char *two = piece ? split_name(codegen, name) : NULL;
    if (codegen->wants_direction && !piece) {
        mad_finding_label(list, finding, "the board has no such direction");
    }
    if (finding != NULL && codegen->texts != NULL) {
        file = mad_library_of(codegen->texts, list, name);
    }
    if (two != NULL) {
        mad_finding_remedy(list, finding, "is a comma missing? `%s`", two);
    } else if (is_far_square(codegen, name)) {
        mad_finding_remedy(list, finding,
                           "to name squares of files behind p, write `new board %d by %d` above it",
                           (int)codegen->rules->files, (int)codegen->rules->ranks);
    } else if (file != NULL && piece) {
        mad_finding_remedy(list, finding, "write `use %s from %s`: stdlib/%s.mad declares it", name,
                           file, file);
        offer_use(codegen, finding, mad_findings_text(list, "%s from ", name), file);
    } else if (file != NULL) {
        mad_finding_remedy(list, finding, "write `use %s`: stdlib/%s.mad declares `%s`", file, file,
                           name);
    } else if (near != NULL) {
        mad_finding_meant(list, finding, name, near);
    } else if (codegen->wants_direction && !piece) {
        list_directions(codegen, finding);
    }
}
