/* inherit_state.h - what has been said so far while a game is put together.
 *
 * Layer: rules, private to inherit.c, collect.c, remove.c, resolve.c, array*.c. One struct mad_inherit
 * for a game; `array of` makes a second one that shares the files. Lists are arrays in the arena that
 * double when full (mad_inherit_room), so a count is all that there is to keep. The first failed
 * allocation is kept in `status`; everything after it does nothing. */
#ifndef MAD_RULES_INHERIT_STATE_H
#define MAD_RULES_INHERIT_STATE_H

#include "inherit.h"

enum { MAD_MAX_LISTED = 8 }; /* names listed in one message: more do not help */

struct mad_file { /* a parsed rule file */
    enum mad_text_kind kind;
    const char *name;            /* null: the main file */
    const struct mad_node *tree; /* null: it did not parse, and that has been told */
    uint16_t source;
    bool is_open; /* being said: meeting it again is a circle */
};

struct mad_files { /* shared by the game and those whose arrays it takes */
    struct mad_file **items;
    uint32_t count;
};

struct mad_scope { /* where a sentence stands */
    uint16_t source;
    bool in_variant;
};

struct mad_said { /* a sentence in force that is neither a piece, an addition nor an array */
    const struct mad_node *node;
    struct mad_scope scope;
    int32_t place; /* of an end: MAD_ENDS_* */
};

struct mad_saids {
    struct mad_said *items;
    uint32_t count;
};

struct mad_piece_said {
    const char *name;
    const struct mad_node *node; /* PIECE: name, letter, owner, place */
    struct mad_rule_lines lines;
};

struct mad_addition { /* add to ...: holds for pieces declared later, too */
    const struct mad_node *node;
    bool to_every;
    bool is_own;                 /* said in the main file */
    struct mad_rule_lines names; /* REF: the pieces; with to_every the exceptions */
    struct mad_rule_lines lines;
};

struct mad_cell_said {
    enum { MAD_CELL_EMPTY, MAD_CELL_HOLE, MAD_CELL_LETTER, MAD_CELL_PIECE } what;
    char line;          /* as in struct mad_rule_cell */
    const char *letter; /* as written, until a piece is known for it */
    const char *piece;
    int8_t owner;
    const struct mad_node *node;
};

struct mad_array_said {
    const struct mad_node *node; /* ARRAY, null: none was said, the board is empty */
    struct mad_cell_said *cells; /* of its rows, row after row */
    uint32_t count;
    struct mad_rule_lines changes; /* PLACE and REPLACE after it; REF: a piece left the game */
};

struct mad_inherit {
    const struct mad_inherit_load *load;
    struct mad_files *files;
    enum mad_status status;
    struct mad_finding *finding; /* the last one, for its notes; null when it was not kept */
    uint32_t depth;              /* files inside files, and arrays of games */
    struct mad_scope scope;
    uint32_t level; /* 0: the main file, 1...: files that it names */
    const struct mad_node
        *brought_by; /* the word of the main file by which a library is heard, or null */
    const struct mad_node *blamed; /* the last of them at which an error of a library was told */

    bool has_variant; /* a variant of the main file is picked */
    bool has_gaps;    /* a library is missing: what needs it would look wrong */
    bool not_found;   /* an option from outside that the game does not have */

    const char *title;
    struct mad_span span;           /* of the GAME or VARIANT sentence */
    struct mad_span game_span;      /* of the GAME sentence */
    struct mad_rule_lines used;     /* REF of each library said so far */
    struct mad_rule_lines older;    /* WAS_CALLED: names that go on being read */
    struct mad_rule_lines replaced; /* REPLACE that hold everywhere */
    struct mad_rule_lines gone;     /* names of pieces that `without` took out, REPLACE that did */
    struct mad_saids said;
    struct mad_saids ends;            /* END_* in order */
    const struct mad_node *ends_node; /* the last `ends in this order` */
    struct mad_piece_said *pieces;
    uint32_t piece_count;
    struct mad_addition *additions;
    uint32_t addition_count;
    struct mad_array_said array;
    struct mad_ruleset *rules; /* filled by resolve.c */
};

/* --- memory and findings (inherit.c) ------------------------------------------------------------- */

void *mad_inherit_alloc(struct mad_inherit *in, size_t bytes);
/* `items` with room for one more than `count`, moved when it was full; null when there is no memory. */
void *mad_inherit_room(struct mad_inherit *in, void *items, uint32_t count, size_t item_bytes);
void mad_inherit_push_line(struct mad_inherit *in, struct mad_rule_lines *lines,
                           const struct mad_node *node);
/* An error at a place: the formatted text is the one argument of its message in diagnostic.def. Notes
 * and remedies that follow belong to it. */
void mad_inherit_error(struct mad_inherit *in, enum mad_finding_kind kind, struct mad_span at,
                       const char *format, ...) MAD_PRINTF(4, 5);
void mad_inherit_note(struct mad_inherit *in, struct mad_span at, const char *format, ...)
    MAD_PRINTF(3, 4);
void mad_inherit_remedy(struct mad_inherit *in, const char *format, ...) MAD_PRINTF(2, 3);
/* The remedy for an unknown name that a library file declares; false when none does. */
bool mad_inherit_library_remedy(struct mad_inherit *in, const char *name);

struct mad_suggestion { /* the known name that a misspelt word was meant to be */
    const char *word;
    const char *best; /* null: none is close */
};
/* Asks at the last error whether the best of them was meant. */
void mad_inherit_meant(struct mad_inherit *in, const struct mad_suggestion *suggestion);
void mad_suggestion_consider(struct mad_suggestion *suggestion, const char *name);

/* --- files (inherit.c) ----------------------------------------------------------------------------- */

/* The ruleset of another game, for its array; null when it has errors. */
const struct mad_ruleset *mad_inherit_other_game(struct mad_inherit *in, const char *name,
                                                 struct mad_span at);
void mad_inherit_use(struct mad_inherit *in, const struct mad_node *use);

/* --- sentences (collect.c) ----------------------------------------------------------------------------- */

void mad_collect(struct mad_inherit *in, const struct mad_node *sentence);
int8_t mad_said_player(const struct mad_inherit *in, const char *name); /* 0, 1, -1: nobody */
struct mad_piece_said *mad_said_piece(const struct mad_inherit *in, const char *name);
/* The last sentence of this kind with this name (null: any name), or null. */
const struct mad_node *mad_said_find(const struct mad_inherit *in, enum mad_node_kind kind,
                                     const char *name);
/* The remedy for a name that is those of two pieces with a comma forgotten; false when it is not. */
bool mad_inherit_split_remedy(struct mad_inherit *in, const char *name);
void mad_inherit_unknown_piece(struct mad_inherit *in, const char *name, struct mad_span at);

/* --- older names (older_names.c) ------------------------------------------------------------------ */

void mad_say_older_name(struct mad_inherit *in, const struct mad_node *sentence);
/* The sentence with names as they are now, for which the main file is told; null: no memory. */
const struct mad_node *mad_with_names_of_now(struct mad_inherit *in,
                                             const struct mad_node *sentence);

/* --- taking out (remove.c) ------------------------------------------------------------------------- */

/* Sentences may name several of a piece, as in `2 Knights`: from here on they name one. */
void mad_name_one_of_each(struct mad_inherit *in);
void mad_say_without(struct mad_inherit *in, const struct mad_node *sentence);
void mad_say_replace(struct mad_inherit *in, const struct mad_node *sentence);
/* Takes the lines of a piece out in which one of the words of `no longer` stands. */
void mad_no_longer(struct mad_inherit *in, struct mad_piece_said *piece,
                   const struct mad_node *line);
/* Takes those out that begin like a line of a `change` block with `new` before it. */
void mad_forget_line(struct mad_inherit *in, struct mad_piece_said *piece,
                     const struct mad_node *block, const struct mad_node *fresh);

/* --- saying again (restate.c) ------------------------------------------------------------------------ */

/* Refuses what is said to be inherited and is not: what stands behind `inherited`, or a verb. Changes nothing. */
void mad_say_inherited(struct mad_inherit *in, const struct mad_node *sentence);
void mad_say_inherited_by(struct mad_inherit *in, const struct mad_node *heading);

/* --- when all is said (resolve.c, options.c, array.c, array_change.c) ------------------------------------------------- */

void mad_resolve(struct mad_inherit *in);
/* Gives options the values that sentences set, and settings from outside. */
void mad_resolve_options(struct mad_inherit *in);
/* Refuses what is set from outside and no sentence of the game asks for. False without memory. */
bool mad_resolve_settings(struct mad_inherit *in);
void mad_say_array(struct mad_inherit *in, const struct mad_node *sentence);
/* Remembers a change for the end: squares are looked up when the board is known. */
void mad_array_change(struct mad_inherit *in, const struct mad_node *change);
/* Gives the letters of the array their pieces as far as they are known. */
void mad_array_bind(struct mad_inherit *in);
/* Which player has the capitals (or the small letters): 0, 1, or -1 while nobody was declared. */
int8_t mad_said_owner_of_case(const struct mad_inherit *in, bool capitals);
void mad_settle_array(struct mad_inherit *in);
void mad_settle_array_changes(struct mad_inherit *in);
void mad_settle_alone(struct mad_inherit *in); /* alone.c */
/* Names the piece that `its other side` stands for, in lines of pieces and of what players may do (other_side.c). */
void mad_name_other_sides(struct mad_inherit *in);

#endif
