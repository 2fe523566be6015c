/* outline.c - headings, sections and blocks.
 *
 * Layer: grammar. The words of a sentence say where it may stand (the table `places`); indentation
 * says nothing. A heading or declaration ends the section before it, and finds every block closed.
 * After a fault in a heading the outline is `lost`: what follows belongs to a section that could not
 * be read, so nothing more is said about places until the next heading or declaration. */
#include "outline.h"

#include <string.h>

#include "hints.h"
#include "parser.h"

enum place {
    TOP = 1, /* a declaration */
    HEADING = 2,
    UNDER_GAME = 4,
    UNDER_PIECE = 8,
    UNDER_ENDS = 16,
    IN_VERB = 32,
    UNDER_NOTATION = 64,
    UNDER_TEST = 128,
};

static const uint8_t places[MAD_NODE_KINDS] = {
    [MAD_NODE_EDITION] = TOP,
    [MAD_NODE_USE] = TOP,
    [MAD_NODE_GAME] = HEADING,
    [MAD_NODE_VARIANT] = HEADING,
    [MAD_NODE_PIECE] = HEADING,
    [MAD_NODE_ADD_TO] = HEADING,
    [MAD_NODE_CHANGE] = HEADING,
    [MAD_NODE_INHERITED_BY] = HEADING,
    [MAD_NODE_ENDS] = HEADING,
    [MAD_NODE_VERB] = HEADING,
    [MAD_NODE_NOTATION] = HEADING,
    [MAD_NODE_TEST] = HEADING,
    [MAD_NODE_CREDIT] = UNDER_GAME,
    [MAD_NODE_BOARD] = TOP,
    [MAD_NODE_HEXBOARD] = TOP,
    [MAD_NODE_WRAP] = TOP,
    [MAD_NODE_HOLE] = TOP,
    [MAD_NODE_LINK] = TOP,
    [MAD_NODE_CORNER] = TOP,
    [MAD_NODE_SHUFFLE] = TOP,
    [MAD_NODE_PLAYERS] = TOP,
    [MAD_NODE_TURNS] = TOP,
    [MAD_NODE_MOVES_FIRST] = TOP,
    [MAD_NODE_ALLIES] = TOP,
    [MAD_NODE_WAS_CALLED] = TOP,
    [MAD_NODE_ARRAY] = TOP,
    [MAD_NODE_PLACE] = TOP,
    [MAD_NODE_REPLACE] = TOP,
    [MAD_NODE_CHANGE_PLACES] = TOP,
    [MAD_NODE_DIRECTION] = TOP,
    [MAD_NODE_MEANS] = TOP,
    [MAD_NODE_OPTION] = TOP,
    [MAD_NODE_SET_OPTION] = TOP | UNDER_TEST,
    [MAD_NODE_MARK] = TOP,
    [MAD_NODE_MARK_STARTS] = TOP,
    [MAD_NODE_COUNTER] = TOP,
    [MAD_NODE_POCKET] = TOP,
    [MAD_NODE_FATE] = TOP,
    [MAD_NODE_PLAYER_MAY] = TOP,
    [MAD_NODE_AFTER_MOVE] = TOP,
    [MAD_NODE_ILLEGAL] = TOP,
    [MAD_NODE_PASS_WHEN] = TOP,
    [MAD_NODE_END_TURN_WHEN] = TOP,
    [MAD_NODE_AGAIN_WHEN] = TOP,
    [MAD_NODE_MUST] = TOP,
    [MAD_NODE_WHEN_MOVED] = TOP,
    [MAD_NODE_EACH_TURN] = TOP,
    [MAD_NODE_TURN_ENDS] = TOP,
    [MAD_NODE_WITHOUT] = TOP,
    [MAD_NODE_INHERITED] = TOP,
    [MAD_NODE_MOVE] = UNDER_PIECE,
    [MAD_NODE_DROP] = UNDER_PIECE,
    [MAD_NODE_ROYAL] = UNDER_PIECE,
    [MAD_NODE_WORTH] = UNDER_PIECE,
    [MAD_NODE_WORTHS] = UNDER_PIECE,
    [MAD_NODE_HELD] = UNDER_PIECE,
    [MAD_NODE_CALL_LINE] = UNDER_PIECE | IN_VERB,
    [MAD_NODE_EVENT] = UNDER_PIECE,
    [MAD_NODE_NO_LONGER] = UNDER_PIECE,
    [MAD_NODE_END_FOR] = UNDER_ENDS,
    [MAD_NODE_END_DRAW] = UNDER_ENDS,
    [MAD_NODE_END_QUIET] = UNDER_ENDS,
    [MAD_NODE_END_WITHOUT] = UNDER_ENDS,
    [MAD_NODE_END_WHOEVER] = UNDER_ENDS,
    [MAD_NODE_END_OUT] = UNDER_ENDS,
    [MAD_NODE_END_LAST] = UNDER_ENDS,
    [MAD_NODE_END_MOST] = UNDER_ENDS,
    [MAD_NODE_END_SCORE] = UNDER_ENDS,
    [MAD_NODE_LET] = IN_VERB,
    [MAD_NODE_CHOOSE] = IN_VERB,
    [MAD_NODE_REQUIRE] = IN_VERB,
    [MAD_NODE_IF] = IN_VERB,
    [MAD_NODE_FOR_EACH] = IN_VERB,
    [MAD_NODE_REPEAT] = IN_VERB,
    [MAD_NODE_MAY] = IN_VERB,
    [MAD_NODE_TOSS] = IN_VERB,
    [MAD_NODE_NOTHING_HAPPENS] = IN_VERB,
    [MAD_NODE_SHOW] = UNDER_NOTATION,
    [MAD_NODE_TEMPLATE] = UNDER_NOTATION,
    [MAD_NODE_DIALECT] = UNDER_NOTATION,
    [MAD_NODE_LETTERLESS] = UNDER_NOTATION,
    [MAD_NODE_T_POSITION] = UNDER_TEST,
    [MAD_NODE_T_PLAY] = UNDER_TEST,
    [MAD_NODE_T_MOVES] = UNDER_TEST,
    [MAD_NODE_T_COUNT] = UNDER_TEST,
    [MAD_NODE_T_RESULT] = UNDER_TEST,
};

struct list { /* children of a node being added to */
    struct mad_node *parent, *last;
};

struct block {
    struct mad_node *opener; /* null for one whose opening line could not be read */
    struct list body;        /* parent null: in a toss, before its first outcome */
    struct mad_span span;
};

struct outline {
    struct mad_parser *parser;
    struct mad_findings *findings;
    struct list file, variant, section; /* parent null: none open */
    struct mad_node *game;
    struct mad_node *inline_if; /* sentence before, if an `otherwise: ...` may follow it */
    bool is_lost;
    const struct mad_node *near_end; /* the last statement that may be a misspelt `end` */
    const char **verbs;              /* that the text declares */
    size_t verb_count;
    unsigned depth;
    struct block blocks[MAD_GRAMMAR_MAX_NESTING];
};

static struct list list_of(struct mad_node *parent)
{
    struct list list = {parent, parent->first};
    while (list.last != NULL && list.last->next != NULL)
        list.last = list.last->next;
    return list;
}

static void append(struct list *list, struct mad_node *node)
{
    if (list->last == NULL)
        list->parent->first = node;
    else
        list->last->next = node;
    list->last = node;
}

static struct block *top(struct outline *o)
{
    return o->depth > 0 ? &o->blocks[o->depth - 1] : NULL;
}

static const char *block_name(const struct block *block)
{
    return block->opener != NULL ? mad_node_kind_name(block->opener->kind) : "block";
}

/* --- faults --------------------------------------------------------------------------------------- */

static const char *where_it_belongs(uint8_t place)
{
    static const struct {
        uint8_t place;
        const char *text;
    } table[] = {
        {UNDER_PIECE | IN_VERB, "this line belongs under a piece, or in a verb"},
        {UNDER_GAME, "this line belongs directly under `game` or `variant`"},
        {UNDER_PIECE, "this line belongs under a piece"},
        {UNDER_ENDS, "this line belongs under `ends in this order`"},
        {IN_VERB, "this line belongs in a verb"},
        {UNDER_NOTATION, "this line belongs under `notation`"},
        {UNDER_TEST, "this line belongs under a test"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if ((place & table[i].place) == table[i].place)
            return table[i].text;
    return "this line does not belong here";
}

static const char *remedy(uint8_t place)
{
    if (place & UNDER_PIECE)
        return "write it below `piece NAME (LETTER)`, `add to NAME` or `change NAME`";
    if (place & IN_VERB)
        return "write it between `verb NAME` and its `end`, or behind the colon of `when ...:`";
    if (place & UNDER_TEST)
        return "write it below `test \"...\"`";
    return NULL;
}

/* `add to ends`: where among them has to be said. */
static bool is_half_of_ends(const struct outline *o)
{
    const struct mad_node *parent = o->section.parent;
    return o->depth == 0 && parent != NULL && parent->kind == MAD_NODE_ADD_TO &&
           parent->first != NULL && parent->first->name != NULL &&
           strcmp(parent->first->name, "ends") == 0;
}

static void report_place(struct outline *o, const struct mad_node *node)
{
    if (o->is_lost)
        return;
    if (is_half_of_ends(o)) {
        struct mad_finding *half =
            mad_findings_add(o->findings, MAD_FINDING_SYNTAX, o->section.parent->span,
                             "where ends are added among the others has to be said");
        mad_finding_remedy(o->findings, half,
                           "`add to ends before the others`, or `add to ends after the others`");
        o->is_lost = true;
        return;
    }
    uint8_t place = places[node->kind];
    if (node->kind == MAD_NODE_CALL_LINE && mad_hint_unknown_verb(o->parser, node->first)) {
        o->is_lost = true;
        return;
    }
    struct mad_finding *finding =
        mad_findings_add(o->findings, MAD_FINDING_WRONG_PLACE, node->span, where_it_belongs(place));
    if (remedy(place) != NULL)
        mad_finding_remedy(o->findings, finding, "%s", remedy(place));
    if (o->depth > 0)
        mad_finding_note_at(o->findings, finding, top(o)->span,
                            "it stands in this `%s`; is its `end` missing?", block_name(top(o)));
    else if (o->section.parent != NULL)
        mad_finding_note_at(o->findings, finding, o->section.parent->span,
                            "it stands under this heading");
    o->is_lost = o->depth == 0;
}

/* `eend` reads like the call of a verb; when an `end` is missing behind it, it is none. */
static bool report_near_end(struct outline *o, const struct block *block)
{
    const struct mad_node *near = o->near_end;
    if (near == NULL || near->span.begin < block->span.begin)
        return false;
    const char *text = mad_findings_text(o->findings, "no sentence begins with `%s`", near->name);
    struct mad_finding *finding =
        mad_findings_add(o->findings, MAD_FINDING_SYNTAX, near->span, text);
    mad_finding_label(o->findings, finding, "did you mean `end`?");
    o->near_end = NULL;
    return true;
}

/* Every block that is open has to be closed before `span`. */
static void close_blocks(struct outline *o, struct mad_span span, const char *text)
{
    struct mad_finding *finding = NULL;
    bool is_first = true;
    for (; o->depth > 0; o->depth--) {
        const struct block *block = top(o);
        if (block->opener == NULL)
            continue;
        if (report_near_end(o, block))
            continue;
        if (is_first)
            finding = mad_findings_add(o->findings, MAD_FINDING_MISSING_END, span, text);
        is_first = false;
        mad_finding_note_at(o->findings, finding, block->span, "this `%s` is still open",
                            block_name(block));
    }
}

/* --- blocks --------------------------------------------------------------------------------------- */

static void push(struct outline *o, struct mad_node *opener, struct mad_node *body,
                 struct mad_span span)
{
    if (o->depth == MAD_GRAMMAR_MAX_NESTING) {
        if (!o->is_lost)
            (void)mad_findings_add(o->findings, MAD_FINDING_NESTING, span,
                                   (int)MAD_GRAMMAR_MAX_NESTING);
        o->depth = 0;
        o->is_lost = true;
        o->section.parent = NULL;
        return;
    }
    struct block *block = &o->blocks[o->depth++];
    *block = (struct block){.opener = opener, .span = span};
    if (body != NULL)
        block->body = list_of(body);
}

/* Opens the block of a sentence whose statements are on the lines that follow. */
static void open_block(struct outline *o, struct mad_node *node)
{
    struct mad_node *body = node->first;
    while (body != NULL && body->kind != MAD_NODE_BODY)
        body = body->next;
    push(o, node, node->kind == MAD_NODE_TOSS ? NULL : body, node->span);
}

static struct mad_node *only_statement_if(struct mad_node *body)
{
    struct mad_node *first = body->first;
    return first != NULL && first->kind == MAD_NODE_IF ? first : NULL;
}

/* The `if C: S` to which an `otherwise: T` on the next line would belong. Of `if A: if B: S` neither:
 * a reader could not tell. */
static struct mad_node *inline_if_of(struct mad_node *node)
{
    if (node->kind == MAD_NODE_IF)
        return only_statement_if(node->first->next) == NULL ? node : NULL;
    if (node->kind != MAD_NODE_EVENT && node->kind != MAD_NODE_WHEN_MOVED &&
        node->kind != MAD_NODE_TURN_ENDS)
        return NULL;
    struct mad_node *body = node->kind == MAD_NODE_EVENT ? node->first->next : node->first;
    struct mad_node *inner = only_statement_if(body);
    return inner != NULL ? inline_if_of(inner) : NULL;
}

static void handle_end(struct outline *o, struct mad_span span)
{
    if (o->depth > 0) {
        o->depth--;
        return;
    }
    if (o->is_lost)
        return;
    struct mad_finding *finding =
        mad_findings_add(o->findings, MAD_FINDING_STRAY_END, span, "there is nothing to end here");
    mad_finding_remedy(o->findings, finding,
                       "delete this `end`: blocks of verbs have one, sections and lines with a "
                       "sentence behind their colon have none");
}

static void handle_otherwise(struct outline *o, struct mad_node *body, struct mad_span span)
{
    struct block *block = top(o);
    struct mad_node *other = only_statement_if(body); /* `otherwise if C:` with its block below */
    if (other != NULL && other->first->next->first != NULL)
        other = NULL;
    bool is_inline = body->first != NULL && other == NULL;
    if (is_inline && o->inline_if != NULL) {
        o->inline_if->first->next->next = body;
        o->inline_if = only_statement_if(body);
        return;
    }
    bool fits = block != NULL && block->opener != NULL && block->opener->kind == MAD_NODE_IF &&
                block->opener->first->next->next == NULL;
    if (fits) {
        block->opener->first->next->next = body;
        block->opener = other != NULL ? other : block->opener;
        block->body = list_of(other != NULL ? other->first->next : body);
    } else if (!o->is_lost && (block == NULL || block->opener != NULL)) {
        struct mad_finding *finding = mad_findings_add(o->findings, MAD_FINDING_WRONG_PLACE, span,
                                                       "there is no `if` to which this belongs");
        mad_finding_remedy(o->findings, finding,
                           "write `if ...:` with its sentences on the lines below, then "
                           "`otherwise:`, then `end`");
    }
    o->inline_if = NULL;
}

static void report_outcome(struct outline *o, const struct mad_node *outcome, const char *text)
{
    struct mad_finding *finding =
        mad_findings_add(o->findings, MAD_FINDING_WRONG_PLACE, outcome->span, text);
    mad_finding_remedy(o->findings, finding,
                       "write `toss a coin` with `heads:` and `tails:` below it, or `by chance` "
                       "with lines such as `1 in 6, hit:`, then `end`");
}

/* Whether a line such as this stands in a toss of the kind: a coin has sides, chances are given. */
static bool fits_toss(const struct mad_node *toss, const struct mad_node *outcome)
{
    return (toss->flags & MAD_FLAG_COIN) == (outcome->flags & MAD_FLAG_COIN);
}

static void handle_outcome(struct outline *o, struct mad_node *outcome)
{
    struct block *block = top(o);
    if (block == NULL || block->opener == NULL || block->opener->kind != MAD_NODE_TOSS ||
        !fits_toss(block->opener, outcome)) {
        if (!o->is_lost && (block == NULL || block->opener != NULL))
            report_outcome(o, outcome, "this is no outcome of a toss that is open here");
        return;
    }
    struct list outcomes = list_of(block->opener);
    for (const struct mad_node *other = block->opener->first; other != NULL; other = other->next)
        if (other->name == outcome->name)
            (void)mad_findings_add(
                o->findings, MAD_FINDING_DUPLICATE_KEY, outcome->span,
                mad_findings_text(o->findings, "the outcome `%s`", outcome->name));
    append(&outcomes, outcome);
    block->body = (struct list){0};
    if (outcome->first->first == NULL)
        block->body = list_of(outcome->first);
}

/* --- sentences -------------------------------------------------------------------------------------- */

/* `set X to Y`, said where no verb is open, sets an option. */
static struct mad_node *as_option(struct mad_node *node)
{
    if (node->kind != MAD_NODE_CALL_LINE || node->text != NULL || node->flags != 0)
        return NULL;
    const struct mad_node *call = node->first, *what = call->first;
    if (call->next != NULL || strcmp(call->name, "set") != 0 || what == NULL ||
        what->text != NULL || what->next == NULL || what->next->next != NULL ||
        what->next->text == NULL || strcmp(what->next->text, "to") != 0)
        return NULL;
    const struct mad_node *option = what->first, *value = what->next->first;
    if (option->kind != MAD_NODE_REF || value->kind != MAD_NODE_REF)
        return NULL;
    node->kind = MAD_NODE_SET_OPTION;
    node->name = option->name;
    node->other = value->name;
    node->first = NULL;
    return node;
}

/* A call in a verb is the call alone; what else a line of a piece may say has no place there. */
static struct mad_node *as_statement(struct outline *o, struct mad_node *node)
{
    if (node->kind != MAD_NODE_CALL_LINE)
        return node;
    struct mad_node *call = node->first, *when = call->next;
    if (when != NULL || node->text != NULL || node->flags != 0) {
        struct mad_finding *finding = mad_findings_add(
            o->findings, MAD_FINDING_WRONG_PLACE, when != NULL ? when->span : node->span,
            "`one must`, `written` and `when` belong to lines of a piece, not into a verb");
        mad_finding_remedy(o->findings, finding, "write `if ...:` before the sentence");
        call->next = NULL;
    }
    return call;
}

static void add_statement(struct outline *o, struct mad_node *node, enum mad_form form)
{
    struct block *block = top(o);
    if (!(places[node->kind] & IN_VERB)) {
        report_place(o, node);
        return;
    }
    node = as_statement(o, node);
    if (node->kind == MAD_NODE_CALL && node->first == NULL && mad_slips(node->name, "end", 1) <= 1)
        o->near_end = node;
    if (block->body.parent != NULL)
        append(&block->body, node);
    else if (block->opener != NULL)
        (void)mad_findings_add(
            o->findings, MAD_FINDING_WRONG_PLACE, node->span,
            "what happens by a toss stands behind its outcomes, `heads:` and `tails:` or "
            "lines such as `1 in 6, hit:`");
    if (form == MAD_FORM_OPENS)
        open_block(o, node);
    else
        o->inline_if = inline_if_of(node);
}

static uint8_t section_place(const struct outline *o)
{
    if (o->section.parent == NULL)
        return 0;
    enum mad_node_kind kind = o->section.parent->kind;
    if (kind == MAD_NODE_PIECE || kind == MAD_NODE_ADD_TO || kind == MAD_NODE_CHANGE ||
        kind == MAD_NODE_INHERITED_BY)
        return UNDER_PIECE;
    if (kind == MAD_NODE_GAME || kind == MAD_NODE_VARIANT)
        return UNDER_GAME;
    return kind == MAD_NODE_ENDS       ? UNDER_ENDS
           : kind == MAD_NODE_NOTATION ? UNDER_NOTATION
           : kind == MAD_NODE_TEST     ? UNDER_TEST
                                       : 0;
}

static void add_to_container(struct outline *o, struct mad_node *node)
{
    append(o->variant.parent != NULL ? &o->variant : &o->file, node);
}

/* `piece Leopard (P), Wolf (W) and Dog (D)`: each is declared, and what stands below is added to all. */
static void declare_each(struct outline *o, const struct mad_node *heading)
{
    for (const struct mad_node *man = heading->first; man != NULL; man = man->next) {
        struct mad_node *piece = mad_build_text(o->parser, MAD_NODE_PIECE, man->span, man->text);
        piece->name = man->name;
        piece->other = man->other;
        add_to_container(o, piece);
    }
}

static void add_heading(struct outline *o, struct mad_node *node)
{
    close_blocks(o, node->span, "`end` is missing before this line");
    o->is_lost = false;
    o->section.parent = NULL;
    if (node->kind == MAD_NODE_GAME) {
        if (o->game != NULL) {
            struct mad_finding *finding =
                mad_findings_add(o->findings, MAD_FINDING_DUPLICATE_KEY, node->span, "`game`");
            mad_finding_note_at(o->findings, finding, o->game->span, "first said here");
        }
        o->game = node;
    }
    if (node->kind == MAD_NODE_VARIANT) {
        append(&o->file, node);
        o->variant = list_of(node);
    } else {
        if ((node->flags & MAD_FLAG_DECLARES) != 0)
            declare_each(o, node);
        add_to_container(o, node);
    }
    if (places[node->kind] == HEADING)
        o->section = list_of(node);
}

static void add_section_line(struct outline *o, struct mad_node *node)
{
    uint8_t place = section_place(o);
    if (place == UNDER_GAME)
        add_to_container(o, node);
    else
        append(&o->section, node);
}

static bool has_verb(const struct outline *o, const char *name)
{
    for (size_t i = 0; i < o->verb_count; i++)
        if (o->verbs[i] == name)
            return true;
    return false;
}

/* `chnage Pawn` reads like the call of a verb; the lines below it are not those of the piece above. */
static bool is_lost_heading(struct outline *o, const struct mad_node *node)
{
    if (o->depth > 0 || node->kind != MAD_NODE_CALL_LINE || node->first->next != NULL ||
        !mad_hint_is_heading(o->parser, node->first) || has_verb(o, node->first->name))
        return false;
    if (!mad_hint_unknown_verb(o->parser, node->first))
        (void)mad_findings_add(
            o->findings, MAD_FINDING_SYNTAX, node->first->span,
            mad_findings_text(o->findings, "no sentence begins with `%s`", node->first->name));
    o->is_lost = true;
    o->section.parent = NULL;
    return true;
}

static void add_plain(struct outline *o, struct mad_node *node, enum mad_form form)
{
    if (is_lost_heading(o, node))
        return;
    if (o->depth == 0)
        (void)as_option(node);
    uint8_t place = places[node->kind];
    if ((place & section_place(o)) && o->depth == 0) {
        const bool is_new = (node->flags & MAD_FLAG_NEW) != 0 && (place & UNDER_PIECE) != 0;
        if ((is_new || node->kind == MAD_NODE_NO_LONGER) &&
            o->section.parent->kind != MAD_NODE_CHANGE)
            (void)mad_findings_add(
                o->findings, MAD_FINDING_WRONG_PLACE, node->span,
                is_new ? "`new` before a line of a piece belongs under `change NAME`"
                       : "`no longer` belongs under `change NAME`");
        add_section_line(o, node);
    } else if (place & (TOP | HEADING)) {
        add_heading(o, node);
    } else if (o->depth > 0) {
        add_statement(o, node, form);
        return;
    } else {
        report_place(o, node);
        return;
    }
    if (form == MAD_FORM_OPENS)
        open_block(o, node);
    else
        o->inline_if = inline_if_of(node);
}

static bool is_heading_token(int token)
{
    static const int headings[] = {
        MAD_T_GAME,      MAD_T_VARIANT,     MAD_T_PIECE,     MAD_T_ADD_TO, MAD_T_CHANGE,
        MAD_T_ENDS,      MAD_T_VERB,        MAD_T_NOTATION,  MAD_T_TEST,   MAD_T_NEW,
        MAD_T_INHERITED, MAD_T_ENDS_BEFORE, MAD_T_ENDS_AFTER};
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        if (headings[i] == token)
            return true;
    return false;
}

/* A line that was reported already. It may have opened a block or a section. */
static void add_broken(struct outline *o, const struct mad_line *line)
{
    if (is_heading_token(line->first_token))
        close_blocks(o, line->span, "`end` is missing before this line");
    if (o->depth > 0 && line->ends_with_colon && line->first_token != MAD_T_OTHERWISE &&
        line->first_token != MAD_T_OTHERWISE_IF && line->first_token != MAD_T_HEADS &&
        line->first_token != MAD_T_TAILS && line->first_token != MAD_T_NUMBER)
        push(o, NULL, NULL, line->span);
    if (o->depth == 0) {
        o->is_lost = true;
        o->section.parent = NULL;
    }
}

static void add_sentence(struct outline *o, const struct mad_sentences *item)
{
    struct mad_node *node = item->sentence.node;
    struct mad_node *before = o->inline_if;
    o->inline_if = NULL;
    switch (item->sentence.form) {
    case MAD_FORM_PLAIN:
    case MAD_FORM_OPENS: add_plain(o, node, item->sentence.form); break;
    case MAD_FORM_OTHERWISE:
        o->inline_if = before;
        handle_otherwise(o, node, item->span);
        break;
    case MAD_FORM_OUTCOME: handle_outcome(o, node); break;
    case MAD_FORM_END: handle_end(o, item->span); break;
    case MAD_FORM_BROKEN: add_broken(o, &item->line); break;
    }
}

/* The first sentence is `mad 1`, and no other is. */
static void check_edition(struct outline *o)
{
    const struct mad_sentences *first = o->parser->first;
    const struct mad_node *node = first != NULL ? first->sentence.node : NULL;
    if (first != NULL && node == NULL && first->line.first_token == MAD_T_EDITION)
        return;
    if (node == NULL || node->kind != MAD_NODE_EDITION) {
        struct mad_span span = {0, 0, o->parser->source};
        struct mad_finding *finding =
            mad_findings_add(o->findings, MAD_FINDING_EDITION, first != NULL ? first->span : span,
                             "the first line has to be `mad 1`");
        mad_finding_remedy(o->findings, finding, "write `mad 1` above it");
    } else if (node->n0 != 1) {
        const char *text = mad_findings_text(
            o->findings, "this file is written in edition %d of the language; this is edition 1",
            (int)node->n0);
        (void)mad_findings_add(o->findings, MAD_FINDING_EDITION, node->span, text);
    }
    for (first = first != NULL ? first->next : NULL; first != NULL; first = first->next)
        if (first->sentence.node != NULL && first->sentence.node->kind == MAD_NODE_EDITION)
            (void)mad_findings_add(o->findings, MAD_FINDING_DUPLICATE_KEY, first->span,
                                   "the edition");
}

static bool is_verb(const struct mad_sentences *item)
{
    return item->sentence.node != NULL && item->sentence.node->kind == MAD_NODE_VERB;
}

static bool list_verbs(struct outline *o)
{
    size_t count = 0;
    for (const struct mad_sentences *item = o->parser->first; item != NULL; item = item->next)
        count += is_verb(item);
    o->verbs = MAD_ARENA_ARRAY(o->parser->context->arena, const char *, count + 1);
    for (const struct mad_sentences *item = o->parser->first; item != NULL && o->verbs != NULL;
         item = item->next)
        if (is_verb(item))
            o->verbs[o->verb_count++] = item->sentence.node->name;
    return o->verbs != NULL;
}

struct mad_node *mad_outline(struct mad_parser *parser)
{
    struct mad_span end = {parser->bytes, 0, parser->source};
    struct mad_node *file = MAD_ARENA_NEW(parser->context->arena, struct mad_node);
    struct outline *o = MAD_ARENA_NEW(parser->context->arena, struct outline);
    if (file == NULL || o == NULL)
        return NULL;
    file->kind = MAD_NODE_FILE;
    file->span = (struct mad_span){0, 0, parser->source};
    o->parser = parser;
    o->findings = parser->context->findings;
    o->file = list_of(file);
    if (!list_verbs(o))
        return NULL;
    check_edition(o);
    for (const struct mad_sentences *item = parser->first; item != NULL; item = item->next)
        add_sentence(o, item);
    close_blocks(o, end, "the text ends here and `end` is missing");
    return file;
}
