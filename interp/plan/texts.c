/* texts.c - what a game says of itself: who made it, its options, its rules as they are written.
 *
 * Layer: plan. All of it is copied out of the sources, which do not outlive the load. `about "The Knights have
 * grown"` is one of them. It relies on the spans of the ruleset. */
#include <stdio.h>
#include <string.h>

#include "codegen.h"

void mad_make_about(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    game->title = mad_codegen_keep_text(codegen, rules->title);
    game->inventor = mad_codegen_keep_text(codegen, rules->inventor);
    game->source = mad_codegen_keep_text(codegen, rules->source);
    game->family = mad_codegen_keep_text(codegen, rules->family);
    game->year = rules->year;
    game->about = mad_codegen_keep(codegen, (rules->about_count + 1) * sizeof *game->about);
    for (uint32_t i = 0; game->about != NULL && i < rules->about_count; i++) {
        game->about[i] = mad_codegen_keep_text(codegen, rules->about[i]);
        game->about_count++;
    }
    game->called = mad_codegen_keep(codegen, (rules->called_count + 1) * sizeof *game->called);
    for (uint32_t i = 0; game->called != NULL && i < rules->called_count; i++) {
        game->called[i] = mad_codegen_keep_text(codegen, rules->called[i]);
        game->called_count++;
    }
    for (uint32_t i = 0; i < 2; i++) {
        game->player_name[i] = mad_codegen_keep_text(codegen, rules->players[i].name);
        game->player_letter[i] = rules->players[i].letter[0];
    }
    game->capitals_first = rules->players[0].capitals;
}

void mad_make_options(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    game->options = mad_codegen_keep(codegen, (rules->option_count + 1) * sizeof *game->options);
    for (uint32_t i = 0; game->options != NULL && i < rules->option_count; i++) {
        const struct mad_rule_option *rule = &rules->options[i];
        struct mad_option *option = &game->options[game->option_count];
        char about[400];
        option->name = mad_codegen_keep_text(codegen, rule->name);
        option->value = mad_codegen_keep_text(codegen, rule->value);
        mad_sources_comment(codegen->sources, rule->span, about, sizeof about);
        option->about = about[0] != '\0' ? mad_codegen_keep_text(codegen, about) : NULL;
        option->values =
            mad_codegen_keep(codegen, (rule->value_count + 1) * sizeof *option->values);
        if (option->values == NULL) {
            return;
        }
        for (uint32_t v = 0; v < rule->value_count; v++) {
            option->values[option->value_count++] = mad_codegen_keep_text(codegen, rule->values[v]);
        }
        game->option_count++;
    }
}

/* What `no longer` has left of `move or capture X`. */
static const char *shortened(struct mad_codegen *codegen, const struct mad_node *node,
                             const char *text)
{
    static const char BOTH[] = "move or capture ";
    size_t bytes = strlen(text);
    if (node->kind != MAD_NODE_MOVE || node->n0 == (MAD_TO_EMPTY | MAD_TO_ENEMY) ||
        strncmp(text, BOTH, sizeof BOTH - 1) != 0) {
        return text;
    }
    char *copy = mad_codegen_scratch(codegen, bytes + 1);
    if (copy != NULL) {
        snprintf(copy, bytes + 1, "%s %s", node->n0 == MAD_TO_EMPTY ? "move" : "capture",
                 text + sizeof BOTH - 1);
    }
    return copy;
}

static const char *line_text(struct mad_codegen *codegen, const struct mad_node *node)
{
    const char *text = mad_inherit_line_text(codegen->scratch, codegen->sources, node);
    text = text != NULL ? shortened(codegen, node, text) : NULL;
    return text != NULL ? mad_codegen_keep_text(codegen, text) : "";
}

/* Whether the options in force leave the line something to say. */
static bool says_something(struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN),
                          *body = mad_child_of_kind(line, MAD_NODE_BODY);
    if (when != NULL &&
        mad_truth_known(codegen, when->first, NULL) == ((when->flags & MAD_FLAG_UNLESS) != 0)) {
        return false;
    }
    const struct mad_node *only =
        body != NULL && body->first != NULL && body->first->next == NULL ? body->first : NULL;
    return only == NULL || only->kind != MAD_NODE_IF ||
           mad_truth_known(codegen, only->first, NULL) != 0;
}

static const char **make_lines(struct mad_codegen *codegen, const struct mad_rule_lines *lines,
                               uint32_t *count)
{
    const char **texts = mad_codegen_keep(codegen, (lines->count + 1) * sizeof *texts);
    *count = 0;
    for (uint32_t i = 0; texts != NULL && i < lines->count; i++) {
        if (says_something(codegen, lines->items[i])) {
            texts[(*count)++] = line_text(codegen, lines->items[i]);
        }
    }
    return texts;
}

/* Laws and ends, each as written; the sentence of a truth or a call is the line it stands on. */
static void make_laws(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    const struct mad_rule_lines *parts[] = {&rules->player_may, &rules->illegal, &rules->laws,
                                            &rules->ends};
    uint32_t total = rules->fate_count;
    for (uint32_t i = 0; i < 4; i++) {
        total += parts[i]->count;
    }
    game->laws = mad_codegen_keep(codegen, (total + 1) * sizeof *game->laws);
    for (uint32_t i = 0; game->laws != NULL && i < rules->fate_count; i++) {
        struct mad_node node = {.span = rules->fates[i].span};
        game->laws[game->law_count++] = line_text(codegen, &node);
    }
    for (uint32_t p = 0; game->laws != NULL && p < 4; p++) {
        for (uint32_t i = 0; i < parts[p]->count; i++) {
            game->laws[game->law_count++] = line_text(codegen, parts[p]->items[i]);
        }
    }
    game->end_texts = make_lines(codegen, &rules->ends, &game->end_count);
}

void mad_make_rule_texts(struct mad_codegen *codegen)
{
    for (uint32_t i = 0; i < codegen->game->type_count; i++) {
        struct mad_piece_type *type = &codegen->game->types[i];
        type->rules = make_lines(codegen, &codegen->rules->pieces[i].lines, &type->rule_count);
    }
    make_laws(codegen);
}

/* What stands in braces and is no blank would be printed as it is. */
static void check_templates(struct mad_codegen *codegen)
{
    const struct mad_rule_lines *templates = &codegen->rules->templates;
    for (uint32_t i = 0; i < templates->count; i++) {
        const char *odd = mad_notation_odd_blank(templates->items[i]->text);
        if (odd != NULL) {
            mad_codegen_error(
                codegen, MAD_FINDING_SYNTAX, templates->items[i]->span,
                "`%.*s` is no blank: there are {letter}, {from}, {to}, {from file}, {x}, {man}, "
                "{:taken}, {-to} and {put}",
                (int)strcspn(odd, "}") + (strchr(odd, '}') != NULL), odd);
        }
    }
}

/* Which templates write the moves of each line. */
void mad_make_templates(struct mad_codegen *codegen)
{
    const struct mad_rule_lines *templates = &codegen->rules->templates;
    struct mad_game *game = codegen->game;
    check_templates(codegen);
    for (uint32_t l = 0; l < game->line_count; l++) {
        struct mad_template *made =
            mad_codegen_keep(codegen, (templates->count + 1) * sizeof *made);
        uint32_t count = 0;
        for (uint32_t i = 0; made != NULL && i < templates->count; i++) {
            const struct mad_node *node = templates->items[i];
            if (strcmp(node->name, game->lines[l].verb) == 0) {
                made[count++] =
                    (struct mad_template){mad_codegen_keep_text(codegen, node->text),
                                          mad_child_of_kind(node, MAD_NODE_WHEN) != NULL};
            }
        }
        game->lines[l].templates = made;
        game->lines[l].template_count = made != NULL ? count : 0;
    }
    for (uint32_t l = 1; l < game->line_count; l++) {
        game->lines[l].verb = mad_codegen_keep_text(codegen, game->lines[l].verb);
        game->lines[l].written = mad_codegen_keep_text(codegen, game->lines[l].written);
    }
}
