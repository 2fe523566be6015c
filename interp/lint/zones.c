/* zones.c - squares that sentences name one by one, and that are nearly, but not quite, the same for all players.
 *
 * Layer: interp/lint. Where armies stand as images of each other, a zone that belongs to no player is its own image, or
 * another zone is. One that would be so with one square more, less or elsewhere, or one file or rank further, was written
 * with a slip, or for a board of another size. How it is used does not matter: an end, a counter, a law, a verb. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

enum {
    MAX_ZONES = 64,
    MAX_SEEN = 64 /* images, of all pairs of players */,
    MAX_LIST = 200,
    LARGE = 7,
    FEW = 3
};

struct zone {
    const struct mad_node *node;
    bool squares[MAD_MAX_SQUARES];
};

struct zones {
    struct mad_lint *lint;
    struct zone items[MAX_ZONES];
    uint32_t count;
    struct seen { /* how the army of `other` is the image of one before it */
        enum mad_image image;
        int other;
    } seen[MAX_SEEN];
    uint32_t seen_count;
};

/* --- which there are ---------------------------------------------------------------------------------------- */

/* Whether nothing but squares stands there, by their names. */
static bool is_zone(const struct mad_node *node)
{
    if (node->kind == MAD_NODE_SQUARE || node->kind == MAD_NODE_RECTANGLE)
        return true;
    for (const struct mad_node *part = node->first; part != NULL; part = part->next)
        if (!is_zone(part))
            return false;
    return node->first != NULL && (node->kind == MAD_NODE_OR || node->kind == MAD_NODE_AND ||
                                   node->kind == MAD_NODE_EXCEPT);
}

static bool names_player(const struct mad_ruleset *rules, const struct mad_node *sentence)
{
    for (uint32_t i = 0; i < rules->player_count; i++)
        if (mad_tree_mentions(sentence, rules->players[i].name))
            return true;
    return false;
}

/* Whether it is a line of men whom one player alone has. */
static bool is_of_one(const struct mad_ruleset *rules, const struct mad_node *sentence)
{
    for (uint32_t i = 0; i < rules->piece_count; i++)
        for (uint32_t k = 0; rules->pieces[i].owner >= 0 && k < rules->pieces[i].lines.count; k++)
            if (rules->pieces[i].lines.items[k] == sentence)
                return true;
    return false;
}

/* What a board is made of is as it is. */
static bool is_of_board(const struct mad_node *sentence)
{
    return sentence->kind == MAD_NODE_LINK || sentence->kind == MAD_NODE_HOLE ||
           sentence->kind == MAD_NODE_CORNER;
}

static void gather(struct zones *zones, const struct mad_node *node)
{
    if (is_zone(node)) {
        struct zone *zone = &zones->items[zones->count];
        if (zones->count < MAX_ZONES && mad_lint_squares_of(zones->lint, node, 0, zone->squares)) {
            zone->node = node;
            zones->count++;
        }
        return;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        gather(zones, child);
}

static bool see_zones(void *context, const struct mad_node *sentence)
{
    struct zones *zones = context;
    const struct mad_ruleset *rules = zones->lint->rules;
    if (mad_lint_is_own(zones->lint, sentence->span) && !names_player(rules, sentence) &&
        !is_of_one(rules, sentence) && !is_of_board(sentence))
        gather(zones, sentence);
    return true;
}

static void find_images(struct zones *zones)
{
    const struct mad_lint *lint = zones->lint;
    for (int other = 1; other < (int)lint->rules->player_count; other++)
        for (int one = 0; one < other; one++)
            for (int image = 0; image < MAD_IMAGE_SAME; image++)
                if (zones->seen_count < MAX_SEEN &&
                    mad_lint_turns_players(lint, (enum mad_image)image, one, other) &&
                    mad_lint_stands_so(lint, (enum mad_image)image, one, other))
                    zones->seen[zones->seen_count++] = (struct seen){(enum mad_image)image, other};
}

/* --- what they are for each player ---------------------------------------------------------------------------- */

static bool is_image(const struct mad_lint *lint, enum mad_image image, const bool *a,
                     const bool *b)
{
    uint32_t more = 0;
    for (int32_t square = 0; square < lint->game->squares; square++) {
        const int32_t other = mad_lint_image(lint, image, square);
        if (a[square] && (other < 0 || !b[other]))
            return false;
        more += b[square] - a[square];
    }
    return more == 0;
}

/* Whether the squares are the same as all players see them who stand as another. */
static bool is_even(const struct zones *zones, const bool *squares)
{
    for (uint32_t i = 0; i < zones->seen_count; i++) {
        bool is = false;
        for (uint32_t k = 0; k < zones->seen_count && !is; k++)
            is = zones->seen[k].other == zones->seen[i].other &&
                 is_image(zones->lint, zones->seen[k].image, squares, squares);
        if (!is)
            return false;
    }
    return true;
}

/* Whether they lie in the middle, upwards and sideways. */
static bool is_central(const struct zones *zones, const bool *squares)
{
    return is_even(zones, squares) &&
           is_image(zones->lint, MAD_IMAGE_LEFT_RIGHT, squares, squares) &&
           is_image(zones->lint, MAD_IMAGE_UP_DOWN, squares, squares);
}

/* Whether another zone is its image: one for each player, or one to the left and one to the right. */
static bool has_partner(const struct zones *zones, const struct zone *zone)
{
    for (uint32_t i = 0; i < zones->count; i++)
        for (int image = 0; &zones->items[i] != zone && image < MAD_IMAGE_SAME; image++)
            if (is_image(zones->lint, (enum mad_image)image, zone->squares,
                         zones->items[i].squares))
                return true;
    return false;
}

/* --- what they were meant to be --------------------------------------------------------------------------------- */

/* The square so many files and ranks on; -1: none of the board. */
static int32_t beside(const struct mad_game *game, int32_t square, int32_t right, int32_t up)
{
    const int32_t file = square % game->files + right, rank = square / game->files + up;
    const int32_t other = rank * game->files + file;
    return file < 0 || rank < 0 || file >= game->files || rank >= game->ranks ||
                   game->square_name[other][0] == '\0'
               ? -1
               : other;
}

struct slip {
    int32_t square,
        meant; /* which one stands for which; -1: none, it is one too many or one is forgotten */
};

static uint32_t count(const struct mad_game *game, const bool *squares)
{
    uint32_t count = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        count += squares[square];
    return count;
}

typedef bool suits(const struct zones *zones, const bool *squares);

/* Whether the zone would be so with that square elsewhere. */
static bool cures(const struct zones *zones, suits *is_so, bool *squares, struct slip slip)
{
    squares[slip.square] = false;
    squares[slip.meant] = true;
    const bool is = is_so(zones, squares);
    squares[slip.meant] = false;
    squares[slip.square] = true;
    return is;
}

/* The one square that stands beside the one that was meant, so that all would be so; false when there is none. */
static bool find_slip(const struct zones *zones, suits *is_so, const struct zone *zone,
                      struct slip *slip)
{
    const struct mad_game *game = zones->lint->game;
    bool squares[MAD_MAX_SQUARES];
    memcpy(squares, zone->squares, sizeof squares);
    for (int32_t square = 0; square < game->squares; square++)
        for (int32_t at = 0; zone->squares[square] && at < 9; at++) {
            *slip = (struct slip){square, beside(game, square, at % 3 - 1, at / 3 - 1)};
            if (slip->meant >= 0 && !squares[slip->meant] && cures(zones, is_so, squares, *slip))
                return true;
        }
    return false;
}

/* How far the zone lies from the middle of the board: one file or rank to a side; false when that is not it. */
static bool find_shift(const struct zones *zones, const struct zone *zone, int32_t *right,
                       int32_t *up)
{
    static const int8_t ways[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const struct mad_game *game = zones->lint->game;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        bool moved[MAD_MAX_SQUARES] = {false}, is_whole = true;
        for (int32_t square = 0; square < game->squares; square++) {
            const int32_t to =
                zone->squares[square] ? beside(game, square, ways[i][0], ways[i][1]) : -1;
            is_whole = is_whole && (!zone->squares[square] || to >= 0);
            if (to >= 0)
                moved[to] = true;
        }
        *right = ways[i][0];
        *up = ways[i][1];
        if (is_whole && is_central(zones, moved))
            return true;
    }
    return false;
}

/* --- telling ------------------------------------------------------------------------------------------------------- */

/* The node that names just that square; null when it is one of a rectangle. */
static const struct mad_node *node_of(const struct mad_game *game, const struct mad_node *node,
                                      int32_t square)
{
    if (node->kind == MAD_NODE_SQUARE)
        return strcmp(node->text, game->square_name[square]) == 0 ? node : NULL;
    const struct mad_node *found = NULL;
    for (const struct mad_node *part = node->first;
         node->kind != MAD_NODE_RECTANGLE && part != NULL && found == NULL; part = part->next)
        found = node_of(game, part, square);
    return found;
}

static void tell_slip(struct mad_lint *lint, const struct zone *zone, struct slip slip)
{
    const struct mad_game *game = lint->game;
    const struct mad_node *node = node_of(game, zone->node, slip.square);
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ARRAY_ASYMMETRIC, node != NULL ? node->span : zone->node->span,
        mad_findings_text(lint->findings,
                          "these squares are not the same for all players; with %s for %s they are",
                          game->square_name[slip.meant], game->square_name[slip.square]));
    if (node != NULL)
        mad_finding_fix(lint->findings, finding, node->span, false, "%s",
                        game->square_name[slip.meant]);
}

/* The squares of a list, `d4, e4 or d5`, each so far on; null when they are told otherwise than one by one. */
static const char *shifted(struct mad_lint *lint, const struct mad_node *node, int32_t right,
                           int32_t up)
{
    const struct mad_game *game = lint->game;
    char text[MAX_LIST] = "";
    const bool is_one = node->kind == MAD_NODE_SQUARE;
    for (const struct mad_node *part = is_one ? node : node->first; part != NULL;
         part = is_one ? NULL : part->next) {
        int32_t square = 0;
        while (part->kind == MAD_NODE_SQUARE && square < game->squares &&
               strcmp(game->square_name[square], part->text) != 0)
            square++;
        if (part->kind != MAD_NODE_SQUARE || square == game->squares ||
            strlen(text) + 20 > sizeof text)
            return NULL;
        const char *join = node->kind == MAD_NODE_AND ? " and " : " or ";
        strcat(text, text[0] == '\0' ? "" : part->next == NULL ? join : ", ");
        strcat(text, game->square_name[beside(game, square, right, up)]);
    }
    return node->kind == MAD_NODE_EXCEPT ? NULL : mad_findings_text(lint->findings, "%s", text);
}

static void tell_shift(struct mad_lint *lint, const struct zone *zone, int32_t right, int32_t up)
{
    const bool is_one = count(lint->game, zone->squares) == 1;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_ARRAY_ASYMMETRIC, zone->node->span,
                         mad_findings_text(lint->findings, "%s one %s from the middle of the board",
                                           is_one ? "this square lies" : "these squares lie",
                                           up == 0 ? "file" : "rank"));
    const char *text = shifted(lint, zone->node, right, up);
    if (text != NULL)
        mad_finding_fix(lint->findings, finding, zone->node->span, false, "%s", text);
}

/* On a small board many squares lie beside the middle. */
static bool is_large(const struct mad_game *game)
{
    return game->files >= LARGE && game->ranks >= LARGE;
}

static void check(struct zones *zones, const struct zone *zone)
{
    struct slip slip;
    int32_t right, up;
    if (mad_lint_is_told(zones->lint, zone->node->span) || has_partner(zones, zone) ||
        is_central(zones, zone->squares))
        return;
    if (is_large(zones->lint->game) && find_shift(zones, zone, &right, &up))
        tell_shift(zones->lint, zone, right, up);
    else if (count(zones->lint->game, zone->squares) >= FEW && !is_even(zones, zone->squares) &&
             (find_slip(zones, is_central, zone, &slip) || find_slip(zones, is_even, zone, &slip)))
        tell_slip(zones->lint, zone, slip);
    else
        return;
    zones->lint->has_odd_zone = true;
}

void mad_lint_zones(struct mad_lint *lint)
{
    struct zones *zones = lint->rules->plays_alone ? NULL : mad_lint_room(lint, 1, sizeof *zones);
    if (zones == NULL)
        return;
    zones->lint = lint;
    find_images(zones);
    if (zones->seen_count == 0)
        return;
    (void)mad_lint_each_living(lint, see_zones, zones);
    for (uint32_t i = 0; i < zones->count; i++)
        check(zones, &zones->items[i]);
}
