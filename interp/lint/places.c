/* places.c - squares that nobody comes to: goals, places of promotion, and corners of the board.
 *
 * Layer: interp/lint. What squares a sentence names is read from it; where men come to is what single_piece.c found,
 * alone and among enemies. What needs more than that (a partner, a mark) is not seen, and so men who can be dropped, put
 * or become what they are somewhere else are passed over. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

enum { MAX_DEPTH = 6 }; /* of names that stand for names */

/* --- squares that a sentence names ---------------------------------------------------------------------- */

static int32_t square_named(const struct mad_game *game, const char *name)
{
    for (int32_t square = 0; square < game->squares; square++)
        if (game->square_name[square][0] != '\0' && strcmp(game->square_name[square], name) == 0)
            return square;
    return -1;
}

static bool add_rectangle(const struct mad_game *game, const char *one, const char *other,
                          bool *set)
{
    const int32_t a = square_named(game, one), b = square_named(game, other);
    if (a < 0 || b < 0)
        return false;
    const int32_t files[] = {a % game->files, b % game->files};
    const int32_t ranks[] = {a / game->files, b / game->files};
    for (int32_t square = 0; square < game->squares; square++) {
        const int32_t file = square % game->files, rank = square / game->files;
        if (file >= files[files[0] > files[1]] && file <= files[files[0] < files[1]] &&
            rank >= ranks[ranks[0] > ranks[1]] && rank <= ranks[ranks[0] < ranks[1]])
            set[square] = true;
    }
    return true;
}

/* `count` ranks from the `first` on, from 0, as a player counts them who goes that way: files where he goes to the side. */
static bool add_ranks(const struct mad_lint *lint, struct mad_course course, int32_t first,
                      int32_t count, bool *set)
{
    const struct mad_game *game = lint->game;
    const bool by_files = course.up == 0, back = (by_files ? course.right : course.up) < 0;
    const int32_t all = by_files ? game->files : game->ranks;
    for (int32_t square = 0; square < game->squares; square++) {
        const int32_t at = by_files ? square % game->files : square / game->files;
        const int32_t counted = back ? all - 1 - at : at;
        set[square] = set[square] || (counted >= first && counted < first + count);
    }
    return game->tiling != MAD_TILING_HEXAGONS && game->info.tiers < 2;
}

static bool add_file(const struct mad_game *game, const char *name, bool *set)
{
    const int32_t file = name != NULL && name[0] >= 'a' && name[1] == '\0' ? name[0] - 'a' : -1;
    for (int32_t rank = 0; file >= 0 && file < game->files && rank < game->ranks; rank++)
        set[rank * game->files + file] = true;
    return file >= 0 && file < game->files && game->tiling != MAD_TILING_HEXAGONS;
}

static bool find_squares(const struct mad_lint *lint, const struct mad_node *node, int player,
                         unsigned depth, bool *set);

/* Both or all, one, or one without the other. */
static bool join(const struct mad_lint *lint, const struct mad_node *node, int player,
                 unsigned depth, bool *set)
{
    bool is_known = find_squares(lint, node->first, player, depth, set);
    for (const struct mad_node *part = node->first->next; is_known && part != NULL;
         part = part->next) {
        bool other[MAD_MAX_SQUARES] = {false};
        is_known = find_squares(lint, part, player, depth, other);
        for (uint32_t square = 0; square < lint->game->squares; square++)
            set[square] = node->kind == MAD_NODE_EXCEPT ? set[square] && !other[square]
                          : node->kind == MAD_NODE_ON   ? set[square] && other[square]
                                                        : set[square] || other[square];
    }
    return is_known;
}

static bool find_squares(const struct mad_lint *lint, const struct mad_node *node, int player,
                         unsigned depth, bool *set)
{
    const struct mad_game *game = lint->game;
    const struct mad_course course = mad_lint_course_of(lint, player), up = {0, 1, true};
    const int32_t ranks = course.up == 0 ? game->files : game->ranks;
    if (depth == 0)
        return false;
    switch ((unsigned)node->kind) {
    case MAD_NODE_SQUARE: return add_rectangle(game, node->text, node->text, set);
    case MAD_NODE_RECTANGLE:
        return node->first != NULL && add_rectangle(game, node->text, node->first->text, set);
    case MAD_NODE_RANK:
        return add_ranks(lint, node->flags & MAD_FLAG_OWN ? course : up, node->n0 - 1, 1, set);
    case MAD_NODE_LAST_RANKS: return add_ranks(lint, course, ranks - node->n0, node->n0, set);
    case MAD_NODE_FILE_OF_BOARD: return add_file(game, node->text, set);
    case MAD_NODE_OR:
    case MAD_NODE_AND:
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT: return join(lint, node, player, depth - 1, set);
    case MAD_NODE_CONST:
        for (uint32_t square = 0; square < game->squares; square++)
            set[square] = node->n0 == MAD_WORD_BOARD && game->square_name[square][0] != '\0';
        return node->n0 == MAD_WORD_BOARD;
    case MAD_NODE_REF:
        node = mad_rules_meaning(lint->rules, node);
        return node != NULL && find_squares(lint, node, player, depth - 1, set);
    default: return false;
    }
}

bool mad_lint_squares_of(const struct mad_lint *lint, const struct mad_node *node, int player,
                         bool *set)
{
    memset(set, 0, MAD_MAX_SQUARES * sizeof *set);
    const bool is_known = find_squares(lint, node, player, MAX_DEPTH, set);
    for (uint32_t square = 0; square < lint->game->squares; square++)
        set[square] = set[square] && !mad_is_hole(lint->game, square);
    return is_known;
}

/* --- who comes where ----------------------------------------------------------------------------------------- */

static int32_t type_named(const struct mad_lint *lint, const char *name)
{
    for (uint32_t type = 0; type < lint->game->type_count; type++)
        if (lint->rules->pieces[type].name == name)
            return (int32_t)type;
    return -1;
}

struct sought {
    const char *name;
};

/* Whether no call names the piece: none becomes it, or is put. */
static bool names_not(void *context, const struct mad_node *node)
{
    const struct sought *sought = context;
    if (node->kind == MAD_NODE_CALL && mad_tree_mentions(node, sought->name))
        return false;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (!names_not(context, child))
            return false;
    return true;
}

static bool has_line(const struct mad_rule_piece *piece, enum mad_node_kind kind)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == kind)
            return true;
    return false;
}

/* All squares to which the men of that type and player come who stand in the array; false when others may come. */
static bool find_reached(struct mad_lint *lint, uint32_t type, int player, bool *reached)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    const uint8_t code = game->code_of[type][player];
    struct sought sought = {lint->rules->pieces[type].name};
    bool stands = false;
    if (code == 0xff || has_line(&lint->rules->pieces[type], MAD_NODE_DROP) ||
        !mad_lone_moves_at_all(lint->lone, code) ||
        !mad_lint_each_sentence(lint->rules, names_not, &sought))
        return false;
    memset(reached, 0, MAD_MAX_SQUARES * sizeof *reached);
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] == code) {
            stands = true;
            mad_lone_add_reached(lint->lone, code, square, reached);
        }
    return stands;
}

static bool meets(const struct mad_game *game, const bool *a, const bool *b)
{
    for (uint32_t square = 0; square < game->squares; square++)
        if (a[square] && b[square])
            return true;
    return false;
}

/* Whether men of that type and player stand in the array and never come to the place, as `viewer` counts ranks. */
static bool never_comes(struct mad_lint *lint, uint32_t type, int player,
                        const struct mad_node *place, int viewer)
{
    bool reached[MAD_MAX_SQUARES], wanted[MAD_MAX_SQUARES];
    return mad_lint_squares_of(lint, place, viewer, wanted) &&
           find_reached(lint, type, player, reached) && !meets(lint->game, reached, wanted);
}

/* --- goals ----------------------------------------------------------------------------------------------------- */

struct goal { /* `mover has a Pawn on last rank`, `own King is on e4` */
    const struct mad_node *piece, *place;
    const char *player; /* who is named, or null */
    bool is_enemy;
};

static bool read_owner(const struct mad_node *node, struct goal *goal)
{
    if (node->kind == MAD_NODE_OF_PLAYER)
        goal->player = node->name;
    else if (node->kind == MAD_NODE_ENEMY)
        goal->is_enemy = true;
    else if (node->kind != MAD_NODE_OWN)
        return false;
    goal->piece = node->first;
    return goal->piece != NULL && goal->piece->kind == MAD_NODE_REF;
}

static bool read_goal(const struct mad_node *node, struct goal *goal)
{
    const struct mad_node *first = node->first, *second = first != NULL ? first->next : NULL;
    *goal = (struct goal){0};
    if (node->flags & MAD_FLAG_NEGATED || first == NULL)
        return false;
    if (node->kind == MAD_NODE_IS && node->n0 <= MAD_IS_ON && second != NULL) {
        goal->place = second;
        return read_owner(first, goal);
    }
    if (node->kind == MAD_NODE_SOME && node->n0 == MAD_SOME_A && first->kind == MAD_NODE_ON) {
        goal->place = first->first->next;
        return read_owner(first->first, goal);
    }
    if (node->kind != MAD_NODE_HAS || second == NULL || second->kind != MAD_NODE_ON)
        return false;
    goal->is_enemy = first->kind == MAD_NODE_CONST && first->n0 != MAD_WORD_MOVER;
    goal->player = first->kind == MAD_NODE_REF ? first->name : NULL;
    goal->piece = second->first;
    goal->place = second->first->next;
    return goal->piece->kind == MAD_NODE_REF;
}

static bool is_player(const struct mad_lint *lint, const char *name, int player)
{
    return name == NULL || strcmp(name, "mover") == 0 || strcmp(name, "enemy") == 0 ||
           lint->rules->players[player].name == name;
}

static void check_goal(struct mad_lint *lint, const struct mad_node *end,
                       const struct mad_node *node)
{
    struct goal goal;
    const int32_t type = read_goal(node, &goal) ? type_named(lint, goal.piece->name) : -1;
    for (int player = 0; type >= 0 && player < 2; player++) {
        const int viewer = goal.is_enemy ? 1 - player : player;
        if (!is_player(lint, goal.player, player) ||
            !never_comes(lint, (uint32_t)type, player, goal.place, viewer) ||
            mad_lint_is_told(lint, node->span))
            continue;
        const char *name = lint->rules->players[player].name;
        const bool is_his = goal.player == name; /* else the other player may get there */
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_GOAL_UNREACHED, node->span,
            mad_findings_text(
                lint->findings, "no %s of %s ever comes there: this end is never %s%s",
                goal.piece->name, name, is_his ? "reached" : "reached by ", is_his ? "" : name));
        if (!mad_lint_is_on_line(lint, end->span, node->span))
            mad_finding_note_at(lint->findings, finding, end->span, "this end asks for it");
        return;
    }
}

/* Whether the place is for one player what it is for the other, in that image. */
static bool is_same_for_both(const struct mad_lint *lint, enum mad_image image, const bool *a,
                             const bool *b)
{
    for (int32_t square = 0; square < lint->game->squares; square++) {
        const int32_t other = mad_lint_image(lint, image, square);
        if (a[square] && (other < 0 || !b[other]))
            return false;
    }
    return true;
}

/* Whether a player is named, of whom it is asked: `mover is Black and ...`. */
static bool names_player(const struct mad_lint *lint, const struct mad_node *end)
{
    return mad_lint_leads_to(lint->rules, end, lint->rules->players[0].name) ||
           mad_lint_leads_to(lint->rules, end, lint->rules->players[1].name);
}

/* Whether something is told of the squares, or of what their name means. */
static bool is_place_told(const struct mad_lint *lint, const struct mad_node *place)
{
    const struct mad_node *meant = mad_rules_meaning(lint->rules, place);
    return mad_lint_is_told(lint, place->span) ||
           (meant != NULL && mad_lint_is_told(lint, meant->span));
}

/* A goal of whoever moves, on squares that are nearer to one of two armies that stand in mirror image. */
static void check_even_goal(struct mad_lint *lint, const struct mad_node *node)
{
    bool sets[2][MAD_MAX_SQUARES];
    struct goal goal;
    uint32_t images = 0;
    if (!read_goal(node, &goal) || goal.is_enemy || lint->rules->plays_alone ||
        (goal.player != NULL && strcmp(goal.player, "mover") != 0) ||
        !mad_lint_squares_of(lint, goal.place, 0, sets[0]) ||
        !mad_lint_squares_of(lint, goal.place, 1, sets[1]))
        return;
    for (int image = 0; image < MAD_IMAGE_SAME; image++) {
        if (!mad_lint_stands_so(lint, (enum mad_image)image, 0, 1) ||
            !mad_lint_turns_players(lint, (enum mad_image)image, 0, 1))
            continue;
        images++;
        if (is_same_for_both(lint, (enum mad_image)image, sets[0], sets[1]) &&
            is_same_for_both(lint, (enum mad_image)image, sets[1], sets[0]))
            return;
    }
    if (images > 0 && !is_place_told(lint, goal.place))
        (void)mad_findings_add(lint->findings, MAD_FINDING_ARRAY_ASYMMETRIC, node->span,
                               "the armies stand in mirror image, and this goal is not the same "
                               "from both sides");
}

static void check_goals(struct mad_lint *lint, const struct mad_node *end,
                        const struct mad_node *node)
{
    const uint32_t found = lint->findings->count;
    check_goal(lint, end, node);
    if (lint->findings->count == found && !names_player(lint, end))
        check_even_goal(lint, node);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (node->kind == MAD_NODE_AND || node == end)
            check_goals(lint, end, child);
}

/* --- promotion --------------------------------------------------------------------------------------------------- */

/* What a name means that may be a blank of the verb: what the call says, or what stands for it otherwise. */
static const struct mad_node *filled(const struct mad_node *verb, const struct mad_node *call,
                                     const struct mad_node *place)
{
    for (const struct mad_node *blank = verb->first; blank != NULL; blank = blank->next) {
        if (blank->kind != MAD_NODE_PARAM || place->kind != MAD_NODE_REF ||
            blank->name != place->name)
            continue;
        const struct mad_node *said = mad_argument(call, blank->text);
        return said != NULL ? said : blank->first;
    }
    return place;
}

const struct mad_node *mad_lint_arrival_of(const struct mad_lint *lint, const struct mad_node *line)
{
    const bool is_call = line->kind == MAD_NODE_CALL_LINE && line->first != NULL;
    const struct mad_node *heading = line;
    for (uint32_t i = 0; is_call && i < lint->rules->verb_count; i++)
        if (lint->rules->verbs[i].name == line->first->name)
            heading = lint->rules->verbs[i].node;
    for (const struct mad_node *part = heading->first; part != NULL; part = part->next)
        if (part->kind == MAD_NODE_EVENT_ON &&
            (part->n0 == MAD_EVENT_ENDS || part->n0 == MAD_EVENT_STARTS_OR_ENDS))
            return part->first == NULL || !is_call ? part->first
                                                   : filled(heading, line->first, part->first);
    return NULL;
}

/* Whether all men of that kind who stand in the array come to the place with whatever move they make. */
static bool comes_at_once(const struct mad_lint *lint, uint32_t kind, const struct mad_node *place)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool wanted[MAD_MAX_SQUARES], any = false;
    for (uint32_t square = 0; square < game->squares; square++) {
        const uint8_t code = board[square];
        if (code >= game->code_count || mad_lint_kind_of(lint, code) != kind)
            continue;
        any = true;
        if (!mad_lint_squares_of(lint, place, mad_lint_owner_of(lint, code), wanted) ||
            wanted[square] || !mad_lone_goes_into(lint->lone, code, square, wanted))
            return false;
    }
    return any;
}

/* A place of promotion that begins next to where the men stand: nobody is promoted with his first move. */
static void check_at_once(struct mad_lint *lint, uint32_t kind)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[kind];
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i],
                              *place = mad_lint_arrival_of(lint, line);
        if (place == NULL || !mad_lint_is_own(lint, line->span) ||
            mad_lint_is_told(lint, line->span) || !comes_at_once(lint, kind, place))
            continue;
        (void)mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, place->span,
                               mad_findings_text(lint->findings,
                                                 "every %s comes there with his first move",
                                                 piece->name));
        return;
    }
}

/* Whether it is the same squares for both, to which one of them comes: they are named for him. */
static bool is_for_one(struct mad_lint *lint, uint32_t type, const struct mad_node *place)
{
    bool sets[2][MAD_MAX_SQUARES];
    return mad_lint_squares_of(lint, place, 0, sets[0]) &&
           mad_lint_squares_of(lint, place, 1, sets[1]) &&
           memcmp(sets[0], sets[1], sizeof sets[0]) == 0 &&
           never_comes(lint, type, 0, place, 0) != never_comes(lint, type, 1, place, 1);
}

static void check_arrivals(struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i],
                              *place = mad_lint_arrival_of(lint, line);
        const bool is_own = mad_lint_is_own(lint, line->span);
        for (int player = 0; place != NULL && player < 2; player++) {
            if (!never_comes(lint, type, player, place, player) || is_for_one(lint, type, place))
                continue;
            struct mad_span span = is_own                               ? line->span
                                   : mad_lint_is_own(lint, piece->span) ? piece->span
                                   : mad_lint_is_own(lint, lint->rules->array_span)
                                       ? lint->rules->array_span
                                       : lint->rules->span;
            struct mad_finding *finding = mad_findings_add(
                lint->findings, MAD_FINDING_NO_ARRIVAL, span,
                mad_findings_text(lint->findings, "no %s of %s ever comes to where this happens",
                                  piece->name, lint->rules->players[player].name));
            if (!is_own)
                mad_finding_note_at(lint->findings, finding, line->span, "this");
            return;
        }
    }
}

/* --- the whole board ------------------------------------------------------------------------------------------------ */

/* Whether a verb of the file itself takes others along: they come where they do not go alone. */
static bool takes_along(const struct mad_lint *lint, const struct mad_node *call)
{
    for (uint32_t i = 0; i < lint->rules->verb_count; i++)
        if (lint->rules->verbs[i].name == call->name &&
            mad_lint_is_own(lint, lint->rules->verbs[i].node->span))
            return mad_lint_calls(lint->rules, call, "bring") ||
                   mad_lint_calls(lint->rules, call, "swap");
    return false;
}

static bool makes_no_men(void *context, const struct mad_node *node)
{
    const struct mad_lint *lint = context;
    if (node->kind == MAD_NODE_DROP ||
        (node->kind == MAD_NODE_CALL &&
         (mad_lint_makes_men(lint->rules, node) || takes_along(lint, node))))
        return false;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (!makes_no_men(context, child))
            return false;
    return true;
}

static void check_board(struct mad_lint *lint)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool reached[MAD_MAX_SQUARES] = {false};
    uint32_t squares = 0, missed = 0, first = 0;
    if (lint->rules->plays_alone || /* his men may need each other to go anywhere */
        !mad_lint_is_own(lint, lint->rules->array_span) ||
        !mad_lint_each_sentence(lint->rules, makes_no_men, lint))
        return;
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] < game->code_count)
            mad_lone_add_reached(lint->lone, board[square], square, reached);
    for (uint32_t square = game->squares; square-- > 0;) {
        squares += game->square_name[square][0] != '\0';
        if (mad_is_hole(game, square) || reached[square])
            continue;
        missed++;
        first = square;
    }
    if (missed == 0 || missed > squares / 4)
        return; /* half a board that nobody uses is meant: that of draughts */
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_ISOLATED, lint->rules->array_span,
        missed == 1
            ? mad_findings_text(lint->findings, "nobody ever comes to %s", game->square_name[first])
            : mad_findings_text(lint->findings, "nobody ever comes to %s and %u other square%s",
                                game->square_name[first], (unsigned)missed - 1,
                                missed == 2 ? "" : "s"));
}

/* --- bound for ever ------------------------------------------------------------------------------------------- */

/* Of the squares that a man comes to from one: whether all lie on its file, on its rank, and on squares of its colour. */
struct bounds {
    uint32_t count;
    bool file, rank, colour;
};

static struct bounds bounds_of(const struct mad_game *game, const bool *reached, int32_t from)
{
    const int32_t files = game->files;
    struct bounds bounds = {0, true, true, true};
    for (int32_t square = 0; square < game->squares; square++) {
        if (!reached[square])
            continue;
        bounds.count++;
        bounds.file = bounds.file && square % files == from % files;
        bounds.rank = bounds.rank && square / files == from / files;
        bounds.colour = bounds.colour &&
                        (square % files + square / files - from % files - from / files) % 2 == 0;
    }
    return bounds;
}

/* Whether the man comes back to the square from all those that he comes to from there. */
static bool comes_back(struct mad_lint *lint, uint8_t code, int32_t from, const bool *reached)
{
    for (uint32_t square = 0; square < lint->game->squares; square++) {
        bool again[MAD_MAX_SQUARES] = {false};
        if (!reached[square])
            continue;
        mad_lone_add_reached(lint->lone, code, square, again);
        if (!again[from])
            return false;
    }
    return true;
}

enum { FEW_SQUARES = 3, MANY_SQUARES = 8 };

/* A man who goes there and back on one file or rank for ever; a royal one who never leaves his colour. */
static void check_bounds(struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    const uint8_t code = game->code_of[type][game->code_of[type][0] == 0xff];
    const int32_t from = game->ranks / 2 * game->files + game->files / 2;
    bool reached[MAD_MAX_SQUARES] = {false};
    if (code == 0xff || game->codes[code].owner > 1 || game->tiling == MAD_TILING_HEXAGONS ||
        !mad_lint_is_spoken_of(lint, type) || has_line(piece, MAD_NODE_DROP))
        return;
    mad_lone_add_reached(lint->lone, code, (uint32_t)from, reached);
    const struct bounds bounds = bounds_of(game, reached, from);
    const bool is_line = (bounds.file || bounds.rank) && bounds.count >= FEW_SQUARES;
    const bool is_half =
        bounds.colour && bounds.count >= MANY_SQUARES && has_line(piece, MAD_NODE_ROYAL);
    if ((!is_line && !is_half) || !comes_back(lint, code, from, reached))
        return;
    (void)mad_findings_add(lint->findings, MAD_FINDING_ISOLATED,
                           mad_lint_is_own(lint, piece->span) ? piece->span : lint->rules->span,
                           mad_findings_text(lint->findings, "the %s never comes to another %s",
                                             piece->name,
                                             is_half       ? "colour, and he is royal"
                                             : bounds.file ? "file"
                                                           : "rank"));
}

/* Whether men move by lines alone that need nobody else: what they do by verbs and conditions is not all seen. */
static bool moves_plainly(const struct mad_ruleset *rules)
{
    for (uint32_t type = 0; type < rules->piece_count; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = rules->pieces[type].lines.items[i];
            if (line->kind != MAD_NODE_ROYAL &&
                (line->kind != MAD_NODE_MOVE || mad_lint_has_kind(line, MAD_NODE_WHEN)))
                return false;
        }
    return true;
}

/* No square to which men of both come. */
static void check_meeting(struct mad_lint *lint)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool reached[2][MAD_MAX_SQUARES] = {{false}};
    bool stands[2] = {false, false}, meet = false;
    if (lint->rules->plays_alone || !moves_plainly(lint->rules) ||
        !mad_lint_each_sentence(lint->rules, makes_no_men, lint))
        return;
    for (uint32_t square = 0; square < game->squares; square++) {
        const uint8_t code = board[square];
        if (code >= game->code_count || game->codes[code].owner > 1)
            continue;
        stands[game->codes[code].owner] = true;
        mad_lone_add_reached(lint->lone, code, square, reached[game->codes[code].owner]);
    }
    for (uint32_t square = 0; square < game->squares; square++)
        meet = meet || (reached[0][square] && reached[1][square]);
    if (!meet && stands[0] && stands[1])
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_ISOLATED,
            mad_lint_is_own(lint, lint->rules->array_span) ? lint->rules->array_span
                                                           : lint->rules->span,
            "the men of one player never come to a square to which those of the other come");
}

/* `must capture when possible` where nobody ever can. */
static void check_must_capture(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->laws.count; i++) {
        const struct mad_node *law = lint->rules->laws.items[i];
        bool anybody = law->kind != MAD_NODE_MUST || strcmp(law->name, "capture") != 0;
        for (uint32_t code = 0; code < lint->game->code_count && !anybody; code++)
            anybody = mad_lone_ever_takes(lint->lone, (uint8_t)code);
        if (!anybody && mad_lint_is_own(lint, law->span))
            (void)mad_findings_add(lint->findings, MAD_FINDING_NOTHING_TO_TAKE, law->span,
                                   "no piece captures, so that nobody ever must");
    }
}

void mad_lint_places(struct mad_lint *lint)
{
    if (mad_lint_lone(lint) == NULL || mad_lint_is_stopped(lint))
        return;
    for (uint32_t i = 0; i < lint->rules->ends.count; i++)
        if (mad_lint_is_own(lint, lint->rules->ends.items[i]->span))
            check_goals(lint, lint->rules->ends.items[i], lint->rules->ends.items[i]);
    for (uint32_t type = 0; type < lint->game->type_count; type++) {
        check_arrivals(lint, type);
        check_at_once(lint, type);
        check_bounds(lint, type);
    }
    check_must_capture(lint);
    check_board(lint);
    check_meeting(lint);
}
