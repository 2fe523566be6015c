/* toss.c - what tosses may come to: the outcomes of all of them, and how often each comes.
 *
 * Layer: plan. A coin has two sides; given chances have to add up to one, so that a page that forgets an
 * outcome is told. Verbs are lowered many times over: tosses that are alike are one. `1 in 3, low` and `2 in 3,
 * high` are two outcomes of one toss; `choose x at random from empty` has one for each square of the board, of
 * which those come that are in the set. It relies on expand.c: a toss in a called verb is seen here. */
#include <string.h>

#include "codegen.h"

enum {
    MOST_CHANCES = 10000
}; /* of which a chance may be one; a few such give a weight of 32 bits */

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : greatest_divisor(b, a % b);
}

static uint32_t weight_of(const struct mad_node *outcome, uint64_t sum)
{
    return (uint32_t)((uint64_t)outcome->n0 * (sum / (uint64_t)outcome->n1));
}

static uint32_t count_of(const struct mad_node *toss)
{
    uint32_t count = 0;
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        count++;
    }
    return count;
}

static bool is_said_whole(struct mad_codegen *codegen, const struct mad_node *toss)
{
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        if (outcome->n0 < 1 || outcome->n1 > MOST_CHANCES || outcome->n0 > outcome->n1) {
            mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, outcome->span,
                              "a chance is one like `1 in 6`, of at most %d", MOST_CHANCES);
            return false;
        }
        if (outcome->first->first == NULL) {
            mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, outcome->span,
                              "say what happens when it is `%s`, or `nothing happens`",
                              outcome->name);
            return false;
        }
    }
    if (count_of(toss) < 2) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, toss->span, "%s",
                          toss->flags & MAD_FLAG_COIN
                              ? "a coin has two sides: say what happens by `heads:` and by `tails:`"
                              : "what hangs on chance has two outcomes or more");
        return false;
    }
    return true;
}

/* The chances as weights of one sum; 0 when they are not all that can happen. */
static uint64_t common_sum(struct mad_codegen *codegen, const struct mad_node *toss)
{
    uint64_t sum = 1, weights = 0;
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        uint64_t of = (uint64_t)outcome->n1;
        sum = sum / greatest_divisor(sum, of) * of;
        if (sum > UINT32_MAX) {
            mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, outcome->span,
                              "chances of so many kinds cannot be added up: give them all of one "
                              "number, like `1 in 6` and `5 in 6`");
            return 0;
        }
    }
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        weights += weight_of(outcome, sum);
    }
    if (weights == sum) {
        return sum;
    }
    mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, toss->span,
                      "the chances add up to %llu in %llu: together they have to be all that can "
                      "happen",
                      (unsigned long long)weights, (unsigned long long)sum);
    return 0;
}

static bool is_known_at(const struct mad_game *game, uint32_t first,
                        const struct mad_chance *wanted, uint32_t count)
{
    bool alike = game->outcomes[first].count == count;
    for (uint32_t i = 0; i < count && alike; i++) {
        const struct mad_chance *known = &game->outcomes[first + i];
        alike = known->of == wanted[i].of && known->weight == wanted[i].weight &&
                strcmp(known->name, wanted[i].name) == 0;
    }
    return alike;
}

/* Where these stand in game->outcomes, perhaps since another verb was lowered; -1 on error (reported). */
static int outcomes_as(struct mad_codegen *codegen, struct mad_span span,
                       const struct mad_chance *wanted, uint32_t count)
{
    struct mad_game *game = codegen->game;
    uint32_t first = 0;
    for (; first < game->outcome_count; first += game->outcomes[first].count) {
        if (is_known_at(game, first, wanted, count)) {
            return (int)first;
        }
    }
    if (first + count > MAD_MAX_OUTCOMES) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, span,
                          "the tosses of a game have at most %d outcomes, and this one has %u of "
                          "its own",
                          MAD_MAX_OUTCOMES, (unsigned)count);
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct mad_chance *outcome = &game->outcomes[game->outcome_count++];
        *outcome = wanted[i];
        outcome->name = mad_codegen_keep_text(codegen, wanted[i].name);
        outcome->first = (uint16_t)first;
        outcome->count = (uint16_t)count;
    }
    return (int)first;
}

int mad_toss_outcomes(struct mad_codegen *codegen, const struct mad_node *toss)
{
    struct mad_chance wanted[MAD_MAX_OUTCOMES + 1];
    uint64_t sum = is_said_whole(codegen, toss) ? common_sum(codegen, toss) : 0;
    uint32_t count = 0;
    if (sum == 0 || codegen->status != MAD_OK) {
        return -1;
    }
    for (const struct mad_node *outcome = toss->first; outcome != NULL && count <= MAD_MAX_OUTCOMES;
         outcome = outcome->next) {
        wanted[count++] = (struct mad_chance){
            .name = outcome->name, .weight = weight_of(outcome, sum), .of = (uint32_t)sum};
    }
    return outcomes_as(codegen, toss->span, wanted, count);
}

/* --- one of a set ---------------------------------------------------------------------------- */

enum { MOST_BYTES = 64 }; /* of an outcome's name: how it is typed behind a move */

/* A name as it is typed behind a move: "Mad Elephant" is `mad-elephant`. */
static void write_typed(char *text, const char *before, const char *name)
{
    size_t used = 0;
    for (; *before != '\0'; before++) {
        text[used++] = *before;
    }
    for (; *name != '\0' && used + 1 < MOST_BYTES; name++) {
        const bool is_capital = *name >= 'A' && *name <= 'Z';
        text[used++] = *name == ' ' ? '-' : is_capital ? (char)(*name - 'A' + 'a') : *name;
    }
    text[used] = '\0';
}

/* What one direction or one kind is called. */
static const char *name_of_one(const struct mad_codegen *codegen, const struct mad_value *one)
{
    uint32_t type = 0;
    if (one->kind == MAD_KIND_DIRECTIONS) {
        return codegen->rules->directions[__builtin_ctzll(one->directions)].name;
    }
    while (!types_has(&one->types, type)) {
        type++;
    }
    return codegen->game->types[type].name;
}

int mad_draw_outcomes(struct mad_codegen *codegen, struct mad_value from, struct mad_span span)
{
    const struct mad_game *game = codegen->game;
    const bool among_squares = from.kind == MAD_KIND_SQUARES;
    struct mad_chance wanted[MAD_MAX_OUTCOMES + 1];
    char names[MAD_MAX_OUTCOMES + 1][MOST_BYTES];
    struct mad_value one = from;
    uint32_t count = 0;
    for (; count <= MAD_MAX_OUTCOMES &&
           (among_squares ? count < game->squares : mad_take_one(&from, &one));
         count++) {
        write_typed(names[count], among_squares ? "on-" : "",
                    among_squares ? game->square_name[count] : name_of_one(codegen, &one));
        wanted[count] = (struct mad_chance){.name = names[count]};
    }
    return outcomes_as(codegen, span, wanted, among_squares ? game->squares : count);
}

static bool is_outcome(const struct mad_node *node, const void *name)
{
    return node->kind == MAD_NODE_OUTCOME && node->name == name;
}

bool mad_is_outcome(const struct mad_codegen *codegen, const char *name)
{
    return mad_any_tree(codegen->rules, is_outcome, name, NULL);
}
