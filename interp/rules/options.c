/* options.c - which values the options have: normally, by a sentence of the rules, or set from outside. Layer: rules. */
#include "inherit_state.h"

#include <string.h>

#include "../limits.h"
#include "living.h"

static struct mad_rule_option *option_named(const struct mad_inherit *in, const char *name)
{
    for (uint32_t i = 0; i < in->rules->option_count; i++)
        if (strcmp(in->rules->options[i].name, name) == 0)
            return &in->rules->options[i];
    return NULL;
}

/* "a, b or c" of a list of names, cut when it is long. */
static void join_names(char *buffer, size_t size, const char *const *names, size_t count)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        size_t needed = strlen(between) + strlen(names[i]);
        if (used + needed + 1 > size)
            return;
        memcpy(buffer + used, between, strlen(between));
        memcpy(buffer + used + strlen(between), names[i], strlen(names[i]) + 1);
        used += needed;
    }
}

/* `asked`: of each option whether a sentence in force asks for it, where it is set from outside; null: by a sentence. */
static void unknown_option(struct mad_inherit *in, const char *name, struct mad_span at,
                           const bool *asked)
{
    struct mad_suggestion suggestion = {.word = name};
    const char *names[MAD_MAX_LISTED] = {0};
    size_t count = 0;
    for (uint32_t i = 0; i < in->rules->option_count; i++) {
        if (asked != NULL && !asked[i])
            continue;
        mad_suggestion_consider(&suggestion, in->rules->options[i].name);
        if (count < MAD_MAX_LISTED)
            names[count++] = in->rules->options[i].name;
    }
    char list[200];
    join_names(list, sizeof list, names, count);
    mad_inherit_error(in, MAD_FINDING_NO_OPTION, at, "%s", name);
    if (asked == NULL && mad_inherit_library_remedy(in, name))
        return;
    const char *others = asked == NULL
                             ? "; what is no option is told by a sentence of its own, such "
                               "as `draw when enemy cannot move`"
                             : "";
    if (suggestion.best != NULL)
        mad_inherit_meant(in, &suggestion);
    else if (count == 1)
        mad_inherit_remedy(in, "the only option is %s%s", list, others);
    else if (count > 0)
        mad_inherit_remedy(in, "the options are %s%s", list, others);
    else
        mad_inherit_remedy(in, "this game has no options%s", others);
}

/* Whether the name is the last part of a joined one: `loss` of `a-loss`. */
static bool ends_with_part(const char *joined, const char *name)
{
    const size_t bytes = strlen(joined), length = strlen(name);
    return bytes > length && joined[bytes - length - 1] == '-' &&
           strcmp(joined + bytes - length, name) == 0;
}

static bool set_option(struct mad_inherit *in, const char *name, const char *value,
                       struct mad_span at)
{
    struct mad_rule_option *option = option_named(in, name);
    if (option == NULL) {
        unknown_option(in, name, at, NULL);
        return false;
    }
    for (uint32_t i = 0; i < option->value_count; i++)
        if (strcmp(option->values[i], value) == 0) {
            option->value = option->values[i];
            return true;
        }
    char list[200];
    join_names(list, sizeof list, option->values, option->value_count);
    size_t bytes = strlen(value);
    if (at.length > bytes) { /* the value ends the sentence */
        at.begin += at.length - (uint32_t)bytes;
        at.length = (uint16_t)bytes;
    }
    mad_inherit_error(in, MAD_FINDING_UNDEF_NAME, at, "%s", value);
    mad_inherit_note(in, option->span, "%s is %s", name, list);
    for (int first = 1; first >= 0 && at.length == bytes; first--)
        for (uint32_t i = 0; i < option->value_count; i++)
            if (ends_with_part(option->values[i], value) == (first == 1))
                mad_finding_fix(in->load->findings, in->finding, at, false, "%s",
                                option->values[i]);
    return false;
}

static bool is_value_of(const struct mad_rule_option *option, const char *value)
{
    for (uint32_t i = 0; i < option->value_count; i++)
        if (option->values[i] == value)
            return true;
    return false;
}

void mad_resolve_options(struct mad_inherit *in)
{
    const struct mad_inherit_load *load = in->load;
    for (uint32_t i = 0; i < in->rules->option_count; i++) {
        const struct mad_rule_option *option = &in->rules->options[i];
        if (!is_value_of(option, option->value))
            mad_inherit_error(in, MAD_FINDING_UNDEF_NAME, option->span, "%s",
                              option->value == NULL ? "normally" : option->value);
    }
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_node *node = in->said.items[i].node;
        if (node->kind == MAD_NODE_SET_OPTION)
            (void)set_option(in, node->name, node->other, node->span);
    }
    for (uint32_t i = 0; i < in->rules->option_count; i++)
        in->rules->options[i].said = in->rules->options[i].value;
    for (size_t i = 0; in->level == 0 && i < load->setting_count; i++)
        if (option_named(in, load->settings[i].option) != NULL && /* others: see below */
            !set_option(in, load->settings[i].option, load->settings[i].value, in->span))
            in->not_found = true;
}

bool mad_resolve_settings(struct mad_inherit *in)
{
    const struct mad_inherit_load *load = in->load;
    const bool *asked = load->setting_count > 0 ? mad_rules_asked(in->rules, load->arena) : NULL;
    if (load->setting_count > 0 && asked == NULL)
        return false;
    for (size_t i = 0; i < load->setting_count; i++) {
        const char *name = load->settings[i].option;
        const struct mad_rule_option *option = option_named(in, name);
        if (option != NULL && asked[option - in->rules->options])
            continue;
        unknown_option(in, name, in->span, asked);
        in->not_found = true;
    }
    return true;
}
