/* contrast.c - lines of men that do not go with the rest: with where the men begin, with each other, with their names.
 *
 * Layer: interp/lint. What is told here can be meant, and seldom is. */
#include <stdlib.h>
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- where men begin --------------------------------------------------------------------------------------- */

/* The rank, counted by their player from 1, on which all men of the type stand in the array; 0: there is none. */
static int32_t home_rank(const struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    int32_t home = 0;
    for (int32_t square = 0; square < game->squares; square++) {
        if (board[square] >= game->code_count || game->codes[board[square]].type != type ||
            game->codes[board[square]].owner > 1)
            continue;
        const bool up = mad_lint_plays_up(lint, game->codes[board[square]].owner);
        const int32_t row = square / game->files, rank = up ? row + 1 : game->ranks - row;
        if (home != 0 && home != rank)
            return 0;
        home = rank;
    }
    return game->tiling == MAD_TILING_HEXAGONS ? 0 : home;
}

/* The rank of `here is on own rank 2`; 0 when the condition is another. */
static int32_t rank_of(const struct mad_node *truth)
{
    const bool is_here = truth->kind == MAD_NODE_IS && truth->n0 <= MAD_IS_ON &&
                         truth->flags == 0 && mad_is_word(truth->first, MAD_WORD_HERE);
    const struct mad_node *place = is_here ? truth->first->next : NULL;
    return place != NULL && place->kind == MAD_NODE_RANK && (place->flags & MAD_FLAG_OWN) != 0
               ? place->n0
               : 0;
}

static const struct mad_node *condition_of(const struct mad_node *line)
{
    for (const struct mad_node *part = line->first; part != NULL; part = part->next)
        if (part->kind == MAD_NODE_WHEN)
            return part;
    return NULL;
}

/* Another line of the piece for the men who stand where they begin. */
static bool has_line_for(const struct mad_rule_piece *piece, int32_t rank)
{
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *when = condition_of(piece->lines.items[i]);
        if (when != NULL && when->flags == 0 && rank_of(when->first) == rank)
            return true;
    }
    return false;
}

/* How many of the men of the type begin on the squares that `here is on ...` names, and how many elsewhere; false when it
 * is another condition. */
static bool count_homes(const struct mad_lint *lint, uint32_t type, const struct mad_node *truth,
                        uint32_t counts[2])
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    const bool is_here = truth->kind == MAD_NODE_IS && truth->n0 <= MAD_IS_ON &&
                         truth->flags == 0 && mad_is_word(truth->first, MAD_WORD_HERE) &&
                         truth->first->next != NULL;
    counts[0] = counts[1] = 0;
    for (int player = 0; is_here && player < 2; player++) {
        bool set[MAD_MAX_SQUARES];
        if (!mad_lint_squares_of(lint, truth->first->next, player, set))
            return false;
        for (int32_t square = 0; square < game->squares; square++)
            if (board[square] < game->code_count && game->codes[board[square]].type == type &&
                game->codes[board[square]].owner == player)
                counts[set[square]]++;
    }
    return is_here;
}

/* `unless here is on pawn-start`, where all Pawns begin. */
static void check_start(struct mad_lint *lint, uint32_t type, const struct mad_node *line)
{
    const struct mad_node *when = condition_of(line);
    uint32_t counts[2];
    if (when == NULL || (when->flags & MAD_FLAG_UNLESS) == 0 || rank_of(when->first) != 0 ||
        !count_homes(lint, type, when->first, counts) || counts[0] > 0 || counts[1] < 2)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NOT_HOME, when->span,
        mad_findings_text(lint->findings, "every %s begins there, for which this is not",
                          lint->rules->pieces[type].name));
    mad_finding_remedy(lint->findings, finding, "say `when`");
}

static void check_home(struct mad_lint *lint, uint32_t type, const struct mad_node *line)
{
    const struct mad_node *when = condition_of(line);
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    const int32_t rank = when != NULL ? rank_of(when->first) : 0, home = home_rank(lint, type);
    const bool is_unless = when != NULL && (when->flags & MAD_FLAG_UNLESS) != 0;
    const bool is_double = line->kind == MAD_NODE_CALL_LINE && /* which begins at home */
                           mad_lint_steps_on(lint->rules, line->first);
    if (rank == 0 || home == 0 || (rank == home) != is_unless ||
        (!is_unless && ((abs(rank - home) != 1 && !is_double) || has_line_for(piece, home))))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NOT_HOME, when->span,
        is_unless ? mad_findings_text(lint->findings,
                                      "every %s begins on own rank %d, for which this is not",
                                      piece->name, (int)home)
                  : mad_findings_text(lint->findings,
                                      "every %s begins on own rank %d, and this is for rank %d",
                                      piece->name, (int)home, (int)rank));
    mad_finding_remedy(lint->findings, finding, "`when here is on own rank %d`", (int)home);
}

/* The own rank on which the line lets a man be dropped; null: it says something else. */
static const struct mad_node *rank_of_drop(const struct mad_node *line)
{
    const struct mad_node *place = line->kind == MAD_NODE_DROP ? line->first : NULL;
    return place != NULL && place->kind == MAD_NODE_RANK && (place->flags & MAD_FLAG_OWN) != 0
               ? place
               : NULL;
}

/* Whether a piece of another name is dropped there as well: then it is a rank of the game, and not of these men. */
static bool others_drop_on(const struct mad_ruleset *rules, uint32_t type, int32_t rank)
{
    for (uint32_t i = 0; i < rules->piece_count; i++)
        for (uint32_t k = 0; i != type && k < rules->pieces[i].lines.count; k++) {
            const struct mad_node *place = rank_of_drop(rules->pieces[i].lines.items[k]);
            if (place != NULL && place->n0 == rank)
                return true;
        }
    return false;
}

/* `drop on own rank 3` where every such man begins on the next rank. */
static void check_drop(struct mad_lint *lint, uint32_t type, const struct mad_node *line)
{
    const struct mad_node *place = rank_of_drop(line);
    const int32_t home = place != NULL ? home_rank(lint, type) : 0;
    if (home == 0 || abs(place->n0 - home) != 1 || others_drop_on(lint->rules, type, place->n0))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NOT_HOME, place->span,
        mad_findings_text(lint->findings,
                          "every %s of the array stands on own rank %d, and this one on rank %d",
                          lint->rules->pieces[type].name, (int)home, (int)place->n0));
    mad_finding_remedy(lint->findings, finding, "`own rank %d`", (int)home);
    mad_finding_fix(lint->findings, finding, place->span, false, "own rank %d", (int)home);
}

/* How many men of the type begin on those squares, of both players; -1 when the squares are not known. */
static int32_t count_on(const struct mad_lint *lint, uint32_t type, const struct mad_node *place)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    int32_t count = 0;
    for (int player = 0; player < 2; player++) {
        bool set[MAD_MAX_SQUARES];
        if (!mad_lint_squares_of(lint, place, player, set))
            return -1;
        for (int32_t square = 0; square < game->squares; square++)
            count += set[square] && board[square] < game->code_count &&
                     game->codes[board[square]].type == type &&
                     game->codes[board[square]].owner == player;
    }
    return count;
}

/* `when here is on starting-squares`, of which some are where such men begin, and others are where none does. */
static void check_part_of_start(struct mad_lint *lint, uint32_t type, const struct mad_node *line)
{
    const struct mad_node *when = condition_of(line);
    uint32_t counts[2];
    if (when == NULL || when->flags != 0 || !count_homes(lint, type, when->first, counts) ||
        counts[0] == 0 || counts[1] == 0)
        return;
    const struct mad_node *squares = when->first->first->next;
    const struct mad_node *meant = mad_rules_meaning(lint->rules, squares);
    squares = meant != NULL ? meant : squares;
    for (const struct mad_node *part = squares->kind == MAD_NODE_OR ? squares->first : NULL;
         part != NULL; part = part->next) {
        if (count_on(lint, type, part) != 0)
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_NOT_HOME, when->span,
            mad_findings_text(lint->findings, "%d %ss begin on these squares, and %d elsewhere",
                              (int)counts[1], lint->rules->pieces[type].name, (int)counts[0]));
        mad_finding_note_at(lint->findings, finding, part->span, "here none begins");
        return;
    }
}

/* --- put where none begins --------------------------------------------------------------------------------- */

/* The first `own rank 3` of an expression; 0: there is none. */
static int32_t own_rank_in(const struct mad_node *node)
{
    int32_t rank = node->kind == MAD_NODE_RANK && (node->flags & MAD_FLAG_OWN) ? node->n0 : 0;
    for (const struct mad_node *child = node->first; child != NULL && rank == 0;
         child = child->next)
        rank = own_rank_in(child);
    return rank;
}

/* `put Pawn on (own rank 3 on file of here)` where every Pawn begins on the next rank. */
static bool see_put(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    const struct mad_node *man = node->first != NULL ? node->first->first : NULL;
    const bool is_put = node->kind == MAD_NODE_CALL && strcmp(node->name, "put") == 0 &&
                        mad_lint_is_own(lint, node->span);
    for (uint32_t type = 0; is_put && man != NULL && type < lint->rules->piece_count; type++) {
        const char *name = lint->rules->pieces[type].name;
        const int32_t rank = own_rank_in(node);
        const int32_t home = mad_tree_mentions(man, name) && rank > 0 ? home_rank(lint, type) : 0;
        if (home == 0 || abs(rank - home) != 1)
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_NOT_HOME, node->span,
            mad_findings_text(lint->findings,
                              "every %s begins on own rank %d, and this puts him on rank %d", name,
                              (int)home, (int)rank));
        mad_finding_remedy(lint->findings, finding, "`own rank %d`", (int)home);
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        (void)see_put(context, child);
    return true;
}

/* --- backward ------------------------------------------------------------------------------------------------- */

enum { AHEAD = 1, BACK = 2 };

enum { MAX_DEPTH = 4 }; /* of names that stand for names */

/* Which ways up and down the board the directions in a node lead; leaps lead both ways. */
static unsigned courses_of(const struct mad_ruleset *rules, const struct mad_node *node,
                           uint32_t depth)
{
    unsigned courses = node->kind == MAD_NODE_LEAP ? AHEAD | BACK : 0;
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    const struct mad_node *meant = mad_rules_meaning(rules, node);
    if (way != NULL)
        return way->up > 0 ? AHEAD : way->up < 0 ? BACK : 0;
    if (meant != NULL)
        return depth > 0 ? courses_of(rules, meant, depth - 1) : AHEAD | BACK;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        courses |= courses_of(rules, child, depth);
    return courses;
}

/* A verb that goes back, of a piece that goes ahead alone else. */
static void check_course(struct mad_lint *lint, const struct mad_rule_piece *piece, uint32_t at)
{
    const struct mad_node *line = piece->lines.items[at];
    unsigned others = 0;
    if (line->kind != MAD_NODE_CALL_LINE || courses_of(lint->rules, line->first, MAX_DEPTH) != BACK)
        return;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_MOVE)
            others |= courses_of(lint->rules, piece->lines.items[i]->first, MAX_DEPTH);
    if (others == AHEAD)
        (void)mad_findings_add(lint->findings, MAD_FINDING_GOES_BACK, line->span,
                               mad_findings_text(lint->findings,
                                                 "the %s does this backward, and goes ahead else",
                                                 piece->name));
}

/* Whether the directions in a node lead straight on, to the left and to the right; a bit each. */
static void note_slants(const struct mad_ruleset *rules, const struct mad_node *node,
                        unsigned *slants, uint32_t depth)
{
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    const struct mad_node *meant = depth > 0 ? mad_rules_meaning(rules, node) : NULL;
    if (way != NULL)
        *slants |= way->right == 0 ? 1u : way->right < 0 ? 2u : 4u;
    if (meant != NULL)
        note_slants(rules, meant, slants, depth - 1);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        note_slants(rules, child, slants, depth);
}

/* Whether the piece goes the same way ahead: `step forward` beside `step backward`. The ways are told by what they lead
 * to, so that their words do not matter. */
static bool has_counterpart(const struct mad_lint *lint, const struct mad_rule_piece *piece,
                            const struct mad_node *line)
{
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *other = piece->lines.items[i];
        if (other == line || other->kind != MAD_NODE_MOVE || (other->n0 & line->n0) != line->n0 ||
            mad_lint_has_kind(other, MAD_NODE_BY) != mad_lint_has_kind(line, MAD_NODE_BY))
            continue;
        unsigned aslant[2] = {0, 0};
        note_slants(lint->rules, other->first, &aslant[0], MAX_DEPTH);
        note_slants(lint->rules, line->first, &aslant[1], MAX_DEPTH);
        if ((aslant[0] & aslant[1]) == aslant[1])
            return true;
    }
    return false;
}

/* Whether who goes back without capturing goes ahead with and without: a retreat beside his way of fighting. */
static bool is_retreat(const struct mad_lint *lint, const struct mad_rule_piece *piece,
                       const struct mad_node *line)
{
    for (uint32_t i = 0; i < piece->lines.count && line->n0 == MAD_TO_EMPTY; i++) {
        const struct mad_node *other = piece->lines.items[i];
        if (other->kind == MAD_NODE_MOVE && other->n0 == (MAD_TO_EMPTY | MAD_TO_ENEMY) &&
            courses_of(lint->rules, other->first, MAX_DEPTH) == AHEAD)
            return true;
    }
    return false;
}

/* `move step backward` of a piece that goes ahead alone else, and moves and captures in different ways. */
static void check_retreat(struct mad_lint *lint, const struct mad_rule_piece *piece,
                          const struct mad_node *line)
{
    unsigned others = 0;
    if (line->kind != MAD_NODE_MOVE || line->n0 == (MAD_TO_EMPTY | MAD_TO_ENEMY) ||
        courses_of(lint->rules, line->first, MAX_DEPTH) != BACK)
        return;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i] != line && (piece->lines.items[i]->kind == MAD_NODE_MOVE ||
                                              piece->lines.items[i]->kind == MAD_NODE_CALL_LINE))
            others |= courses_of(lint->rules, piece->lines.items[i]->first, MAX_DEPTH);
    if (others == AHEAD && !has_counterpart(lint, piece, line) && !is_retreat(lint, piece, line))
        (void)mad_findings_add(lint->findings, MAD_FINDING_GOES_BACK, line->span,
                               mad_findings_text(lint->findings,
                                                 "the %s does this backward, and goes ahead else",
                                                 piece->name));
}

/* `move slide backward when here is on own rank 1`. */
static void check_edge(struct mad_lint *lint, const struct mad_node *line)
{
    const struct mad_node *when = condition_of(line), *way = line->first;
    const int32_t rank = when != NULL && when->flags == 0 ? rank_of(when->first) : 0;
    if (line->kind != MAD_NODE_MOVE || rank == 0 ||
        (way->kind != MAD_NODE_STEP && way->kind != MAD_NODE_SLIDE))
        return;
    const unsigned courses = courses_of(lint->rules, way, MAX_DEPTH);
    if ((rank == 1 && courses == BACK) || (rank == lint->rules->ranks && courses == AHEAD))
        (void)mad_findings_add(lint->findings, MAD_FINDING_NO_STEP, line->span,
                               mad_findings_text(lint->findings,
                                                 "from own rank %d this line, over the edge,",
                                                 (int)rank));
}

/* --- twice no ------------------------------------------------------------------------------------------------- */

/* `unless no Queen`, behind a line, a law or an end. */
static bool see_double_no(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    const struct mad_node *truth = node->first;
    for (const struct mad_node *child = truth; child != NULL; child = child->next)
        (void)see_double_no(context, child);
    if ((node->flags & MAD_FLAG_UNLESS) == 0 || truth == NULL || !mad_lint_is_own(lint, node->span))
        return true;
    const bool is_at_most = truth->kind == MAD_NODE_SOME && truth->n0 == MAD_SOME_AT_MOST;
    const bool is_not = truth->kind == MAD_NODE_NOT ||
                        (truth->kind == MAD_NODE_IS && (truth->flags & MAD_FLAG_NEGATED) != 0);
    const bool is_no = is_at_most || (truth->kind == MAD_NODE_SOME && truth->n0 == MAD_SOME_NO) ||
                       (truth->kind == MAD_NODE_HAS && (truth->flags & MAD_FLAG_NEGATED) != 0);
    if (is_no || is_not)
        (void)mad_findings_add(lint->findings, MAD_FINDING_DOUBLE_NO, node->span,
                               is_at_most
                                   ? "`unless` and `at most` say together that there must be more"
                               : is_not ? "`unless` and `not` say together `when`"
                                        : "`unless` and `no` say together that there must be one");
    return true;
}

/* --- said by two lines ------------------------------------------------------------------------------------------- */

/* How many capitalised names of the node stand in the other one, too. */
static uint32_t count_shared(const struct mad_node *node, const struct mad_node *other)
{
    uint32_t count = node->kind == MAD_NODE_REF && (node->flags & MAD_FLAG_CAPITAL) &&
                     mad_tree_mentions(other, node->name);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        count += count_shared(child, other);
    return count;
}

static uint32_t count_named(const struct mad_node *node)
{
    return count_shared(node, node);
}

/* Whether the call has an argument and no more, men: `promote to Queen or Rook`. */
static bool is_of_men(const struct mad_node *call)
{
    return call != NULL && call->kind == MAD_NODE_CALL && call->first != NULL &&
           call->first->next == NULL;
}

static void check_repeated(struct mad_lint *lint, const struct mad_rule_piece *piece, uint32_t at)
{
    const struct mad_node *line = piece->lines.items[at], *call = line->first;
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *other = piece->lines.items[i];
        if (i == at || line->kind != MAD_NODE_CALL_LINE || other->kind != MAD_NODE_CALL_LINE ||
            !is_of_men(call) || !is_of_men(other->first) || call->name != other->first->name ||
            (mad_lint_is_own(lint, other->span) && i > at) || condition_of(line) != NULL ||
            condition_of(other) != NULL)
            continue;
        const uint32_t shared = count_shared(call->first, other->first);
        if (shared < (count_named(call->first) > 1 ? 2 : 1) || mad_tree_equal(line, other))
            continue; /* one that is added and one that is said again */
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_SAME_MOVE, line->span,
            mad_findings_text(lint->findings, "another line of the %s says most of this, too",
                              piece->name));
        mad_finding_note_at(lint->findings, finding, other->span, "here");
        mad_finding_remedy(
            lint->findings, finding,
            "where this is meant in its place write `change %s`, and `new` before `%s`",
            piece->name, call->name);
        return;
    }
}

/* --- the odd one out ------------------------------------------------------------------------------------------- */

/* Whether two conditions are the same but for the pieces that they name, for `own` and `enemy`, and for a number; which of
 * the last two differ. */
static bool is_alike(const struct mad_node *a, const struct mad_node *b, bool *is_other)
{
    const bool is_whose = (a->kind == MAD_NODE_OWN && b->kind == MAD_NODE_ENEMY) ||
                          (a->kind == MAD_NODE_ENEMY && b->kind == MAD_NODE_OWN);
    const bool are_names = a->kind == MAD_NODE_REF && b->kind == MAD_NODE_REF &&
                           (a->flags & b->flags & MAD_FLAG_CAPITAL);
    *is_other = *is_other || is_whose || a->n1 != b->n1;
    if (!is_whose && (a->kind != b->kind || a->flags != b->flags || a->n0 != b->n0 ||
                      (a->name != b->name && !are_names)))
        return false;
    const struct mad_node *x = a->first, *y = b->first;
    while (x != NULL && y != NULL && is_alike(x, y, is_other)) {
        x = x->next;
        y = y->next;
    }
    return x == NULL && y == NULL;
}

/* The lines of all pieces that call the same verb as this one. */
struct siblings {
    uint32_t same,
        other; /* with the same condition, and with one that differs in a word or a number */
    uint32_t conditional, unconditional;
    const struct mad_node *another; /* condition */
};

static void count_sibling(const struct mad_node *line, const struct mad_node *one,
                          struct siblings *siblings)
{
    const struct mad_node *when = condition_of(line), *condition = condition_of(one);
    bool is_other = false;
    if (one->kind != MAD_NODE_CALL_LINE || one->first->name != line->first->name ||
        one->span.begin == line->span.begin)
        return;
    siblings->conditional += condition != NULL;
    siblings->unconditional += condition == NULL;
    const bool is_like =
        when == NULL || (condition != NULL && is_alike(when, condition, &is_other));
    if (condition != NULL && is_like && (is_other || when == NULL))
        siblings->another = condition;
    siblings->same += is_like && !is_other && condition != NULL;
    siblings->other += is_like && is_other;
}

enum { MANY = 3 }; /* lines that agree: the one that does not stands out */

/* One of several lines that call a verb differs in its condition, or has none. */
static void check_odd(struct mad_lint *lint, const struct mad_rule_piece *piece,
                      const struct mad_node *line)
{
    struct siblings all = {.another = NULL};
    const struct mad_node *when = condition_of(line);
    if (line->kind != MAD_NODE_CALL_LINE)
        return;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        count_sibling(line, piece->lines.items[i], &all);
    const bool is_bare = when == NULL && all.conditional >= MANY && all.unconditional == 0;
    if (!is_bare && (when == NULL || all.other < MANY - 1 || all.same > 0))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, is_bare ? line->span : when->span,
        is_bare ? "lines like it have a condition"
                : "this differs in a word or a number from what lines like it say");
    mad_finding_note_at(lint->findings, finding, all.another->span, "like this one");
}

/* --- castling ------------------------------------------------------------------------------------------------------ */

/* The file of the only argument that is one, from 0; -1: there is none. */
static int32_t file_of(const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        const struct mad_node *place = arg->first;
        if (place != NULL && place->kind == MAD_NODE_FILE_OF_BOARD && place->text != NULL &&
            place->text[0] >= 'a' && place->text[1] == '\0')
            return place->text[0] - 'a';
    }
    return -1;
}

/* The file on which all men of the type stand in the array; -1: on several, or none does. */
static int32_t home_file(const struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    int32_t home = -1;
    for (int32_t square = 0; square < game->squares; square++) {
        if (board[square] >= game->code_count || game->codes[board[square]].type != type)
            continue;
        if (home >= 0 && home != square % game->files)
            return -1;
        home = square % game->files;
    }
    return home;
}

/* The file on which the only man of the type of that player stands in the array, from 0; -1: there are more, or none. */
static int32_t file_of_only(const struct mad_lint *lint, uint32_t type, int player)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    int32_t file = -1;
    for (int32_t square = 0; square < game->squares; square++) {
        if (board[square] != game->code_of[type][player])
            continue;
        if (file >= 0)
            return -1;
        file = square % game->files;
    }
    return file;
}

/* A line to one file of the board, of men who begin on different ones: the players are told apart nowhere. */
static void check_home_files(struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    const int32_t a = file_of_only(lint, type, 0), b = file_of_only(lint, type, 1);
    for (uint32_t i = 0; i < piece->lines.count && a >= 0 && b >= 0 && a != b; i++) {
        const struct mad_node *line = piece->lines.items[i];
        const struct mad_span place =
            mad_lint_is_own(lint, lint->rules->array_span) ? lint->rules->array_span : line->span;
        if (line->kind != MAD_NODE_CALL_LINE || file_of(line->first) < 0 ||
            condition_of(line) != NULL || !mad_lint_is_own(lint, place))
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_ARRAY_ASYMMETRIC, place,
            mad_findings_text(lint->findings,
                              "the %s of %s begins on file %c, that of %s on file %c, and one "
                              "line is for both",
                              piece->name, lint->rules->players[0].name, 'a' + (int)a,
                              lint->rules->players[1].name, 'a' + (int)b));
        mad_finding_note_at(lint->findings, finding, line->span, "this line");
        return;
    }
}

/* The same verb to two files, one on each side, and not equally far. */
static void check_files(struct mad_lint *lint, uint32_t type, uint32_t at)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    const struct mad_node *line = piece->lines.items[at], *call = line->first;
    const struct mad_span place =
        mad_lint_is_own(lint, line->span) ? line->span : lint->rules->array_span;
    if (!mad_lint_is_own(lint, place))
        return;
    const int32_t home = home_file(lint, type);
    for (uint32_t i = 0; i < at && home >= 0 && line->kind == MAD_NODE_CALL_LINE; i++) {
        const struct mad_node *other = piece->lines.items[i];
        if (other->kind != MAD_NODE_CALL_LINE || other->first->name != call->name)
            continue;
        const int32_t a = file_of(call), b = file_of(other->first);
        if (a < 0 || b < 0 || (a < home) == (b < home) || abs(a - home) == abs(b - home))
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_ONE_SIDED, place,
            mad_findings_text(lint->findings,
                              "the %s ends %d from home on this side, and %d on the other",
                              piece->name, abs(a - home), abs(b - home)));
        mad_finding_note_at(lint->findings, finding, other->span, "here");
        return;
    }
}

/* --- letters ---------------------------------------------------------------------------------------------------------- */

/* How well a letter goes with a name: it begins a word of it, it stands in it, it does not. */
static int fitness(const char *name, char letter)
{
    int best = 0;
    for (size_t i = 0; name[i] != '\0'; i++) {
        const bool begins = i == 0 || name[i - 1] == ' ' || name[i - 1] == '-';
        const char c = name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 'a' + 'A') : name[i];
        if (c == letter)
            best = begins ? 2 : best > 1 ? best : 1;
    }
    return best;
}

static void check_letters(struct mad_lint *lint, const struct mad_rule_piece *a,
                          const struct mad_rule_piece *b)
{
    const char one = a->letter[0], other = b->letter[0];
    if (!mad_lint_is_own(lint, a->span) || !mad_lint_is_own(lint, b->span) ||
        a->letter[1] != '\0' || b->letter[1] != '\0' ||
        fitness(a->name, other) < fitness(a->name, one) ||
        fitness(b->name, one) < fitness(b->name, other) ||
        fitness(a->name, other) + fitness(b->name, one) <
            fitness(a->name, one) + fitness(b->name, other) + 1)
        return;
    (void)mad_findings_add(lint->findings, MAD_FINDING_CROSSED_LETTERS, b->span,
                           mad_findings_text(lint->findings,
                                             "%s has the letter %s, and %s the letter %s", a->name,
                                             a->letter, b->name, b->letter));
}

/* --- who is missing ---------------------------------------------------------------------------------------------------- */

struct made {
    const char *name;
};

static bool makes_not(void *context, const struct mad_node *node)
{
    const struct made *made = context;
    if (node->kind == MAD_NODE_CALL && mad_tree_mentions(node, made->name))
        return false;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (!makes_not(context, child))
            return false;
    return true;
}

static bool is_there(const struct mad_game *game, uint8_t code)
{
    const uint8_t *board = mad_state_board_const(game, game->initial);
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] == code)
            return true;
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        for (uint32_t owner = 0; owner < 2; owner++)
            if (mad_state_pocket_count(game, game->initial, pocket, owner, game->codes[code].type) >
                0)
                return true;
    return false;
}

/* The royal piece of a player of whose royal pieces none stands anywhere, or comes to be; null when there is another
 * or he has none. */
static const struct mad_rule_piece *missing_royal(const struct mad_lint *lint, uint32_t player)
{
    const struct mad_game *game = lint->game;
    const struct mad_rule_piece *royal = NULL;
    for (uint32_t type = 0; type < game->type_count; type++) {
        struct made made = {lint->rules->pieces[type].name};
        const uint8_t code = game->code_of[type][player];
        if (!game->types[type].royal || code == 0xff)
            continue;
        royal = &lint->rules->pieces[type];
        if (is_there(game, code) || !mad_lint_each_sentence(lint->rules, makes_not, &made))
            return NULL;
    }
    return royal;
}

/* Where one player has one it is an army of another kind. */
const struct mad_rule_piece *mad_lint_missing_royal(const struct mad_lint *lint)
{
    const struct mad_rule_piece *royal = missing_royal(lint, 0);
    return royal != NULL && missing_royal(lint, 1) != NULL && mad_lint_asks_for_royals(lint) ? royal
                                                                                             : NULL;
}

static void check_royals(struct mad_lint *lint)
{
    const struct mad_rule_piece *royal = mad_lint_missing_royal(lint);
    if (royal == NULL)
        return;
    const bool is_own = mad_lint_is_own(lint, lint->rules->array_span);
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NO_ROYAL, is_own ? lint->rules->array_span : lint->rules->span,
        lint->rules->players[0].name, "the rules ask for it");
    mad_finding_remedy(lint->findings, finding, "no %s stands in the array", royal->name);
}

void mad_lint_contrast(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    for (uint32_t type = 0; type < rules->piece_count; type++) {
        const struct mad_rule_piece *piece = &rules->pieces[type];
        check_home_files(lint, type);
        for (uint32_t i = 0; i < piece->lines.count; i++) {
            check_files(lint, type, i);
            if (!mad_lint_is_own(lint, piece->lines.items[i]->span))
                continue;
            check_home(lint, type, piece->lines.items[i]);
            check_start(lint, type, piece->lines.items[i]);
            check_part_of_start(lint, type, piece->lines.items[i]);
            check_drop(lint, type, piece->lines.items[i]);
            check_retreat(lint, piece, piece->lines.items[i]);
            check_repeated(lint, piece, i);
            check_course(lint, piece, i);
            check_edge(lint, piece->lines.items[i]);
            check_odd(lint, piece, piece->lines.items[i]);
        }
        for (uint32_t other = 0; other < type; other++)
            check_letters(lint, &rules->pieces[other], piece);
    }
    check_royals(lint);
    (void)mad_lint_each_sentence(rules, see_put, lint);
    (void)mad_lint_each_sentence(rules, see_double_no, lint);
}
