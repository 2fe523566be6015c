/* ruleset.h - one game as it stands after `use`, `like`, `new`, `change`, `without`, `replace`,
 * variants and options: flat lists of the sentences in force, each still a syntax node.
 *
 * Layer: rules; the only place that knows inheritance. inherit.c makes it from trees, lower.c reads
 * it. Everything lives in the scratch arena of the load. Names are interned, so pointer equality is
 * name equality. Nothing here is checked for kinds: that is lower.c's business; inherit.c reports what
 * concerns names as such (missing file, piece defined twice, nothing to take out, array of the wrong
 * width, letters that collide, unknown option). */
#ifndef MAD_RULES_RULESET_H
#define MAD_RULES_RULESET_H

#include <stdbool.h>
#include <stdint.h>

#include "../../grammar/ast.h"
#include "../game/game.h"

/* A growing list of pointers or small structs is an array with a count; arena memory, never freed. */
struct mad_rule_lines {
    const struct mad_node **items;
    uint32_t count;
};

struct mad_rule_piece {
    const char *name;
    const char *kind;            /* of "Red Pawn" "Pawn"; null: as the name */
    const char *letter;          /* upper case, with its `+` */
    int8_t owner;                /* 0 or 1 for `of White`, -1: both, MAD_NOBODY */
    struct mad_span span;        /* its declaration, for notes */
    struct mad_rule_lines lines; /* MOVE DROP ROYAL CALL_LINE EVENT, in force, in written order */
};

struct mad_rule_direction {
    const char *name;
    bool own;
    int32_t right, up;            /* on the picture of all boards */
    int32_t on;                   /* how many boards further */
    const struct mad_node *track; /* LIST of the squares that it leads over; null: a direction */
    struct mad_span span;
};

struct mad_rule_definition {
    const char *name; /* "in check" for `in check means` */
    const struct mad_node *expression;
    bool is_others; /* as another player means it than he whose game it is */
    struct mad_span span;
};

struct mad_rule_option {
    const char *name;
    const char **values;
    uint32_t value_count;
    const char *value; /* in force: normal, then `set`, then the command line */
    const char *said;  /* the same but for the command line */
    struct mad_span span;
};

struct mad_rule_mark {
    const char *name;
    const char *said; /* its name in the rules, of one that each player has; else null */
    enum mad_life life;
    int32_t turns;
    const struct mad_node *until; /* pieces whose own move ends the mark for their owner, or null */
    struct mad_rule_lines starts; /* expressions; of a number MARK_STARTS nodes */
    int32_t most;                 /* of a number: the largest; else 0 */
    uint32_t plane; /* of a number, which is as many marks as that has binary digits: which digit */
    bool
        is_height; /* the number of men below him who stands on top, where men stand on one another */
    struct mad_span span;
};

struct mad_rule_counter {
    const char *name;
    const char *said; /* as of a mark */
    int32_t start;
    bool each;
    struct mad_span span;
};

struct mad_rule_pocket {
    const char *name;
    struct mad_rule_lines stock; /* STOCK nodes */
    struct mad_span span;
};

struct mad_rule_fate { /* captured pieces change sides and go to hand */
    const char *word;
    const char *pocket; /* null: they leave the game */
    enum mad_joins joins;
    struct mad_span span;
};

struct mad_rule_verb {
    const char *name;
    const struct mad_node
        *node;      /* MAD_NODE_VERB; once verbs are expanded, without calls of others */
    bool is_called; /* by another verb */
};

struct mad_rule_cell {
    int16_t piece; /* index in pieces, -1 empty, -2 hole */
    int8_t owner;
    char line;            /* of a hole: `-`, `|`, `/` or `\\`, when a line is drawn over it; or 0 */
    bool is_placed;       /* by a sentence, `place` or `replace`, and not in the picture */
    struct mad_span span; /* of the square in that sentence */
};

struct mad_rule_player {
    const char *name;
    const char *letter;
    bool capitals;
    const char *direction; /* name of the direction he plays towards */
    struct mad_span span;
};

/* What a game says about itself. */
struct mad_rule_info {
    const char *title;             /* of the variant, where one is picked */
    const char *inventor, *source; /* null when not said */
    const char *family;            /* of games that people look for together; null when not said */
    int32_t year;                  /* 0 when not said */
    const char **about;
    uint32_t about_count;
    const char **called; /* other names of this very game or variant */
    uint32_t called_count;
    const char **
        built_on; /* titles of the games whose files were heard, the farthest first, its own file last */
    uint32_t built_on_count;
};

struct mad_rule_teams {
    struct mad_rule_lines allies; /* of which men let each other be */
    uint32_t seat, ally; /* of several players: who sees the game so, and his ally; none: himself */
};

struct mad_rule_board { /* they stand side by side, or one above the other */
    int32_t width, height;
    bool is_apart; /* no step leads from one to another */
};

struct mad_ruleset {
    struct mad_rule_info info;
    int32_t files, ranks;
    struct mad_rule_board one; /* of several; `files` and `ranks` are those of all */
    struct mad_span board_span;
    struct mad_rule_player players[MAD_MAX_PLAYERS]; /* 0 moves first */
    uint32_t player_count;                           /* 2, also where one plays alone */
    struct mad_rule_teams teams;
    bool plays_alone;            /* the other one has no men and no turn */
    struct mad_rule_cell *array; /* ranks * files, from the top left */
    struct mad_rule_piece *pieces;
    uint32_t piece_count;
    struct mad_rule_direction *directions;
    uint32_t direction_count;
    struct mad_rule_definition *definitions;
    uint32_t definition_count;
    struct mad_rule_option *options;
    uint32_t option_count;
    struct mad_rule_mark *marks;
    uint32_t mark_count;
    struct mad_rule_counter *counters;
    uint32_t counter_count;
    struct mad_rule_pocket *pockets;
    uint32_t pocket_count;
    struct mad_rule_fate *fates;
    uint32_t fate_count;
    struct mad_rule_verb *verbs;
    uint32_t verb_count;
    struct mad_rule_lines player_may; /* PLAYER_MAY nodes */
    struct mad_rule_lines illegal;    /* truths */
    struct mad_rule_lines choices;    /* truths on which men of the array hang */
    struct mad_rule_lines
        laws; /* PASS_WHEN END_TURN_WHEN AGAIN_WHEN MUST WHEN_MOVED AFTER_MOVE TURNS
                                                     WRAP HOLE LINK CORNER HEXBOARD, whole sentences */
    struct mad_rule_lines turn_ends; /* TURN_ENDS as they were said; what they do is in the laws */
    struct mad_rule_lines ends;      /* END_* nodes, first that holds decides */
    const uint8_t *
        seen_by; /* [end] behind whose move a program of three players and more asks it: 0, he who sits there,
                               or 1, all others, when he is next; null: of two players, both */
    struct mad_rule_lines shows;      /* SHOW nodes, the last for a name counts */
    struct mad_rule_lines templates;  /* TEMPLATE nodes, in order of trial */
    struct mad_rule_lines dialects;   /* DIALECT nodes, the last for a thing counts */
    struct mad_rule_lines letterless; /* LETTERLESS nodes */
    struct mad_rule_lines
        replaced; /* REPLACE nodes: what stands in lines said before them means another */
    struct mad_rule_lines tests; /* TEST nodes of this very game or variant */
    const struct mad_node *tree; /* of the file that was asked for, as it was parsed */
    struct mad_span span;        /* of the GAME or VARIANT sentence */
    struct mad_span game_span;   /* of the GAME sentence of the file that was asked for */
    struct mad_span array_span;  /* of the ARRAY sentence, or as `span` when there is none */
};

/* Null when nothing of the kind has the name, or the node is no name. */
const struct mad_rule_definition *mad_rules_definition(const struct mad_ruleset *rules,
                                                       const char *name);
const struct mad_node *mad_rules_meaning(const struct mad_ruleset *rules,
                                         const struct mad_node *node);
const struct mad_rule_direction *mad_rules_direction(const struct mad_ruleset *rules,
                                                     const struct mad_node *node);

/* The course of a line that is drawn over a cell, squares to the right and up, or the same back; false: none is. */
static inline bool mad_rule_line_course(char line, int *right, int *up)
{
    *right = line == '|' ? 0 : 1;
    *up = line == '-' ? 0 : line == '\\' ? -1 : 1;
    return line != 0;
}

/* Whether the rules say of squares which are next to them: by `link`, or by a line that is drawn. */
bool mad_rules_link(const struct mad_ruleset *rules);

#endif
