/* lopsided.c - which sentence makes a man go otherwise for one player, or to one side.
 *
 * Layer: interp/lint. Moves tell that a man goes otherwise; the sentence to blame is looked for in the text: one that
 * leads to directions or squares that are not their own image. */
#include <stdio.h>
#include <string.h>

#include "lint.h"

enum { MAX_DEPTH = 6, MAX_LEADS = 64 }; /* of names that stand for names */

struct lean { /* what a sentence leads to */
    struct mad_lint *lint;
    enum mad_image image;
    struct mad_course ways[MAX_LEADS];
    uint32_t way_count;
    bool squares[MAD_MAX_SQUARES];
    bool has_player; /* one is named */
    bool has_both; /* and it is said what the other does: `if mover is White: ... otherwise: ...` */
    bool has_found; /* `found` is what stands in the file itself, on the way to them */
    struct mad_span found;
};

static void add_way(struct lean *lean, const struct mad_rule_direction *way)
{
    if (way->own && lean->image != MAD_IMAGE_LEFT_RIGHT)
        return; /* it turns with the player */
    if (lean->way_count < MAX_LEADS)
        lean->ways[lean->way_count++] = (struct mad_course){way->right, way->up, true};
}

static void add_squares(struct lean *lean, const struct mad_node *node)
{
    bool set[MAD_MAX_SQUARES];
    if (!mad_lint_squares_of(lean->lint, node, 0, set))
        return;
    for (uint32_t square = 0; square < lean->lint->game->squares; square++)
        lean->squares[square] = lean->squares[square] || set[square];
}

static void look(struct lean *lean, const struct mad_node *node, unsigned depth);

static void note(struct lean *lean, struct mad_span span)
{
    if (!lean->has_found && mad_lint_is_own(lean->lint, span)) {
        lean->has_found = true;
        lean->found = span;
    }
}

static void look_at_name(struct lean *lean, const struct mad_node *node, unsigned depth)
{
    const struct mad_ruleset *rules = lean->lint->rules;
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    const struct mad_rule_definition *definition =
        depth > 0 ? mad_rules_definition(rules, node->name) : NULL;
    if (way != NULL) {
        note(lean, way->span);
        add_way(lean, way);
    }
    if (definition != NULL) {
        note(lean, definition->span);
        look(lean, definition->expression, depth - 1);
    }
    for (uint32_t player = 0; player < rules->player_count; player++)
        lean->has_player = lean->has_player || rules->players[player].name == node->name;
}

static void look_at_verb(struct lean *lean, const struct mad_node *call, unsigned depth)
{
    const struct mad_ruleset *rules = lean->lint->rules;
    for (uint32_t i = 0; depth > 0 && i < rules->verb_count; i++)
        if (rules->verbs[i].name == call->name) {
            note(lean, rules->verbs[i].node->span);
            look(lean, rules->verbs[i].node, depth - 1);
        }
}

/* `if mover is White: ... otherwise: ...` */
static bool tells_apart(const struct lean *lean, const struct mad_node *node)
{
    const struct mad_node *truth = node->first, *then = truth != NULL ? truth->next : NULL;
    if (then == NULL || then->next == NULL || truth->kind != MAD_NODE_IS || truth->first == NULL ||
        truth->first->kind != MAD_NODE_CONST || truth->first->n0 != MAD_WORD_MOVER ||
        truth->first->next == NULL)
        return false;
    const struct mad_rule_player *players = lean->lint->rules->players;
    const char *name = truth->first->next->name;
    return name != NULL && (name == players[0].name || name == players[1].name);
}

static void look(struct lean *lean, const struct mad_node *node, unsigned depth)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_IF: lean->has_both = lean->has_both || tells_apart(lean, node); break;
    case MAD_NODE_REF:
    case MAD_NODE_OF_PLAYER: look_at_name(lean, node, depth); break;
    case MAD_NODE_CALL: look_at_verb(lean, node, depth); break;
    case MAD_NODE_RECTANGLE:
    case MAD_NODE_SQUARE:
    case MAD_NODE_FILE_OF_BOARD: add_squares(lean, node); return;
    case MAD_NODE_RANK:
        if ((node->flags & MAD_FLAG_OWN) == 0)
            add_squares(lean, node);
        return;
    default: break;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        look(lean, child, depth);
}

static bool is_lopsided(const struct lean *lean)
{
    for (uint32_t i = 0; i < lean->way_count; i++) {
        const struct mad_course other = mad_lint_image_of_way(lean->image, lean->ways[i]);
        bool has_it = false;
        for (uint32_t j = 0; j < lean->way_count; j++)
            has_it = has_it || (lean->ways[j].right == other.right && lean->ways[j].up == other.up);
        if (!has_it)
            return true;
    }
    for (int32_t square = 0; square < lean->lint->game->squares; square++) {
        const int32_t other = mad_lint_image(lean->lint, lean->image, square);
        if (lean->squares[square] && (other < 0 || !lean->squares[other]))
            return true;
    }
    return lean->has_player && lean->image != MAD_IMAGE_LEFT_RIGHT;
}

/* The first such line of the man that stands in the file itself, or null; `other` is then what leads to another one, when it is
 * not null. */
static const struct mad_node *lopsided_line(struct mad_lint *lint, enum mad_image image,
                                            uint32_t type, struct mad_span *other)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    struct lean *lean = mad_lint_room(lint, 1, sizeof *lean);
    for (uint32_t i = 0; lean != NULL && i < lines->count; i++) {
        *lean = (struct lean){.lint = lint, .image = image};
        look(lean, lines->items[i], MAX_DEPTH);
        if (!is_lopsided(lean))
            continue;
        if (mad_lint_is_own(lint, lines->items[i]->span))
            return lines->items[i];
        if (other != NULL && other->length == 0 && lean->has_found)
            *other = lean->found;
    }
    return NULL;
}

bool mad_lint_find_lopsided(struct mad_lint *lint, enum mad_image image, uint32_t type,
                            struct mad_span *span)
{
    struct mad_span other = {0};
    const struct mad_node *line = lopsided_line(lint, image, type, &other);
    if (line != NULL || other.length > 0)
        *span = line != NULL ? line->span : other;
    return line != NULL || other.length > 0;
}

/* --- the same sentence, turned with the player ------------------------------------------------------------- */

enum { MAX_TURNED = 8, MAX_SENTENCE = 600 };

/* Words of a sentence that are the same for both players, and what turns with the player. */
struct turned {
    struct mad_lint *lint;
    struct {
        struct mad_span span;
        const char *text; /* in their place; with `keeps` before them */
        bool keeps;
    } words[MAX_TURNED];
    uint32_t count;
    struct mad_span defined; /* of the first name of the file's own that stands for other words */
    const struct mad_node *expression;
};

/* The direction that is, for who goes north, that one, and turns with the player. */
static const char *own_direction(const struct mad_ruleset *rules, const char *name)
{
    const struct mad_rule_direction *way = NULL;
    for (uint32_t i = 0; i < rules->direction_count; i++)
        if (rules->directions[i].name == name)
            way = &rules->directions[i];
    for (uint32_t i = 0; way != NULL && !way->own && way->track == NULL && way->up != 0 &&
                         i < rules->direction_count;
         i++) {
        const struct mad_rule_direction *other = &rules->directions[i];
        if (other->own && other->track == NULL && other->right == way->right &&
            other->up == way->up && other->on == way->on)
            return other->name;
    }
    return NULL;
}

static void turn(struct turned *turned, const struct mad_node *node)
{
    const struct mad_ruleset *rules = turned->lint->rules;
    const bool is_rank = node->kind == MAD_NODE_RANK && (node->flags & MAD_FLAG_OWN) == 0;
    const char *text = is_rank                      ? "own "
                       : node->kind == MAD_NODE_REF ? own_direction(rules, node->name)
                                                    : NULL;
    if (text != NULL && turned->count < MAX_TURNED) {
        turned->words[turned->count].span = node->span;
        turned->words[turned->count].text = text;
        turned->words[turned->count++].keeps = is_rank;
    }
    const struct mad_rule_definition *definition =
        node->kind == MAD_NODE_REF ? mad_rules_definition(rules, node->name) : NULL;
    if (turned->expression == NULL && definition != NULL &&
        mad_lint_is_own(turned->lint, definition->span)) {
        turned->defined = definition->span;
        turned->expression = definition->expression;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        turn(turned, child);
}

/* Offers the sentence with words that turn; false where it has none that have such. */
static bool offer_turned(struct turned *turned, struct mad_finding *finding, struct mad_span span)
{
    const char *text = turned->lint->sources->items[span.source].text;
    char out[MAX_SENTENCE];
    size_t used = 0, at = span.begin;
    for (uint32_t i = 0; i < turned->count; i++) {
        const struct mad_span word = turned->words[i].span;
        if (word.source != span.source || word.begin < at ||
            word.begin + word.length > span.begin + span.length)
            return false; /* of another text, or not in the order of the words */
        const int before = (int)(word.begin - at),
                  kept = turned->words[i].keeps ? (int)word.length : 0;
        used += (size_t)snprintf(out + used, sizeof out - used, "%.*s%s%.*s", before, text + at,
                                 turned->words[i].text, kept, text + word.begin);
        at = word.begin + word.length;
        if (used >= sizeof out / 2)
            return false;
    }
    const size_t behind = span.begin + span.length - at;
    if (turned->count == 0 || behind >= sizeof out / 2)
        return false;
    (void)snprintf(out + used, sizeof out - used, "%.*s", (int)behind, text + at);
    mad_finding_fix(turned->lint->findings, finding, span, false, "%s", out);
    return true;
}

void mad_lint_offer_turned(struct mad_lint *lint, struct mad_finding *finding, enum mad_image image,
                           uint32_t type)
{
    const struct mad_node *line = lopsided_line(lint, image, type, NULL);
    if (finding == NULL || line == NULL || image == MAD_IMAGE_LEFT_RIGHT)
        return;
    struct turned turned = {.lint = lint};
    turn(&turned, line);
    if (offer_turned(&turned, finding, line->span) || turned.expression == NULL)
        return;
    mad_finding_note_at(lint->findings, finding, turned.defined,
                        "this is the same for both players");
    struct turned behind = {.lint = lint};
    turn(&behind, turned.expression);
    (void)offer_turned(&behind, finding, turned.defined);
}

/* Whether a line under a condition is said for its image as well, under another one: `slide north when wind is 1`,
 * `slide south when wind is 3`. Who names both means the sides of the board. */
static bool has_image_line(struct mad_lint *lint, const struct mad_rule_lines *lines,
                           const struct lean *lean, const struct mad_node *line)
{
    struct lean *other = mad_lint_room(lint, 1, sizeof *other);
    for (uint32_t i = 0; other != NULL && i < lines->count; i++) {
        const struct mad_node *one = lines->items[i];
        if (one == line || one->kind != line->kind || one->n0 != line->n0 ||
            !mad_lint_has_kind(one, MAD_NODE_WHEN))
            continue;
        *other = (struct lean){.lint = lint, .image = lean->image};
        look(other, one, MAX_DEPTH);
        bool is_image = lean->way_count > 0 && other->way_count == lean->way_count;
        for (uint32_t w = 0; is_image && w < lean->way_count; w++) {
            const struct mad_course way = mad_lint_image_of_way(lean->image, lean->ways[w]);
            is_image = way.right == other->ways[w].right && way.up == other->ways[w].up;
        }
        if (is_image)
            return true;
    }
    return false;
}

bool mad_lint_tells_sides_apart(struct mad_lint *lint, enum mad_image image, uint32_t type)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    struct lean *lean = mad_lint_room(lint, 1, sizeof *lean);
    bool has_any = false;
    for (uint32_t i = 0; lean != NULL && i < lines->count; i++) {
        *lean = (struct lean){.lint = lint, .image = image};
        look(lean, lines->items[i], MAX_DEPTH);
        if (!is_lopsided(lean))
            continue;
        has_any = true;
        if (!mad_lint_has_kind(lines->items[i], MAD_NODE_WHEN) ||
            !has_image_line(lint, lines, lean, lines->items[i]))
            return false;
    }
    return has_any;
}

bool mad_lint_tells_players_apart(struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    struct lean *lean = mad_lint_room(lint, 1, sizeof *lean);
    if (lean == NULL)
        return false;
    *lean = (struct lean){.lint = lint};
    for (uint32_t i = 0; i < lines->count; i++)
        look(lean, lines->items[i], MAX_DEPTH);
    return lean->has_both;
}

struct mad_span mad_lint_line_that_calls(const struct mad_lint *lint, uint32_t type,
                                         const char *verb, struct mad_span otherwise)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    for (uint32_t i = lines->count; i-- > 0;) {
        const struct mad_node *line = lines->items[i];
        const bool is_call = line->kind == MAD_NODE_CALL_LINE && line->first != NULL &&
                             line->first->name != NULL && strcmp(line->first->name, verb) == 0;
        if (is_call && mad_lint_is_own(lint, line->span))
            return line->span;
    }
    return otherwise;
}
