/* stuck.c - men who come where they will never move again. Layer: interp/lint.
 *
 * A random game shows that it happens (games.c); told is where, for each player: the squares to which such men come from
 * where they stand in the array, and from which they go nowhere, alone or among enemies. A man who only goes ahead, comes
 * to the far edge and becomes nobody there has lost his promotion: that is told by itself, so that a comment on the one
 * does not hide the other. */
#include <stdio.h>
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

enum { MOST_NAMED = 6, MAX_PLACES = 160 };

/* Whether he has stood there from the beginning, and others may fetch him. */
static bool may_be_fetched(const struct mad_lint *lint, uint8_t code, uint32_t square)
{
    if (mad_state_board_const(lint->game, lint->game->initial)[square] != code)
        return false;
    for (uint32_t i = 0; i < lint->rules->verb_count; i++)
        if (mad_tree_calls(lint->rules->verbs[i].node, "bring") ||
            mad_tree_calls(lint->rules->verbs[i].node, "swap"))
            return true;
    return false;
}

static bool becomes_none(void *context, const struct mad_node *sentence)
{
    const struct mad_lint *lint = context;
    return !mad_lint_calls(lint->rules, sentence, "become");
}

/* Whether men become others in this game, or there is a verb for it. */
static bool anybody_becomes(struct mad_lint *lint)
{
    return !mad_lint_each_sentence(lint->rules, becomes_none, lint);
}

/* Whether the man becomes another by a line of his own. */
static bool becomes_another(const struct mad_lint *lint, uint32_t kind)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[kind].lines;
    for (uint32_t i = 0; i < lines->count; i++)
        if (mad_lint_calls(lint->rules, lines->items[i], "become"))
            return true;
    return false;
}

static bool is_at_edge(const struct mad_lint *lint, int player, uint32_t square)
{
    const struct mad_course course = mad_lint_course_of(lint, player);
    const int32_t file = (int32_t)(square % lint->game->files) + course.right,
                  rank = (int32_t)(square / lint->game->files) + course.up;
    return file < 0 || rank < 0 || file >= lint->game->files || rank >= lint->game->ranks ||
           mad_is_hole(lint->game, (uint32_t)(rank * lint->game->files + file));
}

bool mad_lint_is_stuck(struct mad_lint *lint, uint8_t code, uint32_t square)
{
    const uint32_t kind = mad_lint_kind_of(lint, code);
    return !mad_lone_can_move(lint->lone, code, square) &&
           mad_lone_moves_at_all(lint->lone, code) && !may_be_fetched(lint, code, square) &&
           /* who has come to his goal may stay there */
           !mad_lint_end_wants_on(lint, lint->rules->pieces[kind].name, square) &&
           /* where nobody becomes another, who only goes ahead stays where he can go no further */
           (anybody_becomes(lint) || !mad_lone_goes_one_way(lint, code) ||
            !is_at_edge(lint, mad_lint_owner_of(lint, code), square));
}

/* --- where ------------------------------------------------------------------------------------------------- */

struct places { /* of one player's men of the kind */
    bool stuck[MAD_MAX_SQUARES];
    uint32_t count;
};

/* All squares where the man is stuck to which he comes from the array, and that one. */
static void find_places(struct mad_lint *lint, uint8_t code, int32_t seen, struct places *places)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool reached[MAD_MAX_SQUARES] = {false};
    memset(places, 0, sizeof *places);
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] == code)
            mad_lone_add_kept(lint, code, square, reached);
    if (seen >= 0)
        reached[seen] = true;
    for (uint32_t square = 0; square < game->squares; square++)
        if (reached[square] && mad_lint_is_stuck(lint, code, square)) {
            places->stuck[square] = true;
            places->count++;
        }
}

/* The rank that is all of them; 0: it is another set. */
static uint32_t whole_rank(const struct mad_game *game, const struct places *places)
{
    uint32_t rank = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        if (places->stuck[square])
            rank = square / game->files + 1;
    for (uint32_t file = 0; file < game->files && rank > 0; file++)
        if (!places->stuck[(rank - 1) * game->files + file] &&
            !mad_is_hole(game, (rank - 1) * game->files + file))
            return 0;
    return places->count > 1 && places->count <= game->files ? rank : 0;
}

/* "d3, e3 and f3", "any square of rank 8", "a8, b8, c8, d8, e8, f8 and 3 others" */
static void name_places(const struct mad_game *game, const struct places *places, char *text)
{
    size_t used = 0;
    uint32_t named = 0;
    const uint32_t rank = whole_rank(game, places);
    const uint32_t all = places->count > MOST_NAMED ? MOST_NAMED : places->count;
    text[0] = '\0';
    if (rank > 0) {
        (void)snprintf(text, MAX_PLACES, "any square of rank %u", (unsigned)rank);
        return;
    }
    for (uint32_t square = 0; square < game->squares && named < all; square++)
        if (places->stuck[square]) {
            const char *join = named == 0                                 ? ""
                               : named + 1 == all && all == places->count ? " or "
                                                                          : ", ";
            used += (size_t)snprintf(text + used, MAX_PLACES - used, "%s%s", join,
                                     game->square_name[square]);
            named++;
        }
    if (places->count > all)
        (void)snprintf(text + used, MAX_PLACES - used, " or %u other%s",
                       (unsigned)(places->count - all), places->count - all == 1 ? "" : "s");
}

/* --- telling -------------------------------------------------------------------------------------------------- */

/* The line by which a man may become another and need not, `may become General`; or the heading. */
static struct mad_span span_of(const struct mad_lint *lint, uint32_t kind)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[kind].lines;
    for (uint32_t i = 0; i < lines->count; i++)
        if (mad_lint_is_own(lint, lines->items[i]->span) &&
            mad_lint_has_kind(lines->items[i], MAD_NODE_MAY))
            return lines->items[i]->span;
    return mad_lint_is_own(lint, lint->rules->pieces[kind].span) ? lint->rules->pieces[kind].span
                                                                 : lint->rules->span;
}

/* Takes those out at the far edge, where the man has lost his promotion; how many these are. */
static uint32_t take_edge(const struct mad_lint *lint, int player, struct places *places,
                          struct places *edge)
{
    memset(edge, 0, sizeof *edge);
    for (uint32_t square = 0; square < lint->game->squares; square++)
        if (places->stuck[square] && is_at_edge(lint, player, square)) {
            edge->stuck[square] = true;
            edge->count++;
        }
    return edge->count;
}

static void add_text(char *text, size_t room, const char *more)
{
    const size_t used = strlen(text);
    (void)snprintf(text + used, room - used, "%s", more);
}

/* "White's Pawn can come to d3, Black's to d6"; of one player alone, "a Pawn can come to d3". */
static const char *told_of(struct mad_lint *lint, uint32_t kind, const struct places *places)
{
    const struct mad_ruleset *rules = lint->rules;
    char text[MAD_MAX_PLAYERS * (MAX_PLACES + 60)] = "", named[MAX_PLACES];
    uint32_t of = 0;
    for (uint32_t player = 0; player < rules->player_count; player++)
        of += places[player].count > 0;
    for (uint32_t player = 0; player < rules->player_count; player++) {
        if (places[player].count == 0)
            continue;
        name_places(lint->game, &places[player], named);
        const bool is_first = text[0] == '\0';
        add_text(text, sizeof text, is_first ? of == 1 ? "a " : rules->players[player].name : ", ");
        add_text(text, sizeof text, is_first ? of == 1 ? "" : "'s " : rules->players[player].name);
        add_text(text, sizeof text, is_first ? rules->pieces[kind].name : "'s");
        add_text(text, sizeof text, is_first ? " can come to " : " to ");
        add_text(text, sizeof text, named);
    }
    return mad_findings_text(lint->findings, "%s%s and never move again", text, of > 1 ? "," : "");
}

static void tell(struct mad_lint *lint, enum mad_finding_kind id, uint32_t kind, const char *text,
                 const char *position)
{
    struct mad_finding *finding = mad_findings_add(lint->findings, id, span_of(lint, kind), text);
    if (position != NULL)
        mad_finding_witness(lint->findings, finding, "mad show %s --fen \"%s\"",
                            mad_lint_shown_name(lint), position);
}

void mad_lint_tell_stuck(struct mad_lint *lint, uint8_t code, uint32_t square, const char *position)
{
    const uint32_t kind = mad_lint_kind_of(lint, code);
    const int owner = mad_lint_owner_of(lint, code);
    struct places *places = mad_lint_room(lint, MAD_MAX_PLAYERS, sizeof *places);
    struct places *edge = mad_lint_room(lint, 1, sizeof *edge);
    uint32_t unpromoted = 0, stuck = 0;
    bool is_seen_at_edge = false;
    if (places == NULL || edge == NULL)
        return;
    for (int player = 0; player < (int)lint->rules->player_count; player++) {
        const uint8_t his = mad_lint_code_of(lint, kind, player);
        if (his == 0xff)
            continue;
        find_places(lint, his, player == owner ? (int32_t)square : -1, &places[player]);
        if (anybody_becomes(lint) && !becomes_another(lint, kind) &&
            mad_lone_goes_one_way(lint, his) &&
            take_edge(lint, player, &places[player], edge) > 0) {
            unpromoted++;
            is_seen_at_edge = is_seen_at_edge || (player == owner && edge->stuck[square]);
            for (uint32_t s = 0; s < lint->game->squares; s++)
                places[player].stuck[s] = places[player].stuck[s] && !edge->stuck[s];
            places[player].count -= edge->count;
        }
        stuck += places[player].count;
    }
    if (unpromoted > 0)
        tell(lint, MAD_FINDING_NOT_PROMOTED, kind,
             mad_findings_text(lint->findings,
                               "a %s that comes to the last rank stays there: no line makes "
                               "another man of it",
                               lint->rules->pieces[kind].name),
             is_seen_at_edge ? position : NULL);
    if (stuck > 0)
        tell(lint, MAD_FINDING_STUCK, kind, told_of(lint, kind, places),
             is_seen_at_edge ? NULL : position);
}
