/* evidence.c - what the file says elsewhere of what looks like a slip: its tests, its turns, its ends.
 *
 * Layer: interp/lint. Who writes a test by which something is so has meant it; who gives one player more turns to begin with
 * may give him fewer men. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- tests ---------------------------------------------------------------------------------------------- */

/* Whether the text of a move ends in `=Q`, for that letter. */
static bool becomes(const char *move, const char *letter)
{
    const char *sign = strrchr(move, '=');
    return sign != NULL && strcmp(sign + 1, letter) == 0;
}

static bool has_move_to(const struct mad_node *line, const char *letter)
{
    for (const struct mad_node *move = line->first; move != NULL; move = move->next)
        if (becomes(move->text, letter))
            return true;
    return false;
}

bool mad_lint_test_leaves_out(const struct mad_lint *lint, const char *letter,
                              const char *const *others, uint32_t count)
{
    for (uint32_t i = 0; i < lint->rules->tests.count; i++)
        for (const struct mad_node *line = lint->rules->tests.items[i]->first; line != NULL;
             line = line->next) {
            if (line->kind != MAD_NODE_T_MOVES || (line->n0 == MAD_MOVES_INCLUDE))
                continue;
            bool has_all = line->n0 == MAD_MOVES_EXACTLY && !has_move_to(line, letter);
            for (uint32_t k = 0; k < count && has_all; k++)
                has_all = has_move_to(line, others[k]);
            if (has_all || (line->n0 == MAD_MOVES_EXCLUDE && has_move_to(line, letter)))
                return true;
        }
    return false;
}

bool mad_lint_test_excludes_longer(const struct mad_lint *lint, const char *written)
{
    const size_t bytes = strlen(written);
    for (uint32_t i = 0; i < lint->rules->tests.count; i++)
        for (const struct mad_node *line = lint->rules->tests.items[i]->first; line != NULL;
             line = line->next) {
            if (line->kind != MAD_NODE_T_MOVES || line->n0 != MAD_MOVES_EXCLUDE)
                continue;
            for (const struct mad_node *move = line->first; move != NULL; move = move->next)
                if (strncmp(move->text, written, bytes) == 0 && move->text[bytes] != '\0')
                    return true;
        }
    return false;
}

/* --- turns ------------------------------------------------------------------------------------------------ */

bool mad_lint_gives_odds(const struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->laws.count; i++) {
        const struct mad_node *law = lint->rules->laws.items[i];
        int32_t more = 0;
        for (const struct mad_node *turn = law->first;
             law->kind == MAD_NODE_TURNS && turn != NULL && turn->kind == MAD_NODE_REF;
             turn = turn->next)
            more += turn->name == lint->rules->players[0].name ? 1 : -1;
        if (more > 1 || more < -1)
            return true;
    }
    return false;
}

/* --- ends ------------------------------------------------------------------------------------------------- */

bool mad_lint_end_asks_for(const struct mad_lint *lint, const char *piece)
{
    for (uint32_t i = 0; i < lint->rules->ends.count; i++)
        if (lint->rules->ends.items[i]->kind != MAD_NODE_END_QUIET &&
            mad_lint_leads_to(lint->rules, lint->rules->ends.items[i], piece))
            return true;
    return false;
}

/* Whether squares that are named in the node are that one, for either player. */
static bool names_square(const struct mad_lint *lint, const struct mad_node *node, uint32_t square)
{
    bool set[MAD_MAX_SQUARES];
    for (int player = 0; player < 2; player++)
        if (mad_lint_squares_of(lint, node, player, set) && set[square])
            return true;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (names_square(lint, child, square))
            return true;
    return false;
}

bool mad_lint_end_wants_on(const struct mad_lint *lint, const char *piece, uint32_t square)
{
    for (uint32_t i = 0; i < lint->rules->ends.count; i++)
        if (mad_lint_leads_to(lint->rules, lint->rules->ends.items[i], piece) &&
            names_square(lint, lint->rules->ends.items[i], square))
            return true;
    return false;
}

/* --- lines of men -------------------------------------------------------------------------------------------- */

/* A line that calls a verb, or an event of the man; what an event keeps in mind is a deed of its own, what a verb keeps
 * in mind may be of its going alone, as of a double step. */
bool mad_lint_acts_on_others(const struct mad_lint *lint, uint32_t type)
{
    static const char *const deeds[] = {"take", "bring", "swap", "turn", "put", "set", "increase"};
    enum { ALL = sizeof deeds / sizeof *deeds, BUT_MEMORY = ALL - 2 };
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    for (uint32_t i = 0; i < lines->count; i++) {
        const enum mad_node_kind kind = lines->items[i]->kind;
        const size_t counts = kind == MAD_NODE_EVENT       ? ALL
                              : kind == MAD_NODE_CALL_LINE ? BUT_MEMORY
                                                           : 0;
        for (size_t k = 0; k < counts; k++)
            if (mad_lint_calls(lint->rules, lines->items[i], deeds[k]))
                return true;
    }
    return false;
}

enum { ALONG_FILES = 1, ALONG_RANKS = 2, MAX_NAMES = 4 /* one in the other */ };

/* Along what the directions of a node lead; both, or anything else: 0. */
static unsigned course_of_node(const struct mad_ruleset *rules, const struct mad_node *node,
                               unsigned depth)
{
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    const struct mad_node *meant = mad_rules_meaning(rules, node);
    if (way != NULL)
        return way->right == 0 ? ALONG_FILES : way->up == 0 ? ALONG_RANKS : 0;
    if (meant != NULL)
        return depth > 0 ? course_of_node(rules, meant, depth - 1) : 0;
    unsigned course = ALONG_FILES | ALONG_RANKS;
    for (const struct mad_node *part = node->first; part != NULL; part = part->next)
        course &= course_of_node(rules, part, depth);
    return node->first != NULL ? course : 0;
}

/* What the movements of a line lead along. */
static unsigned courses_of_line(const struct mad_ruleset *rules, const struct mad_node *movement)
{
    unsigned courses = 0;
    if (movement->kind == MAD_NODE_STEP || movement->kind == MAD_NODE_SLIDE)
        return course_of_node(rules, movement->first, MAX_NAMES);
    for (const struct mad_node *one = movement->kind == MAD_NODE_OR ? movement->first : NULL;
         one != NULL; one = one->next)
        courses |= courses_of_line(rules, one);
    return courses;
}

bool mad_lint_tells_files_from_ranks(const struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    unsigned courses = 0;
    for (uint32_t i = 0; i < lines->count; i++)
        if (lines->items[i]->kind == MAD_NODE_MOVE)
            courses |= courses_of_line(lint->rules, lines->items[i]->first);
    return courses == (ALONG_FILES | ALONG_RANKS);
}
