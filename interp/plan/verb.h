/* verb.h - what the files that lower verbs share.
 *
 * Layer: plan. call.c begins a line that calls a verb: it binds the blanks, and goes through the men
 * who may do it, as few as mover_filter.c can tell. verb.c lowers the body: choices, requirements, gates and
 * moves. effect.c lowers what is done, and bodies in which nothing is chosen; effect_summary.c tells
 * beforehand what a body does, by the rows of effects.def. */
#ifndef MAD_PLAN_VERB_H
#define MAD_PLAN_VERB_H

#include "codegen.h"

struct mad_fail { /* where a way goes on that fails */
    struct mad_label *label;
    uint32_t level; /* effects are taken back to this save level ... */
    bool clean;     /* ... unless none can have happened since it was made */
};

struct mad_block { /* what follows a block whose statements are being lowered */
    const struct mad_node *next;
    const struct mad_env *env;
    const struct mad_block *outer;
};

/* Behind a toss its outcomes are lowered twice: those that must be legal are asked whether they are,
 * then each is a move. */
enum mad_toss_part { MAD_TOSS_NONE, MAD_TOSS_ASKS, MAD_TOSS_MOVES };

/* Bodies as they are repeated, each lowered once for what fills the blanks. */
struct mad_rounds {
    struct mad_round {
        const struct mad_env *blanks; /* numbers: in the registers in which they are handed on */
        uint32_t address;
    } items[MAD_MAX_REPEATS];
    uint32_t count;
};

/* A verb being lowered, and what is known on the way through its body. */
struct mad_verb {
    struct mad_codegen *codegen;
    const struct mad_block *block;
    const struct mad_env *blanks; /* of the call: what `repeat` begins with again */
    struct mad_rounds *rounds;
    uint32_t line;  /* index in game->lines */
    uint32_t level; /* innermost save level in use */
    bool effects;   /* on the way to here something has changed */
    bool extends;   /* it goes on from a move that has been made */
    bool gated;     /* legality is known before effects begin */
    enum mad_legality_class gate;
    enum mad_legality_class mask_gate; /* as far as the law about royals goes */
    bool second_man;                   /* a TWO_MAN stands before the effects */
    bool comes; /* it has been seen that all who land or are put come to some square */
    int type;   /* of the man whose move it is; -1: not known yet */
    enum mad_toss_part part;
    struct mad_label *legal; /* MAD_TOSS_ASKS: where it goes on when it is */
    const struct mad_rule_verb *rule;
    uint32_t ending; /* register: men for whom it is known that `repeat` finds no way; 0: none */
    struct mad_fail fail;
};

/* --- effect.c -------------------------------------------------------------------------------- */
/* The words that say what is done; NONE: the sentence is no such thing. */
enum mad_effect {
#define MAD_EFFECT(effect, ...) MAD_EFFECT_##effect,
#include "effects.def"
#undef MAD_EFFECT
    MAD_EFFECT_NONE,
};

/* Whose square, or owner, an effect may change, beside those whom it takes. */
enum { MAD_MOVES_HIM = 1, MAD_MOVES_OTHERS = 2 };

/* A row of effects.def. */
struct mad_effect_row {
    const char *word;
    bool on_board;
    uint8_t moves; /* MAD_MOVES_* */
    bool wants_object;
    const char *labels[3]; /* besides the object */
    bool wants_first;      /* of them */
    const char *usage;
};
extern const struct mad_effect_row mad_effects[MAD_EFFECT_NONE];

enum mad_effect mad_effect_of(const struct mad_node *node);
/* Whether a man comes to the squares behind its `on`: where they are none, the way is no move. */
static inline bool mad_brings_somebody(const struct mad_node *node)
{
    const enum mad_effect effect = mad_effect_of(node);
    return effect == MAD_EFFECT_LAND || effect == MAD_EFFECT_PUT ||
           (effect == MAD_EFFECT_STACK && mad_argument(node, "on") != NULL);
}
/* `set`, `increase` and `decrease` of a number of squares or pieces (tally.c). */
void mad_lower_tally(struct mad_codegen *codegen, enum mad_effect effect,
                     const struct mad_node *call, uint32_t mark, const struct mad_env *env);
/* Whether a label stands twice in a call, `set m on own Rook on file a`: told when so. */
bool mad_says_twice(struct mad_codegen *codegen, const struct mad_node *call);
/* Whether the node names a mark, and which. */
bool mad_is_mark(const struct mad_codegen *codegen, const struct mad_node *node, uint32_t *mark);
/* `put Queen on X from pile`, which the pile may not have: its man was not chosen of those who are there. */
bool mad_may_be_unheld(const struct mad_node *call, const struct mad_env *env);
/* A jump to `label` where the pile has none. False, and no jump: the call is none such. */
bool mad_unless_held(struct mad_codegen *codegen, const struct mad_node *call,
                     const struct mad_env *env, struct mad_label *label);
/* One sentence in which nothing is chosen, in a verb or in what happens by itself; the names as they are behind it.
 * skip_become: as in mad_lower_effects. */
const struct mad_env *mad_lower_statement(struct mad_codegen *codegen,
                                          const struct mad_node *statement,
                                          const struct mad_env *env, bool skip_become);
/* Whether nothing is chosen, required or asked from this statement on. */
bool mad_only_effects(const struct mad_node *statement);

/* --- stacks.c -------------------------------------------------------------------------------- */
/* What a call says of the men behind that label; null: of its object. And whether it says any such thing. */
enum mad_part mad_part_of(const struct mad_node *call, const char *label);
bool mad_says_part(const struct mad_node *call);
/* MAD_MOVES_*: as its row says, or more exactly. */
uint8_t mad_moves_of(const struct mad_node *call);
/* Whether parts are spoken of where they may be, which is told. */
bool mad_check_parts(struct mad_codegen *codegen, const struct mad_node *call);
void mad_lower_stack(struct mad_codegen *codegen, const struct mad_node *call,
                     const struct mad_env *env);
/* Of `take X as WORD`; null: nothing is said. */
uint32_t mad_fate_of(struct mad_codegen *codegen, const struct mad_node *as);

/* --- effect_summary.c ------------------------------------------------------------------------ */
/* How often a body does what, whichever way it goes. */
struct mad_effect_summary {
    uint32_t count[MAD_EFFECT_NONE + 1];
    uint8_t moves; /* MAD_MOVES_* */
    bool any;      /* something is done */
    bool requires_after_effect, sweeps, tosses, in_cases;
    const struct mad_node *target; /* of the one land or put */
    const struct mad_node *kind;   /* of the one become */
    const struct mad_node *man;    /* the one `put man on X` */
};
/* What is done from this statement on. */
struct mad_effect_summary mad_effect_summary_of(const struct mad_node *statement);
/* Whether masks can tell the legality of a way before it is made, by a man of this type (-1: nobody's, or not
 * known yet) through this body, which is all of the verb. */
enum mad_legality_class mad_class_of_effects(struct mad_codegen *codegen,
                                             const struct mad_effect_summary *summary, int type,
                                             const struct mad_node *body,
                                             const struct mad_env *env);
enum mad_line_shape mad_shape_of_effects(const struct mad_effect_summary *summary);

/* --- verb.c ---------------------------------------------------------------------------------- */
/* `choose x at random from X`: a toss. */
static inline bool mad_is_drawn(const struct mad_node *choose)
{
    return choose->kind == MAD_NODE_CHOOSE && (choose->flags & MAD_FLAG_AT_RANDOM) != 0;
}

/* The rest of a body from this statement on (null: its end), on the way that `verb` has come. */
void mad_lower_rest(struct mad_verb *verb, const struct mad_node *statement,
                    const struct mad_env *env);

/* Nothing is left to choose: what was done since the choice before is taken back, and it goes on there. */
void mad_give_up(struct mad_verb *verb);
/* Whether the law is asked about this outcome of the toss: about all of them when the rules name none. */
bool mad_outcome_is_asked(const struct mad_node *toss, const struct mad_node *outcome);

/* Where a way parts, what is done from here on can be taken back. */
void mad_save_level(struct mad_verb *verb);
/* The end of a way, which is a move. */
void mad_lower_end(struct mad_verb *verb);

/* --- rounds.c -------------------------------------------------------------------------------- */
/* `repeat`, the last sentence of a body. */
void mad_lower_repeat(struct mad_verb *verb, const struct mad_node *repeat,
                      const struct mad_env *env);

/* --- call.c ---------------------------------------------------------------------------------- */
/* False when the call does not fit the blanks of the verb; then it was told, once. */
bool mad_check_call(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                    const struct mad_node *call);
/* Whether a blank takes what is given, as far as its words tell. */
bool mad_fits_blank(const struct mad_node *blank, enum mad_kind given);
/* It is told that it does not. */
void mad_refuse_given(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                      const struct mad_node *blank, const struct mad_node *given,
                      enum mad_kind kind);

/* --- settle.c -------------------------------------------------------------------------------- */
/* The names as they are now, whatever the man does from here on: what is known for each square where
 * he may stand is put in registers. Those without any are returned as they are. */
const struct mad_env *mad_settle(struct mad_codegen *codegen, const struct mad_env *env);
const struct mad_block *mad_settle_blocks(struct mad_codegen *codegen,
                                          const struct mad_block *block);
/* Whether the man may come to stand elsewhere by this statement; depth: 0. */
bool mad_may_land(const struct mad_codegen *codegen, const struct mad_node *statement,
                  uint32_t depth);

/* --- gate.c ---------------------------------------------------------------------------------- */
/* What is known of a way before its effects begin, which they do at this statement (null: with the end);
 * sets verb->gated and the like. */
void mad_emit_gate(struct mad_verb *verb, const struct mad_node *statement,
                   const struct mad_env *env);
/* A way on which a man would land, or be put, on nothing is none. */
void mad_fail_nowhere(struct mad_verb *verb, const struct mad_node *on, const struct mad_env *env);
/* Whether whoever lands or is put on the way from this statement on comes to some square, whichever the
 * name that is chosen before (null: none) stands for. */
bool mad_comes_for_certain(const struct mad_verb *verb, const struct mad_node *statement,
                           const struct mad_env *env, const char *chosen);
/* By what the squares of a choice are told, when effects alone follow. */
enum mad_legality_class mad_gate_of_many(const struct mad_verb *verb,
                                         const struct mad_node *effects, const char *chosen);
/* Whether all that follows a choice among squares is a toss that the law allows on the squares of one gate,
 * and how many outcomes it has. */
bool mad_is_toss_gated(struct mad_verb *verb, const struct mad_node *toss, const char *chosen,
                       const struct mad_env *env, enum mad_legality_class *gate,
                       uint32_t *outcomes);

/* --- mover_filter.c -------------------------------------------------------------------------- */
/* The names with what is known of them where the truth holds: what has a square, or is anything, is
 * somewhere. */
const struct mad_env *mad_learn(struct mad_codegen *codegen, const struct mad_node *truth,
                                const struct mad_env *env);
/* Takes what it can from the head of a body; returns the first statement that is left. */
const struct mad_node *mad_filter_movers(struct mad_codegen *codegen,
                                         const struct mad_node *statement,
                                         const struct mad_env **env, struct mad_value *men);
/* `path has a square` for a path that is known for each place: the places where it has one. */
bool mad_filter_movers_to_some(struct mad_codegen *codegen, const struct mad_value *value,
                               struct mad_value *men);
/* `choose x from ... on mark ...` leaves only men from whose squares the mark is reached. */
void mad_filter_movers_by_mark(struct mad_codegen *codegen, const struct mad_node *choice,
                               const struct mad_env *env, struct mad_value *men);
/* The same: nothing to do while the mark is on no square. */
void mad_skip_without_mark(struct mad_codegen *codegen, const struct mad_node *statement,
                           struct mad_label *end);
/* Whether men of the code may choose what they become somewhere. */
bool mad_chooses_on_arrival(const struct mad_codegen *codegen, uint32_t code);
/* Who of the men may go on when he has gone the way once: a verb that is repeated as long as it can be is at
 * its end where it finds no way. False when it cannot be told from what is done. */
bool mad_who_goes_on(struct mad_verb *verb, const struct mad_node *body, const struct mad_env *env,
                     const struct mad_value *men, struct mad_value *who);

#endif
