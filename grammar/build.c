/* build.c - makers of nodes and lists, and the few sentences whose node is not their rule's shape.
 *
 * Layer: grammar. Everything lives in the arena of the parse context. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

struct mad_node *mad_build(struct mad_parser *parser, enum mad_node_kind kind, struct mad_span span)
{
    struct mad_node *node = MAD_ARENA_NEW(parser->context->arena, struct mad_node);
    if (node == NULL) {
        parser->out_of_memory = true;
        node = &parser->spare;
        *node = (struct mad_node){0};
    }
    node->kind = kind;
    node->span = span;
    return node;
}

struct mad_node *mad_build_named(struct mad_parser *parser, enum mad_node_kind kind,
                                 struct mad_span span, const char *name)
{
    struct mad_node *node = mad_build(parser, kind, span);
    node->name = name;
    return node;
}

struct mad_node *mad_build_text(struct mad_parser *parser, enum mad_node_kind kind,
                                struct mad_span span, const char *text)
{
    struct mad_node *node = mad_build(parser, kind, span);
    node->text = text;
    return node;
}

struct mad_node *mad_build_number(struct mad_parser *parser, enum mad_node_kind kind,
                                  struct mad_span span, int32_t n0)
{
    struct mad_node *node = mad_build(parser, kind, span);
    node->n0 = n0;
    return node;
}

struct mad_node *mad_build_list(struct mad_parser *parser, enum mad_node_kind kind,
                                struct mad_span span, struct mad_nodes list)
{
    struct mad_node *node = mad_build(parser, kind, span);
    node->first = list.first;
    return node;
}

struct mad_node *mad_build_one(struct mad_parser *parser, enum mad_node_kind kind,
                               struct mad_span span, struct mad_node *child)
{
    return mad_build_list(parser, kind, span, mad_nodes_of(child));
}

struct mad_node *mad_build_two(struct mad_parser *parser, enum mad_node_kind kind,
                               struct mad_span span, struct mad_node *a, struct mad_node *b)
{
    return mad_build_list(parser, kind, span, mad_nodes_add(mad_nodes_of(a), b));
}

struct mad_node *mad_build_several(struct mad_node *set)
{
    struct mad_node *whose = set;
    while (whose->kind == MAD_NODE_ON)
        whose = whose->first;
    if (whose->kind == MAD_NODE_REF && (whose->flags & MAD_FLAG_CAPITAL) == 0 &&
        whose->name != NULL && strcmp(whose->name, "pieces") == 0) {
        whose->kind = MAD_NODE_CONST;
        whose->name = NULL;
        whose->n0 = MAD_WORD_PIECE;
    }
    return set;
}

struct mad_node *mad_build_flag(struct mad_node *node, uint32_t flags)
{
    node->flags |= flags;
    return node;
}

struct mad_nodes mad_nodes_of(struct mad_node *node)
{
    return (struct mad_nodes){node, node};
}

struct mad_nodes mad_nodes_add(struct mad_nodes list, struct mad_node *node)
{
    return mad_nodes_join(list, mad_nodes_of(node));
}

struct mad_nodes mad_nodes_join(struct mad_nodes list, struct mad_nodes more)
{
    if (list.first == NULL)
        return more;
    if (more.first == NULL)
        return list;
    list.last->next = more.first;
    list.last = more.last;
    return list;
}

const char *mad_build_intern(struct mad_parser *parser, const char *text, size_t bytes)
{
    const char *interned = mad_intern_text(parser->context->intern, text, bytes);
    if (interned == NULL)
        parser->out_of_memory = true;
    return interned != NULL ? interned : "";
}

const char *mad_build_name(struct mad_parser *parser, const char *text, size_t bytes)
{
    char *name = MAD_ARENA_ARRAY(parser->context->arena, char, bytes + 1);
    size_t length = 0;
    if (name == NULL) {
        parser->out_of_memory = true;
        return "";
    }
    for (size_t i = 0; i < bytes; i++) {
        bool is_blank = text[i] == ' ' || text[i] == '\t';
        if (!is_blank)
            name[length++] = text[i];
        else if (name[length - 1] != ' ') /* a name begins with a letter */
            name[length++] = ' ';
    }
    return mad_build_intern(parser, name, length);
}

struct mad_node *mad_build_coin(struct mad_parser *parser, struct mad_span span, const char *side)
{
    struct mad_node *outcome =
        mad_build_named(parser, MAD_NODE_OUTCOME, span, mad_build_words(parser, NULL, side));
    outcome->n0 = 1;
    outcome->n1 = 2;
    return mad_build_flag(outcome, MAD_FLAG_COIN);
}

const char *mad_build_words(struct mad_parser *parser, const char *a, const char *b)
{
    if (a == NULL)
        return mad_build_intern(parser, b, strlen(b));
    size_t before = strlen(a), behind = strlen(b);
    char *both = MAD_ARENA_ARRAY(parser->context->arena, char, before + behind + 2);
    if (both == NULL) {
        parser->out_of_memory = true;
        return "";
    }
    memcpy(both, a, before);
    both[before] = ' ';
    memcpy(both + before + 1, b, behind);
    return mad_build_intern(parser, both, before + behind + 1);
}

struct mad_finding *mad_parser_report(struct mad_parser *parser, enum mad_finding_kind kind,
                                      struct mad_span span, const char *text)
{
    struct mad_findings *findings = parser->context->findings;
    if (parser->is_quiet)
        return NULL;
    parser->is_quiet = true;
    if (kind == MAD_FINDING_NESTING)
        return mad_findings_add(findings, kind, span, (int)MAD_GRAMMAR_MAX_NESTING);
    return mad_findings_add(findings, kind, span, text);
}

void mad_build_files(struct mad_parser *parser, const struct mad_node *board)
{
    enum { NEAR = 16 };
    const int64_t boards = board->first != NULL ? board->first->n0 : 1;
    const int64_t files = board->kind == MAD_NODE_HEXBOARD ? 2 * (int64_t)board->n0 : board->n0;
    const bool is_above = (board->flags & MAD_FLAG_ABOVE) != 0;
    parser->has_far_files = parser->has_far_files || files * (is_above ? 1 : boards) > NEAR ||
                            board->n1 * (is_above ? boards : 1) > NEAR;
}

int32_t mad_build_value(struct mad_parser *parser, struct mad_number number, struct mad_span span)
{
    if (number.value > MAD_GRAMMAR_MAX_NUMBER) {
        const char *text =
            mad_findings_text(parser->context->findings, "this number is larger than %d",
                              (int)MAD_GRAMMAR_MAX_NUMBER);
        (void)mad_findings_add(parser->context->findings, MAD_FINDING_NUMBER_RANGE, span, text);
        return MAD_GRAMMAR_MAX_NUMBER;
    }
    return number.value;
}

int32_t mad_build_count(struct mad_parser *parser, struct mad_number number, struct mad_span span)
{
    if (number.value < 1)
        (void)mad_findings_add(parser->context->findings, MAD_FINDING_NUMBER_RANGE, span,
                               "this number is at least 1");
    return mad_build_value(parser, number, span);
}

static bool is_in_brackets(const struct mad_parser *parser, struct mad_span span)
{
    uint32_t begin = span.begin, end = span.begin + span.length;
    while (begin > 0 && strchr(" \t\r\n", parser->text[begin - 1]) != NULL)
        begin--;
    while (end < parser->bytes && strchr(" \t\r\n", parser->text[end]) != NULL)
        end++;
    return begin > 0 && parser->text[begin - 1] == '(' && end < parser->bytes &&
           parser->text[end] == ')';
}

/* Whether the squares are a part of others, those before `on`. */
static bool is_narrowed(const struct mad_parser *parser, const struct mad_node *item)
{
    return (item->kind == MAD_NODE_ON || item->kind == MAD_NODE_EXCEPT ||
            item->kind == MAD_NODE_NEXT_TO || item->kind == MAD_NODE_JOINED_TO ||
            item->kind == MAD_NODE_ATTACKED_BY || item->kind == MAD_NODE_ATTACKING ||
            item->kind == MAD_NODE_WORTH_THAN) &&
           !is_in_brackets(parser, item->span);
}

static bool is_truth(const struct mad_node *item)
{
    static const enum mad_node_kind truths[] = {
        MAD_NODE_NOT,      MAD_NODE_SOME,        MAD_NODE_IS,          MAD_NODE_HAS,
        MAD_NODE_CAN_MOVE, MAD_NODE_MOVE_WAS,    MAD_NODE_REPEATED,    MAD_NODE_BOARD_REPEATED,
        MAD_NODE_IS_GROUP, MAD_NODE_SINCE_FIRST, MAD_NODE_EVERY_IS_ON, MAD_NODE_EVERY_IS_ATTACKED};
    for (size_t i = 0; i < sizeof truths / sizeof truths[0]; i++)
        if (item->kind == truths[i])
            return true;
    return false;
}

static uint32_t end_of(const struct mad_node *node)
{
    return node->span.begin + node->span.length;
}

/* Brackets around what stands between, as one way to mend it. */
static void bracket(struct mad_parser *parser, struct mad_finding *finding, uint32_t begin,
                    uint32_t end)
{
    const struct mad_span span = {begin, (uint16_t)(end - begin), finding->span.source};
    mad_finding_fix(parser->context->findings, finding, span, false, "(%.*s)", (int)span.length,
                    parser->text + begin);
}

/* `a on b and c`, where `on (b or c)` may be meant. */
static void bracket_list(struct mad_parser *parser, struct mad_finding *finding,
                         const struct mad_node *tail, const struct mad_node *item)
{
    const struct mad_node *before = item, *last = item->next;
    for (; last->next != NULL; last = last->next)
        before = last;
    const struct mad_span span = {tail->span.begin, (uint16_t)(end_of(last) - tail->span.begin),
                                  finding->span.source};
    mad_finding_fix(parser->context->findings, finding, span, false, "(%.*s or %.*s)",
                    (int)(end_of(before) - tail->span.begin), parser->text + tail->span.begin,
                    (int)last->span.length, parser->text + last->span.begin);
}

/* How the item is narrowed, as it stands there. */
static const char *joiner_in(struct mad_parser *parser, const struct mad_node *narrowed)
{
    const char *between = parser->text + end_of(narrowed->first);
    int bytes = (int)(narrowed->first->next->span.begin - end_of(narrowed->first));
    for (; bytes > 0 && strchr(" \t)", *between) != NULL; bytes--)
        between++;
    while (bytes > 0 && strchr(" \t\r\n(", between[bytes - 1]) != NULL)
        bytes--;
    return mad_findings_text(parser->context->findings, "%.*s", bytes, between);
}

static void tell_mixed(struct mad_parser *parser, struct mad_span span, const char *joiner,
                       const struct mad_node *first, const struct mad_node *narrowed)
{
    struct mad_finding *finding =
        mad_findings_add(parser->context->findings, MAD_FINDING_MIXED_JOINERS, span, joiner,
                         joiner_in(parser, narrowed));
    if (finding == NULL || (narrowed != first && narrowed->next != NULL))
        return;
    bracket(parser, finding, narrowed->span.begin, end_of(narrowed));
    if (narrowed == first)
        bracket_list(parser, finding, narrowed->first->next, narrowed);
    else
        bracket(parser, finding, span.begin, end_of(narrowed->first));
}

/* `nearest of X on Y`: of all X the nearest, should it be on Y, or of those on Y? Of a set that has all of its squares, such as
 * `next to here on empty`, both come to what a reader takes it for. */
struct mad_node *mad_build_on(struct mad_parser *parser, struct mad_span span,
                              struct mad_node *what, struct mad_node *where)
{
    const bool is_nearest = what->kind == MAD_NODE_FUNCTION && what->n0 == MAD_FN_NEAREST,
               is_farthest = what->kind == MAD_NODE_FUNCTION && what->n0 == MAD_FN_FARTHEST;
    if ((is_nearest || is_farthest) && !is_in_brackets(parser, what->span)) {
        struct mad_finding *finding =
            mad_findings_add(parser->context->findings, MAD_FINDING_MIXED_JOINERS, span,
                             is_nearest ? "nearest of" : "farthest of", "on");
        if (finding != NULL) {
            bracket(parser, finding, what->first->span.begin, end_of(where));
            bracket(parser, finding, what->span.begin, end_of(what));
        }
    }
    return mad_build_two(parser, MAD_NODE_ON, span, what, where);
}

/* What a set is told by: who stands there, or where it is. */
enum sort { NO_SORT, WHO, ON_RANKS, ON_FILES, AT };

static enum sort sort_of(const struct mad_node *set)
{
    static const struct {
        enum mad_node_kind kind;
        enum sort sort;
    } told[] = {{MAD_NODE_OWN, WHO},
                {MAD_NODE_ENEMY, WHO},
                {MAD_NODE_OF_PLAYER, WHO},
                {MAD_NODE_RANK, ON_RANKS},
                {MAD_NODE_LAST_RANKS, ON_RANKS},
                {MAD_NODE_FILE_OF_BOARD, ON_FILES},
                {MAD_NODE_SQUARE, AT},
                {MAD_NODE_RECTANGLE, AT}};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        if (set->kind == told[i].kind)
            return told[i].sort;
    const bool is_word =
        set->kind == MAD_NODE_CONST &&
        (set->n0 == MAD_WORD_EMPTY || set->n0 == MAD_WORD_PIECE || set->n0 == MAD_WORD_ROYAL);
    const bool is_piece = set->kind == MAD_NODE_REF && (set->flags & MAD_FLAG_CAPITAL) != 0;
    return is_word || is_piece ? WHO : NO_SORT;
}

/* `empty and rank 4` is all that is empty and the whole rank: who writes it means what is both. */
static void tell_both(struct mad_parser *parser, struct mad_span span, const struct mad_node *a,
                      const struct mad_node *b)
{
    const enum sort one = sort_of(a), other = sort_of(b);
    const bool cross =
        (one == ON_RANKS && other == ON_FILES) || (one == ON_FILES && other == ON_RANKS);
    if (one == NO_SORT || other == NO_SORT || b->next != NULL ||
        ((one == WHO) == (other == WHO) && !cross))
        return;
    struct mad_findings *list = parser->context->findings;
    const struct mad_span first = other == WHO ? b->span : a->span;
    const struct mad_span then = other == WHO ? a->span : b->span;
    const char *text = mad_findings_text(
        list, "`and` puts all of `%.*s` and all of `%.*s` together", (int)a->span.length,
        parser->text + a->span.begin, (int)b->span.length, parser->text + b->span.begin);
    struct mad_finding *finding = mad_findings_add(list, MAD_FINDING_BOTH, span, text);
    mad_finding_fix(list, finding, span, false, "%.*s on %.*s", (int)first.length,
                    parser->text + first.begin, (int)then.length, parser->text + then.begin);
    mad_finding_fix(list, finding, span, false, "%.*s or %.*s", (int)a->span.length,
                    parser->text + a->span.begin, (int)b->span.length,
                    parser->text + b->span.begin);
}

/* `a or b on c`, where the one stands for itself and the other is narrowed, is told. */
struct mad_node *mad_build_joined(struct mad_parser *parser, enum mad_node_kind kind,
                                  struct mad_span span, struct mad_nodes list)
{
    const struct mad_node *narrowed = NULL;
    unsigned plain = 0, excepting = 0, other = 0, truths = 0;
    for (const struct mad_node *item = list.first; item != NULL; item = item->next) {
        const bool is_part = is_narrowed(parser, item);
        const bool is_except = is_part && item->kind == MAD_NODE_EXCEPT;
        truths += is_truth(item);
        plain += !is_part;
        excepting += is_except;
        other += is_part && !is_except;
        if (is_except || (is_part && excepting == 0))
            narrowed = item;
    }
    if (narrowed != NULL && truths == 0 && (plain > 0 || (excepting > 0 && other > 0)))
        tell_mixed(parser, span, kind == MAD_NODE_OR ? "or" : "and", list.first, narrowed);
    else if (kind == MAD_NODE_AND && list.first != NULL && list.first->next != NULL)
        tell_both(parser, span, list.first, list.first->next);
    return mad_build_list(parser, kind, span, list);
}

struct mad_node *mad_build_unless(struct mad_parser *parser, struct mad_span span,
                                  struct mad_node *claim, struct mad_node *excuse)
{
    struct mad_nodes truths = mad_nodes_of(claim->kind == MAD_NODE_AND ? claim->first : claim);
    if (parser->out_of_memory)
        return claim;
    while (truths.last != NULL && truths.last->next != NULL)
        truths.last = truths.last->next;
    struct mad_node *none = mad_build_one(parser, MAD_NODE_NOT, excuse->span, excuse);
    return mad_build_list(parser, MAD_NODE_AND, span,
                          mad_nodes_add(truths, mad_build_flag(none, MAD_FLAG_UNLESS)));
}

struct mad_node *mad_build_whose(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *player, struct mad_node *when)
{
    struct mad_node *is_he =
        mad_build_is(parser, span, MAD_IS,
                     mad_build_number(parser, MAD_NODE_CONST, span, MAD_WORD_MOVER), player);
    if (when == NULL || parser->out_of_memory)
        return mad_build_one(parser, MAD_NODE_WHEN, span, is_he);
    struct mad_node *asked = when->first;
    if ((when->flags & MAD_FLAG_UNLESS) != 0)
        asked = mad_build_one(parser, MAD_NODE_NOT, when->span, asked);
    when->first = mad_build_two(parser, MAD_NODE_AND, when->span, is_he, asked);
    when->flags &= ~(uint32_t)MAD_FLAG_UNLESS;
    return when;
}

struct mad_node *mad_build_tally(struct mad_parser *parser, struct mad_span span,
                                 enum mad_life life, struct mad_number least,
                                 struct mad_number most)
{
    struct mad_node *node = mad_build_number(parser, MAD_NODE_MARK, span, (int32_t)life);
    if (least.value != 0 || most.value < 1)
        (void)mad_parser_report(parser, MAD_FINDING_NUMBER_RANGE, span,
                                "such a number goes from 0 to 1 or more: `from 0 to 9`");
    node->n1 = mad_build_value(parser, most, span);
    return node;
}

struct mad_node *mad_build_stacking(struct mad_parser *parser, struct mad_span span)
{
    struct mad_node *node = mad_build_flag(
        mad_build_number(parser, MAD_NODE_MARK, span, MAD_LIFE_FOLLOWS), MAD_FLAG_STACKED);
    node->name = mad_build_words(parser, NULL, "height");
    return node;
}

struct mad_node *mad_build_part(struct mad_parser *parser, struct mad_span span, enum mad_part part,
                                struct mad_node *number, struct mad_node *of)
{
    struct mad_node *node = mad_build_two(parser, MAD_NODE_ARG, span, of, number);
    node->n0 = (int32_t)part;
    return node;
}

struct mad_node *mad_build_argument(struct mad_parser *parser, struct mad_span span,
                                    const char *label, struct mad_node *said)
{
    struct mad_node *node =
        said->kind == MAD_NODE_ARG ? said : mad_build_one(parser, MAD_NODE_ARG, span, said);
    node->text = label;
    return node;
}

struct mad_node *mad_build_track(struct mad_parser *parser, struct mad_span span, const char *name,
                                 struct mad_node *squares)
{
    struct mad_node *node = mad_build_one(parser, MAD_NODE_DIRECTION, span, squares);
    node->name = name;
    if (!parser->out_of_memory && squares->kind == MAD_NODE_AND)
        squares->kind = MAD_NODE_LIST; /* in this order, and one perhaps twice */
    return node;
}

void mad_build_older(struct mad_parser *parser, struct mad_span words, const char *now)
{
    const char *text = mad_findings_text(parser->context->findings, "this is said `%s` now", now);
    struct mad_finding *finding =
        mad_findings_add(parser->context->findings, MAD_FINDING_OLDER_WORDS, words, text);
    mad_finding_fix(parser->context->findings, finding, words, true, "%s", now);
}

/* `no longer captures`: his lines of `capture` are gone. Of who did not `no longer capture` readers thought that nobody captures him. */
struct mad_node *mad_build_no_longer(struct mad_parser *parser, struct mad_span span,
                                     struct mad_nodes outs)
{
    static const char *const words[][2] = {{"move", "moves"}, {"capture", "captures"}};
    struct mad_node *node = mad_build_list(parser, MAD_NODE_NO_LONGER, span, outs);
    for (struct mad_node *out = node->first; out != NULL && !parser->out_of_memory; out = out->next)
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (strcmp(out->name, words[i][0]) == 0)
                mad_build_older(parser, out->span, words[i][1]);
            else if (strcmp(out->name, words[i][1]) == 0)
                out->name = mad_build_words(parser, NULL, words[i][0]);
        }
    return node;
}

bool mad_leap_bends(struct mad_offset offset)
{
    return abs(offset.right) != abs(offset.up) && offset.right != 0 && offset.up != 0;
}

struct mad_node *mad_build_lame(struct mad_parser *parser, struct mad_span span,
                                struct mad_offset offset, bool straight_first,
                                struct mad_node *origin)
{
    const bool bends = mad_leap_bends(offset);
    if (bends != straight_first)
        (void)mad_parser_report(parser, MAD_FINDING_SYNTAX, span,
                                bends
                                    ? "which squares must be empty? write `over empty squares, "
                                      "straight first`"
                                    : "this leap goes one way only: leave out `, straight first`");
    struct mad_node *leap = mad_build_one(parser, MAD_NODE_LEAP, span, origin);
    leap->n0 = offset.right;
    leap->n1 = offset.up;
    leap->flags = MAD_FLAG_LAME;
    return leap;
}

static struct mad_node *call_of(struct mad_parser *parser, struct mad_span span, const char *verb,
                                const char *counter, const char *label, int32_t number)
{
    struct mad_node *object = mad_build_named(parser, MAD_NODE_REF, span, counter);
    struct mad_node *arg = mad_build_one(parser, MAD_NODE_ARG, span,
                                         mad_build_number(parser, MAD_NODE_NUMBER, span, number));
    arg->text = mad_build_words(parser, NULL, label);
    struct mad_node *call = mad_build_two(parser, MAD_NODE_CALL, span,
                                          mad_build_one(parser, MAD_NODE_ARG, span, object), arg);
    call->name = mad_build_words(parser, NULL, verb);
    return call;
}

/* Whoever does not win has lost to Nobody, who has the other letters, no men and no turn. */
struct mad_node *mad_build_pick(struct mad_parser *parser, struct mad_span span, const char *name,
                                const char *called, const char *letter, const char *player)
{
    struct mad_node *pick =
        mad_build_flag(mad_build_named(parser, MAD_NODE_REF, span, name), MAD_FLAG_CAPITAL);
    pick->other = called;
    pick->text = letter;
    if (player != NULL)
        pick->first = mad_build_named(parser, MAD_NODE_REF, span, player);
    return pick;
}

struct mad_node *mad_build_alone(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *player)
{
    struct mad_node *nobody =
        mad_build_named(parser, MAD_NODE_PLAYER, span, mad_build_words(parser, NULL, "Nobody"));
    nobody->text = "-";
    nobody->n0 = player->n0 == 0;
    nobody->other = player->other;
    struct mad_node *turn = mad_build_named(parser, MAD_NODE_REF, span, player->name);
    struct mad_node *turns = mad_build_one(parser, MAD_NODE_TURNS, span,
                                           mad_build_one(parser, MAD_NODE_LIST, span, turn));
    struct mad_nodes all = mad_nodes_add(mad_nodes_add(mad_nodes_of(player), nobody), turns);
    return mad_build_list(parser, MAD_NODE_PLAYERS, span, all);
}

/* A counter of the moves made in this turn, how many are left of the number, that he who has made one moves again,
 * and the counting, which ends the turn when none is left. */
struct mad_node *mad_build_each_turn(struct mad_parser *parser, struct mad_span span,
                                     struct mad_node *number)
{
    const char *made = mad_build_words(parser, NULL, "moves-made");
    const char *left = mad_build_words(parser, NULL, "moves-left");
    struct mad_node *counter = mad_build_named(parser, MAD_NODE_COUNTER, span, made);
    struct mad_node *rest =
        mad_build_flag(mad_build_two(parser, MAD_NODE_PLUS, span, number,
                                     mad_build_named(parser, MAD_NODE_REF, span, made)),
                       MAD_FLAG_NEGATED);
    struct mad_node *means = mad_build_one(parser, MAD_NODE_MEANS, span, rest);
    means->name = left;
    struct mad_node *again =
        mad_build_one(parser, MAD_NODE_AGAIN_WHEN, span,
                      mad_build_is(parser, span, MAD_IS_MORE_THAN,
                                   mad_build_named(parser, MAD_NODE_REF, span, made),
                                   mad_build_number(parser, MAD_NODE_NUMBER, span, 0)));
    struct mad_node *over = mad_build_is(parser, span, MAD_IS_LESS_THAN,
                                         mad_build_named(parser, MAD_NODE_REF, span, left),
                                         mad_build_number(parser, MAD_NODE_NUMBER, span, 1));
    struct mad_node *begin =
        mad_build_one(parser, MAD_NODE_BODY, span, call_of(parser, span, "set", made, "to", 0));
    struct mad_node *counting =
        mad_build_two(parser, MAD_NODE_BODY, span, call_of(parser, span, "increase", made, "by", 1),
                      mad_build_two(parser, MAD_NODE_IF, span, over, begin));
    struct mad_nodes parts = mad_nodes_add(mad_nodes_add(mad_nodes_of(counter), means), again);
    return mad_build_list(
        parser, MAD_NODE_EACH_TURN, span,
        mad_nodes_add(parts, mad_build_one(parser, MAD_NODE_WHEN_MOVED, span, counting)));
}

/* Behind each move after which it is so one more is counted; of moves in a row, behind each other one begins anew. */
struct mad_node *mad_build_counting(struct mad_parser *parser, struct mad_span span,
                                    const char *name, int32_t what, struct mad_node *truth)
{
    struct mad_node *more = mad_build_one(parser, MAD_NODE_BODY, span,
                                          call_of(parser, span, "increase", name, "by", 1));
    struct mad_node *law = mad_build_two(parser, MAD_NODE_IF, span, truth, more);
    if ((what & MAD_COUNTS_ROW) != 0 && !parser->out_of_memory)
        more->next =
            mad_build_one(parser, MAD_NODE_BODY, span, call_of(parser, span, "set", name, "to", 0));
    struct mad_node *moved = mad_build_one(parser, MAD_NODE_WHEN_MOVED, span,
                                           mad_build_one(parser, MAD_NODE_BODY, span, law));
    struct mad_node *counter = mad_build_one(parser, MAD_NODE_COUNTER, span, moved);
    if (parser->out_of_memory)
        return counter;
    counter->name = name;
    counter->flags = (what & MAD_COUNTS_EACH) != 0 ? MAD_FLAG_EACH : 0;
    moved->n0 = what | MAD_COUNTS;
    return counter;
}

struct mad_node *mad_build_file(struct mad_parser *parser, struct mad_span span, const char *text)
{
    struct mad_node *node = mad_build_text(parser, MAD_NODE_FILE_OF_BOARD, span, text);
    if (text[0] >= 'a' && text[0] <= 'z' && text[1] != '\0')
        (void)mad_parser_report(parser, MAD_FINDING_SYNTAX, span,
                                "a file of the board is one letter or a number: `file e`");
    return node;
}

struct mad_node *mad_build_rectangle(struct mad_parser *parser, struct mad_span span,
                                     const char *text)
{
    const char *dots = strstr(text, "..");
    size_t length = dots != NULL ? (size_t)(dots - text) : 0;
    const char *behind = dots != NULL ? dots + 2 : "";
    struct mad_span corner = {span.begin + (uint32_t)length + 2, (uint16_t)strlen(behind),
                              span.source};
    struct mad_node *other =
        mad_build_text(parser, MAD_NODE_SQUARE, corner, mad_build_words(parser, NULL, behind));
    struct mad_node *node = mad_build_one(parser, MAD_NODE_RECTANGLE, span, other);
    node->text = mad_build_intern(parser, text, length);
    return node;
}

struct mad_node *mad_build_param(struct mad_parser *parser, struct mad_span span, const char *name,
                                 const char *type, struct mad_span type_span,
                                 struct mad_node *normally)
{
    static const char *const types[] = {"squares", "directions", "pieces", "pocket", "number"};
    enum { TYPES = sizeof types / sizeof types[0] };
    bool is_known = false;
    for (size_t i = 0; i < TYPES; i++)
        is_known = is_known || strcmp(types[i], type) == 0;
    if (!is_known) {
        struct mad_finding *finding =
            mad_parser_report(parser, MAD_FINDING_SYNTAX, type_span,
                              "this is no kind of thing that a blank can hold");
        const char *meant = mad_did_you_mean(type, types, TYPES);
        if (meant != NULL)
            mad_finding_label(parser->context->findings, finding, "did you mean `%s`?", meant);
        mad_finding_remedy(parser->context->findings, finding,
                           "write squares, directions, pieces, pocket or number");
    }
    struct mad_node *node = mad_build_one(parser, MAD_NODE_PARAM, span, normally);
    node->name = name;
    node->other = type;
    return node;
}

/* Recursion bounded by depth. */
static bool is_deeper(const struct mad_node *node, unsigned depth)
{
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (depth == 0 || is_deeper(child, depth - 1))
            return true;
    return false;
}

void mad_build_sentence(struct mad_parser *parser, struct mad_sentence sentence,
                        struct mad_span span, struct mad_line line)
{
    struct mad_sources *sources = parser->context->sources; /* null: a repair is tried */
    if (sources != NULL && ++sources->sentences > MAD_GRAMMAR_MAX_SENTENCES) {
        if (sources->sentences == MAD_GRAMMAR_MAX_SENTENCES + 1)
            (void)mad_findings_add(
                parser->context->findings, MAD_FINDING_LIMIT, line.span,
                mad_findings_text(parser->context->findings,
                                  "more than %d sentences, those of the files that it uses "
                                  "among them",
                                  (int)MAD_GRAMMAR_MAX_SENTENCES));
        return;
    }
    struct mad_sentences *item = MAD_ARENA_NEW(parser->context->arena, struct mad_sentences);
    if (item == NULL || parser->out_of_memory) {
        parser->out_of_memory = true;
        return;
    }
    if (sentence.node != NULL && is_deeper(sentence.node, MAD_GRAMMAR_MAX_NESTING)) {
        (void)mad_findings_add(parser->context->findings, MAD_FINDING_NESTING, sentence.node->span,
                               (int)MAD_GRAMMAR_MAX_NESTING);
        sentence = (struct mad_sentence){NULL, MAD_FORM_BROKEN};
    }
    item->sentence = sentence;
    item->span = sentence.form == MAD_FORM_BROKEN ? line.span : span;
    item->line = line;
    if (parser->last == NULL)
        parser->first = item;
    else
        parser->last->next = item;
    parser->last = item;
}
