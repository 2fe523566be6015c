/* living.c - see living.h. Layer: rules. */
#include "living.h"

#include "tree.h"

static bool each_line(const struct mad_rule_lines *lines, mad_rules_see see, void *context)
{
    for (uint32_t i = 0; i < lines->count; i++)
        if (!see(context, lines->items[i]))
            return false;
    return true;
}

/* All sentences that need not be called or named. */
static bool each_root(const struct mad_ruleset *rules, mad_rules_see see, void *context)
{
    const struct mad_rule_lines *lists[] = {&rules->player_may, &rules->illegal, &rules->laws,
                                            &rules->ends, &rules->choices};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!each_line(lists[i], see, context))
            return false;
    for (uint32_t i = 0; i < rules->piece_count; i++)
        if (!each_line(&rules->pieces[i].lines, see, context))
            return false;
    for (uint32_t i = 0; i < rules->mark_count; i++) {
        const struct mad_node *until = rules->marks[i].until;
        if (!each_line(&rules->marks[i].starts, see, context) ||
            (until != NULL && !see(context, until)))
            return false;
    }
    return true;
}

static bool each_part(const struct mad_node *verb, mad_rules_see see, void *context)
{
    for (const struct mad_node *part = verb->first; part != NULL; part = part->next)
        if (!see(context, part))
            return false;
    return true;
}

bool mad_rules_each_sentence(const struct mad_ruleset *rules, mad_rules_see see, void *context)
{
    if (!each_root(rules, see, context))
        return false;
    for (uint32_t i = 0; i < rules->definition_count; i++)
        if (!see(context, rules->definitions[i].expression))
            return false;
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (!each_part(rules->verbs[i].node, see, context))
            return false;
    return true;
}

struct living {
    const struct mad_ruleset *rules;
    bool *verbs, *definitions; /* that are led to */
    bool has_grown;
};

static bool see_living(void *context, const struct mad_node *sentence)
{
    struct living *living = context;
    for (uint32_t i = 0; i < living->rules->verb_count; i++)
        if (!living->verbs[i] && mad_tree_mentions(sentence, living->rules->verbs[i].name))
            living->verbs[i] = living->has_grown = true;
    for (uint32_t i = 0; i < living->rules->definition_count; i++)
        if (!living->definitions[i] &&
            mad_tree_mentions(sentence, living->rules->definitions[i].name))
            living->definitions[i] = living->has_grown = true;
    return true;
}

static bool each_led_to(const struct living *living, mad_rules_see see, void *context)
{
    for (uint32_t i = 0; i < living->rules->definition_count; i++)
        if (living->definitions[i] && !see(context, living->rules->definitions[i].expression))
            return false;
    for (uint32_t i = 0; i < living->rules->verb_count; i++)
        if (living->verbs[i] && !each_part(living->rules->verbs[i].node, see, context))
            return false;
    return true;
}

bool mad_rules_each_living(const struct mad_ruleset *rules, struct mad_arena *room,
                           mad_rules_see see, void *context, bool *out_of_memory)
{
    struct living living = {rules, MAD_ARENA_ARRAY(room, bool, rules->verb_count + 1),
                            MAD_ARENA_ARRAY(room, bool, rules->definition_count + 1), true};
    if (living.verbs == NULL || living.definitions == NULL) {
        *out_of_memory = true;
        return false;
    }
    (void)each_root(rules, see_living, &living);
    while (living.has_grown) {
        living.has_grown = false;
        (void)each_led_to(&living, see_living, &living);
    }
    return each_root(rules, see, context) && each_led_to(&living, see, context);
}

struct asking {
    const char **names; /* [count] */
    bool *asked;        /* which of them were */
    uint32_t count, left;
};

static bool see_asking(void *context, const struct mad_node *sentence)
{
    struct asking *asking = context;
    for (uint32_t i = 0; i < asking->count; i++) {
        if (!asking->asked[i] && mad_tree_mentions(sentence, asking->names[i])) {
            asking->asked[i] = true;
            asking->left--;
        }
    }
    return asking->left > 0;
}

static const bool *asked_for(const struct mad_ruleset *rules, struct mad_arena *room,
                             struct asking *asking)
{
    bool out_of_memory = asking->names == NULL || asking->asked == NULL;
    asking->left = asking->count;
    if (!out_of_memory && asking->count > 0)
        (void)mad_rules_each_living(rules, room, see_asking, asking, &out_of_memory);
    return out_of_memory ? NULL : asking->asked;
}

static struct asking asking_about(struct mad_arena *room, uint32_t count)
{
    return (struct asking){.names = MAD_ARENA_ARRAY(room, const char *, count + 1),
                           .asked = MAD_ARENA_ARRAY(room, bool, count + 1),
                           .count = count};
}

const bool *mad_rules_asked(const struct mad_ruleset *rules, struct mad_arena *room)
{
    struct asking asking = asking_about(room, rules->option_count);
    for (uint32_t i = 0; asking.names != NULL && i < rules->option_count; i++)
        asking.names[i] = rules->options[i].name;
    return asked_for(rules, room, &asking);
}

const bool *mad_rules_asked_marks(const struct mad_ruleset *rules, struct mad_arena *room)
{
    struct asking asking = asking_about(room, rules->mark_count);
    for (uint32_t i = 0; asking.names != NULL && i < rules->mark_count; i++)
        asking.names[i] = rules->marks[i].name;
    return asked_for(rules, room, &asking);
}
