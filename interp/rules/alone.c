/* alone.c - games of one player.
 *
 * Layer: rules. `player White (w) in capitals going north` is read as two players, of whom the second is
 * Nobody, who has no men, and the turns of the first, one after the other. Whatever asks for an enemy
 * would find nobody there, and is refused. It relies on resolve.c: everything else is settled. */
#include "inherit_state.h"

#include "../limits.h"
#include "tree.h"

static void refuse(struct mad_inherit *in, const struct mad_node *node, const char *remedy)
{
    mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, node->span, "%s plays alone, and has no enemy",
                      in->rules->players[0].name);
    mad_inherit_remedy(in, "%s", remedy);
}

/* How many nodes are looked at for one line; whoever says more in it is refused where it is lowered. */
enum { NODES_READ = 1 << 14 };

/* Whether somebody else is asked for, also by what the names in it stand for. */
static bool asks_for_enemy(const struct mad_ruleset *rules, const struct mad_node *node,
                           uint32_t *left, uint32_t depth)
{
    if (*left == 0 || depth > MAD_MAX_NESTING)
        return false;
    --*left;
    bool asks = node->kind == MAD_NODE_ENEMY || mad_tree_is_named(node->name, "enemy") ||
                mad_is_word(node, MAD_WORD_ENEMY) || node->kind == MAD_NODE_EVERY_IS_ATTACKED ||
                node->kind == MAD_NODE_END_MOST ||
                (node->kind == MAD_NODE_IS && node->n0 == MAD_IS_ATTACKED);
    for (uint32_t i = 0; i < rules->definition_count && node->kind == MAD_NODE_REF && !asks; i++)
        asks = rules->definitions[i].name == node->name &&
               asks_for_enemy(rules, rules->definitions[i].expression, left, depth + 1);
    for (uint32_t i = 0; i < rules->verb_count && node->kind == MAD_NODE_CALL && !asks; i++)
        asks = rules->verbs[i].name == node->name &&
               asks_for_enemy(rules, rules->verbs[i].node, left, depth + 1);
    for (const struct mad_node *child = node->first; child != NULL && !asks; child = child->next)
        asks = asks_for_enemy(rules, child, left, depth + 1);
    return asks;
}

/* Whether a line that captures says whom, other than by its `when`. */
static bool says_whom(const struct mad_node *line)
{
    bool says = false;
    for (const struct mad_node *part = line->first; part != NULL && !says; part = part->next)
        says = part->kind != MAD_NODE_WHEN &&
               (mad_tree_mentions(part, "own") || mad_tree_mentions(part, "piece"));
    return says;
}

static void check_lines(struct mad_inherit *in, const struct mad_rule_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct mad_node *line = lines->items[i];
        const bool takes = line->kind == MAD_NODE_MOVE && (line->n0 & MAD_TO_ENEMY) != 0;
        uint32_t left = NODES_READ;
        if (asks_for_enemy(in->rules, line, &left, 0))
            refuse(in, line, "say what is meant of `mover`, `own` men or `nobody's`");
        else if (takes && !says_whom(line))
            refuse(in, line, "say `move ...`, or whom it takes: `capture own piece by ...`");
    }
}

/* Every turn is his, and a turn is a move. */
static void settle_turns(struct mad_inherit *in)
{
    static const enum mad_node_kind OTHERS[] = {MAD_NODE_TURNS,     MAD_NODE_AGAIN_WHEN,
                                                MAD_NODE_EACH_TURN, MAD_NODE_END_TURN_WHEN,
                                                MAD_NODE_TURN_ENDS, MAD_NODE_MOVES_FIRST};
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL);
    mad_inherit_push_line(in, &in->rules->laws, players->first->next->next);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        const struct mad_node *said = mad_said_find(in, OTHERS[i], NULL);
        if (said == NULL)
            continue;
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, said->span,
                          "%s plays alone, and every move is his", in->rules->players[0].name);
        mad_inherit_remedy(in, "leave this out");
    }
}

/* A mark that lasts a turn waits for the enemy's move. */
static void check_marks(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->rules->mark_count; i++) {
        if (in->rules->marks[i].life != MAD_LIFE_TURNS)
            continue;
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, in->rules->marks[i].span,
                          "%s lasts until the enemy has moved, and %s plays alone",
                          in->rules->marks[i].name, in->rules->players[0].name);
        mad_inherit_remedy(in, "let it last 1 move, or always");
    }
}

void mad_settle_alone(struct mad_inherit *in)
{
    if (!in->rules->plays_alone)
        return;
    settle_turns(in);
    check_marks(in);
    const struct mad_ruleset *rules = in->rules;
    const struct mad_rule_lines *const lists[] = {&rules->player_may, &rules->illegal, &rules->laws,
                                                  &rules->ends};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        check_lines(in, lists[i]);
    for (uint32_t i = 0; i < rules->piece_count; i++)
        check_lines(in, &rules->pieces[i].lines);
}
