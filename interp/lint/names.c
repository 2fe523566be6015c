/* names.c - names that are declared and not used, asked and never set, or hidden in verbs.
 * Layer: interp/lint. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

struct use { /* of one name, over all sentences */
    const char *name;
    bool is_asked, is_set;
};

static bool is_effect_on(const struct mad_node *node, const char *effect)
{
    return node->kind == MAD_NODE_CALL && node->name != NULL && strcmp(node->name, effect) == 0;
}

/* `set m on X` and its like: the name that they change. */
static const struct mad_node *changed_by(const struct mad_node *node)
{
    static const char *const effects[] = {"set", "clear", "increase", "decrease"};
    bool changes = false;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        changes = changes || is_effect_on(node, effects[i]);
    for (const struct mad_node *arg = node->first; changes && arg != NULL; arg = arg->next)
        if (arg->text == NULL)
            return arg->first;
    return NULL;
}

static void look(struct use *use, const struct mad_node *node)
{
    const struct mad_node *changed = changed_by(node);
    if (changed != NULL && mad_tree_mentions(changed, use->name)) {
        use->is_set = use->is_set || !is_effect_on(node, "clear");
        for (const struct mad_node *arg = node->first; arg != NULL; arg = arg->next)
            if (arg->first != changed)
                look(use, arg);
        return;
    }
    struct mad_node alone = *node;
    alone.first = NULL;
    use->is_asked = use->is_asked || mad_tree_mentions(&alone, use->name);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        look(use, child);
}

static bool is_own_name(const struct mad_node *node)
{
    return node->kind == MAD_NODE_LET || node->kind == MAD_NODE_CHOOSE ||
           node->kind == MAD_NODE_FOR_EACH || node->kind == MAD_NODE_PARAM;
}

static bool gives_name(const struct mad_node *node, const void *name)
{
    return is_own_name(node) && node->name == name;
}

/* In a verb that gives the name to something of its own it means that. */
static bool see_use(void *context, const struct mad_node *sentence)
{
    const struct use *use = context;
    if (!mad_tree_any(sentence, gives_name, use->name))
        look(context, sentence);
    return true;
}

static struct use use_of(const struct mad_lint *lint, const char *name)
{
    struct use use = {.name = name};
    (void)mad_lint_each_sentence(lint->rules, see_use, &use);
    for (uint32_t i = 0; i < 2; i++)
        use.is_asked = use.is_asked || lint->rules->players[i].direction == name;
    return use;
}

static void tell_unused(struct mad_lint *lint, const char *name, struct mad_span span,
                        const char *what)
{
    struct mad_finding *finding = mad_findings_add(lint->findings, MAD_FINDING_UNUSED, span, name);
    mad_finding_remedy(lint->findings, finding, "leave out the %s, or use it", what);
    if (strcmp(what, "verb") != 0) /* that has many lines */
        mad_lint_leave_out(lint, finding, span, true);
}

static void check_unused(struct mad_lint *lint, const char *name, struct mad_span span,
                         const char *what)
{
    if (mad_lint_is_own(lint, span) && !use_of(lint, name).is_asked)
        tell_unused(lint, name, span, what);
}

/* `next to` asks for it without naming it. */
static bool is_given(const char *name)
{
    return strcmp(name, "adjacent") == 0;
}

/* The last line of the file itself that calls a verb which sets the mark; null when there is none. */
static const struct mad_node *own_line_that_sets(const struct mad_lint *lint, const char *mark)
{
    const struct mad_node *found = NULL;
    for (uint32_t type = 0; type < lint->rules->piece_count; type++)
        for (uint32_t i = 0; i < lint->rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = lint->rules->pieces[type].lines.items[i];
            for (uint32_t v = 0; line->kind == MAD_NODE_CALL_LINE && v < lint->rules->verb_count;
                 v++) {
                struct use use = {.name = mark};
                if (lint->rules->verbs[v].name != line->first->name ||
                    !mad_lint_is_own(lint, line->span))
                    continue;
                look(&use, lint->rules->verbs[v].node);
                found = use.is_set ? line : found;
            }
        }
    return found;
}

/* A mark of a library that a line of the file sets, and for which nothing in force asks any more. */
static void check_unheard(struct mad_lint *lint, const struct mad_rule_mark *mark)
{
    struct use use = {.name = mark->name};
    const struct mad_node *line = own_line_that_sets(lint, mark->name);
    if (line == NULL || !mad_lint_each_living(lint, see_use, &use) || use.is_asked)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NEVER_SET, line->span,
        mad_findings_text(lint->findings, "this sets the mark `%s`, and nothing asks for it",
                          mark->name));
    mad_finding_note_at(lint->findings, finding, mark->span, "this mark");
}

/* `clear m on X` */
static bool clears(const struct mad_node *node, const void *name)
{
    return is_effect_on(node, "clear") && node->first != NULL && node->first->first != NULL &&
           mad_tree_mentions(node->first->first, name);
}

struct held {
    const char *mark;
    const struct mad_node *line; /* `cannot move when here is on m` */
    bool is_cleared;
};

static bool see_held(void *context, const struct mad_node *sentence)
{
    struct held *held = context;
    held->is_cleared = held->is_cleared || mad_tree_any(sentence, clears, held->mark);
    if (sentence->kind == MAD_NODE_HELD && mad_tree_mentions(sentence, held->mark))
        held->line = sentence;
    return true;
}

/* A mark that holds whoever stands on it, and stays for good: who was held once, moves no more. */
static void check_held(struct mad_lint *lint, const struct mad_rule_mark *mark)
{
    struct held held = {.mark = mark->name};
    (void)mad_lint_each_sentence(lint->rules, see_held, &held);
    if (held.line == NULL || held.is_cleared || mark->life != MAD_LIFE_ALWAYS)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NEVER_SET, mark->span,
        mad_findings_text(lint->findings,
                          "nothing clears the mark `%s`, and whom it holds never moves again",
                          mark->name));
    mad_finding_note_at(lint->findings, finding, held.line->span, "this holds him");
    mad_finding_remedy(lint->findings, finding,
                       "`clear %s on board` in an event such as `when a turn ends:`, or `mark %s "
                       "lasts 1 turn`",
                       mark->name, mark->name);
}

static void check_marks(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->mark_count; i++) {
        const struct mad_rule_mark *mark = &lint->rules->marks[i];
        struct use use = use_of(lint, mark->name);
        if (!mad_lint_is_own(lint, mark->span))
            check_unheard(lint, mark);
        if (!mad_lint_is_own(lint, mark->span) || mark->plane > 0 || mark->is_height)
            continue;
        if (!use.is_asked)
            tell_unused(lint, mark->name, mark->span, mark->most > 0 ? "number" : "mark");
        else if (!use.is_set && mark->most > 0)
            (void)mad_findings_add(lint->findings, MAD_FINDING_NEVER_SET, mark->span,
                                   mad_findings_text(lint->findings,
                                                     "nothing ever changes the number `%s`",
                                                     mark->name));
        else if (!use.is_set && mark->starts.count == 0)
            (void)mad_findings_add(
                lint->findings, MAD_FINDING_NEVER_SET, mark->span,
                mad_findings_text(lint->findings, "nothing ever sets the mark `%s`", mark->name));
        else if (mark->most == 0)
            check_held(lint, mark);
    }
}

static void check_counters(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->counter_count; i++) {
        const struct mad_rule_counter *counter = &lint->rules->counters[i];
        struct use use = use_of(lint, counter->name);
        if (!mad_lint_is_own(lint, counter->span))
            continue;
        if (!use.is_asked)
            tell_unused(lint, counter->name, counter->span, "counter");
        else if (!use.is_set)
            (void)mad_findings_add(lint->findings, MAD_FINDING_NEVER_SET, counter->span,
                                   mad_findings_text(lint->findings,
                                                     "nothing ever increases the counter `%s`",
                                                     counter->name));
    }
}

/* --- names of verbs' own that hide others ------------------------------------------------------------ */

static const struct mad_span *declared(const struct mad_ruleset *rules, const char *name)
{
#define FIND(items, total)                 \
    for (uint32_t i = 0; i < (total); i++) \
        if ((items)[i].name == name)       \
            return &(items)[i].span;
    FIND(rules->definitions, rules->definition_count)
    FIND(rules->directions, rules->direction_count)
    FIND(rules->marks, rules->mark_count)
    FIND(rules->counters, rules->counter_count)
    FIND(rules->pockets, rules->pocket_count)
#undef FIND
    return NULL;
}

static void check_hiding(struct mad_lint *lint, const struct mad_node *node)
{
    const struct mad_span *other =
        is_own_name(node) && node->name != NULL ? declared(lint->rules, node->name) : NULL;
    if (other != NULL) {
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_SHADOW, node->span, node->name);
        mad_finding_note_at(lint->findings, finding, *other, "it is declared here");
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        check_hiding(lint, child);
}

/* --- texts of moves ---------------------------------------------------------------------------------- */

/* What goes on from a move is written with that move, whatever is said of its verb. */
static bool does_not_make_moves(void *context, const struct mad_node *sentence)
{
    return sentence->kind == MAD_NODE_AFTER_MOVE || !mad_tree_calls(sentence, context);
}

static const char *verb_like(const struct mad_ruleset *rules, const char *name)
{
    const char *best = NULL;
    for (uint32_t i = 0; i < rules->verb_count; i++) {
        const char *const both[] = {best, rules->verbs[i].name};
        best = mad_did_you_mean(name, both, 2);
    }
    return best != NULL && strcmp(best, name) != 0 ? best : NULL;
}

static void check_texts(struct mad_lint *lint)
{
    const struct mad_rule_lines *templates = &lint->rules->templates;
    for (uint32_t i = 0; i < templates->count; i++) {
        const struct mad_node *text = templates->items[i];
        if (strcmp(text->name, "move") == 0 || !mad_lint_is_own(lint, text->span) ||
            !mad_lint_each_sentence(lint->rules, does_not_make_moves,
                                    (void *)(uintptr_t)text->name))
            continue;
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_UNUSED, text->span, text->name);
        const char *near = verb_like(lint->rules, text->name);
        if (near != NULL)
            mad_finding_label(lint->findings, finding, "did you mean `%s`?", near);
        mad_finding_remedy(
            lint->findings, finding,
            "leave out this text: no line makes moves with `%s`; what goes on from a "
            "move is written with that move",
            text->name);
    }
}

/* Whatever is filled in for a blank that the verb never reads is looked at by nobody. A verb in place of another
 * has the heading by which that one is called. */
static void check_blanks(struct mad_lint *lint, const struct mad_node *verb)
{
    for (const struct mad_node *blank = verb->first; blank != NULL; blank = blank->next)
        if (blank->kind == MAD_NODE_PARAM && (verb->flags & MAD_FLAG_NEW) == 0 &&
            !mad_tree_mentions(verb, blank->name))
            mad_findings_add(lint->findings, MAD_FINDING_UNUSED, blank->span, blank->name);
}

/* --- library files ----------------------------------------------------------------------------------------- */

struct library { /* a file that is used as a whole */
    const struct mad_ruleset *rules;
    uint16_t source;
    bool is_used;
};

/* Whether the text is that file's, `stdlib/check.mad` for `check`. */
static bool is_file(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    const size_t bytes = strlen(name);
    return strncmp(base, name, bytes) == 0 &&
           (base[bytes] == '\0' || strcmp(base + bytes, ".mad") == 0);
}

/* Whether a sentence in force is the file's, or speaks of something that the file declares and keeps in mind. */
static bool see_library(void *context, const struct mad_node *sentence)
{
    struct library *library = context;
    const struct mad_ruleset *rules = library->rules;
    bool is = sentence->span.source == library->source;
    for (uint32_t i = 0; i < rules->mark_count && !is; i++)
        is = rules->marks[i].span.source == library->source &&
             mad_tree_mentions(sentence, rules->marks[i].name);
    for (uint32_t i = 0; i < rules->counter_count && !is; i++)
        is = rules->counters[i].span.source == library->source &&
             mad_tree_mentions(sentence, rules->counters[i].name);
    for (uint32_t i = 0; i < rules->option_count && !is; i++)
        is = rules->options[i].span.source == library->source &&
             mad_tree_mentions(sentence, rules->options[i].name);
    library->is_used = is;
    return !is;
}

/* Whether the file has verbs or names that a game may use, and nothing that is there by itself, as directions are. */
static bool is_of_verbs(const struct mad_ruleset *rules, uint16_t source)
{
    bool has = false;
    for (uint32_t i = 0; i < rules->direction_count; i++)
        if (rules->directions[i].span.source == source)
            return false;
    for (uint32_t i = 0; i < rules->piece_count; i++)
        if (rules->pieces[i].span.source == source)
            return false;
    for (uint32_t i = 0; i < rules->verb_count; i++)
        has = has || rules->verbs[i].node->span.source == source;
    for (uint32_t i = 0; i < rules->definition_count; i++)
        has = has || rules->definitions[i].span.source == source;
    return has;
}

/* `use promotion` of which nothing is left: the line that called for it may have been lost. */
static void check_use(struct mad_lint *lint, const struct mad_node *use)
{
    for (const struct mad_node *name = use->first; name != NULL; name = name->next)
        for (uint16_t source = 0; source < lint->sources->count; source++) {
            struct library library = {.rules = lint->rules, .source = source};
            if (name->name == NULL || source == lint->main_source ||
                !is_file(lint->sources->items[source].name, name->name) ||
                !is_of_verbs(lint->rules, source))
                continue;
            (void)mad_lint_each_living(lint, see_library, &library);
            if (!library.is_used)
                mad_finding_remedy(
                    lint->findings,
                    mad_findings_add(lint->findings, MAD_FINDING_UNUSED, name->span, name->name),
                    "leave it out, or write the line that is missing: nothing in force is of this "
                    "file");
        }
}

static void check_uses(struct mad_lint *lint)
{
    for (const struct mad_node *node = lint->rules->tree->first; node != NULL; node = node->next)
        if (node->kind == MAD_NODE_USE && node->name == NULL)
            check_use(lint, node);
}

void mad_lint_names(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    for (uint32_t i = 0; i < rules->definition_count; i++)
        if (!is_given(rules->definitions[i].name))
            check_unused(lint, rules->definitions[i].name, rules->definitions[i].span, "name");
    for (uint32_t i = 0; i < rules->direction_count; i++)
        check_unused(lint, rules->directions[i].name, rules->directions[i].span, "direction");
    for (uint32_t i = 0; i < rules->option_count; i++)
        check_unused(lint, rules->options[i].name, rules->options[i].span, "option");
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (!rules->verbs[i].is_called)
            check_unused(lint, rules->verbs[i].name, rules->verbs[i].node->span, "verb");
    check_uses(lint);
    check_marks(lint);
    check_counters(lint);
    check_texts(lint);
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (mad_lint_is_own(lint, rules->verbs[i].node->span)) {
            check_hiding(lint, rules->verbs[i].node);
            check_blanks(lint, rules->verbs[i].node);
        }
}
