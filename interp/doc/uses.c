/* uses.c - how the rules use their verbs: with what, and which of them alone brings pieces in. Layer: doc. */
#include <string.h>

#include "../rules/tree.h"
#include "tell.h"

enum { MOST_VERBS_DEEP = 8, MOST_USE = 600 };

/* --- from pockets ------------------------------------------------------------------------------------------ */

static bool asks_drops(const struct mad_telling *telling, const struct mad_node *node, int depth)
{
    const struct mad_node *verb =
        node->kind == MAD_NODE_CALL ? mad_telling_verb(telling, node->name) : NULL;
    bool asks = (node->kind == MAD_NODE_FUNCTION && node->n0 == MAD_FN_DROPS_OF) ||
                (verb != NULL && depth < MOST_VERBS_DEEP && asks_drops(telling, verb, depth + 1));
    for (const struct mad_node *child = node->first; child != NULL && !asks; child = child->next) {
        asks = asks_drops(telling, child, depth);
    }
    return asks;
}

static bool have_drops(const struct mad_telling *telling, const struct mad_rule_lines *lines)
{
    bool have = false;
    for (uint32_t i = 0; i < lines->count && !have; i++) {
        have = asks_drops(telling, lines->items[i], 0);
    }
    return have;
}

const char *mad_telling_only_way_in(const struct mad_telling *telling)
{
    const struct mad_ruleset *rules = telling->english->rules;
    const char *name = NULL;
    bool is_dropped = have_drops(telling, &rules->player_may);
    for (uint32_t i = 0; i < rules->piece_count && !is_dropped; i++) {
        is_dropped = have_drops(telling, &rules->pieces[i].lines);
    }
    for (uint32_t i = 0; i < rules->laws.count && !is_dropped; i++) {
        const struct mad_node *law = rules->laws.items[i];
        if (law->kind == MAD_NODE_AFTER_MOVE && asks_drops(telling, law, 0)) {
            name = name == NULL ? law->first->name : name;
        }
    }
    return name;
}

/* --- with what a verb is used ------------------------------------------------------------------------------- */

struct uses {
    struct mad_telling *telling;
    const struct mad_node *verb;
    const struct mad_node *within; /* the verb whose body is looked at, or null */
    char lines[8][MOST_USE];       /* each once */
    size_t count;
};

/* "*ways*: in any direction; *feared*: King". */
static void tell_use(struct uses *uses, const struct mad_node *call, char *out, size_t size)
{
    struct mad_telling one = *uses->telling;
    one.text = out;
    one.size = size;
    one.used = 0;
    one.is_cut = false;
    out[0] = '\0';
    for (const struct mad_node *param = uses->verb->first; param != NULL; param = param->next) {
        const char *sort = NULL;
        if (param->kind != MAD_NODE_PARAM) {
            continue;
        }
        const struct mad_node *given =
            mad_telling_given_for(uses->verb, call, param->name, strlen(param->name), &sort);
        one.verb = uses->verb;
        mad_say(&one, one.used > 0 ? "; " : "");
        mad_say_name(&one, param->name);
        mad_say(&one, ": ");
        one.verb = uses->within;
        if (given != NULL) {
            mad_tell_given(&one, given, sort);
        } else {
            mad_say(&one, "nothing");
        }
    }
}

static void add_use(struct uses *uses, const struct mad_node *call)
{
    enum { MOST = sizeof uses->lines / sizeof *uses->lines };
    char line[MOST_USE];
    bool is_new = uses->count < MOST;
    tell_use(uses, call, line, sizeof line);
    for (size_t i = 0; i < uses->count && is_new; i++) {
        is_new = strcmp(uses->lines[i], line) != 0;
    }
    if (is_new && line[0] != '\0') {
        memcpy(uses->lines[uses->count++], line, sizeof line);
    }
}

static void find_uses(struct uses *uses, const struct mad_node *node)
{
    const struct mad_node *when = mad_telling_child(node, MAD_NODE_WHEN);
    if (when != NULL && mad_telling_known(uses->telling, when->first) == 0) {
        return;
    }
    if (node->kind == MAD_NODE_CALL && node->name == uses->verb->name) {
        add_use(uses, node);
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        find_uses(uses, child);
    }
}

static void find_uses_in(struct uses *uses, const struct mad_rule_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        find_uses(uses, lines->items[i]);
    }
}

void mad_english_uses(const struct mad_english *english, const struct mad_node *verb, char *out,
                      size_t size)
{
    const struct mad_ruleset *rules = english->rules;
    struct mad_telling telling = {
        .english = english, .as = MAD_TOLD_STEP, .text = out, .size = size, .subject = "its"};
    struct uses uses = {.telling = &telling, .verb = verb};
    out[0] = '\0';
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        find_uses_in(&uses, &rules->pieces[i].lines);
    }
    find_uses_in(&uses, &rules->player_may);
    find_uses_in(&uses, &rules->laws);
    find_uses_in(&uses, &rules->turn_ends);
    for (uint32_t i = 0; i < rules->verb_count; i++) {
        uses.within = rules->verbs[i].node;
        find_uses(&uses, uses.within);
    }
    for (size_t i = 0; i < uses.count; i++) {
        mad_say(&telling, "%s%s%s.",
                i > 0            ? "\nOr "
                : uses.count > 1 ? "Either "
                                 : "Here ",
                uses.lines[i], "");
    }
}

void mad_english_options(const struct mad_english *english, const struct mad_node *line, char *out,
                         size_t size)
{
    const struct mad_rule_option *told = NULL;
    struct mad_telling telling = {.english = english, .text = out, .size = size};
    out[0] = '\0';
    mad_tell_options(&telling, line, &told);
}
