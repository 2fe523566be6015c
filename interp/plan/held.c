/* held.c - what the lines of a piece say together: `cannot move when C`, and `kind of here`.
 *
 * Layer: plan. A piece that cannot move while something holds has no line that does not ask for that: the
 * sentence is put behind each of them, and `cannot move when here is attacked by enemy (kind of here)` is `unless
 * here is attacked by enemy Queen` in the lines of a Queen. A line that captures and hangs on more than where the
 * piece stands is split in two, what it does to empty squares and whom it takes, for motion_line.c to make verbs of.
 * Who attacks is asked of the lines without those conditions that ask for attacks themselves: two Rooks who hold
 * each other would else both be free and both be held. It relies on generate.c for whether a `when` asks where a man
 * stands. */
#include <string.h>

#include "codegen.h"
#include "value.h"

/* What is still looked at of one sentence: whoever says more in it, or goes round in circles, is refused where
 * it is lowered. */
struct look {
    const struct mad_codegen *codegen;
    uint32_t nodes, depth;
};

static struct look look_of(const struct mad_codegen *codegen)
{
    return (struct look){codegen, 1 << 14, MAD_MAX_NESTING};
}

typedef bool is_sought(const struct mad_node *node);

/* The first node that is sought; where it stands behind a name, the name. */
static const struct mad_node *find_node(struct look *look, const struct mad_node *node,
                                        is_sought *sought)
{
    if (look->nodes == 0 || look->depth == 0) {
        return NULL;
    }
    look->nodes--;
    if (sought(node)) {
        return node;
    }
    const struct mad_rule_definition *definition =
        node->kind == MAD_NODE_REF ? mad_definition(look->codegen, node->name) : NULL;
    const struct mad_node *found = NULL;
    look->depth--;
    if (definition != NULL && find_node(look, definition->expression, sought) != NULL) {
        found = node;
    }
    for (const struct mad_node *child = node->first; child != NULL && found == NULL;
         child = child->next) {
        found = find_node(look, child, sought);
    }
    look->depth++;
    return found;
}

static bool says_who_attacks(const struct mad_node *node)
{
    return node->kind == MAD_NODE_ATTACKED_BY || node->kind == MAD_NODE_ATTACKING;
}

static bool asks_who_attacks(const struct mad_codegen *codegen, const struct mad_node *node)
{
    struct look look = look_of(codegen);
    return find_node(&look, node, says_who_attacks) != NULL;
}

/* `is attacked`, which asks everybody. */
static bool says_is_attacked(const struct mad_node *node)
{
    return node->kind == MAD_NODE_EVERY_IS_ATTACKED ||
           (node->kind == MAD_NODE_IS && node->n0 == MAD_IS_ATTACKED);
}

/* --- nodes ----------------------------------------------------------------------------------- */

static struct mad_node *copy(struct mad_codegen *codegen, const struct mad_node *node)
{
    struct mad_node *made = mad_codegen_scratch(codegen, sizeof *made);
    if (made != NULL) {
        *made = *node;
        made->next = NULL;
    }
    return made;
}

static struct mad_node *above(struct mad_codegen *codegen, enum mad_node_kind kind,
                              struct mad_node *first)
{
    struct mad_node *made = first != NULL ? copy(codegen, first) : NULL;
    if (made != NULL) {
        *made = (struct mad_node){.kind = kind, .span = first->span, .first = first};
    }
    return made;
}

static bool is_kind_of_here(const struct mad_node *node, const void *context)
{
    (void)context;
    return node->kind == MAD_NODE_FUNCTION && node->n0 == MAD_FN_KIND_OF &&
           mad_is_word(node->first, MAD_WORD_HERE);
}

/* A copy of all of it, in which `kind of here` is the piece. */
static struct mad_node *copy_for(struct mad_codegen *codegen, const struct mad_node *node,
                                 const struct mad_rule_piece *piece)
{
    struct mad_node *made = copy(codegen, node);
    if (made == NULL) {
        return NULL;
    }
    if (is_kind_of_here(node, NULL)) {
        *made = (struct mad_node){.kind = MAD_NODE_REF,
                                  .span = node->span,
                                  .name = piece->name,
                                  .flags = MAD_FLAG_CAPITAL};
        return made;
    }
    struct mad_node **at = &made->first;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        *at = copy_for(codegen, child, piece);
        if (*at == NULL) {
            return NULL;
        }
        at = &(*at)->next;
    }
    return made;
}

static bool compares_here(const struct mad_node *node, const void *context)
{
    (void)context;
    return node->kind == MAD_NODE_WORTH_THAN && mad_is_word(node->first->next, MAD_WORD_HERE);
}

/* All kinds who compare so with the piece, one behind the other; null for none. */
static struct mad_node *kinds_worth(struct mad_codegen *codegen, const struct mad_node *node,
                                    const struct mad_rule_piece *piece)
{
    const struct mad_rule_piece *pieces = codegen->rules->pieces;
    const int type = mad_named(codegen, MAD_NAME_PIECE, piece->name);
    const struct mad_types types = mad_types_worth(
        codegen, (enum mad_is)node->n0, type >= 0 ? codegen->program->piece.worth[type] : 0);
    struct mad_node *first = NULL;
    for (uint32_t i = codegen->rules->piece_count; i-- > 0;) {
        struct mad_node *ref = types_has(&types, i) ? copy(codegen, node) : NULL;
        if (ref != NULL) {
            *ref = (struct mad_node){.kind = MAD_NODE_REF,
                                     .span = node->span,
                                     .name = pieces[i].name,
                                     .flags = MAD_FLAG_CAPITAL,
                                     .next = first};
            first = ref;
        }
    }
    return first;
}

/* Of a line in which it is known who is here: `enemy piece worth less than here` as `enemy piece on (Rabbit or Cat)`. */
static struct mad_node *by_kinds(struct mad_codegen *codegen, const struct mad_node *node,
                                 const struct mad_rule_piece *piece)
{
    struct mad_node *made = copy(codegen, node),
                    *first = made != NULL && made->first != NULL
                                 ? by_kinds(codegen, made->first, piece)
                                 : NULL;
    if (made == NULL || first == NULL) {
        return made;
    }
    made->first = first;
    if (compares_here(node, NULL)) {
        struct mad_node *kinds = kinds_worth(codegen, node, piece);
        first->next = kinds != NULL ? above(codegen, MAD_NODE_OR, kinds) : copy(codegen, node);
        if (kinds == NULL && first->next != NULL) {
            *first->next = (struct mad_node){
                .kind = MAD_NODE_CONST, .span = node->span, .n0 = MAD_WORD_NOTHING};
        }
        made->kind = MAD_NODE_ON;
        return made;
    }
    for (const struct mad_node *child = node->first->next; child != NULL; child = child->next) {
        first->next = by_kinds(codegen, child, piece);
        if (first->next == NULL) {
            return made;
        }
        first = first->next;
    }
    return made;
}

/* --- conditions ------------------------------------------------------------------------------ */

struct fold {
    struct mad_codegen *codegen;
    const struct mad_rule_piece *piece;
};

/* Adds a condition to those that all have to hold; null where there is none yet. */
static struct mad_node *also(struct mad_codegen *codegen, struct mad_node *all,
                             struct mad_node *more)
{
    if (all == NULL || more == NULL) {
        return more;
    }
    if (all->kind != MAD_NODE_AND || all->next != NULL) {
        all = above(codegen, MAD_NODE_AND, all);
    }
    struct mad_node *last = all != NULL ? all->first : NULL;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    if (last != NULL) {
        last->next = more;
    }
    return all;
}

static struct mad_node *negated(struct mad_codegen *codegen, struct mad_node *truth)
{
    return above(codegen, MAD_NODE_NOT, truth);
}

/* What stands behind `when` of the line in the end; `asking`: with what asks for attacks. */
static struct mad_node *when_of(const struct fold *fold, const struct mad_node *line, bool asking)
{
    struct mad_codegen *codegen = fold->codegen;
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN);
    struct mad_node *all = NULL, *alone = NULL; /* alone: one `unless` is kept as it is said */
    uint32_t count = 0;
    if (when != NULL && (asking || !asks_who_attacks(codegen, when))) {
        alone = copy_for(codegen, when, fold->piece);
        struct mad_node *truth = alone != NULL ? copy_for(codegen, when->first, fold->piece) : NULL;
        all = when->flags & MAD_FLAG_UNLESS ? negated(codegen, truth) : truth;
        count++;
    }
    uint32_t at = 0;
    for (const struct mad_node *held;
         (held = mad_next_line(&fold->piece->lines, MAD_NODE_HELD, &at)) != NULL;) {
        if (mad_truth_known(codegen, held->first, NULL) == 0 ||
            (!asking && asks_who_attacks(codegen, held))) {
            continue;
        }
        alone = above(codegen, MAD_NODE_WHEN, copy_for(codegen, held->first, fold->piece));
        if (alone != NULL) {
            alone->flags = MAD_FLAG_UNLESS;
        }
        all = also(codegen, all, negated(codegen, copy_for(codegen, held->first, fold->piece)));
        count++;
    }
    return count <= 1 || all == NULL ? alone : above(codegen, MAD_NODE_WHEN, all);
}

/* The line with that behind it. */
static struct mad_node *with_when(const struct fold *fold, const struct mad_node *line,
                                  struct mad_node *when)
{
    struct mad_node *made = copy_for(fold->codegen, line, fold->piece);
    for (struct mad_node **at = made != NULL ? &made->first : NULL; at != NULL; at = &(*at)->next) {
        if (*at == NULL || (*at)->kind == MAD_NODE_WHEN) { /* nothing stands behind it */
            *at = when;
            break;
        }
    }
    return made;
}

/* --- lines ----------------------------------------------------------------------------------- */

static void add(struct mad_rule_lines *lines, const struct mad_node *line)
{
    if (line != NULL) {
        lines->items[lines->count++] = line;
    }
}

static void fold_movement(const struct fold *fold, const struct mad_node *line, bool is_held,
                          struct mad_rule_lines *lines, struct mad_rule_lines *said)
{
    struct mad_codegen *codegen = fold->codegen;
    struct mad_squares places;
    const bool has_when = mad_child_of_kind(line, MAD_NODE_WHEN) != NULL;
    const int known = mad_line_known(codegen, line);
    if (known == 0) {
        return;
    }
    if (mad_tree_any(line, compares_here, NULL)) {
        line = by_kinds(codegen, line, fold->piece);
    }
    if (known == 1 && has_when) { /* an option that holds asks for nothing more */
        line = with_when(fold, line, NULL);
    }
    const struct mad_node *made = line;
    if (made != NULL && (is_held || has_when || mad_tree_any(line, is_kind_of_here, NULL))) {
        made = with_when(fold, line, when_of(fold, line, true));
    }
    if (made == NULL) {
        return;
    }
    const struct mad_node *when = mad_child_of_kind(made, MAD_NODE_WHEN);
    struct look look = look_of(codegen);
    const struct mad_node *anybody =
        when != NULL && (line->n0 & MAD_TO_ENEMY) ? find_node(&look, when, says_is_attacked) : NULL;
    if (anybody != NULL) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, anybody->span,
                          "whether a piece captures cannot hang on everybody's attacks, its own "
                          "among them: say by whom, `here is attacked by enemy Queen`");
        return;
    }
    if (line->n0 & MAD_TO_ENEMY) {
        add(said, made == line || when == NULL ? made
                                               : with_when(fold, line, when_of(fold, line, false)));
    }
    if (line->n0 != (MAD_TO_EMPTY | MAD_TO_ENEMY) ||
        (mad_when_is_place(codegen, made, &places) && !mad_captures_have_ranks(codegen)) ||
        mad_child_of_kind(made, MAD_NODE_BY) != NULL) {
        add(lines, made);
        return;
    }
    for (int32_t part = MAD_TO_EMPTY; part <= MAD_TO_ENEMY; part++) {
        struct mad_node *one = copy_for(codegen, made, fold->piece);
        if (one != NULL) {
            one->n0 = part;
        }
        add(lines, one);
    }
}

static void fold_piece(struct mad_codegen *codegen, struct mad_rule_piece *piece,
                       struct mad_rule_lines *said)
{
    const struct fold fold = {codegen, piece};
    const uint32_t count = piece->lines.count;
    struct mad_rule_lines lines = {
        .items = mad_codegen_scratch(codegen, (2 * count + 1) * sizeof *lines.items)};
    said->items = mad_codegen_scratch(codegen, (count + 1) * sizeof *said->items);
    if (lines.items == NULL || said->items == NULL) {
        return;
    }
    uint32_t at = 0;
    const bool is_held = mad_next_line(&piece->lines, MAD_NODE_HELD, &at) != NULL;
    for (uint32_t i = 0; i < count && mad_codegen_ok(codegen); i++) {
        const struct mad_node *line = piece->lines.items[i];
        codegen->span = line->span;
        if (line->kind == MAD_NODE_MOVE) {
            fold_movement(&fold, line, is_held, &lines, said);
        } else if (line->kind == MAD_NODE_CALL_LINE && !mad_is_event_verb(codegen, line) &&
                   (is_held || mad_tree_any(line, is_kind_of_here, NULL))) {
            add(&lines, with_when(&fold, line, when_of(&fold, line, true)));
        } else if (line->kind != MAD_NODE_HELD) {
            add(&lines, line);
        }
    }
    if (mad_codegen_ok(codegen)) {
        piece->lines = lines;
    }
}

void mad_fold_lines(struct mad_codegen *codegen)
{
    struct mad_ruleset *rules = codegen->own_rules;
    struct mad_rule_piece *pieces =
        mad_codegen_scratch(codegen, (rules->piece_count + 1) * sizeof *pieces);
    codegen->said.lines =
        mad_codegen_scratch(codegen, (rules->piece_count + 1) * sizeof *codegen->said.lines);
    if (pieces == NULL || codegen->said.lines == NULL) {
        return;
    }
    memcpy(pieces, rules->pieces, rules->piece_count * sizeof *pieces);
    rules->pieces = pieces; /* what was handed in stays as it was said */
    for (uint32_t i = 0; i < rules->piece_count && mad_codegen_ok(codegen); i++) {
        fold_piece(codegen, &pieces[i], &codegen->said.lines[i]);
    }
}
