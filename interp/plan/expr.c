/* expr.c - the rows of expr.def as a table, and what is asked of it. Layer: plan.
 *
 * Which row a node belongs to is a switch made of the rows themselves, without a default: the compiler tells
 * when a word has none. `mad_reads_of` of `own Rook on file a` says MEN. It relies on names.c for what names
 * stand for. */
#include "expr.h"

enum { TRUTH = MAD_KINDS, PARTS };

#define SQUARES    MAD_KIND_SQUARES
#define DIRECTIONS MAD_KIND_DIRECTIONS
#define PIECES     MAD_KIND_PIECES
#define PLAYER     MAD_KIND_PLAYER
#define NUMBER     MAD_KIND_NUMBER
#define POCKET     MAD_KIND_POCKET

static const struct expression {
    const char *words;
    uint16_t reads;
    uint8_t value;              /* enum mad_kind, TRUTH or PARTS */
    bool everywhere;            /* else `at` says where */
    const char *at[MAD_PLACES]; /* what it means there; null: nothing */
    const char *remedy;
} EXPRESSIONS[MAD_EXPRS] = {
#define MAD_EXPR(row, how, which, words_, value_, reads_) \
    [MAD_EXPR_##row] = {.words = words_, .reads = reads_, .value = value_, .everywhere = true},
#define MAD_EXPR_IN(row, how, which, words_, value_, reads_, line, pass, verb, after, event, \
                    moved, law, end, remedy_)                                                \
    [MAD_EXPR_##row] = {.words = words_,                                                     \
                        .reads = reads_,                                                     \
                        .value = value_,                                                     \
                        .at = {line, pass, verb, after, event, moved, law, end},             \
                        .remedy = remedy_},
#include "expr.def"
#undef MAD_EXPR
#undef MAD_EXPR_IN
};

#undef SQUARES
#undef DIRECTIONS
#undef PIECES
#undef PLAYER
#undef NUMBER
#undef POCKET

static const char *const PLACE_NAMES[MAD_PLACES] = {
    [MAD_PLACE_LINE] = "the line of a piece",
    [MAD_PLACE_PASS] = "`pass when` and behind `until`",
    [MAD_PLACE_VERB] = "a verb",
    [MAD_PLACE_AFTER] = "a verb behind `after each move`",
    [MAD_PLACE_EVENT] = "what happens by itself",
    [MAD_PLACE_MOVED] = "`when moved`",
    [MAD_PLACE_LAW] = "a law",
    [MAD_PLACE_END] = "an end",
};

/* --- which row ------------------------------------------------------------------------------- */

/* Only rows of the kind that is asked for become cases. */
#define NO_CASE(which, row)
#define CASE(which, row) \
    case which:          \
        return MAD_EXPR_##row;

#define MAD_EXPR(row, how, which, ...)    ROW_##how(which, row)
#define MAD_EXPR_IN(row, how, which, ...) ROW_##how(which, row)

static enum mad_expr expr_of_word(enum mad_word word)
{
#define ROW_NODE        NO_CASE
#define ROW_NODE_OF_TWO NO_CASE
#define ROW_WORD        CASE
#define ROW_FUNCTION    NO_CASE
#define ROW_NAME        NO_CASE
#define ROW_CLOSER_MARK NO_CASE
#define ROW_SENTENCE    NO_CASE
    switch (word) {
#include "expr.def"
    }
    return MAD_EXPRS;
}

static enum mad_expr expr_of_function(enum mad_function function)
{
#undef ROW_WORD
#undef ROW_FUNCTION
#define ROW_WORD     NO_CASE
#define ROW_FUNCTION CASE
    switch (function) {
#include "expr.def"
    }
    return MAD_EXPRS;
}

/* Of a definition's name it is what stands for it that has a row; a mark may have a closer one. */
static enum mad_expr expr_of_name(enum mad_name name)
{
#undef ROW_FUNCTION
#undef ROW_NAME
#define ROW_FUNCTION NO_CASE
#define ROW_NAME     CASE
    switch ((unsigned)name) {
#include "expr.def"
    }
    return MAD_EXPRS;
}

/* MAD_EXPRS for what is no expression. */
static enum mad_expr expr_of(const struct mad_node *node)
{
#undef ROW_NODE
#undef ROW_NAME
#define ROW_NODE CASE
#define ROW_NAME NO_CASE
    if (node->kind == MAD_NODE_CONST) {
        return expr_of_word((enum mad_word)node->n0);
    }
    if (node->kind == MAD_NODE_FUNCTION) {
        return expr_of_function((enum mad_function)node->n0);
    }
    if (node->kind == MAD_NODE_CAN_MOVE && node->first->next != NULL) {
        return MAD_EXPR_CAN_MOVE_SO;
    }
    switch ((unsigned)node->kind) {
#include "expr.def"
    default: return MAD_EXPRS;
    }
}

#undef MAD_EXPR
#undef MAD_EXPR_IN

enum mad_expr mad_expr_of_mark(const struct mad_codegen *codegen, uint32_t mark)
{
    const enum mad_life life = codegen->rules->marks[mark].life;
    return codegen->rules->marks[mark].most > 0 ? MAD_EXPR_TALLY
           : life == MAD_LIFE_TURNS             ? MAD_EXPR_TURN_MARK
           : life == MAD_LIFE_MOVE              ? MAD_EXPR_MOVE_MARK
                                                : MAD_EXPR_MARK;
}

bool mad_is_truth(const struct mad_node *node)
{
    const enum mad_expr row = expr_of(node);
    return row != MAD_EXPRS && EXPRESSIONS[row].value == TRUTH;
}

enum { MAX_NAMES = 8 }; /* that stand for names */

static enum mad_kind kind_of(const struct mad_codegen *codegen, const struct mad_node *node,
                             unsigned depth)
{
    uint32_t index = 0;
    const enum mad_name what =
        node->kind == MAD_NODE_REF ? mad_look_up(codegen, node->name, &index) : MAD_NAMES;
    if (what == MAD_NAME_DEFINITION) {
        const struct mad_node *meaning = codegen->rules->definitions[index].expression;
        return depth > 0 ? kind_of(codegen, meaning, depth - 1) : MAD_KIND_NONE;
    }
    if (node->kind == MAD_NODE_REF) {
        const enum mad_expr named = expr_of_name(what);
        return named != MAD_EXPRS ? (enum mad_kind)EXPRESSIONS[named].value : MAD_KIND_NONE;
    }
    const enum mad_expr row = expr_of(node);
    const uint8_t value = row != MAD_EXPRS ? EXPRESSIONS[row].value : TRUTH;
    if (value == PARTS && node->first != NULL) {
        return kind_of(codegen, node->first, depth);
    }
    return value < MAD_KINDS ? (enum mad_kind)value : MAD_KIND_NONE;
}

enum mad_kind mad_kind_of(const struct mad_codegen *codegen, const struct mad_node *node)
{
    return kind_of(codegen, node, MAX_NAMES);
}

/* --- where it may stand ---------------------------------------------------------------------- */

void mad_out_of_place(struct mad_codegen *codegen, struct mad_span span, const char *what,
                      const char *remedy)
{
    struct mad_findings *list = codegen->diagnostics;
    mad_finding_remedy(list, mad_findings_add(list, MAD_FINDING_OUT_OF_PLACE, span, what), "%s",
                       remedy);
    codegen->errors++;
}

bool mad_may_stand(struct mad_codegen *codegen, enum mad_expr row, struct mad_span span)
{
    const struct expression *about = &EXPRESSIONS[row];
    if (about->everywhere || about->at[codegen->place] != NULL) {
        return true;
    }
    const char *text = mad_findings_text(codegen->diagnostics, "%s means nothing in %s",
                                         about->words, PLACE_NAMES[codegen->place]);
    mad_out_of_place(codegen, span, text, about->remedy);
    return false;
}

bool mad_node_may_stand(struct mad_codegen *codegen, const struct mad_node *node)
{
    const enum mad_expr row = expr_of(node);
    return row == MAD_EXPRS || mad_may_stand(codegen, row, node->span);
}

void mad_no_piece_moves(struct mad_codegen *codegen, const struct mad_node *node)
{
    const enum mad_expr row = expr_of(node);
    const bool is_motion = row == MAD_EXPR_STEP || row == MAD_EXPR_LINE || row == MAD_EXPR_SLIDE ||
                           row == MAD_EXPR_LEAP;
    mad_out_of_place(codegen, node->span,
                     "no piece is moving here, so this has no place to start from",
                     is_motion ? EXPRESSIONS[row].remedy
                               : "what a player does without a piece starts from squares that it "
                                 "names or chooses");
}

/* --- what it looks at ------------------------------------------------------------------------ */

static uint32_t reads_of_name(struct mad_codegen *codegen, const struct mad_node *node,
                              const struct mad_env *env)
{
    const struct mad_env *local = mad_env_find(env, node->name);
    if (local != NULL) {
        return local->node != NULL ? mad_reads_of(codegen, local->node, local->outer)
                                   : MAD_READS(HERE);
    }
    uint32_t index = 0;
    const enum mad_name what = mad_look_up(codegen, node->name, &index);
    if (what == MAD_NAME_DEFINITION) {
        return mad_reads_of(codegen, codegen->rules->definitions[index].expression, NULL);
    }
    const enum mad_expr row = expr_of_name(what);
    return row != MAD_EXPRS ? EXPRESSIONS[row].reads : 0;
}

uint32_t mad_reads_of(struct mad_codegen *codegen, const struct mad_node *node,
                      const struct mad_env *env)
{
    if (!mad_codegen_enter(codegen, node->span)) {
        return UINT32_MAX;
    }
    const enum mad_expr row = expr_of(node);
    uint32_t reads = row != MAD_EXPRS ? EXPRESSIONS[row].reads : 0;
    if (mad_child_of_kind(node, MAD_NODE_FROM) != NULL) {
        reads &= ~MAD_READS(HERE); /* it says from where */
    }
    if (row == MAD_EXPR_ORIGIN && codegen->place == MAD_PLACE_AFTER) {
        reads &= ~MAD_READS(HERE); /* nowhere, behind a move of no piece */
    }
    if (node->kind == MAD_NODE_REF) {
        reads |= reads_of_name(codegen, node, env);
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        reads |= mad_reads_of(codegen, child, env);
    }
    mad_codegen_leave(codegen);
    return reads;
}
