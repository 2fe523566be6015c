/* calls.c - a verb told by the comment above it. Layer: doc.
 *
 * In the comment `[ways]` is a blank: what the verb is called with is said there. A sentence with a blank for which
 * nothing is given is left out. */
#include <string.h>

#include "tell.h"

enum { MOST_COMMENT = 1200 };

const struct mad_node *mad_telling_verb(const struct mad_telling *telling, const char *name)
{
    const struct mad_ruleset *rules = telling->english->rules;
    for (uint32_t i = 0; i < rules->verb_count; i++) {
        if (rules->verbs[i].name == name) {
            return rules->verbs[i].node;
        }
    }
    return NULL;
}

const struct mad_node *mad_telling_given_for(const struct mad_node *verb,
                                             const struct mad_node *call, const char *blank,
                                             size_t bytes, const char **sort)
{
    for (const struct mad_node *param = verb->first; param != NULL; param = param->next) {
        if (param->kind == MAD_NODE_PARAM && strlen(param->name) == bytes &&
            memcmp(param->name, blank, bytes) == 0) {
            const struct mad_node *given = mad_argument(call, param->text);
            given = given != NULL ? given : param->first;
            *sort = param->other;
            return mad_is_word(given, MAD_WORD_NOTHING) ? NULL : given;
        }
    }
    return NULL;
}

void mad_tell_given(struct mad_telling *telling, const struct mad_node *given, const char *sort)
{
    if (sort != NULL && strcmp(sort, "directions") == 0) {
        mad_tell_ways(telling, given);
    } else {
        mad_tell(telling, given);
    }
}

/* `a [kind]` before an Elephant is `an`. */
static void mend_article(struct mad_telling *telling, size_t at)
{
    char *word = telling->text + at;
    if (at > 3 && memcmp(word - 3, " a ", 3) == 0 && strchr("AEIOaeio", word[0]) != NULL &&
        telling->used > at && telling->used + 1 < telling->size) {
        memmove(word, word - 1, telling->used - at + 2);
        word[-1] = 'n';
        telling->used++;
    }
}

/* One sentence of the comment; nothing when it quotes the language, as to who writes rules, or when a blank of it is given nothing. */
static void fill_sentence(struct mad_telling *telling, const struct mad_node *verb,
                          const struct mad_node *call, const char *text, size_t bytes)
{
    const size_t before = telling->used;
    if (memchr(text, '`', bytes) != NULL) {
        return;
    }
    mad_say(telling, " ");
    for (size_t i = 0; i < bytes;) {
        const char *end = text[i] == '[' ? memchr(text + i, ']', bytes - i) : NULL;
        if (end == NULL) {
            mad_say(telling, "%c", (unsigned char)text[i] < ' ' ? ' ' : text[i]);
            i++;
            continue;
        }
        const char *sort = NULL;
        const struct mad_node *given =
            mad_telling_given_for(verb, call, text + i + 1, (size_t)(end - text) - i - 1, &sort);
        if (sort == NULL) { /* brackets, and no blank */
            mad_say(telling, "[");
            i++;
            continue;
        }
        if (given == NULL) {
            telling->used = before;
            telling->text[before] = '\0';
            return;
        }
        const size_t at = telling->used;
        mad_tell_given(telling, given, sort);
        mend_article(telling, at);
        i = (size_t)(end - text) + 1;
    }
}

void mad_tell_options(struct mad_telling *telling, const struct mad_node *node,
                      const struct mad_rule_option **told)
{
    const struct mad_ruleset *rules = telling->english->rules;
    for (uint32_t i = 0; node->kind == MAD_NODE_IS && i < rules->option_count; i++) {
        const struct mad_rule_option *option = &rules->options[i];
        char comment[MOST_COMMENT], about[MOST_COMMENT];
        if (mad_is_ref(node->first, option->name) && *told != option) {
            *told = option;
            mad_sources_comment(telling->english->sources, option->span, comment, sizeof comment);
            mad_english_remark(comment, about, sizeof about);
            mad_say(telling, about[0] != '\0' ? " (%s Here" : " (%s", about);
            mad_say_written(telling, option->name, about[0] != '\0' ? 0 : strlen(option->name));
            mad_say(telling, ": ");
            mad_say_written(telling, option->value, strlen(option->value));
            mad_say(telling, ".)");
        }
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        mad_tell_options(telling, child, told);
    }
}

void mad_tell_part(struct mad_telling *telling, const struct mad_node *call, const char *label)
{
    const struct mad_node *given = mad_argument(call, label);
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        if (arg->first != given || arg->n0 == MAD_PART_WHOLE) {
            continue;
        }
        mad_say(telling, arg->n0 == MAD_PART_TOP ? "the top " : "the bottom ");
        if (given->next != NULL) {
            mad_tell(telling, given->next);
            mad_say(telling, " ");
        }
        mad_say(telling, "of ");
    }
}

void mad_tell_args(struct mad_telling *telling, const struct mad_node *verb,
                   const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        const char *sort = NULL;
        for (const struct mad_node *param = verb != NULL ? verb->first : NULL; param != NULL;
             param = param->next) {
            const bool is_it =
                param->kind == MAD_NODE_PARAM && mad_argument(call, param->text) == arg->first;
            sort = is_it ? param->other : sort;
        }
        const bool is_ways = sort != NULL && strcmp(sort, "directions") == 0;
        mad_say(telling, " ");
        if (arg->text != NULL && !(is_ways && strcmp(arg->text, "along") == 0)) {
            mad_say_written(telling, arg->text, strlen(arg->text));
            mad_say(telling, " ");
        }
        mad_tell_part(telling, call, arg->text);
        mad_tell_given(telling, arg->first, sort);
    }
}

void mad_tell_call(struct mad_telling *telling, const struct mad_node *call)
{
    const struct mad_node *verb = mad_telling_verb(telling, call->name);
    char comment[MOST_COMMENT] = "";
    if (verb == NULL || telling->as == MAD_TOLD_STEP) {
        mad_say_written(telling, call->name, strlen(call->name));
        mad_tell_args(telling, verb, call);
        return;
    }
    mad_sources_comment(telling->english->sources, verb->span, comment, sizeof comment);
    mad_say(telling, "%c%s%c", MAD_VERB_BEGINS, call->name, MAD_NAME_ENDS);
    mad_say_name(telling, call->name);
    const bool has_blanks = strchr(comment, '[') != NULL;
    if (!has_blanks) {
        mad_tell_args(telling, verb, call);
    }
    if (telling->when != NULL && mad_telling_known(telling, telling->when->first) < 0) {
        mad_say(telling, (telling->when->flags & MAD_FLAG_UNLESS) != 0 ? ", unless " : ", when ");
        mad_tell_truth(telling, telling->when->first);
    }
    mad_say(telling, "%s", telling->also != NULL ? telling->also : "");
    mad_say(telling, comment[0] != '\0' ? ":" : "");
    for (const char *at = comment; *at != '\0'; at += strspn(at, " ")) {
        const size_t bytes = mad_english_sentence(at);
        fill_sentence(telling, verb, call, at, bytes);
        at += bytes;
    }
    const struct mad_node *body = mad_telling_child(verb, MAD_NODE_BODY);
    const struct mad_rule_option *told = NULL;
    if (body != NULL) {
        mad_tell_options(telling, body, &told);
    }
}
