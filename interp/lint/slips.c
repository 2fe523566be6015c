/* slips.c - what looks like a slip of the hand: settings that nothing asks for, rows with a gap, verbs that
 * are called to one side alone, directions that stay where they are, `except` beside `and` and `or`.
 *
 * Layer: interp/lint. */
#include <string.h>

#include "../rules/living.h"
#include "../rules/tree.h"
#include "lint.h"

/* --- settings --------------------------------------------------------------------------------------- */

/* Whether the setting is of an option for which no sentence in force asks. */
static bool is_stale(const struct mad_ruleset *rules, const struct mad_node *setting,
                     const bool *asked)
{
    for (uint32_t i = 0; i < rules->option_count; i++)
        if (rules->options[i].name == setting->name)
            return !asked[i];
    return false;
}

static void check_settings(struct mad_lint *lint, const struct mad_node *below, const bool *asked)
{
    for (const struct mad_node *node = below->first; node != NULL; node = node->next) {
        if (node->kind == MAD_NODE_VARIANT && node->span.begin == lint->rules->span.begin)
            check_settings(lint, node, asked);
        if (node->kind != MAD_NODE_SET_OPTION || !is_stale(lint->rules, node, asked))
            continue;
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_STALE_SETTING, node->span, node->name);
        mad_finding_remedy(lint->findings, finding, "leave it out");
        mad_lint_leave_out(lint, finding, node->span, true);
    }
}

/* --- the array ----------------------------------------------------------------------------------------- */

static const struct mad_rule_cell *row_of(const struct mad_ruleset *rules, int32_t row)
{
    return &rules->array[row * rules->files];
}

/* A man who stands further on in the file of a gap is the one who is missing there. */
static bool has_gone_on(const struct mad_ruleset *rules, int32_t file,
                        const struct mad_rule_cell *man)
{
    for (int32_t row = 0; row < rules->ranks; row++)
        if (row_of(rules, row)[file].piece == man->piece &&
            row_of(rules, row)[file].owner == man->owner)
            return true;
    return false;
}

/* Or one who is the only one of his kind. */
static bool has_single(const struct mad_ruleset *rules, int32_t file, int32_t owner)
{
    for (int32_t row = 0; row < rules->ranks; row++) {
        const struct mad_rule_cell *man = &row_of(rules, row)[file];
        int32_t count = 0;
        for (int32_t i = 0; i < rules->files * rules->ranks; i++)
            count += rules->array[i].piece == man->piece && rules->array[i].owner == man->owner;
        if (man->piece >= 0 && man->owner == owner && count == 1)
            return true;
    }
    return false;
}

/* A man who is the only one of his kind, beside the middle of a row whose other men stand in pairs: nobody is missing on the
 * square beside him. */
static bool is_beside_single(const struct mad_ruleset *rules, int32_t row, int32_t file)
{
    const struct mad_rule_cell *cells = row_of(rules, row);
    const int32_t other = rules->files - 1 - file;
    int32_t count = 0;
    for (int32_t i = 0; i < rules->files; i++)
        if (i != file && i != other && cells[i].piece != cells[rules->files - 1 - i].piece)
            return false;
    for (int32_t i = 0; i < rules->files * rules->ranks; i++)
        count += rules->array[i].piece == cells[other].piece &&
                 rules->array[i].owner == cells[other].owner;
    return (file - other == 1 || other - file == 1) && count == 1;
}

/* A corner of a row in which no two men stand as a pair: nobody says that one is missing there. */
static bool is_free_corner(const struct mad_ruleset *rules, int32_t row, int32_t file)
{
    const struct mad_rule_cell *cells = row_of(rules, row);
    if (file != 0 && file != rules->files - 1)
        return false;
    for (int32_t i = 0; 2 * i < rules->files - 1; i++)
        if (cells[i].piece >= 0 && cells[i].piece == cells[rules->files - 1 - i].piece)
            return false;
    return true;
}

struct gap {
    const struct mad_rule_cell *man; /* one of those who stand in the row */
    int32_t file;
    bool is_mixed; /* they are of several kinds */
};

/* Whether a row is full of men of one player but for one square. */
static bool find_gap(const struct mad_ruleset *rules, int32_t row, struct gap *gap)
{
    const struct mad_rule_cell *cells = row_of(rules, row);
    *gap = (struct gap){.file = -1};
    for (int32_t file = 0; file < rules->files; file++) {
        const struct mad_rule_cell *cell = &cells[file];
        if (cell->piece == -2)
            continue; /* no square */
        if (cell->piece == -1 && gap->file >= 0)
            return false;
        if (cell->piece == -1) {
            gap->file = file;
            continue;
        }
        if (gap->man != NULL && cell->owner != gap->man->owner)
            return false;
        gap->is_mixed = gap->is_mixed || (gap->man != NULL && cell->piece != gap->man->piece);
        gap->man = cell;
    }
    return gap->file >= 0 && gap->man != NULL &&
           !(gap->is_mixed ? has_single(rules, gap->file, gap->man->owner) ||
                                 is_beside_single(rules, row, gap->file) ||
                                 is_free_corner(rules, row, gap->file)
                           : has_gone_on(rules, gap->file, gap->man));
}

enum { WIDE_ROW = 6, WIDE_MIXED_ROW = 5 }; /* files: in fewer a gap is a pattern */

/* Whether both halves of the row look the same: what is missing is meant to be. */
static bool is_even(const struct mad_ruleset *rules, int32_t row)
{
    const struct mad_rule_cell *cells = row_of(rules, row);
    for (int32_t file = 0; file < rules->files; file++)
        if (cells[file].piece != cells[rules->files - 1 - file].piece)
            return false;
    return true;
}

enum { FEW = 3 }; /* men: fewer make no pattern */

/* Whether men of one kind alone stand in the row, on every square, or on every second one between the first and the
 * last of them, but for one square whose man has not gone on either. */
static bool find_break(const struct mad_ruleset *rules, int32_t row, struct gap *gap)
{
    const struct mad_rule_cell *cells = row_of(rules, row);
    int32_t first = -1, last = -1, men = 0, odd = 0, step = 2, gaps = 0;
    *gap = (struct gap){.file = -1};
    for (int32_t file = 0; file < rules->files; file++) {
        if (cells[file].piece == -1)
            continue;
        if (cells[file].piece < 0 || (gap->man != NULL && (cells[file].piece != gap->man->piece ||
                                                           cells[file].owner != gap->man->owner)))
            return false;
        gap->man = &cells[file];
        first = first < 0 ? file : first;
        last = file;
        men++;
        odd += (file - first) % 2;
    }
    if (odd > 0) {
        step = 1;
        first = 0;
        last = rules->files - 1;
    }
    for (int32_t file = first; men > 0 && file <= last; file += step)
        if (cells[file].piece == -1 && !has_gone_on(rules, file, gap->man)) {
            gap->file = file;
            gaps++;
        }
    return gaps == 1 && men >= (step == 1 ? WIDE_ROW - 1 : FEW) && !is_even(rules, row);
}

/* Whether a man stands on one of two squares that mirror each other, in the row of others who do not. */
static bool is_odd_pair(const struct mad_rule_cell *cells, int32_t files, int32_t file)
{
    const bool left = cells[file].piece >= 0, right = cells[files - 1 - file].piece >= 0;
    return left != right && cells[file].piece != -2 && cells[files - 1 - file].piece != -2;
}

/* Who is missing from a picture whose rows are else the same to the left and to the right, one of each player. In a row with
 * others at least one more stands: a Pawn who stands alone beside the middle is meant, and so are armies that are each other
 * turned half round. */
static bool find_missing(const struct mad_ruleset *rules, struct gap *gap, int32_t *row)
{
    uint32_t odd[2] = {0, 0}, men = 0;
    int32_t places[2] = {0, 0};
    *gap = (struct gap){.file = -1, .is_mixed = true};
    for (int32_t at = 0; at < rules->ranks; at++) {
        const struct mad_rule_cell *cells = row_of(rules, at);
        uint32_t here = 0;
        for (int32_t file = 0; file < rules->files; file++)
            here += cells[file].piece >= 0;
        men += here;
        for (int32_t file = 0; 2 * file < rules->files - 1; file++) {
            if (!is_odd_pair(cells, rules->files, file))
                continue;
            const int32_t other = rules->files - 1 - file;
            gap->file = cells[file].piece < 0 ? file : other;
            gap->man = &cells[cells[file].piece < 0 ? other : file];
            *row = at;
            if (gap->man->owner == 0 || gap->man->owner == 1)
                places[gap->man->owner] = at * rules->files + gap->file;
            if (here < FEW - 1 || is_beside_single(rules, at, gap->file) || gap->man->owner < 0 ||
                gap->man->owner > 1 || ++odd[gap->man->owner] > 1)
                return false;
        }
    }
    return odd[0] == 1 && odd[1] == 1 && men > 2 * FEW &&
           places[0] + places[1] != rules->files * rules->ranks - 1;
}

static void tell_gap(struct mad_lint *lint, int32_t row, const struct gap *gap)
{
    const struct mad_ruleset *rules = lint->rules;
    const int32_t square = (rules->ranks - 1 - row) * rules->files + gap->file;
    const char *whose =
        gap->is_mixed ? rules->players[gap->man->owner].name : rules->pieces[gap->man->piece].name;
    (void)mad_findings_add(lint->findings, MAD_FINDING_ROW_GAP, rules->array_span,
                           mad_findings_text(lint->findings, "in a row of %s%s nobody stands on %s",
                                             gap->is_mixed ? "men of " : "the ", whose,
                                             lint->game->square_name[square]));
}

/* Whether nobody stands on one square alone: a puzzle needs room to begin with. */
static bool is_full_but_for_one(const struct mad_ruleset *rules)
{
    int32_t room = 0;
    for (int32_t i = 0; i < rules->files * rules->ranks; i++)
        room += rules->array[i].piece == -1;
    return room == 1;
}

static void check_rows(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    const bool is_told = mad_lint_missing_royal(lint) != NULL; /* else */
    struct gap gap;
    int32_t odd = 0;
    if (rules->array == NULL || !mad_lint_is_own(lint, rules->array_span) ||
        mad_lint_gives_odds(lint) || is_full_but_for_one(rules))
        return;
    for (const struct mad_finding *f = lint->findings->first; f != NULL; f = f->next)
        if (f->kind == MAD_FINDING_ARRAY_ASYMMETRIC)
            return; /* one slip of the hand */
    if (!is_told && find_missing(rules, &gap, &odd)) {
        tell_gap(lint, odd, &gap);
        return;
    }
    for (int32_t row = rules->ranks - 1; row >= 0; row--) {
        const bool has_gap = find_gap(rules, row, &gap) &&
                             rules->files >= (gap.is_mixed ? WIDE_MIXED_ROW : WIDE_ROW) &&
                             !(gap.is_mixed ? is_told : is_even(rules, row));
        if (!has_gap && !find_break(rules, row, &gap))
            continue;
        tell_gap(lint, row, &gap);
        return;
    }
}

/* --- one side ------------------------------------------------------------------------------------------------ */

/* The direction to one side that is an argument of the call; null when there is none. */
static const struct mad_rule_direction *side_of(const struct mad_ruleset *rules,
                                                const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        const struct mad_rule_direction *way =
            arg->first != NULL ? mad_rules_direction(rules, arg->first) : NULL;
        if (way != NULL && way->right != 0)
            return way;
    }
    return NULL;
}

static const struct mad_node *call_of(const struct mad_node *line)
{
    return line->kind == MAD_NODE_CALL_LINE && line->first != NULL &&
                   line->first->kind == MAD_NODE_CALL
               ? line->first
               : NULL;
}

/* The same to the other side, by this man or by one who is his image. */
static bool has_other_side(const struct mad_ruleset *rules, const struct mad_rule_lines *lines,
                           const struct mad_node *call, const struct mad_rule_direction *side)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct mad_node *other = call_of(lines->items[i]);
        const struct mad_rule_direction *way =
            other != NULL && other->name == call->name ? side_of(rules, other) : NULL;
        if (way != NULL && way->right == -side->right && way->up == side->up)
            return true;
    }
    return false;
}

static bool is_done_to_both(const struct mad_ruleset *rules, const struct mad_node *call,
                            const struct mad_rule_direction *side)
{
    for (uint32_t i = 0; i < rules->piece_count; i++)
        if (has_other_side(rules, &rules->pieces[i].lines, call, side))
            return true;
    return false;
}

static void check_sides(struct mad_lint *lint, const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i], *call = call_of(line);
        const struct mad_rule_direction *side =
            call != NULL && mad_lint_is_own(lint, line->span) ? side_of(lint->rules, call) : NULL;
        if (side == NULL || lint->game->tiling == MAD_TILING_HEXAGONS ||
            is_done_to_both(lint->rules, call, side) ||
            (line->text != NULL && mad_lint_test_excludes_longer(lint, line->text)))
            continue;
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_ONE_SIDED, line->span,
            mad_findings_text(lint->findings,
                              "the %s does this to one side, %s, and not to the other", piece->name,
                              side->name));
    }
}

/* --- standing still -------------------------------------------------------------------------------------------- */

static void check_directions(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->direction_count; i++) {
        const struct mad_rule_direction *way = &lint->rules->directions[i];
        if (way->right == 0 && way->up == 0 && way->track == NULL &&
            mad_lint_is_own(lint, way->span))
            (void)mad_findings_add(lint->findings, MAD_FINDING_NO_STEP, way->span,
                                   mad_findings_text(lint->findings,
                                                     "the direction `%s`, which stays where it is,",
                                                     way->name));
    }
}

/* --- except, and, or ------------------------------------------------------------------------------------------------ */

static const char *text_of(const struct mad_lint *lint, struct mad_span span)
{
    return lint->sources->items[span.source].text + span.begin;
}

/* men.c tells of those. */
static bool is_movement(const struct mad_node *node)
{
    return node->kind == MAD_NODE_STEP || node->kind == MAD_NODE_SLIDE ||
           node->kind == MAD_NODE_LEAP || node->kind == MAD_NODE_LEAP_ALONG;
}

/* `last 1 ranks`: the number was another one. */
static void check_plural(struct mad_lint *lint, const struct mad_node *node)
{
    const char *text = text_of(lint, node->span);
    if (node->kind != MAD_NODE_LAST_RANKS || node->n0 != 1 || node->span.length == 0 ||
        text[node->span.length - 1] != 's')
        return;
    struct mad_finding *finding = mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, node->span,
                                                   "one rank, and more of them");
    mad_finding_remedy(lint->findings, finding, "`last rank`, or another number");
}

/* `mover has exactly 1 piece and own has exactly 1 piece`, where the second was to be the enemy. */
static bool is_of_same_player(const struct mad_node *a, const struct mad_node *b)
{
    return a->kind == MAD_NODE_HAS && b->kind == MAD_NODE_HAS && a->flags == b->flags &&
           a->first->next != NULL && b->first->next != NULL &&
           ((mad_is_word(a->first, MAD_WORD_MOVER) && mad_is_word(b->first, MAD_WORD_OWN)) ||
            (mad_is_word(a->first, MAD_WORD_OWN) && mad_is_word(b->first, MAD_WORD_MOVER))) &&
           mad_tree_equal(a->first->next, b->first->next);
}

/* `rank 1 or rank 3 or rank 3` */
static void check_said_twice(struct mad_lint *lint, const struct mad_node *joined)
{
    for (const struct mad_node *a = joined->first; a != NULL; a = a->next)
        for (const struct mad_node *b = a->next; b != NULL; b = b->next)
            if (!is_movement(a) && (mad_tree_equal(a, b) || is_of_same_player(a, b))) {
                struct mad_finding *finding =
                    mad_findings_add(lint->findings, MAD_FINDING_SAME_MOVE, b->span,
                                     "the same stands before it already");
                mad_finding_note_at(lint->findings, finding, a->span, "here");
                return;
            }
}

/* `number of (own Disc) is more than number of (own Disc)` */
static void check_itself(struct mad_lint *lint, const struct mad_node *node)
{
    if (node->kind == MAD_NODE_IS && node->first != NULL && node->first->next != NULL &&
        mad_tree_equal(node->first, node->first->next))
        (void)mad_findings_add(lint->findings, MAD_FINDING_NEVER_SET, node->span,
                               "this asks of something how it compares with itself");
}

static void check_joined(struct mad_lint *lint, const struct mad_node *node)
{
    if (mad_lint_is_own(lint, node->span)) {
        if (node->kind == MAD_NODE_AND || node->kind == MAD_NODE_OR)
            check_said_twice(lint, node);
        check_itself(lint, node);
        check_plural(lint, node);
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        check_joined(lint, child);
}

void mad_lint_slips(struct mad_lint *lint)
{
    const bool *asked = mad_rules_asked(lint->rules, lint->scratch);
    check_joined(lint, lint->rules->tree);
    if (asked != NULL)
        check_settings(lint, lint->rules->tree, asked);
    else if (lint->status == MAD_OK)
        lint->status = MAD_ERROR_MEMORY;
    check_rows(lint);
    check_directions(lint);
    for (uint32_t i = 0; i < lint->rules->piece_count; i++)
        check_sides(lint, &lint->rules->pieces[i]);
}
