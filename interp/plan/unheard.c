/* unheard.c - words of a piece's lines that would change nothing, refused before the lines are lowered. Layer: plan.
 *
 * `move or capture King by M` moves to no empty square, for Kings stand on none; `move leap 1,2 from a1` begins
 * where the piece stands, whatever is said behind `from`. Who writes such a line expects that it does what it says. `when here is empty` never holds. It relies on
 * names.c, and on known.c for the squares that a condition asks for. */
#include <string.h>

#include "expr.h"

/* Whether only squares are named on which men stand. */
static bool names_men(const struct mad_codegen *codegen, const struct mad_node *node,
                      uint32_t depth)
{
    node = mad_meaning(codegen, node);
    const struct mad_node *part = depth < MAD_MAX_NESTING ? node->first : NULL;
    switch ((unsigned)node->kind) {
    case MAD_NODE_OWN:
    case MAD_NODE_ENEMY:
    case MAD_NODE_OF_PLAYER: return true;
    case MAD_NODE_REF: return mad_named(codegen, MAD_NAME_PIECE, node->name) >= 0;
    case MAD_NODE_CONST:
        return node->n0 == MAD_WORD_PIECE || node->n0 == MAD_WORD_ROYAL ||
               node->n0 == MAD_WORD_OWN || node->n0 == MAD_WORD_ENEMY;
    case MAD_NODE_EXCEPT:
    case MAD_NODE_NEXT_TO:
    case MAD_NODE_ATTACKED_BY:
    case MAD_NODE_ATTACKING:
    case MAD_NODE_WORTH_THAN:
    case MAD_NODE_JOINED_TO: return part != NULL && names_men(codegen, part, depth + 1);
    case MAD_NODE_ON:
        for (; part != NULL; part = part->next) {
            if (names_men(codegen, part, depth + 1)) {
                return true;
            }
        }
        return false;
    case MAD_NODE_OR:
    case MAD_NODE_AND:
        for (; part != NULL; part = part->next) {
            if (!names_men(codegen, part, depth + 1)) {
                return false;
            }
        }
        return node->first != NULL;
    default: return false;
    }
}

static void refuse_move_to_men(struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY), *men = line->first;
    if (by == NULL || (line->n0 & MAD_TO_EMPTY) == 0 || !names_men(codegen, men, 0)) {
        return;
    }
    const char *text = codegen->sources->items[line->span.source].text;
    uint32_t end = men->span.begin; /* of the words before the men */
    while (end > line->span.begin && strchr(" \t(", text[end - 1]) != NULL) {
        end--;
    }
    const struct mad_span kind = {line->span.begin, (uint16_t)(end - line->span.begin),
                                  line->span.source};
    struct mad_finding *finding = mad_findings_add(
        codegen->diagnostics, MAD_FINDING_OUT_OF_PLACE, line->span,
        "`move` means nothing before men `by` a movement: no empty square holds one");
    mad_finding_fix(codegen->diagnostics, finding, kind, false, "capture");
    mad_finding_label(codegen->diagnostics, finding,
                      "where it only moves is a line of its own: `move ...`");
    codegen->errors++;
}

/* The `from` of a movement, or of one of its parts. */
static const struct mad_node *origin_in(const struct mad_codegen *codegen,
                                        const struct mad_node *node, uint32_t depth)
{
    node = mad_meaning(codegen, node);
    const struct mad_node *found = mad_child_of_kind(node, MAD_NODE_FROM);
    const bool has_parts = node->kind == MAD_NODE_OR || node->kind == MAD_NODE_THEN;
    const bool is_kept_to = node->kind == MAD_NODE_ON || node->kind == MAD_NODE_EXCEPT;
    const struct mad_node *part =
        (has_parts || is_kept_to) && depth < MAD_MAX_NESTING ? node->first : NULL;
    for (; part != NULL && found == NULL; part = has_parts ? part->next : NULL) {
        found = origin_in(codegen, part, depth + 1);
    }
    return found;
}

static void refuse_origin(struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY);
    const struct mad_node *from = origin_in(codegen, by != NULL ? by->first : line->first, 0);
    if (from != NULL) {
        mad_out_of_place(
            codegen, from->span,
            "`from` means nothing in a line of a piece, which begins where the piece stands",
            "`when here is on ...` tells where the line holds; what goes elsewhere is moved by a "
            "verb");
    }
}

static bool is_told(const struct mad_codegen *codegen, struct mad_span span)
{
    for (const struct mad_finding *f = codegen->diagnostics->first; f != NULL; f = f->next) {
        if (f->span.source == span.source && f->span.begin == span.begin) {
            return true;
        }
    }
    return false;
}

static bool has_value(const struct mad_codegen *codegen, const char *name)
{
    for (uint32_t i = 0; i < codegen->rules->option_count; i++) {
        const struct mad_rule_option *option = &codegen->rules->options[i];
        for (uint32_t v = 0; v < option->value_count; v++) {
            if (option->values[v] == name) {
                return true;
            }
        }
    }
    return false;
}

static bool is_name(const struct mad_codegen *codegen, const char *name)
{
    uint32_t index;
    return mad_look_up(codegen, name, &index) != MAD_NAMES || mad_option(codegen, name) != NULL ||
           has_value(codegen, name);
}

static void refuse_unknown(struct mad_codegen *codegen, const struct mad_node *node, uint32_t depth)
{
    for (; node != NULL && depth < MAD_MAX_NESTING; node = node->next) {
        if (node->kind == MAD_NODE_REF && !is_name(codegen, node->name) &&
            !is_told(codegen, node->span)) {
            mad_codegen_unknown(codegen, node->span, node->name,
                                (node->flags & MAD_FLAG_CAPITAL) != 0, NULL);
        }
        refuse_unknown(codegen, node->first, depth + 1);
    }
}

/* A variant may take out what a name of its game stands for, when it does not need that name. */
static bool is_of_file(const struct mad_ruleset *rules, struct mad_span span)
{
    const bool is_variant = rules->span.begin != rules->game_span.begin;
    return span.source == rules->span.source && (!is_variant || span.begin > rules->span.begin);
}

/* Where men may be dropped nobody asks in a game without pockets, and what is named, where nobody says the name. */
void mad_refuse_unknown(struct mad_codegen *codegen)
{
    for (uint32_t i = 0; i < codegen->rules->definition_count; i++) {
        const struct mad_rule_definition *definition = &codegen->rules->definitions[i];
        if (is_of_file(codegen->rules, definition->span)) {
            refuse_unknown(codegen, definition->expression, 0);
        }
    }
    for (uint32_t i = 0; i < codegen->rules->piece_count; i++) {
        uint32_t at = 0;
        for (const struct mad_node *line; (line = mad_next_line(&codegen->rules->pieces[i].lines,
                                                                MAD_NODE_DROP, &at)) != NULL;) {
            refuse_unknown(codegen, line->first, 0);
        }
    }
}

/* Whether the man whose line it is never makes it true: `here is empty`, `here is enemy Rook`. */
static bool never_holds(struct mad_codegen *codegen, const struct mad_node *truth)
{
    const struct mad_scope scope = mad_codegen_scope(codegen);
    const uint32_t code = codegen->code_count, errors = codegen->errors;
    struct mad_value set;
    bool all = truth->kind == MAD_NODE_OR;
    for (const struct mad_node *part = truth->first; all && part != NULL; part = part->next) {
        all = never_holds(codegen, part);
    }
    if (all) {
        return true;
    }
    const bool is_never = mad_truth_as_place(codegen, truth, NULL, &set) && set.foreign;
    mad_codegen_take_back(codegen, scope, code); /* what was emitted to find out */
    return is_never && codegen->errors == errors;
}

/* Whoever of the players has such a man; allies of several are nobody's, and each has his own seat. */
static bool never_holds_for_any(struct mad_codegen *codegen, const struct mad_node *truth,
                                const struct mad_rule_piece *piece)
{
    bool never = piece->owner != MAD_NOBODY;
    for (uint32_t player = 0; player < 2 && never; player++) {
        codegen->side = player;
        never = (piece->owner >= 0 && piece->owner != (int)player) || never_holds(codegen, truth);
    }
    codegen->side = 0;
    return never;
}

/* Of truths that `and` joins the one that never holds. */
static void refuse_never(struct mad_codegen *codegen, const struct mad_node *truth,
                         const struct mad_rule_piece *piece)
{
    for (const struct mad_node *part = truth->first; truth->kind == MAD_NODE_AND && part != NULL;
         part = part->next) {
        refuse_never(codegen, part, piece);
    }
    if (!never_holds_for_any(codegen, truth, piece)) {
        return;
    }
    mad_codegen_error(codegen, MAD_FINDING_TYPE, truth->span,
                      "this never holds: `here` is where the man himself stands; where he goes is "
                      "told before `when`, by `move` to empty squares, by `capture` to enemies");
    if (codegen->diagnostics->last != NULL) {
        codegen->diagnostics->last->is_settled = true; /* no other word makes it hold */
    }
}

static void refuse_never_when(struct mad_codegen *codegen, const struct mad_node *line,
                              const struct mad_rule_piece *piece)
{
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN);
    const bool had_here = codegen->has_here;
    if (when == NULL || (when->flags & MAD_FLAG_UNLESS) != 0) {
        return;
    }
    codegen->has_here = true;
    refuse_never(codegen, when->first, piece);
    codegen->has_here = had_here;
}

void mad_refuse_unheard(struct mad_codegen *codegen)
{
    for (uint32_t i = 0; i < codegen->rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &codegen->rules->pieces[i];
        for (uint32_t k = 0; k < piece->lines.count; k++) {
            const struct mad_node *line = piece->lines.items[k];
            if (line->kind == MAD_NODE_MOVE) {
                refuse_move_to_men(codegen, line);
                refuse_origin(codegen, line);
            }
            if (line->kind == MAD_NODE_MOVE || line->kind == MAD_NODE_CALL_LINE) {
                refuse_never_when(codegen, line, piece);
            }
        }
    }
}
