/* setup.c - how a game is set up: the ends, pockets, what the file says of itself.
 * Layer: interp/lint. */
#include <string.h>

#include "../format.h"
#include "../rules/tree.h"
#include "lint.h"

/* --- ends ---------------------------------------------------------------------------------------------- */

static bool can_be_won(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->ends.count; i++)
        if (rules->ends.items[i]->kind != MAD_NODE_END_DRAW &&
            rules->ends.items[i]->kind != MAD_NODE_END_QUIET)
            return true;
    return false;
}

static bool has_royal(const struct mad_ruleset *rules, int8_t player)
{
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &rules->pieces[i];
        for (uint32_t l = 0; l < piece->lines.count; l++)
            if (piece->lines.items[l]->kind == MAD_NODE_ROYAL &&
                (piece->owner < 0 || piece->owner == player))
                return true;
    }
    return false;
}

/* The law or end that asks for royal pieces, or null. */
static const struct mad_node *asks_for_royals(const struct mad_ruleset *rules,
                                              const struct mad_rule_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++)
        if (mad_lint_leads_to(rules, lines->items[i], "royal"))
            return lines->items[i];
    return NULL;
}

bool mad_lint_asks_for_royals(const struct mad_lint *lint)
{
    return asks_for_royals(lint->rules, &lint->rules->illegal) != NULL ||
           asks_for_royals(lint->rules, &lint->rules->ends) != NULL;
}

/* How many kinds the file replaces everywhere. */
static uint32_t count_replaced(const struct mad_node *below)
{
    uint32_t count = 0;
    for (const struct mad_node *node = below->first; node != NULL; node = node->next)
        count += node->kind == MAD_NODE_VARIANT
                     ? count_replaced(node)
                     : node->kind == MAD_NODE_REPLACE && node->first == NULL;
    return count;
}

/* The sentence of the file that took the royal piece away: `no longer royal`, or the only kind that is replaced; null
 * when it may be another. */
static const struct mad_node *took_royal(const struct mad_lint *lint, const struct mad_node *below)
{
    for (const struct mad_node *node = below->first; node != NULL; node = node->next) {
        const bool is_other_variant =
            node->kind == MAD_NODE_VARIANT && node->span.begin != lint->rules->span.begin;
        if (node->kind == MAD_NODE_NO_LONGER && mad_tree_mentions(node, "royal"))
            return node;
        if (node->kind == MAD_NODE_REPLACE && node->first == NULL &&
            count_replaced(lint->rules->tree) == 1)
            return node;
        if (node->kind == MAD_NODE_WITHOUT && mad_tree_mentions(node, "royal"))
            return node;
        const struct mad_node *inner =
            is_other_variant || node->kind == MAD_NODE_TEST ? NULL : took_royal(lint, node);
        if (inner != NULL)
            return inner;
    }
    return NULL;
}

static void check_royals(struct mad_lint *lint)
{
    const struct mad_node *law = asks_for_royals(lint->rules, &lint->rules->illegal);
    const struct mad_node *end = asks_for_royals(lint->rules, &lint->rules->ends);
    const struct mad_node *asks = law != NULL ? law : end;
    for (int8_t player = 0; asks != NULL && player < 2; player++) {
        if (has_royal(lint->rules, player))
            continue;
        const struct mad_node *taken = took_royal(lint, lint->rules->tree);
        struct mad_span span = mad_lint_is_own(lint, asks->span) ? asks->span
                               : taken != NULL                   ? taken->span
                                                                 : lint->rules->span;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_NO_ROYAL, span, lint->rules->players[player].name,
            law != NULL ? "a law asks for it" : "an end asks for it");
        mad_finding_note_at(lint->findings, finding, asks->span, "here");
        mad_finding_remedy(lint->findings, finding,
                           "say `royal` below a piece, or take the law out: `without check`");
        return; /* of both players it is one slip */
    }
}

static bool asks_for_moves(const struct mad_node *node)
{
    if (node->kind == MAD_NODE_CAN_MOVE || node->kind == MAD_NODE_PASS_WHEN ||
        mad_is_word(node, MAD_WORD_EMPTY))
        return true;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (asks_for_moves(child))
            return true;
    return false;
}

/* Behind names, too: `stalemated means ...`. */
bool mad_lint_asks_for_moves(const struct mad_lint *lint, const struct mad_node *node)
{
    bool asks = asks_for_moves(node);
    for (uint32_t i = 0; !asks && i < lint->rules->definition_count; i++)
        asks = asks_for_moves(lint->rules->definitions[i].expression) &&
               mad_lint_leads_to(lint->rules, node, lint->rules->definitions[i].name);
    return asks;
}

bool mad_lint_has_pass(const struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->laws.count; i++)
        if (lint->rules->laws.items[i]->kind == MAD_NODE_PASS_WHEN)
            return true;
    return false;
}

/* What `use check` says, or what is missing of it where the file says itself what check is. */
static const char *law_to_write(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->definition_count; i++)
        if (strcmp(rules->definitions[i].name, "in check") == 0)
            return "`illegal when mover is in check`";
    return "`use check`";
}

/* A piece that the file itself calls royal, and no law or end asks for such. */
static void check_askers(struct mad_lint *lint)
{
    if (asks_for_royals(lint->rules, &lint->rules->illegal) != NULL ||
        asks_for_royals(lint->rules, &lint->rules->ends) != NULL ||
        asks_for_royals(lint->rules, &lint->rules->laws) != NULL)
        return;
    for (uint32_t i = 0; i < lint->rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &lint->rules->pieces[i];
        for (uint32_t l = 0; l < piece->lines.count; l++) {
            const struct mad_node *line = piece->lines.items[l];
            if (line->kind != MAD_NODE_ROYAL || !mad_lint_is_own(lint, line->span))
                continue;
            struct mad_finding *finding = mad_findings_add(
                lint->findings, MAD_FINDING_ROYAL_UNASKED, line->span, piece->name);
            mad_finding_remedy(lint->findings, finding,
                               "%s, or leave `royal` out where the piece may be taken",
                               law_to_write(lint->rules));
        }
    }
}

static bool goes_to_pockets(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->fate_count; i++)
        if (rules->fates[i].pocket != NULL && strcmp(rules->fates[i].word, "captured") == 0)
            return true;
    return false;
}

/* A royal piece that may be taken into a pocket, and dropped again. */
static void check_royal_drops(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    if (!goes_to_pockets(rules) || asks_for_royals(rules, &rules->illegal) != NULL)
        return;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        const struct mad_node *drop = NULL, *royal = NULL;
        for (uint32_t l = 0; l < rules->pieces[i].lines.count; l++) {
            const struct mad_node *line = rules->pieces[i].lines.items[l];
            drop = line->kind == MAD_NODE_DROP ? line : drop;
            royal = line->kind == MAD_NODE_ROYAL ? line : royal;
        }
        if (drop == NULL || royal == NULL)
            continue;
        const bool is_own = mad_lint_is_own(lint, drop->span);
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_ROYAL_HAND, is_own ? drop->span : rules->span,
            mad_findings_text(lint->findings, "the royal %s can be taken, and dropped again",
                              rules->pieces[i].name));
        mad_finding_remedy(lint->findings, finding,
                           "`use check` keeps it from being taken; or leave out `drop on`");
    }
}

void mad_lint_ends(struct mad_lint *lint)
{
    check_royal_drops(lint);
    check_askers(lint);
    if (lint->options->is_static || lint->options->games == 0)
        mad_lint_tell_moveless(lint); /* otherwise games may show how it happens */
    if (!can_be_won(lint->rules)) {
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_NO_WIN, lint->rules->span, "no rule says how anybody wins");
        mad_finding_remedy(lint->findings, finding,
                           "under `ends in this order` write, say, `mover wins when enemy has no "
                           "King`");
    }
    check_royals(lint);
}

/* --- pockets ---------------------------------------------------------------------------------------------- */

struct mention {
    const char *name;
};

static bool mentions_not(void *context, const struct mad_node *sentence)
{
    const struct mention *mention = context;
    return !mad_tree_mentions(sentence, mention->name);
}

static bool anybody_drops(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->piece_count; i++)
        for (uint32_t l = 0; l < rules->pieces[i].lines.count; l++)
            if (rules->pieces[i].lines.items[l]->kind == MAD_NODE_DROP)
                return true;
    return false;
}

static bool has_line(const struct mad_rule_piece *piece, enum mad_node_kind kind)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == kind)
            return true;
    return false;
}

static bool is_in_stock(const struct mad_rule_pocket *pocket, const char *name)
{
    for (uint32_t i = 0; i < pocket->stock.count; i++)
        if (pocket->stock.items[i]->name == name)
            return true;
    return false;
}

static bool asks_drops(const struct mad_node *node, const void *context)
{
    (void)context;
    return node->kind == MAD_NODE_FUNCTION && node->n0 == MAD_FN_DROPS_OF;
}

/* Whether a verb that is called there asks where men may be dropped. */
static bool calls_dropper(const struct mad_ruleset *rules, const struct mad_node *sentence)
{
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (mad_tree_calls(sentence, rules->verbs[i].name) &&
            mad_tree_any(rules->verbs[i].node, asks_drops, NULL))
            return true;
    return false;
}

struct leaving { /* of a pocket, by sentences that say it */
    const struct mad_ruleset *rules;
    const char *pocket;
    bool by_drops, otherwise;
};

static bool see_leaving(void *context, const struct mad_node *sentence)
{
    struct leaving *leaving = context;
    if (mad_tree_mentions(sentence, leaving->pocket)) {
        const bool drops = calls_dropper(leaving->rules, sentence);
        leaving->by_drops = leaving->by_drops || drops;
        leaving->otherwise = leaving->otherwise || !drops;
    }
    return true;
}

/* Whether men come out of the pocket by verbs alone that ask where each may be dropped. */
static bool is_dropped_from(struct mad_lint *lint, const struct mad_rule_pocket *pocket)
{
    struct leaving leaving = {.rules = lint->rules, .pocket = pocket->name};
    (void)mad_lint_each_living(lint, see_leaving, &leaving);
    return leaving.by_drops && !leaving.otherwise;
}

/* Whether such a man comes there when he is taken, stays what he is, and no end asks for him. */
static bool is_put_there(const struct mad_lint *lint, const struct mad_rule_pocket *pocket,
                         uint32_t type)
{
    const struct mad_ruleset *rules = lint->rules;
    const struct mad_rule_piece *piece = &rules->pieces[type];
    for (uint32_t i = 0; i < rules->fate_count; i++)
        if (rules->fates[i].pocket == pocket->name && strcmp(rules->fates[i].word, "captured") == 0)
            return !has_line(piece, MAD_NODE_ROYAL) && !has_line(piece, MAD_NODE_EVENT) &&
                   !mad_lint_end_asks_for(lint, piece->name);
    return false;
}

/* The one kind of men who become such; null when there are more, or none, or when such stand in the array. */
static const struct mad_rule_piece *what_becomes(const struct mad_lint *lint,
                                                 const struct mad_rule_piece *piece)
{
    const struct mad_ruleset *rules = lint->rules;
    const struct mad_rule_piece *only = NULL;
    for (int32_t i = 0; rules->array != NULL && i < rules->files * rules->ranks; i++)
        if (rules->array[i].piece >= 0 && &rules->pieces[rules->array[i].piece] == piece)
            return NULL;
    for (uint32_t i = 0; i < rules->piece_count; i++)
        for (uint32_t k = 0; k < rules->pieces[i].lines.count; k++) {
            const struct mad_node *line = rules->pieces[i].lines.items[k];
            if (!mad_lint_has_kind(line, MAD_NODE_CALL) ||
                !mad_lint_leads_to(rules, line, piece->name) || only == &rules->pieces[i])
                continue;
            if (only != NULL)
                return NULL;
            only = &rules->pieces[i];
        }
    return only;
}

static void tell_kept(struct mad_lint *lint, const struct mad_rule_pocket *pocket,
                      const struct mad_rule_piece *piece, bool waits)
{
    const struct mad_rule_piece *before = waits ? NULL : what_becomes(lint, piece);
    const struct mad_span span = mad_lint_is_own(lint, piece->span)    ? piece->span
                                 : mad_lint_is_own(lint, pocket->span) ? pocket->span
                                                                       : lint->rules->span;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NO_DROP, span,
        waits ? mad_findings_text(lint->findings, "the %s waits in `%s` and is never dropped",
                                  piece->name, pocket->name)
              : mad_findings_text(lint->findings,
                                  "the %s leaves the game when it is taken, and all others go to "
                                  "`%s`: it has no `drop on`",
                                  piece->name, pocket->name));
    if (before != NULL)
        mad_finding_remedy(lint->findings, finding,
                           "say so below `add to %s`: `when taken: become %s`, or where it may be "
                           "dropped, `drop on empty`",
                           piece->name, before->name);
    else
        mad_finding_remedy(lint->findings, finding,
                           "say so below `add to %s`: `drop on empty`, or on which squares",
                           piece->name);
}

/* `change Gold`, and below it `no longer drop` */
static bool takes_drop(const struct mad_node *node, const void *context)
{
    bool takes = false;
    for (const struct mad_node *line = node->first;
         node->kind == MAD_NODE_CHANGE && node->name == context && line != NULL; line = line->next)
        takes = takes || (line->kind == MAD_NODE_NO_LONGER && mad_tree_mentions(line, "drop"));
    return takes;
}

/* Men who wait in a pocket from which others are dropped, and have no line that says where; of those who are taken into it
 * the only one. */
static void check_kept(struct mad_lint *lint, const struct mad_rule_pocket *pocket)
{
    const struct mad_ruleset *rules = lint->rules;
    const struct mad_rule_piece *only = NULL;
    const bool *appears = mad_lint_appearing(lint);
    uint32_t taken = 0;
    for (uint32_t type = 0; type < rules->piece_count; type++) {
        const struct mad_rule_piece *piece = &rules->pieces[type];
        if (has_line(piece, MAD_NODE_DROP))
            continue;
        if (is_in_stock(pocket, piece->name)) {
            tell_kept(lint, pocket, piece, true);
        } else if (appears != NULL && appears[type] && is_put_there(lint, pocket, type)) {
            only = piece;
            taken++;
        }
    }
    if (taken == 1 && !mad_tree_any(rules->tree, takes_drop, only->name))
        tell_kept(lint, pocket, only, false);
}

/* `drop on empty` of a man, where nobody ever drops: no pocket, or no verb that asks where men may be dropped. */
static void check_dropped(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    for (uint32_t type = 0; type < rules->piece_count && rules->pocket_count == 0; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = rules->pieces[type].lines.items[i];
            if (line->kind != MAD_NODE_DROP || !mad_lint_is_own(lint, line->span))
                continue;
            struct mad_finding *finding =
                mad_findings_add(lint->findings, MAD_FINDING_NO_DROP, line->span,
                                 "there is no pocket from which men are dropped");
            mad_finding_remedy(lint->findings, finding,
                               "`use hands`, `pocket hand`, `captured pieces change sides and go "
                               "to hand` and `a player may drop from hand`; or leave it out");
            return;
        }
}

void mad_lint_pockets(struct mad_lint *lint)
{
    check_dropped(lint);
    for (uint32_t i = 0; i < lint->rules->pocket_count; i++) {
        const struct mad_rule_pocket *pocket = &lint->rules->pockets[i];
        struct mention mention = {pocket->name};
        bool is_unused = mad_lint_each_sentence(lint->rules, mentions_not, &mention);
        const bool is_told = !is_unused && anybody_drops(lint->rules);
        if (is_told && is_dropped_from(lint, pocket))
            check_kept(lint, pocket);
        if (!mad_lint_is_own(lint, pocket->span) || is_told)
            continue;
        const char *text =
            is_unused ? mad_findings_text(lint->findings, "nothing ever leaves the pocket `%s`",
                                          pocket->name)
                      : "no piece says where it may be dropped";
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_NO_DROP, pocket->span, text);
        mad_finding_remedy(lint->findings, finding,
                           is_unused ? "`use hands` and say `a player may drop from %s`"
                                     : "say so below the pieces: `drop on empty`",
                           pocket->name);
    }
}

/* --- what the file says of itself ---------------------------------------------------------------------------- */

/* Told at the first byte that is laid out otherwise. */
static void check_layout(struct mad_lint *lint)
{
    const struct mad_source *file = &lint->sources->items[lint->main_source];
    size_t bytes = 0, same = 0;
    const char *made = mad_laid_out(lint->scratch, file->name, file->text, file->bytes, &bytes);
    if (made == NULL) { /* it has been read once, so that it can be */
        lint->status = MAD_ERROR_MEMORY;
        return;
    }
    while (same < bytes && same < file->bytes && made[same] == file->text[same])
        same++;
    if (same == bytes && same == file->bytes)
        return;
    same -= same == file->bytes && same > 0;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_FORMAT,
                         (struct mad_span){(uint32_t)same, 1, lint->main_source});
    mad_finding_remedy(lint->findings, finding, "mad fmt %s", file->name);
}

void mad_lint_metadata(struct mad_lint *lint)
{
    check_layout(lint);
    const struct mad_ruleset *rules = lint->rules;
    const struct {
        bool is_said;
        const char *what;
    } parts[] = {{rules->info.inventor != NULL, "inventor"},
                 {rules->info.year != 0, "year"},
                 {rules->info.source != NULL, "source"},
                 {rules->info.about_count > 0, "introduction (`about`)"},
                 {mad_lint_says_first(lint), "first player (`White moves first`)"}};
    char text[120] = "";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].is_said)
            continue;
        if (text[0] != '\0')
            strcat(text, ", ");
        strcat(text, parts[i].what);
    }
    if (text[0] != '\0')
        (void)mad_findings_add(lint->findings, MAD_FINDING_NO_METADATA, rules->game_span, text);
}
