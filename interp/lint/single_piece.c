/* single_piece.c - one man on the board, alone and among enemies: does it go the same way for both players,
 * and does it come everywhere? Layer: interp/lint.
 *
 * Men are set up on every square in turn, first with nothing else on the board, then with enemies on
 * all other squares. What needs more than that (a partner, a mark, a man to hop over with room
 * behind) is not seen, for neither player. */
#include <stdlib.h>
#include <string.h>

#include "../game/seats.h"
#include "../rules/tree.h"
#include "../vm/limit.h"
#include "../vm/program.h"
#include "lint.h"

/* Some enemies stand where it is blocked or has room, differently from each square; images are compared
 * in the settings before that one alone. */
enum { ALONE, AMONG_ENEMIES, COMPARED, AMONG_SOME = COMPARED, SETTINGS };

struct ways { /* of one man from one square, in ascending order */
    uint32_t *items;
    uint32_t count;
};

struct mad_lone {
    const struct mad_game *game;
    struct ways *ways; /* [(setting * codes + code) * squares + square] */
};

/* A way is where it ends, what the man is then, and whether somebody was taken. */
static uint32_t way_of(const struct mad_lint *lint, const struct mad_move *move)
{
    const bool is_man = move->placed < lint->game->code_count;
    const uint32_t type = is_man ? mad_lint_kind_of(lint, move->placed) : 0xff;
    return (uint32_t)move->to << 16 | type << 1 | ((move->flags & MAD_MOVE_TAKES) != 0);
}

static uint32_t end_of(uint32_t way)
{
    return way >> 16;
}

static int compare_ways(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static struct ways *ways_at(const struct mad_lone *lone, uint32_t setting, uint32_t code,
                            uint32_t square)
{
    return &lone->ways[((size_t)setting * lone->game->code_count + code) * lone->game->squares +
                       square];
}

/* --- setting up ------------------------------------------------------------------------------------------ */

/* The man of which the enemies have most in the array, or any that they can have. */
static uint8_t enemy_of(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_game *game = lint->game;
    const int owner = mad_lint_owner_of(lint, code);
    const struct mad_game *seen = mad_lint_game_of(lint, owner);
    const int enemies = game->turn.seats != NULL ? 1 : 1 - owner;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    uint32_t counts[2 * MAD_MAX_TYPES + 1] = {0}, most = 0;
    uint8_t enemy = game->empty;
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] < game->code_count)
            counts[board[square]]++;
    for (uint32_t other = 0; other < game->code_count; other++)
        if (seen->codes[other].owner == enemies && mad_lint_owner_of(lint, (uint8_t)other) >= 0 &&
            (enemy == game->empty || counts[other] > most)) {
            enemy = (uint8_t)other;
            most = counts[other];
        }
    return enemy;
}

/* A third of the squares, without any order. */
static bool is_some(uint32_t from, uint32_t square)
{
    return (((from * 2654435761u) ^ (square * 2246822519u)) >> 16) % 3 == 0;
}

static void set_up(const struct mad_lint *lint, struct mad_state *state, uint32_t setting,
                   uint8_t code, uint32_t square)
{
    const struct mad_game *game = lint->game;
    const int owner = mad_lint_owner_of(lint, code);
    uint8_t enemy = enemy_of(lint, code);
    mad_state_clear(game, state);
    state->side = game->turn.seats != NULL ? 0 : (uint8_t)owner;
    for (uint32_t s = 0; s < game->squares; s++)
        if (s == square)
            mad_state_put(game, state, s, code);
        else if (setting != ALONE && game->square_name[s][0] != '\0' &&
                 (setting == AMONG_ENEMIES || is_some(square, s)))
            mad_state_put(game, state, s, enemy);
    if (game->turn.seats != NULL) {
        state->turn = mad_seat_turn((uint32_t)owner, 0, 0);
        mad_seat_begin(game, state);
    }
    mad_state_finish(game, state);
}

/* Crowds as no game sees them may leave a man more ways to take them than there is room for. */
static void note_limit(struct mad_lint *lint, const struct mad_program *program, uint32_t setting)
{
    struct mad_limit *limit = program->limit;
    if ((setting != ALONE && limit->met % MAD_LIMIT_KINDS == MAD_LIMIT_MOVES) ||
        limit != lint->game->program->limit) /* that of another seat, which says the same */
        limit->met = 0;
    mad_lint_note_limit(lint, true);
}

static void note_ways(struct mad_lint *lint, const struct mad_move_list *list, uint32_t square,
                      struct ways *ways)
{
    ways->items = mad_lint_room(lint, list->count + 1, sizeof *ways->items);
    for (uint32_t i = 0; ways->items != NULL && i < list->count; i++)
        if (list->moves[i].from == square)
            ways->items[ways->count++] = way_of(lint, &list->moves[i]);
    if (ways->count < 2)
        return;
    qsort(ways->items, ways->count, sizeof *ways->items, compare_ways);
    uint32_t kept = 1; /* what goes on after the move makes several of one way */
    for (uint32_t i = 1; i < ways->count; i++)
        if (ways->items[i] != ways->items[kept - 1])
            ways->items[kept++] = ways->items[i];
    ways->count = kept;
}

static void find_ways(struct mad_lint *lint, struct mad_lone *lone, struct mad_state *state,
                      uint32_t setting, uint8_t code)
{
    /* Laws speak of men that are not there, and duties of other moves. */
    const int owner = mad_lint_owner_of(lint, code);
    if (owner < 0)
        return;
    struct mad_game game = *mad_lint_game_of(lint, owner);
    struct mad_program program = *game.program;
    mad_leave_out_duties(&program);
    mad_leave_out_laws(&program);
    game.program = &program;
    game.turn.seats = NULL; /* as he sees it */
    const struct mad_move_list *list = NULL;
    /* A kind of which nothing is known yet has one square looked at, however slow others were: two faults are two. */
    const uint8_t first = mad_lint_code_of(lint, mad_lint_kind_of(lint, code), 0);
    bool is_looked_at = setting != ALONE || (code != first && first != 0xff);
    for (uint32_t square = 0; square < lint->game->squares && lint->status == MAD_OK &&
                              !(is_looked_at && mad_lint_is_stopped(lint));
         square++) {
        if (mad_is_hole(lint->game, square))
            continue;
        set_up(lint, state, setting, code, square);
        enum mad_status status = mad_lint_list(lint, &game, state, &list);
        is_looked_at = true;
        note_limit(lint, &program, setting);
        if (status == MAD_OK)
            note_ways(lint, list, square, ways_at(lone, setting, code, square));
        else if (status == MAD_ERROR_MEMORY)
            lint->status = status;
    }
}

static struct mad_lone *make_lone(struct mad_lint *lint)
{
    const struct mad_game *game = lint->game;
    size_t count = (size_t)SETTINGS * game->code_count * game->squares;
    struct mad_lone *lone = mad_lint_room(lint, 1, sizeof *lone);
    struct mad_state *state =
        lone == NULL ? NULL : mad_arena_array(lint->scratch, 1, game->state_bytes, 32);
    if (state == NULL)
        return NULL;
    *lone = (struct mad_lone){game, mad_lint_room(lint, count, sizeof *lone->ways)};
    mad_lint_note_limit(lint, false); /* of what was looked at before */
    for (uint32_t setting = 0; setting < SETTINGS; setting++) {
        for (uint32_t code = 0; lone->ways != NULL && code < game->code_count; code++)
            find_ways(lint, lone, state, setting, (uint8_t)code);
    }
    return lint->status == MAD_OK ? lone : NULL;
}

const struct mad_lone *mad_lint_lone(struct mad_lint *lint)
{
    if (lint->lone == NULL)
        lint->lone = make_lone(lint);
    if (lint->lone == NULL)
        lint->status = MAD_ERROR_MEMORY;
    return lint->lone;
}

bool mad_lone_can_move(const struct mad_lone *lone, uint8_t code, uint32_t square)
{
    bool can = false;
    for (uint32_t setting = 0; setting < SETTINGS; setting++)
        can = can || ways_at(lone, setting, code, square)->count > 0;
    return can;
}

bool mad_lone_goes_into(const struct mad_lone *lone, uint8_t code, uint32_t square,
                        const bool *wanted)
{
    for (uint32_t setting = 0; setting < SETTINGS; setting++) {
        const struct ways *ways = ways_at(lone, setting, code, square);
        for (uint32_t i = 0; i < ways->count; i++)
            if (end_of(ways->items[i]) >= lone->game->squares || !wanted[end_of(ways->items[i])])
                return false;
    }
    return mad_lone_can_move(lone, code, square);
}

bool mad_lone_moves_at_all(const struct mad_lone *lone, uint8_t code)
{
    for (uint32_t square = 0; square < lone->game->squares; square++)
        if (mad_lone_can_move(lone, code, square))
            return true;
    return false;
}

/* --- the same way for both ------------------------------------------------------------------------------- */

static bool has_way(const struct ways *ways, uint32_t way)
{
    return ways->count > 0 &&
           bsearch(&way, ways->items, ways->count, sizeof way, compare_ways) != NULL;
}

uint32_t mad_lone_least_ways(const struct mad_lone *lone, uint8_t code)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t square = 0; square < lone->game->squares; square++) {
        const struct ways *alone = ways_at(lone, ALONE, code, square);
        uint32_t count = 0;
        for (uint32_t i = 0; i < alone->count; i++)
            count += has_way(ways_at(lone, AMONG_ENEMIES, code, square), alone->items[i] | 1);
        if (!mad_is_hole(lone->game, square) && count < least)
            least = count;
    }
    return least;
}

/* Whether `b`, of the man `other`, has the image of each way of `a`, of the man `one`, and no more of them. */
static bool are_images_of(const struct mad_lint *lint, enum mad_image image, uint8_t one,
                          const struct ways *a, uint8_t other, const struct ways *b)
{
    const uint32_t kinds[] = {mad_lint_kind_of(lint, one), mad_lint_kind_of(lint, other)};
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const int32_t end = mad_lint_image(lint, image, (int32_t)end_of(a->items[i]));
        const uint32_t kind = (a->items[i] & 0xffff) >> 1;
        same =
            end >= 0 && has_way(b, (uint32_t)end << 16 | (kind == kinds[0] ? kinds[1] : kind) << 1 |
                                       (a->items[i] & 1));
    }
    return same;
}

/* Two players, and how men of the second go as the image of those of the first. */
struct players {
    enum mad_image image; /* MAD_IMAGES: none is known */
    int one, other;
};

/* The first square from which the man of one player goes otherwise than the image of the other's, -1 when there is
 * none. */
static int32_t find_odd(const struct mad_lint *lint, struct players players, uint32_t kind)
{
    const struct mad_game *game = lint->game;
    const uint8_t one = mad_lint_code_of(lint, kind, players.one),
                  man = mad_lint_code_of(lint, kind, players.other);
    for (int32_t square = 0; square < game->squares; square++) {
        int32_t other = mad_lint_image(lint, players.image, square);
        for (uint32_t setting = 0; other >= 0 && setting < COMPARED; setting++)
            if (!are_images_of(lint, players.image, one,
                               ways_at(lint->lone, setting, one, (uint32_t)square), man,
                               ways_at(lint->lone, setting, man, (uint32_t)other)))
                return square;
    }
    return -1;
}

static bool is_shared(const struct mad_lint *lint, uint32_t kind, struct players players)
{
    return mad_lint_code_of(lint, kind, players.one) != 0xff &&
           mad_lint_code_of(lint, kind, players.other) != 0xff;
}

/* How many kinds of men of both do not keep to the image. */
static uint32_t count_odd(const struct mad_lint *lint, struct players players)
{
    uint32_t odd = 0;
    for (uint32_t kind = 0; kind < lint->rules->piece_count; kind++)
        odd += is_shared(lint, kind, players) && find_odd(lint, players, kind) >= 0;
    return odd;
}

/* The image that the fewest kinds of men do not keep to, of that player and one before him. */
static struct players best_image(const struct mad_lint *lint, int other)
{
    struct players best = {MAD_IMAGES, 0, other};
    uint32_t fewest = UINT32_MAX;
    for (int one = 0; one < other; one++)
        for (int image = 0; image < MAD_IMAGES && fewest > 0; image++) {
            const struct players players = {(enum mad_image)image, one, other};
            if (!mad_lint_turns_players(lint, players.image, one, other) ||
                !mad_lint_fits_board(lint, players.image))
                continue;
            const uint32_t odd = count_odd(lint, players);
            if (odd < fewest) {
                fewest = odd;
                best = players;
            }
        }
    return best;
}

/* Where the sentence to blame stands, or what the file says of the man. */
static struct mad_span place_of(struct mad_lint *lint, enum mad_image image, uint32_t type)
{
    struct mad_span span = mad_lint_span_of_man(lint, type);
    (void)mad_lint_find_lopsided(lint, image, type, &span);
    return span;
}

static void tell_odd(struct mad_lint *lint, struct players players, uint32_t kind, int32_t square)
{
    const struct mad_game *game = lint->game;
    const struct mad_span place = place_of(lint, players.image, kind);
    const bool is_blamed = place.begin != lint->rules->span.begin;
    if (is_blamed ? mad_lint_is_told(lint, place) : lint->has_odd_zone)
        return; /* by a check that knows which word of it is to blame */
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_MOVES_ASYMMETRIC, place,
        mad_findings_text(lint->findings, "the %s of %s does not go as that of %s does",
                          lint->rules->pieces[kind].name, game->player_name[players.one],
                          game->player_name[players.other]));
    const int32_t squares[] = {square, mad_lint_image(lint, players.image, square)};
    const int sides[] = {players.one, players.other};
    for (int i = 0; i < 2; i++)
        mad_finding_witness(lint->findings, finding, "mad show %s --piece %s --reach %s",
                            mad_lint_shown_name(lint),
                            game->code_letter[mad_lint_code_of(lint, kind, sides[i])],
                            game->square_name[squares[i]]);
    mad_finding_remedy(lint->findings, finding,
                       "what turns with the player is `forward`, `last rank`, `own rank 2`");
    mad_lint_offer_turned(lint, finding, players.image, kind);
}

static void check_players(struct mad_lint *lint)
{
    for (int other = 1; other < (int)lint->rules->player_count; other++) {
        const struct players players = best_image(lint, other);
        for (uint32_t kind = 0; players.image != MAD_IMAGES && kind < lint->rules->piece_count;
             kind++) {
            const int32_t odd = is_shared(lint, kind, players) ? find_odd(lint, players, kind) : -1;
            if (odd >= 0 && !mad_lint_tells_players_apart(lint, kind) &&
                !mad_lint_tells_sides_apart(lint, players.image, kind))
                tell_odd(lint, players, kind, odd);
        }
    }
}

/* --- to the left as to the right ------------------------------------------------------------------------------ */

/* Whether one man goes to the left as the other, or the same, goes to the right. */
static bool goes_mirrored(const struct mad_lint *lint, uint8_t one, uint8_t man)
{
    const enum mad_image image = MAD_IMAGE_LEFT_RIGHT;
    for (int32_t square = 0; square < lint->game->squares; square++) {
        int32_t other = mad_lint_image(lint, image, square);
        for (uint32_t setting = 0; other >= 0 && setting < COMPARED; setting++)
            if (!are_images_of(lint, image, one,
                               ways_at(lint->lone, setting, one, (uint32_t)square), man,
                               ways_at(lint->lone, setting, man, (uint32_t)other)))
                return false;
    }
    return true;
}

/* Whether another man of the player goes to the left as this one goes to the right. */
static bool has_mirror_man(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_game *game = lint->game;
    for (uint32_t man = 0; man < game->code_count; man++)
        if (man != code && mad_lint_owner_of(lint, (uint8_t)man) == mad_lint_owner_of(lint, code) &&
            goes_mirrored(lint, code, (uint8_t)man))
            return true;
    return false;
}

/* Whether the line, or a verb that it calls, leads to the direction. */
static bool follows(const struct mad_ruleset *rules, const struct mad_node *line,
                    const struct mad_rule_direction *way)
{
    for (uint32_t v = 0; v < rules->verb_count; v++)
        if (mad_tree_calls(line, rules->verbs[v].name) &&
            mad_lint_leads_to(rules, rules->verbs[v].node, way->name))
            return true;
    return mad_lint_leads_to(rules, line, way->name);
}

/* Whether a line of the man leads to a track: tracks go round, or wherever they like. */
static bool follows_track(const struct mad_lint *lint, uint32_t type)
{
    const struct mad_ruleset *rules = lint->rules;
    const struct mad_rule_lines *lines = &rules->pieces[type].lines;
    for (uint32_t i = 0; i < rules->direction_count; i++)
        for (uint32_t l = 0; rules->directions[i].track != NULL && l < lines->count; l++)
            if (follows(rules, lines->items[l], &rules->directions[i]))
                return true;
    return false;
}

static void check_sides(struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const uint8_t code = mad_lint_any_code_of(lint, type);
    if (game->tiling != MAD_TILING_SQUARES || code == 0xff ||
        !mad_lint_fits_board(lint, MAD_IMAGE_LEFT_RIGHT) || !mad_lint_is_spoken_of(lint, type) ||
        goes_mirrored(lint, code, code) || has_mirror_man(lint, code) || follows_track(lint, type))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ONE_SIDED, place_of(lint, MAD_IMAGE_LEFT_RIGHT, type),
        mad_findings_text(lint->findings, "the %s goes otherwise to the left than to the right",
                          lint->rules->pieces[type].name));
    mad_finding_witness(lint->findings, finding, "mad show %s --piece %s",
                        mad_lint_shown_name(lint), game->code_letter[code]);
}

/* --- moving and never capturing ---------------------------------------------------------------------------------- */

static bool takes_from(const struct mad_lone *lone, uint8_t code, uint32_t square)
{
    for (uint32_t setting = 0; setting < SETTINGS; setting++) {
        const struct ways *ways = ways_at(lone, setting, code, square);
        for (uint32_t i = 0; i < ways->count; i++)
            if (ways->items[i] & 1)
                return true;
    }
    return false;
}

bool mad_lone_ever_takes(const struct mad_lone *lone, uint8_t code)
{
    for (uint32_t square = 0; square < lone->game->squares; square++)
        if (takes_from(lone, code, square))
            return true;
    return false;
}

/* Whether somebody else on the board may let the line capture, be its only victim, or hold it. */
static bool hangs_on_others(const struct mad_node *line)
{
    bool hangs = line->kind == MAD_NODE_HELD;
    for (const struct mad_node *child = line->first; child != NULL && !hangs; child = child->next)
        hangs = (child->kind == MAD_NODE_WHEN || child->kind == MAD_NODE_BY) &&
                line->kind == MAD_NODE_MOVE && line->n0 != MAD_TO_EMPTY;
    return hangs;
}

static void check_captures(struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const uint8_t code = mad_lint_any_code_of(lint, type);
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    bool anybody = false;
    for (uint32_t i = 0; i < lines->count; i++)
        if (hangs_on_others(lines->items[i]))
            return; /* it is set up among others than those who count */
    for (uint32_t other = 0; code != 0xff && other < game->code_count && !anybody; other++)
        anybody = mad_lint_owner_of(lint, (uint8_t)other) ==
                      mad_lint_owner_of(lint, code) && /* an army may be prey */
                  mad_lone_ever_takes(lint->lone, (uint8_t)other);
    if (!anybody || !mad_lint_is_spoken_of(lint, type) ||
        !mad_lone_moves_at_all(lint->lone, code) || mad_lone_ever_takes(lint->lone, code) ||
        mad_lint_acts_on_others(lint, type) ||
        (lint->rules->pieces[type].owner >= 0 &&
         mad_lint_end_asks_for(lint, lint->rules->pieces[type].name)))
        return; /* of one player alone, and what he plays for: it need not fight */
    (void)mad_findings_add(lint->findings, MAD_FINDING_NEVER_CAPTURES,
                           mad_lint_span_of_man(lint, type), lint->rules->pieces[type].name);
}

/* --- ahead and back ------------------------------------------------------------------------------------------------- */

/* Which ways men of a code go, as their player sees the board. */
struct course {
    bool moves_ahead, moves_back, takes_ahead, takes_back;
};

static struct course course_of(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_game *game = lint->game;
    const bool up = mad_lint_plays_up(lint, mad_lint_owner_of(lint, code));
    struct course course = {0};
    for (uint32_t setting = 0; setting < SETTINGS; setting++)
        for (uint32_t square = 0; square < game->squares; square++) {
            const struct ways *ways = ways_at(lint->lone, setting, code, square);
            for (uint32_t i = 0; i < ways->count; i++) {
                const uint32_t to = end_of(ways->items[i]);
                const int32_t risen = (int32_t)(to / game->files) - (int32_t)(square / game->files);
                const bool is_ahead = up ? risen > 0 : risen < 0, takes = ways->items[i] & 1;
                if (to >= game->squares || risen == 0)
                    continue;
                *(is_ahead ? takes ? &course.takes_ahead : &course.moves_ahead
                  : takes  ? &course.takes_back
                           : &course.moves_back) = true;
            }
        }
    return course;
}

bool mad_lone_goes_one_way(const struct mad_lint *lint, uint8_t code)
{
    const struct course c = course_of(lint, code);
    return (c.moves_ahead || c.takes_ahead) != (c.moves_back || c.takes_back);
}

/* Whether the man steps from the square back wherever he steps ahead, and to more squares. */
static bool steps_further_back(const struct mad_lint *lint, uint8_t code, uint32_t setting,
                               int32_t square)
{
    const struct mad_game *game = lint->game;
    const int32_t ahead = mad_lint_plays_up(lint, mad_lint_owner_of(lint, code)) ? 1 : -1;
    const struct ways *ways = ways_at(lint->lone, setting, code, (uint32_t)square);
    bool there[3][3] = {{false}};
    for (uint32_t i = 0; i < ways->count; i++) {
        const int32_t to = (int32_t)end_of(ways->items[i]);
        const int32_t right = to % game->files - square % game->files;
        const int32_t up = to / game->files - square / game->files;
        if (to >= game->squares || abs(right) > 1 || abs(up) > 1)
            return false; /* no man of steps */
        there[up * ahead + 1][right + 1] = true;
    }
    uint32_t further = 0;
    for (int right = 0; right < 3; right++) {
        if (there[2][right] && !there[0][right])
            return false;
        further += there[0][right] && !there[2][right];
    }
    return further > 0;
}

/* Whether all squares round about are squares of the board. */
static bool is_inside(const struct mad_game *game, int32_t file, int32_t rank)
{
    for (int32_t at = 0; at < 9; at++) {
        const int32_t x = file + at % 3 - 1, y = rank + at / 3 - 1;
        if (x < 0 || y < 0 || x >= game->files || y >= game->ranks ||
            game->square_name[y * game->files + x][0] == '\0')
            return false;
    }
    return true;
}

/* The same from all ranks of a file, but where the board ends. */
static bool always_steps_further_back(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_game *game = lint->game;
    uint32_t looked = 0;
    for (int32_t rank = 0; rank < game->ranks; rank++)
        for (uint32_t setting = 0; setting < COMPARED; setting++) {
            const int32_t file = game->files / 2;
            if (!is_inside(game, file, rank))
                continue;
            if (!steps_further_back(lint, code, setting, rank * game->files + file))
                return false;
            looked++;
        }
    return looked > COMPARED; /* one rank tells little */
}

/* Whether the man goes back from the middle of the board in a way in which he does not go ahead. */
static bool goes_back_alone(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_game *game = lint->game;
    const int32_t files = game->files, square = game->ranks / 2 * files + files / 2;
    const bool up = mad_lint_plays_up(lint, mad_lint_owner_of(lint, code));
    const struct ways *ways = ways_at(lint->lone, ALONE, code, (uint32_t)square);
    for (uint32_t i = 0; i < ways->count; i++) {
        const int32_t to = (int32_t)end_of(ways->items[i]);
        const int32_t mirror = 2 * (game->ranks / 2) * files + to % files - to / files * files;
        bool has = mirror < 0 || mirror >= game->squares || (to > square) == up;
        for (uint32_t k = 0; k < ways->count && !has; k++)
            has = (int32_t)end_of(ways->items[k]) == mirror;
        if (!has)
            return true;
    }
    return false;
}

/* In games with several such men none of them is a slip. */
static bool has_others_like(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_game *game = lint->game;
    for (uint32_t other = 0; other < game->code_count; other++)
        if (mad_lint_owner_of(lint, (uint8_t)other) == mad_lint_owner_of(lint, code) &&
            mad_lint_kind_of(lint, (uint8_t)other) != mad_lint_kind_of(lint, code) &&
            goes_back_alone(lint, (uint8_t)other))
            return true;
    return false;
}

static void check_course(struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const uint8_t code = mad_lint_any_code_of(lint, type);
    if (code == 0xff || mad_lint_owner_of(lint, code) < 0 || game->tiling == MAD_TILING_HEXAGONS ||
        !mad_lint_is_spoken_of(lint, type))
        return;
    const struct course c = course_of(lint, code);
    const bool goes_ahead = c.moves_ahead || c.takes_ahead;
    const bool goes_back = c.moves_back || c.takes_back;
    const char *what = NULL;
    if (goes_back && !goes_ahead)
        what = "goes back, and never ahead";
    else if (c.moves_ahead && !c.moves_back && c.takes_back && !c.takes_ahead)
        what = "moves ahead alone, and captures backward alone";
    else if (c.moves_back && !c.moves_ahead && c.takes_ahead && !c.takes_back)
        what = "moves back alone, and captures ahead alone";
    else if (always_steps_further_back(lint, code) && !has_others_like(lint, code))
        what = "steps back wherever it steps ahead, and to more squares";
    if (what != NULL)
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_GOES_BACK, mad_lint_span_of_man(lint, type),
            mad_findings_text(lint->findings, "the %s %s", lint->rules->pieces[type].name, what));
}

/* --- a quarter turned ------------------------------------------------------------------------------------------------- */

enum {
    MIDDLE = 7,
    WIDE = 2 * MIDDLE + 1
}; /* offsets that are looked at: as far as the middle is from the edges */

/* Notes to which offsets the man goes from the square, no further than `reach`. */
static void note_offsets(const struct mad_lint *lint, uint8_t code, int32_t square, int32_t reach,
                         uint32_t setting, bool offsets[WIDE][WIDE])
{
    const int32_t files = lint->game->files;
    const struct ways *ways = ways_at(lint->lone, setting, code, (uint32_t)square);
    for (uint32_t i = 0; i < ways->count; i++) {
        const int32_t to = (int32_t)end_of(ways->items[i]);
        const int32_t right = to % files - square % files, up = to / files - square / files;
        const bool is_far = abs(right) > 1 || abs(up) > 1; /* steps to some sides are often meant */
        if (to < lint->game->squares && is_far && abs(right) <= reach && abs(up) <= reach)
            offsets[up + MIDDLE][right + MIDDLE] = true;
    }
}

/* Whether the offsets are the same upside down and left for right, and not a quarter turned. */
static bool is_half_round(bool offsets[WIDE][WIDE])
{
    bool is_round = true;
    for (int up = 0; up < WIDE; up++)
        for (int right = 0; right < WIDE; right++) {
            const bool has = offsets[up][right];
            if (has != offsets[WIDE - 1 - up][right] || has != offsets[up][WIDE - 1 - right])
                return false;
            is_round = is_round && has == offsets[right][up];
        }
    return !is_round;
}

static void check_turned(struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const uint8_t code = mad_lint_any_code_of(lint, type);
    const int32_t file = game->files / 2, rank = game->ranks / 2;
    const int32_t most = (game->files < game->ranks ? game->files : game->ranks) / 2 - 1;
    const int32_t reach = most < MIDDLE ? most : MIDDLE;
    if (code == 0xff || game->tiling == MAD_TILING_HEXAGONS || reach < 1 ||
        !mad_lint_is_spoken_of(lint, type) || mad_lint_tells_files_from_ranks(lint, type))
        return;
    for (uint32_t setting = 0; setting < COMPARED; setting++) {
        bool offsets[WIDE][WIDE] = {{false}};
        note_offsets(lint, code, rank * game->files + file, reach, setting, offsets);
        if (!is_half_round(offsets))
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_HALF_ROUND, mad_lint_span_of_man(lint, type),
            mad_findings_text(lint->findings, "the %s goes otherwise along files than along ranks",
                              lint->rules->pieces[type].name));
        mad_finding_witness(lint->findings, finding, "mad show %s --piece %s",
                            mad_lint_shown_name(lint), game->code_letter[code]);
        return;
    }
}

/* --- everywhere ---------------------------------------------------------------------------------------------- */

enum { ANY_KIND = 0x7fff }; /* no way says that the man is of it behind the move */

/* How many squares the man comes to from this one, as the first settings show it, and by ways on which he is `kept` behind
 * each move; `seen` is room for the squares. */
static uint32_t count_kept(const struct mad_lone *lone, uint32_t settings, uint8_t code,
                           uint32_t kept, uint32_t from, bool *seen)
{
    uint16_t queue[MAD_MAX_SQUARES];
    uint32_t head = 0, tail = 0;
    memset(seen, 0, lone->game->squares);
    seen[from] = true;
    queue[tail++] = (uint16_t)from;
    for (uint32_t at = 0; head < tail; head += ++at % settings == 0) {
        const struct ways *ways = ways_at(lone, at % settings, code, queue[head]);
        for (uint32_t i = 0; i < ways->count; i++) {
            uint32_t to = end_of(ways->items[i]);
            const bool is_kept = kept == ANY_KIND || (ways->items[i] & 0xffff) >> 1 == kept;
            if (to < lone->game->squares && !seen[to] && is_kept) {
                seen[to] = true;
                queue[tail++] = (uint16_t)to;
            }
        }
    }
    return tail;
}

static uint32_t count_reached(const struct mad_lone *lone, uint32_t settings, uint8_t code,
                              uint32_t from, bool *seen)
{
    return count_kept(lone, settings, code, ANY_KIND, from, seen);
}

void mad_lone_add_kept(const struct mad_lint *lint, uint8_t code, uint32_t from, bool *reached)
{
    bool seen[MAD_MAX_SQUARES];
    (void)count_kept(lint->lone, SETTINGS, code, mad_lint_kind_of(lint, code), from, seen);
    for (uint32_t square = 0; square < lint->game->squares; square++)
        reached[square] = reached[square] || seen[square];
}

void mad_lone_add_reached(const struct mad_lone *lone, uint8_t code, uint32_t from, bool *reached)
{
    bool seen[MAD_MAX_SQUARES];
    (void)count_reached(lone, SETTINGS, code, from, seen);
    for (uint32_t square = 0; square < lone->game->squares; square++)
        reached[square] = reached[square] || seen[square];
}

/* Whether it comes back from all squares that it comes to: a Pawn does not. What is reached from there
 * is part of what is reached from here, so the numbers tell. */
static bool comes_back(const struct mad_lone *lone, uint8_t code, uint32_t from,
                       const uint32_t *reached)
{
    bool there[MAD_MAX_SQUARES];
    (void)count_reached(lone, ALONE + 1, code, from, there);
    for (uint32_t square = 0; square < lone->game->squares; square++)
        if (there[square] && reached[square] != reached[from])
            return false;
    return true;
}

static void check_reach(struct mad_lint *lint, uint32_t type)
{
    const struct mad_game *game = lint->game;
    const uint8_t code = mad_lint_any_code_of(lint, type);
    bool seen[MAD_MAX_SQUARES];
    uint32_t reached[MAD_MAX_SQUARES] = {0}, squares = 0, most = 0;
    if (code == 0xff || !mad_lint_is_own(lint, lint->rules->pieces[type].span) ||
        !mad_lone_moves_at_all(lint->lone, code))
        return;
    for (uint32_t square = 0; square < game->squares; square++) {
        if (game->square_name[square][0] == '\0')
            continue;
        squares++;
        reached[square] = count_reached(lint->lone, ALONE + 1, code, square, seen);
        most = reached[square] > most ? reached[square] : most;
    }
    for (uint32_t square = 0; square < game->squares; square++)
        if (reached[square] > 0 && !comes_back(lint->lone, code, square, reached))
            return;
    if (most > 1 && most < squares)
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_COLOUR_BOUND, mad_lint_span_of_man(lint, type),
            mad_findings_text(lint->findings, "the %s comes to %u of the %u squares at most",
                              lint->rules->pieces[type].name, (unsigned)most, (unsigned)squares));
}

void mad_lint_lone_men(struct mad_lint *lint)
{
    if (mad_lint_lone(lint) == NULL || mad_lint_is_stopped(lint))
        return; /* what was not looked at would look strange */
    check_players(lint);
    for (uint32_t type = 0; type < lint->rules->piece_count; type++) {
        check_sides(lint, type);
        check_captures(lint, type);
        check_course(lint, type);
        check_turned(lint, type);
        check_reach(lint, type);
    }
}
