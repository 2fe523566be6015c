/* players.c - what is said for one player and, all but one word of it, for the other: two ends, two conditions, two men
 * with one letter who face each other.
 *
 * Layer: interp/lint. Sentences are compared word by word. Where one names a player the other names the other one, and
 * squares are the same, or each other's image in some way in which the board can be turned. */
#include <stdlib.h>
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

enum { MAX_DEPTH = 4 /* of names that stand for names */ };

struct pair { /* of sentences; what is found while they are compared */
    struct mad_lint *lint;
    bool crosses; /* one names a player, or what is his, where the other names the other one */
    uint32_t odd_count;
    const struct mad_node *one, *other; /* the last place that differs, in each of them */
    int32_t square,
        square_of_image; /* where it is one square, which it is and should be; else -1 */
};

static void note_odd(struct pair *pair, const struct mad_node *one, const struct mad_node *other)
{
    pair->odd_count++;
    pair->one = one;
    pair->other = other;
    pair->square = pair->square_of_image = -1;
}

/* --- squares ------------------------------------------------------------------------------------------------------ */

/* The number of a rank or a file of the board, from 1, and how many there are; false when the node is neither. */
static bool line_of(const struct mad_ruleset *rules, const struct mad_node *node, int32_t *number,
                    int32_t *count)
{
    if (node->kind == MAD_NODE_RANK && (node->flags & MAD_FLAG_OWN) == 0) {
        *number = node->n0;
        *count = rules->ranks;
        return true;
    }
    const bool is_file = node->kind == MAD_NODE_FILE_OF_BOARD && node->text != NULL &&
                         node->text[0] >= 'a' && node->text[0] <= 'z' && node->text[1] == '\0';
    if (is_file) {
        *number = node->text[0] - 'a' + 1;
        *count = rules->files;
    }
    return is_file;
}

/* Whether nothing but squares of the board stands there, whoever looks. */
static bool is_place(const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_SQUARE:
    case MAD_NODE_RECTANGLE:
    case MAD_NODE_FILE_OF_BOARD: return true;
    case MAD_NODE_RANK: return (node->flags & MAD_FLAG_OWN) == 0;
    case MAD_NODE_OR:
    case MAD_NODE_EXCEPT:
        for (const struct mad_node *part = node->first; part != NULL; part = part->next)
            if (!is_place(part))
                return false;
        return true;
    default: return false;
    }
}

/* How far two sets of squares are from being one: squares of each, the last of those that the other has not. */
struct rest {
    uint32_t count[2];
    int32_t last[2];
};

static struct rest rest_of(const struct mad_lint *lint, enum mad_image image, const bool *a,
                           const bool *b)
{
    struct rest rest = {{0, 0}, {-1, -1}};
    bool mirrored[MAD_MAX_SQUARES] = {false};
    for (int32_t square = 0; square < lint->game->squares; square++) {
        const int32_t other = a[square] ? mad_lint_image(lint, image, square) : -1;
        if (other >= 0)
            mirrored[other] = true;
        rest.count[0] += a[square] && other < 0;
    }
    for (int32_t square = 0; square < lint->game->squares; square++)
        if (mirrored[square] != b[square]) {
            rest.count[b[square]]++;
            rest.last[b[square]] = square;
        }
    return rest;
}

/* Whether the one square of each that is left over lies beside the other, or all of one file or rank. */
static bool is_near(const struct mad_lint *lint, const struct rest *rest)
{
    const int32_t files = lint->game->files, a = rest->last[0], b = rest->last[1];
    if (rest->count[0] == 0 || rest->count[1] == 0) /* one line of squares more, or one square */
        return rest->count[0] + rest->count[1] <=
               (uint32_t)(files > lint->game->ranks ? files : lint->game->ranks);
    return rest->count[0] == rest->count[1] && a >= 0 && b >= 0 &&
           abs(a % files - b % files) <= 1 && abs(a / files - b / files) <= 1;
}

/* Compares two places; false when they have nothing to do with each other. */
static bool compare_places(struct pair *pair, const struct mad_node *one,
                           const struct mad_node *other)
{
    struct mad_lint *lint = pair->lint;
    bool sets[2][MAD_MAX_SQUARES];
    struct rest nearest = {{UINT32_MAX, 0}, {-1, -1}};
    if (!mad_lint_squares_of(lint, one, 0, sets[0]) ||
        !mad_lint_squares_of(lint, other, 0, sets[1]))
        return false;
    for (enum mad_image image = 0; image < MAD_IMAGES; image++) {
        const struct rest rest = rest_of(lint, image, sets[0], sets[1]);
        if (rest.count[0] + rest.count[1] == 0)
            return true;
        if (is_near(lint, &rest) && rest.count[0] < nearest.count[0])
            nearest = rest;
    }
    if (nearest.count[0] == UINT32_MAX)
        return false;
    note_odd(pair, one, other);
    if (one->kind == MAD_NODE_SQUARE && other->kind == MAD_NODE_SQUARE) {
        pair->square = nearest.last[1];
        pair->square_of_image = nearest.last[0];
    }
    return true;
}

/* --- words -------------------------------------------------------------------------------------------------------- */

static bool is_player(const struct mad_ruleset *rules, const char *name, int player)
{
    return name != NULL && strcmp(name, rules->players[player].name) == 0;
}

static bool are_players(const struct mad_ruleset *rules, const char *a, const char *b)
{
    return (is_player(rules, a, 0) && is_player(rules, b, 1)) ||
           (is_player(rules, a, 1) && is_player(rules, b, 0));
}

static bool is_image(struct pair *pair, const struct mad_node *a, const struct mad_node *b,
                     unsigned depth);

/* Two names: of the players, or such as mean what is each other's image. */
static bool are_names_alike(struct pair *pair, const struct mad_node *a, const struct mad_node *b,
                            unsigned depth)
{
    const struct mad_ruleset *rules = pair->lint->rules;
    if (a->name == b->name)
        return true;
    if (are_players(rules, a->name, b->name)) {
        pair->crosses = true;
        return true;
    }
    const struct mad_node *one = mad_rules_meaning(rules, a), *other = mad_rules_meaning(rules, b);
    return depth > 0 && one != NULL && other != NULL && is_image(pair, one, other, depth - 1);
}

/* Whether two sentences are the same but for the players that they name, and for the edge of the board from which
 * squares are counted; places that are neither the same nor each other's image, and nearly so, are noted. */
static bool is_image(struct pair *pair, const struct mad_node *a, const struct mad_node *b,
                     unsigned depth)
{
    int32_t one, other, ones, others;
    if (line_of(pair->lint->rules, a, &one, &ones) &&
        line_of(pair->lint->rules, b, &other, &others)) {
        if (one != other && one != others + 1 - other && ones + 1 - one != other)
            note_odd(pair, a, b);
        return true;
    }
    if (is_place(a) && is_place(b))
        return compare_places(pair, a, b);
    if (a->kind != b->kind || a->flags != b->flags || a->n0 != b->n0 || a->n1 != b->n1 ||
        (a->text == NULL) != (b->text == NULL) ||
        (a->text != NULL && strcmp(a->text, b->text) != 0) || !are_names_alike(pair, a, b, depth))
        return false;
    const struct mad_node *x = a->first, *y = b->first;
    for (; x != NULL && y != NULL; x = x->next, y = y->next)
        if (!is_image(pair, x, y, depth))
            return false;
    return x == NULL && y == NULL;
}

/* `White wins when White's King is on rank 8`, `Black wins when Black's King is on rank 2`; true when that is told. */
static bool check_pair(struct mad_lint *lint, const struct mad_node *a, const struct mad_node *b)
{
    struct pair pair = {.lint = lint};
    if (!is_image(&pair, a, b, MAX_DEPTH) || !pair.crosses || pair.odd_count != 1 ||
        !mad_lint_is_own(lint, pair.other->span))
        return false;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, pair.other->span,
                         "this is neither what is said for the other player nor its image");
    mad_finding_note_at(lint->findings, finding, pair.one->span, "this is said for him");
    if (pair.square >= 0 && pair.square_of_image >= 0)
        mad_finding_fix(lint->findings, finding, pair.other->span, false, "%s",
                        lint->game->square_name[pair.square_of_image]);
    return true;
}

static void check_list(struct mad_lint *lint, const struct mad_rule_lines *lines)
{
    for (uint32_t i = 1; i < lines->count; i++)
        for (uint32_t before = 0; before < i; before++)
            if (mad_lint_is_own(lint, lines->items[i]->span) &&
                check_pair(lint, lines->items[before], lines->items[i]))
                break;
}

/* `(White's Pawn on rank 2) or (Black's Pawn on rank 6)` */
static bool see_joined(void *context, const struct mad_node *node)
{
    const bool is_list = node->kind == MAD_NODE_OR || node->kind == MAD_NODE_AND;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        for (const struct mad_node *before = node->first; is_list && before != child;
             before = before->next)
            if (check_pair(context, before, child))
                break;
        (void)see_joined(context, child);
    }
    return true;
}

/* --- men who face each other ---------------------------------------------------------------------------------------- */

/* Whether two lines are the same but for numbers and directions, which are counted. */
static bool is_alike(struct pair *pair, const struct mad_node *a, const struct mad_node *b)
{
    if (a->kind != b->kind || a->flags != b->flags || !mad_tree_same_text(a->text, b->text))
        return false;
    if (a->name != b->name || a->n0 != b->n0 || a->n1 != b->n1) {
        const bool counts = a->kind == MAD_NODE_LEAP || a->kind == MAD_NODE_SLIDE ||
                            a->kind == MAD_NODE_LAST_RANKS || a->kind == MAD_NODE_RANK ||
                            a->kind == MAD_NODE_NUMBER;
        const bool is_name = a->kind == MAD_NODE_REF && (a->flags & MAD_FLAG_CAPITAL) == 0;
        if (!counts && !is_name)
            return false;
        note_odd(pair, a, b);
    }
    const struct mad_node *x = a->first, *y = b->first;
    for (; x != NULL && y != NULL; x = x->next, y = y->next)
        if (!is_alike(pair, x, y))
            return false;
    return x == NULL && y == NULL;
}

static bool has_one_letter(const struct mad_game *game, uint32_t a, uint32_t b)
{
    const uint8_t one = game->code_of[a][0], other = game->code_of[b][1];
    if (one == 0xff || other == 0xff)
        return false;
    const char *x = game->code_letter[one], *y = game->code_letter[other];
    for (; *x != '\0' && *y != '\0'; x++, y++)
        if ((*x | 0x20) != (*y | 0x20))
            return false;
    return *x == *y;
}

/* Two men with one letter, each of one army alone, whose lines differ in one word. */
static void check_facing(struct mad_lint *lint, uint32_t a, uint32_t b)
{
    const struct mad_rule_piece *one = &lint->rules->pieces[a], *other = &lint->rules->pieces[b];
    struct pair pair = {.lint = lint};
    if (one->owner != 0 || other->owner != 1 || one->lines.count != other->lines.count ||
        !has_one_letter(lint->game, a, b))
        return;
    for (uint32_t i = 0; i < one->lines.count; i++)
        if (!is_alike(&pair, one->lines.items[i], other->lines.items[i]))
            return;
    if (pair.odd_count != 1 || !mad_lint_is_own(lint, pair.other->span))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, pair.other->span,
        mad_findings_text(lint->findings, "the %s of %s and the %s of %s differ in this alone",
                          one->name, lint->rules->players[0].name, other->name,
                          lint->rules->players[1].name));
    mad_finding_note_at(lint->findings, finding, pair.one->span, "here");
}

void mad_lint_players(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    check_list(lint, &rules->ends);
    check_list(lint, &rules->illegal);
    check_list(lint, &rules->laws);
    check_list(lint, &rules->player_may);
    for (uint32_t i = 0; i < rules->mark_count; i++)
        check_list(lint, &rules->marks[i].starts);
    for (uint32_t type = 0; type < rules->piece_count; type++)
        check_list(lint, &rules->pieces[type].lines);
    (void)mad_lint_each_sentence(rules, see_joined, lint);
    for (uint32_t a = 0; a < rules->piece_count; a++)
        for (uint32_t b = 0; b < rules->piece_count; b++)
            check_facing(lint, a, b);
}
