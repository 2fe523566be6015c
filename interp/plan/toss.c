/* toss.c - what tosses may come to: the outcomes of all of them, and how often each comes.
 *
 * Layer: plan. A coin has two sides; given chances have to add up to one, so that a page that forgets an
 * outcome is told. Verbs are lowered many times over: tosses that are alike are one. `1 in 3, low` and `2 in 3,
 * high` are two outcomes of one toss. It relies on expand.c: a toss in a called verb is seen here. */
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

static bool is_toss(const struct mad_game *game, uint32_t first, const struct mad_node *toss,
                    uint64_t sum)
{
    uint32_t index = first;
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        const struct mad_chance *known = &game->outcomes[index];
        if (index >= game->outcome_count || known->first != first || known->of != sum ||
            strcmp(known->name, outcome->name) != 0 || known->weight != weight_of(outcome, sum)) {
            return false;
        }
        index++;
    }
    return index == first + game->outcomes[first].count;
}

int mad_toss_outcomes(struct mad_codegen *codegen, const struct mad_node *toss)
{
    struct mad_game *game = codegen->game;
    uint64_t sum = is_said_whole(codegen, toss) ? common_sum(codegen, toss) : 0;
    uint32_t first = 0, count = count_of(toss);
    if (sum == 0 || codegen->status != MAD_OK) {
        return -1;
    }
    for (; first < game->outcome_count; first += game->outcomes[first].count) {
        if (is_toss(game, first, toss, sum)) {
            return (int)first;
        }
    }
    if (first + count > MAD_MAX_OUTCOMES) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, toss->span,
                          "the tosses of a game have at most %d outcomes", MAD_MAX_OUTCOMES);
        return -1;
    }
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        game->outcomes[game->outcome_count++] =
            (struct mad_chance){.name = mad_codegen_keep_text(codegen, outcome->name),
                                .weight = weight_of(outcome, sum),
                                .of = (uint32_t)sum,
                                .first = (uint16_t)first,
                                .count = (uint16_t)count};
    }
    return (int)first;
}

static bool is_outcome(const struct mad_node *node, const void *name)
{
    return node->kind == MAD_NODE_OUTCOME && node->name == name;
}

bool mad_is_outcome(const struct mad_codegen *codegen, const char *name)
{
    return mad_any_tree(codegen->rules, is_outcome, name, NULL);
}
