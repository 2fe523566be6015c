/* array.c - armies that are nearly, but not quite, the image of each other, and where their players go. Layer: interp/lint.
 *
 * Of two players it is told unless they are meant to differ; of more each may stand as he likes, and who stands as another
 * but for a man or two does not. */
#include "../rules/tree.h"
#include "lint.h"

static const struct mad_rule_cell *cell_at(const struct mad_lint *lint, int32_t square)
{
    int32_t files = lint->rules->files;
    return &lint->rules->array[(lint->rules->ranks - 1 - square / files) * files + square % files];
}

/* Whether a man stands in the array that one army alone can have. */
static bool are_armies_different(const struct mad_lint *lint)
{
    uint32_t cells = (uint32_t)(lint->rules->files * lint->rules->ranks);
    for (uint32_t i = 0; i < cells; i++) {
        int16_t piece = lint->rules->array[i].piece;
        int8_t owner = piece < 0 ? -1 : lint->rules->pieces[piece].owner;
        if (owner >= 0 && owner != MAD_NOBODY)
            return true;
    }
    return false;
}

/* Whether each kind of man in the array is one player's alone. */
static bool share_nothing(const struct mad_lint *lint)
{
    const uint32_t cells = (uint32_t)(lint->rules->files * lint->rules->ranks);
    for (uint32_t i = 0; i < cells; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct mad_rule_cell *a = &lint->rules->array[i], *b = &lint->rules->array[k];
            if (a->piece >= 0 && a->piece == b->piece && a->owner != b->owner)
                return false;
        }
    return true;
}

/* Whose the man is; -1: nobody's. */
static int owner_of(const struct mad_lint *lint, const struct mad_rule_cell *cell)
{
    const bool is_nobodys = lint->rules->player_count == 2 && cell->owner == MAD_NOBODY;
    return is_nobodys ? -1 : cell->owner;
}

/* Two players whose armies are compared. */
struct armies {
    const struct mad_lint *lint;
    enum mad_image image;
    int one, other;
    bool are_different; /* men stand there that one of them alone can have */
};

static bool is_of(const struct armies *armies, const struct mad_rule_cell *cell, int player)
{
    return cell->piece >= 0 && owner_of(armies->lint, cell) == player;
}

/* Whether the man of one player stands across from the like of the other player; armies of different men are compared by
 * where somebody stands. */
static bool is_faced(const struct armies *armies, const struct mad_rule_cell *cell, int32_t across,
                     int player)
{
    const struct mad_rule_cell *other = across >= 0 ? cell_at(armies->lint, across) : NULL;
    return other != NULL && is_of(armies, other, player) &&
           (armies->are_different || cell->piece == other->piece);
}

/* Whether the square has no counterpart. What is nobody's, and the board, are as they are for all. */
static bool is_odd(const struct armies *armies, int32_t square)
{
    const struct mad_lint *lint = armies->lint;
    const struct mad_rule_cell *cell = cell_at(lint, square);
    const int32_t to = mad_lint_image(lint, armies->image, square);
    const int32_t from = mad_lint_image(lint, mad_lint_image_back(armies->image), square);
    if (cell->piece == -2)
        return to >= 0; /* a hole against a square */
    if (cell->piece < 0)
        return false;
    if (owner_of(lint, cell) < 0)
        return to < 0 || cell_at(lint, to)->piece != cell->piece;
    return (is_of(armies, cell, armies->one) && !is_faced(armies, cell, to, armies->other)) ||
           (is_of(armies, cell, armies->other) && !is_faced(armies, cell, from, armies->one));
}

/* How many squares have no counterpart; the first of them in *where. */
static uint32_t count_odd(const struct armies *armies, int32_t *where)
{
    uint32_t odd = 0;
    for (int32_t s = armies->lint->rules->files * armies->lint->rules->ranks - 1; s >= 0; s--)
        if (is_odd(armies, s)) {
            odd++;
            *where = s;
        }
    return odd;
}

bool mad_lint_stands_so(const struct mad_lint *lint, enum mad_image image, int one, int other)
{
    const struct armies armies = {lint, image, one, other, are_armies_different(lint)};
    int32_t where = 0;
    return lint->rules->array != NULL && count_odd(&armies, &where) == 0;
}

static const char *shown(const struct mad_lint *lint, int32_t square)
{
    const struct mad_rule_cell *cell = cell_at(lint, square);
    return cell->piece < 0
               ? mad_findings_text(lint->findings, "nobody stands on %s",
                                   lint->game->square_name[square])
               : mad_findings_text(
                     lint->findings, "%s's %s stands on %s",
                     owner_of(lint, cell) < 0 ? "nobody" : lint->rules->players[cell->owner].name,
                     lint->rules->pieces[cell->piece].name, lint->game->square_name[square]);
}

/* Where the file itself says what is odd: at a man that it places, at its picture, at its heading. */
static struct mad_span span_of(const struct mad_lint *lint, int32_t where, int32_t other)
{
    const int32_t squares[] = {where, other};
    for (int i = 0; i < 2; i++) {
        const struct mad_rule_cell *cell = squares[i] < 0 ? NULL : cell_at(lint, squares[i]);
        if (cell != NULL && cell->is_placed && mad_lint_is_own(lint, cell->span))
            return cell->span;
    }
    return mad_lint_is_own(lint, lint->rules->array_span) ? lint->rules->array_span
                                                          : lint->rules->span;
}

/* Where a mark starts, against the image in which the armies stand. */
static void check_marks(struct mad_lint *lint, enum mad_image image)
{
    for (uint32_t i = 0; i < lint->rules->mark_count; i++) {
        const struct mad_rule_mark *mark = &lint->rules->marks[i];
        bool starts[MAD_MAX_SQUARES] = {false}, some[MAD_MAX_SQUARES];
        bool is_known =
            mark->starts.count > 0 && mark->most == 0 && mad_lint_is_own(lint, mark->span);
        for (uint32_t k = 0; k < mark->starts.count && is_known; k++) {
            is_known = mad_lint_squares_of(lint, mark->starts.items[k], 0, some);
            for (int32_t s = 0; s < lint->game->squares && is_known; s++)
                starts[s] = starts[s] || some[s];
        }
        for (int32_t s = 0; s < lint->game->squares && is_known; s++) {
            const int32_t other = mad_lint_image(lint, image, s);
            if (!starts[s] || (other >= 0 && starts[other]))
                continue;
            (void)mad_findings_add(
                lint->findings, MAD_FINDING_ARRAY_ASYMMETRIC,
                mark->starts.items[mark->starts.count - 1]->span,
                mad_findings_text(
                    lint->findings,
                    "the armies stand in mirror image, and `%s` does not: it starts on "
                    "%s, and across from there it does not",
                    mark->name, lint->game->square_name[s]));
            break;
        }
    }
}

static void tell_odd(struct mad_lint *lint, const struct armies *armies, int32_t where)
{
    const bool is_back =
        cell_at(lint, where)->piece >= 0 && is_of(armies, cell_at(lint, where), armies->other);
    const enum mad_image image = is_back ? mad_lint_image_back(armies->image) : armies->image;
    const int32_t other = mad_lint_image(lint, image, where);
    const struct mad_span span = span_of(lint, where, other);
    const struct mad_rule_player *players = lint->rules->players;
    const char *text =
        lint->rules->player_count == 2
            ? "the armies do not stand in mirror image"
            : mad_findings_text(lint->findings, "the men of %s do not stand as those of %s do",
                                players[armies->other].name, players[armies->one].name);
    if (cell_at(lint, where)->piece == -2)
        text = mad_findings_text(lint->findings,
                                 "the board is not its own image: there is a hole across from %s",
                                 lint->game->square_name[other]);
    else if (other == where)
        text = mad_findings_text(lint->findings, "%s: %s, alone in the middle", text,
                                 shown(lint, where));
    else if (other >= 0)
        text = mad_findings_text(lint->findings, "%s: %s, %s", text, shown(lint, where),
                                 shown(lint, other));
    (void)mad_findings_add(lint->findings, MAD_FINDING_ARRAY_ASYMMETRIC, span, text);
}

enum { SLIPS = 2 }; /* squares: armies without a kind in common that differ in more are meant to */

/* Armies of which each has men that the other cannot have, or that have none in common, and one of which is larger by more
 * than a man who was forgotten. */
static bool are_uneven(const struct mad_lint *lint)
{
    int32_t more = 0;
    for (int32_t i = 0; i < lint->rules->files * lint->rules->ranks; i++) {
        const struct mad_rule_cell *cell = &lint->rules->array[i];
        if (cell->piece >= 0 && cell->owner != MAD_NOBODY)
            more += cell->owner == 0 ? 1 : -1;
    }
    return (are_armies_different(lint) || share_nothing(lint)) && (more > 1 || more < -1);
}

static uint32_t count_men(const struct mad_lint *lint, int player)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < lint->rules->files * lint->rules->ranks; i++) {
        const struct mad_rule_cell *cell = &lint->rules->array[i];
        count += cell->piece >= 0 && owner_of(lint, cell) == player;
    }
    return count;
}

/* How the army of that player stands most nearly as that of one before him; how many squares are odd then. */
static struct armies nearest(const struct mad_lint *lint, int other, uint32_t *least,
                             int32_t *where)
{
    const bool are_different = are_armies_different(lint);
    struct armies best = {.lint = lint};
    *least = UINT32_MAX;
    for (int one = 0; one < other; one++)
        for (int image = 0; image < MAD_IMAGE_SAME; image++) {
            const struct armies armies = {lint, (enum mad_image)image, one, other, are_different};
            int32_t first = 0;
            const uint32_t odd = count_odd(&armies, &first);
            if (odd < *least) {
                *least = odd;
                *where = first;
                best = armies;
            }
        }
    return best;
}

/* Whether all that is odd is a single man of nobody's, on a board without a square that is its own image: he has to
 * stand somewhere. */
static bool is_lone_block(const struct armies *armies)
{
    const struct mad_lint *lint = armies->lint;
    uint32_t count = 0;
    for (int32_t s = 0; s < lint->rules->files * lint->rules->ranks; s++) {
        const struct mad_rule_cell *cell = cell_at(lint, s);
        const bool is_nobodys = cell->piece >= 0 && owner_of(lint, cell) < 0;
        count += is_nobodys;
        if (mad_lint_image(lint, armies->image, s) == s || (is_odd(armies, s) && !is_nobodys))
            return false;
    }
    return count == 1;
}

static void check_two(struct mad_lint *lint)
{
    uint32_t least;
    int32_t where = 0;
    const struct armies armies = nearest(lint, 1, &least, &where);
    if (least == 0)
        check_marks(lint, armies.image);
    else if (!mad_lint_gives_odds(lint) && !are_uneven(lint) && !is_lone_block(&armies) &&
             (least <= SLIPS || !share_nothing(lint)))
        tell_odd(lint, &armies, where);
}

enum {
    CROSSED = 4,
    MANY_MEN = 3
}; /* squares of two men who changed places; men for each of these */

/* Whether a third player's man stands where one of the two would stand across from the other: there was no room. */
static bool is_in_the_way(const struct armies *armies)
{
    const struct mad_lint *lint = armies->lint;
    const enum mad_image images[] = {armies->image, mad_lint_image_back(armies->image)};
    for (int32_t s = 0; s < lint->rules->files * lint->rules->ranks; s++)
        for (int i = 0; i < 2; i++) {
            const int player = i == 0 ? armies->one : armies->other;
            const int32_t across =
                is_of(armies, cell_at(lint, s), player) ? mad_lint_image(lint, images[i], s) : -1;
            const struct mad_rule_cell *cell = across < 0 ? NULL : cell_at(lint, across);
            if (cell != NULL && cell->piece >= 0 && !is_of(armies, cell, armies->one) &&
                !is_of(armies, cell, armies->other))
                return true;
        }
    return false;
}

/* Of more players each may stand as he likes; who stands as another but for one man or two does not. */
static void check_many(struct mad_lint *lint)
{
    for (int other = 1; other < (int)lint->rules->player_count; other++) {
        uint32_t least;
        int32_t where = 0;
        const struct armies armies = nearest(lint, other, &least, &where);
        if (least > 0 && least <= CROSSED &&
            least * MANY_MEN <= count_men(lint, armies.one) + count_men(lint, other) &&
            !is_in_the_way(&armies))
            tell_odd(lint, &armies, where);
    }
}

/* --- where players go -------------------------------------------------------------------------------------- */

/* Whether the node says what turns with the player. */
static bool turns(const struct mad_node *node, const void *context)
{
    const struct mad_ruleset *rules = context;
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    return (way != NULL && way->own) || node->kind == MAD_NODE_LAST_RANKS ||
           (node->kind == MAD_NODE_RANK && (node->flags & MAD_FLAG_OWN) != 0);
}

static bool see_no_turning(void *context, const struct mad_node *sentence)
{
    const struct mad_lint *lint = context;
    return !mad_tree_any(sentence, turns, lint->rules);
}

/* The name of the direction; null when it has none. */
static const char *name_of_way(const struct mad_ruleset *rules, struct mad_course way)
{
    for (uint32_t i = 0; i < rules->direction_count; i++)
        if (!rules->directions[i].own && rules->directions[i].track == NULL &&
            rules->directions[i].on == 0 && rules->directions[i].right == way.right &&
            rules->directions[i].up == way.up)
            return rules->directions[i].name;
    return NULL;
}

/* A player whose men stand as those of another, turned, and who does not go where that one would go then. */
static void check_course(struct mad_lint *lint, int other)
{
    const char *ways[2] = {NULL, NULL};
    int of = 0;
    for (int one = 0; one < other; one++)
        for (int image = 0; image < MAD_IMAGE_SAME; image++) {
            if (!mad_lint_stands_so(lint, (enum mad_image)image, one, other))
                continue;
            if (mad_lint_turns_players(lint, (enum mad_image)image, one, other))
                return;
            const char *way =
                name_of_way(lint->rules, mad_lint_image_of_way((enum mad_image)image,
                                                               mad_lint_course_of(lint, one)));
            of = ways[0] == NULL ? one : of;
            ways[way != ways[0] && ways[0] != NULL] = way;
        }
    const struct mad_rule_player *player = &lint->rules->players[other];
    if (ways[0] == NULL || !mad_lint_is_own(lint, player->span))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ARRAY_ASYMMETRIC, player->span,
        mad_findings_text(lint->findings, "%s stands as %s, turned, and does not go %s",
                          player->name, lint->rules->players[of].name, ways[0]));
    if (ways[1] == NULL)
        mad_finding_remedy(lint->findings, finding, "%s (%s) going %s", player->name,
                           player->letter, ways[0]);
}

void mad_lint_array(struct mad_lint *lint)
{
    if (lint->rules->plays_alone || lint->rules->array == NULL ||
        count_men(lint, 0) + count_men(lint, 1) == 0)
        return;
    if (lint->rules->player_count == 2)
        check_two(lint);
    else
        check_many(lint);
    if (mad_lint_each_living(lint, see_no_turning, lint))
        return; /* where they go is all one */
    for (int other = 1; other < (int)lint->rules->player_count; other++)
        check_course(lint, other);
}
