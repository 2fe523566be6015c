/* remove.c - `without`, `no longer` and `replace`: what takes out of what was said before.
 *
 * Layer: rules. All three walk the same lists with an operation that says of each sentence whether
 * it stays, goes, or stays in a changed copy. */
#include <string.h>

#include "inherit_state.h"
#include "tree.h"

enum operation_kind {
    TAKE_OUT, /* every sentence that mentions the word goes */
    STRIKE,   /* a piece leaves the game: alternatives lose it, what needs it goes */
    RENAME,   /* a piece takes the place of another */
};

struct operation {
    enum operation_kind kind;
    const char *word;  /* interned */
    const char *fresh; /* of RENAME */
    uint32_t touched;  /* how many sentences went or changed */
};

/* `no longer capture` leaves of `move or capture X` the moving, and the other way about. */
static const struct mad_node *without_word(struct mad_inherit *in, const struct mad_node *node,
                                           const char *word)
{
    int32_t bit = strcmp(word, "move") == 0      ? MAD_TO_EMPTY
                  : strcmp(word, "capture") == 0 ? MAD_TO_ENEMY
                                                 : 0;
    if (node->kind != MAD_NODE_MOVE || bit == 0)
        return mad_tree_mentions(node, word) ? NULL : node;
    if (!(node->n0 & bit) || node->n0 == bit)
        return node->n0 == bit ? NULL : node;
    struct mad_node *copy = mad_inherit_alloc(in, sizeof *copy);
    if (copy != NULL) {
        *copy = *node;
        copy->n0 &= ~bit;
    }
    return copy;
}

/* Null when the sentence goes. */
static const struct mad_node *apply(struct mad_inherit *in, struct operation *operation,
                                    const struct mad_node *node)
{
    const struct mad_node *kept = node;
    switch (operation->kind) {
    case TAKE_OUT: kept = without_word(in, node, operation->word); break;
    case STRIKE:
        if (!mad_tree_strike(in->load->arena, node, operation->word, &kept))
            in->status = MAD_ERROR_MEMORY;
        break;
    case RENAME:
        kept = mad_tree_rename(in->load->arena, node, operation->word, operation->fresh);
        if (kept == NULL)
            in->status = MAD_ERROR_MEMORY;
        break;
    }
    operation->touched += kept != node;
    return kept;
}

/* Sentences that are judged by their name alone: a verb keeps its body, an option its values. */
static bool is_whole(enum mad_node_kind kind)
{
    return kind == MAD_NODE_VERB || kind == MAD_NODE_OPTION || kind == MAD_NODE_SET_OPTION ||
           kind == MAD_NODE_SHOW;
}

/* Sentences that no word takes out. */
static bool is_fixed(enum mad_node_kind kind)
{
    return kind == MAD_NODE_CREDIT || kind == MAD_NODE_TEST || kind == MAD_NODE_BOARD ||
           kind == MAD_NODE_HEXBOARD || kind == MAD_NODE_PLAYERS || kind == MAD_NODE_WRAP ||
           kind == MAD_NODE_CORNER;
}

static const struct mad_node *apply_to_sentence(struct mad_inherit *in, struct operation *operation,
                                                const struct mad_node *node)
{
    if (is_fixed(node->kind))
        return node;
    if (!is_whole(node->kind) || operation->kind == RENAME)
        return apply(in, operation, node);
    if (!mad_tree_is_named(node->name, operation->word))
        return node;
    operation->touched++;
    return NULL;
}

static void apply_to_saids(struct mad_inherit *in, struct operation *operation,
                           struct mad_saids *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct mad_said said = list->items[i];
        said.node = apply_to_sentence(in, operation, said.node);
        if (said.node != NULL)
            list->items[kept++] = said;
    }
    list->count = kept;
}

static void apply_to_lines(struct mad_inherit *in, struct operation *operation,
                           struct mad_rule_lines *lines)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct mad_node *node = apply(in, operation, lines->items[i]);
        if (node != NULL)
            lines->items[kept++] = node;
    }
    lines->count = kept;
}

static void apply_to_additions(struct mad_inherit *in, struct operation *operation)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < in->addition_count; i++) {
        struct mad_addition addition = in->additions[i];
        if (operation->kind != TAKE_OUT)
            apply_to_lines(in, operation, &addition.names);
        apply_to_lines(in, operation, &addition.lines);
        if (addition.lines.count > 0 && (addition.to_every || addition.names.count > 0))
            in->additions[kept++] = addition;
    }
    in->addition_count = kept;
}

static void apply_everywhere(struct mad_inherit *in, struct operation *operation)
{
    apply_to_saids(in, operation, &in->said);
    apply_to_saids(in, operation, &in->ends);
    for (uint32_t i = 0; i < in->piece_count; i++)
        apply_to_lines(in, operation, &in->pieces[i].lines);
    apply_to_additions(in, operation);
}

static void remove_piece(struct mad_inherit *in, const char *name)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < in->piece_count; i++)
        if (in->pieces[i].name != name)
            in->pieces[kept++] = in->pieces[i];
    in->piece_count = kept;
}

/* --- several of them ----------------------------------------------------------------------------- */

/* What several of them are called: Knights, Witches, Ladies, Footmen, Wolves. */
static const struct {
    const char *one, *several;
} ENDINGS[] = {{"", "s"}, {"", "es"}, {"y", "ies"}, {"man", "men"}, {"f", "ves"}, {"fe", "ves"}};

/* Writes one of the game's pieces where sentences name several: from here on they say the same. */
static void name_one(struct mad_inherit *in, const char *piece)
{
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL);
    const size_t bytes = strlen(piece);
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS && in->status == MAD_OK; i++) {
        const size_t end = strlen(ENDINGS[i].one), stem = bytes > end ? bytes - end : 0;
        const size_t whole = stem + strlen(ENDINGS[i].several);
        if (stem == 0 || strcmp(piece + stem, ENDINGS[i].one) != 0)
            continue;
        char *text = mad_inherit_alloc(in, whole + 1);
        if (text == NULL)
            return;
        memcpy(text, piece, stem);
        strcpy(text + stem, ENDINGS[i].several);
        struct operation operation = {
            .kind = RENAME, .word = mad_intern_find(in->load->names, text, whole), .fresh = piece};
        bool is_taken = operation.word == NULL || mad_said_piece(in, operation.word) != NULL;
        for (const struct mad_node *player = players != NULL ? players->first : NULL;
             player != NULL && !is_taken; player = player->next)
            is_taken = player->name == operation.word;
        if (!is_taken)
            apply_everywhere(in, &operation);
    }
}

void mad_name_one_of_each(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->piece_count; i++)
        name_one(in, in->pieces[i].name);
}

/* --- without ------------------------------------------------------------------------------------- */

static void nothing_to_take_out(struct mad_inherit *in, const struct mad_node *word)
{
    struct mad_suggestion suggestion = {.word = word->name};
    for (uint32_t i = 0; i < in->piece_count; i++)
        mad_suggestion_consider(&suggestion, in->pieces[i].name);
    for (uint32_t i = 0; i < in->said.count; i++)
        if (!is_fixed(in->said.items[i].node->kind))
            mad_suggestion_consider(&suggestion, in->said.items[i].node->name);
    mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, word->span,
                      "there is nothing to take out: `%s` stands nowhere before this line",
                      word->name);
    if (!mad_inherit_split_remedy(in, word->name) && suggestion.best != NULL)
        mad_inherit_meant(in, &suggestion);
}

void mad_say_without(struct mad_inherit *in, const struct mad_node *sentence)
{
    for (const struct mad_node *word = sentence->first; word != NULL; word = word->next) {
        struct operation operation = {.kind = TAKE_OUT, .word = word->name};
        if (mad_said_piece(in, word->name) != NULL) {
            operation.kind = STRIKE;
            name_one(in, word->name);
            operation.touched = 1; /* the piece itself */
            mad_array_bind(in);
            mad_array_change(in, word);
            remove_piece(in, word->name);
            mad_inherit_push_line(in, &in->gone, word);
        }
        apply_everywhere(in, &operation);
        if (operation.touched == 0 && in->status == MAD_OK)
            nothing_to_take_out(in, word);
    }
}

/* What may be taken out of the piece's lines: their first words, and the verbs that they call. */
static void consider_lines(struct mad_suggestion *suggestion, const struct mad_piece_said *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i];
        if (line->kind == MAD_NODE_CALL_LINE)
            mad_suggestion_consider(suggestion, line->first->name);
        else if (line->kind == MAD_NODE_ROYAL)
            mad_suggestion_consider(suggestion, "royal");
        else if (line->kind == MAD_NODE_DROP)
            mad_suggestion_consider(suggestion, "drop");
    }
    mad_suggestion_consider(suggestion, "move");
    mad_suggestion_consider(suggestion, "capture");
}

/* --- no longer ----------------------------------------------------------------------------------- */

void mad_no_longer(struct mad_inherit *in, struct mad_piece_said *piece,
                   const struct mad_node *line)
{
    for (const struct mad_node *word = line->first; word != NULL; word = word->next) {
        struct operation operation = {.kind = TAKE_OUT, .word = word->name};
        apply_to_lines(in, &operation, &piece->lines);
        if (operation.touched > 0)
            continue;
        mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, word->span,
                          "there is nothing to take out: `%s` stands in no line of %s", word->name,
                          piece->name);
        struct mad_suggestion suggestion = {.word = word->name};
        consider_lines(&suggestion, piece);
        if (suggestion.best != NULL)
            mad_inherit_meant(in, &suggestion);
        mad_inherit_note(in, piece->node->span, "%s is declared here", piece->name);
    }
}

/* --- new, before a line of a piece ---------------------------------------------------------------- */

/* What is left of a line in whose place another stands: nothing when it begins like that one. */
static const struct mad_node *replaced_by(struct mad_inherit *in, const struct mad_node *node,
                                          const struct mad_node *fresh)
{
    if (node->kind != fresh->kind)
        return node;
    if (node->kind == MAD_NODE_MOVE) {
        const struct mad_node *kept = node;
        if ((fresh->n0 & MAD_TO_EMPTY) != 0)
            kept = without_word(in, kept, "move");
        if (kept != NULL && (fresh->n0 & MAD_TO_ENEMY) != 0)
            kept = without_word(in, kept, "capture");
        return kept;
    }
    const bool is_alike = node->kind == MAD_NODE_CALL_LINE
                              ? node->first->name == fresh->first->name &&
                                    ((node->flags ^ fresh->flags) & MAD_FLAG_ONE_MUST) == 0
                              : node->kind != MAD_NODE_EVENT || node->first->n0 == fresh->first->n0;
    return is_alike ? NULL : node;
}

static const char *first_words(const struct mad_node *line)
{
    if (line->kind == MAD_NODE_CALL_LINE)
        return line->first->name;
    if (line->kind == MAD_NODE_MOVE)
        return line->n0 == MAD_TO_EMPTY   ? "move"
               : line->n0 == MAD_TO_ENEMY ? "capture"
                                          : "move or capture";
    return line->kind == MAD_NODE_DROP    ? "drop on"
           : line->kind == MAD_NODE_WORTH ? "worth"
                                          : "when";
}

/* Whether another line of the block stands for the same words, in whole or in part. */
static bool has_fellow(const struct mad_node *block, const struct mad_node *fresh)
{
    for (const struct mad_node *line = block->first; line != NULL; line = line->next)
        if (line != fresh && line->kind == fresh->kind && (line->flags & MAD_FLAG_NEW) != 0)
            return true;
    return false;
}

/* `slide diagonal` and `slide diagonal up to 4`: the same ways, another length. */
static bool is_other_length(const struct mad_node *a, const struct mad_node *b)
{
    const bool are_ways = (a->kind == MAD_NODE_SLIDE || a->kind == MAD_NODE_STEP) &&
                          (b->kind == MAD_NODE_SLIDE || b->kind == MAD_NODE_STEP);
    return are_ways && a->n1 == b->n1 && (a->kind != b->kind || a->n0 != b->n0) &&
           mad_tree_equal(a->first, b->first) && a->first->next == NULL && b->first->next == NULL;
}

/* A line that stands in place of one that says the same, or of half of one, whose other half stays as long as it was. */
static void check_instead(struct mad_inherit *in, const struct mad_node *block,
                          const struct mad_node *fresh, const struct mad_node *before)
{
    struct mad_node same = *fresh;
    same.flags &= ~(uint32_t)MAD_FLAG_NEW;
    if (in->level > 0 || fresh->kind != MAD_NODE_MOVE || has_fellow(block, fresh))
        return; /* men to choose among are often said again when one of them has another name */
    if (mad_tree_equal(&same, before)) {
        mad_inherit_error(in, MAD_FINDING_SAME_MOVE, fresh->span,
                          "`new` stands in place of the same, and changes nothing");
        mad_inherit_note(in, before->span, "this was said before");
    } else if (before->n0 != fresh->n0 && (before->n0 & fresh->n0) == fresh->n0 &&
               is_other_length(before->first, fresh->first)) {
        const bool is_move = fresh->n0 == MAD_TO_EMPTY;
        mad_inherit_error(in, MAD_FINDING_ODD_ONE, fresh->span,
                          "this is for %s alone, and %s stay as they were",
                          is_move ? "moves" : "captures", is_move ? "captures" : "moves");
        mad_inherit_note(in, before->span, "this is for both");
        mad_inherit_remedy(in, "`new move or capture`");
    }
}

void mad_forget_line(struct mad_inherit *in, struct mad_piece_said *piece,
                     const struct mad_node *block, const struct mad_node *fresh)
{
    bool is_touched = false;
    const struct mad_node *before = NULL;
    uint32_t kept = 0, touched = 0;
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i], *left = replaced_by(in, line, fresh);
        before = left != line ? line : before;
        touched += left != line;
        if (left != NULL)
            piece->lines.items[kept++] = left;
    }
    piece->lines.count = kept;
    is_touched = touched > 0;
    if (touched == 1)
        check_instead(in, block, fresh, before);
    for (const struct mad_node *line = block->first; line != fresh; line = line->next)
        is_touched = is_touched ||
                     ((line->flags & MAD_FLAG_NEW) != 0 && replaced_by(in, line, fresh) != line);
    if (is_touched)
        return;
    mad_inherit_error(
        in, MAD_FINDING_NOTHING_TO_CHANGE, fresh->span,
        "`new` stands in place of what was said before, and no line of %s begins with "
        "`%s`",
        piece->name, first_words(fresh));
    mad_inherit_note(in, piece->node->span, "%s is declared here", piece->name);
    mad_inherit_remedy(in, "leave `new` out");
}

/* --- replace ------------------------------------------------------------------------------------- */

void mad_say_replace(struct mad_inherit *in, const struct mad_node *sentence)
{
    if (mad_said_piece(in, sentence->name) == NULL) {
        mad_inherit_unknown_piece(in, sentence->name, sentence->span);
        return;
    }
    name_one(in, sentence->name);
    mad_array_bind(in);
    mad_array_change(in, sentence);
    if (sentence->first != NULL || sentence->name == sentence->other)
        return; /* on some squares only */
    struct operation operation = {.kind = RENAME, .word = sentence->name, .fresh = sentence->other};
    apply_everywhere(in, &operation);
    remove_piece(in, sentence->name);
    mad_inherit_push_line(in, &in->replaced, sentence);
    mad_inherit_push_line(in, &in->gone, sentence);
}
