/* texts.c - what a game says of itself: who made it, its options, its rules as they are written.
 *
 * Layer: plan. All of it is copied out of the sources, which do not outlive the load. `about "The Knights have
 * grown"` is one of them. It relies on the spans of the ruleset. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../doc/english.h"
#include "../rules/living.h"
#include "expr.h"

/* Copies in the game; *kept: how many. */
static const char **keep_texts(struct mad_codegen *codegen, const char *const *texts,
                               uint32_t count, uint32_t *kept)
{
    const char **copies = mad_codegen_keep(codegen, (count + 1) * sizeof *copies);
    for (uint32_t i = 0; copies != NULL && i < count; i++) {
        copies[(*kept)++] = mad_codegen_keep_text(codegen, texts[i]);
    }
    return copies;
}

/* The comment above the span; null: none. */
static const char *comment_at(struct mad_codegen *codegen, struct mad_span span)
{
    char about[400];
    mad_sources_comment(codegen->sources, span, about, sizeof about);
    return about[0] != '\0' ? mad_codegen_keep_text(codegen, about) : NULL;
}

void mad_make_about(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    const struct mad_rule_info *said = &rules->info;
    struct mad_game *game = codegen->game;
    struct mad_game_about *info = &game->info;
    info->title = mad_codegen_keep_text(codegen, said->title);
    info->inventor = mad_codegen_keep_text(codegen, said->inventor);
    info->source = mad_codegen_keep_text(codegen, said->source);
    info->family = mad_codegen_keep_text(codegen, said->family);
    info->year = said->year;
    info->about = keep_texts(codegen, said->about, said->about_count, &info->about_count);
    info->called = keep_texts(codegen, said->called, said->called_count, &info->called_count);
    info->built_on =
        keep_texts(codegen, said->built_on, said->built_on_count, &info->built_on_count);
    for (uint32_t i = 0; i < rules->player_count; i++) {
        game->player_name[i] = mad_codegen_keep_text(codegen, rules->players[i].name);
        game->player_letter[i] = rules->players[i].letter[0];
    }
    game->writing.capitals_first = rules->players[0].capitals;
}

/* Of those for which a sentence in force asks: how the others stand changes nothing. */
void mad_make_options(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->said.rules;
    struct mad_game *game = codegen->game;
    const bool *asked = mad_rules_asked(rules, codegen->scratch);
    if (asked == NULL && codegen->status == MAD_OK) {
        codegen->status = MAD_ERROR_MEMORY;
    }
    MAD_KEEP(codegen, game->options, rules->option_count + 1);
    for (uint32_t i = 0; game->options != NULL && asked != NULL && i < rules->option_count; i++) {
        const struct mad_rule_option *rule = &rules->options[i];
        if (!asked[i]) {
            continue;
        }
        struct mad_option *option = &game->options[game->option_count];
        option->name = mad_codegen_keep_text(codegen, rule->name);
        option->value = mad_codegen_keep_text(codegen, rule->value);
        option->about = comment_at(codegen, rule->span);
        option->values = keep_texts(codegen, rule->values, rule->value_count, &option->value_count);
        game->option_count++;
    }
}

/* What the definition stands for when that is a part of the board, the same in every position. */
static bool find_zone(struct mad_codegen *codegen, const struct mad_rule_definition *definition,
                      struct mad_zone *zone)
{
    if (mad_is_truth(definition->expression) ||
        mad_reads_of(codegen, definition->expression, NULL) != 0) {
        return false;
    }
    bool is_part = false;
    for (codegen->side = 0; codegen->side < 2; codegen->side++) {
        const struct mad_value value = mad_silent_value(codegen, definition->expression, NULL);
        if (value.kind != MAD_KIND_SQUARES || value.form != MAD_FORM_CONST) {
            return false;
        }
        memcpy(zone->squares[codegen->side], value.set.word, sizeof value.set.word);
        is_part |= !squares_empty(&value.set) &&
                   memcmp(&value.set, &codegen->board, sizeof value.set) != 0;
    }
    zone->name = mad_codegen_keep_text(codegen, definition->name);
    return is_part;
}

enum { MOST_EVALUATIONS = 2000 }; /* for one of them; their number is bounded by the text */

/* Many definitions are no parts of the board, and those that nobody uses may be nothing at all: what is wrong with
 * them is not told here. */
void mad_make_zones(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    struct mad_findings unheard, *heard = codegen->diagnostics;
    const uint32_t depth = codegen->depth;
    mad_findings_init(&unheard, codegen->scratch, 0);
    MAD_KEEP(codegen, game->info.zones, rules->definition_count + 1);
    codegen->diagnostics = &unheard;
    for (uint32_t i = 0; i < rules->definition_count && codegen->status == MAD_OK; i++) {
        codegen->evaluations = MAD_MAX_EVALUATIONS - MOST_EVALUATIONS;
        if (!rules->definitions[i].is_others &&
            find_zone(codegen, &rules->definitions[i], &game->info.zones[game->info.zone_count]) &&
            codegen->errors == 0) {
            game->info.zone_count++;
        }
        codegen->depth = depth;
        codegen->errors = 0;
        codegen->status = codegen->status == MAD_ERROR_RULES ? MAD_OK : codegen->status;
    }
    codegen->diagnostics = heard;
}

/* What `no longer` has left of `move or capture X`. */
static const char *shortened(struct mad_codegen *codegen, const struct mad_node *node,
                             const char *text)
{
    static const char BOTH[] = "move or capture ";
    size_t bytes = strlen(text);
    if (node->kind != MAD_NODE_MOVE || node->n0 == (MAD_TO_EMPTY | MAD_TO_ENEMY) ||
        strncmp(text, BOTH, sizeof BOTH - 1) != 0) {
        return text;
    }
    char *copy = mad_codegen_scratch(codegen, bytes + 1);
    if (copy != NULL) {
        snprintf(copy, bytes + 1, "%s %s", node->n0 == MAD_TO_EMPTY ? "move" : "capture",
                 text + sizeof BOTH - 1);
    }
    return copy;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Whether a name of two words ends before `at`: "Mad" before "Elephant", but not "White's". */
static bool is_second_word(const char *text, const char *at)
{
    const char *begin = at > text && at[-1] == ' ' ? at - 1 : at;
    while (begin > text && begin[-1] != ' ' && begin[-1] != ',' && begin[-1] != '(') {
        begin--;
    }
    return begin < at && is_capital(*begin) && !(at - begin > 3 && at[-3] == '\'');
}

/* Where the name stands as a name of its own; null: nowhere. */
static const char *find_name(const char *text, const char *name)
{
    size_t bytes = strlen(name);
    for (const char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
        bool begins = at == text || at[-1] == ' ' || at[-1] == '(';
        bool ends = at[bytes] == '\0' || strchr(",:)'", at[bytes]) != NULL ||
                    (at[bytes] == ' ' && !is_capital(at[bytes + 1]));
        if (begins && ends && !is_second_word(text, at)) {
            return at;
        }
    }
    return NULL;
}

/* The text with one name in the place of another, for a line whose tree has the other no more. */
static const char *renamed(struct mad_codegen *codegen, const struct mad_node *line,
                           const char *text, const struct mad_node *replace)
{
    const char *at = find_name(text, replace->name);
    if (at == NULL || mad_tree_mentions(line, replace->name)) {
        return text;
    }
    const char *rest = renamed(codegen, line, at + strlen(replace->name), replace);
    size_t bytes = rest != NULL ? strlen(text) + strlen(replace->other) + strlen(rest) + 1 : 0;
    char *copy = rest != NULL ? mad_codegen_scratch(codegen, bytes) : NULL;
    if (copy != NULL) {
        snprintf(copy, bytes, "%.*s%s%s", (int)(at - text), text, replace->other, rest);
    }
    return copy;
}

static const char *line_text(struct mad_codegen *codegen, const struct mad_node *node)
{
    const struct mad_rule_lines *replaced = &codegen->rules->replaced;
    const char *text = mad_inherit_line_text(codegen->scratch, codegen->sources, node);
    text = text != NULL ? shortened(codegen, node, text) : NULL;
    for (uint32_t i = 0; i < replaced->count && text != NULL; i++) {
        text = renamed(codegen, node, text, replaced->items[i]);
    }
    return text != NULL ? mad_codegen_keep_text(codegen, text) : "";
}

/* Room for what is told of `count` texts; none when nobody wants it. */
static void make_abouts(struct mad_codegen *codegen, struct mad_about_lines *about, uint32_t count)
{
    if (codegen->with_comments) {
        about->comments = mad_codegen_keep(codegen, (count + 1) * sizeof(char *));
        about->blocks = mad_codegen_keep(codegen, (count + 1) * sizeof(char *));
        about->told = mad_codegen_keep(codegen, (count + 1) * sizeof(char *));
    }
}

/* Whether the options in force leave the line something to say. */
static bool says_something(struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *body = mad_child_of_kind(line, MAD_NODE_BODY);
    const struct mad_node *only =
        body != NULL && body->first != NULL && body->first->next == NULL ? body->first : NULL;
    return mad_line_known(codegen, line) != 0 && (only == NULL || only->kind != MAD_NODE_IF ||
                                                  mad_truth_known(codegen, only->first, NULL) != 0);
}

/* --- in English ---------------------------------------------------------------------------------- */

enum { MOST_TOLD = 4000 }; /* bytes of one line; more is cut */

static int known_in(void *context, const struct mad_node *truth)
{
    return mad_truth_known(context, truth, NULL);
}

static struct mad_english english_of(struct mad_codegen *codegen)
{
    return (struct mad_english){.sources = codegen->sources,
                                .rules = codegen->said.rules,
                                .has_ranks = mad_english_has_ranks(codegen->said.rules),
                                .context = codegen,
                                .known = known_in};
}

/* What the comment above the span says to who plays; null: nothing. */
static const char *remark_at(struct mad_codegen *codegen, struct mad_span span)
{
    char about[400], remark[400];
    mad_sources_comment(codegen->sources, span, about, sizeof about);
    mad_english_remark(about, remark, sizeof remark);
    return remark[0] != '\0' ? mad_codegen_keep_text(codegen, remark) : NULL;
}

/* The line as a sentence; null: nobody wants to know. */
static const char *told(struct mad_codegen *codegen, enum mad_told_as as,
                        const struct mad_node *node, const char *written)
{
    char text[MOST_TOLD];
    if (!codegen->with_comments) {
        return NULL;
    }
    const struct mad_english english = english_of(codegen);
    mad_english_line(&english, as, node, written, text, sizeof text);
    return mad_codegen_keep_text(codegen, text);
}

/* What stands below a line that opens a block; null: it opens none, or nobody wants to know. */
static const char *block_below(struct mad_codegen *codegen, const struct mad_node *head)
{
    char text[MOST_TOLD];
    if (!codegen->with_comments || mad_child_of_kind(head, MAD_NODE_BODY) == NULL) {
        return NULL;
    }
    const struct mad_english english = english_of(codegen);
    mad_english_steps(&english, head, text, sizeof text);
    return text[0] != '\0' ? mad_codegen_keep_text(codegen, text) : NULL;
}

/* With what the verb is used; null: it has no blanks. */
static const char *uses_of(struct mad_codegen *codegen, const struct mad_node *verb)
{
    char text[MOST_TOLD];
    const struct mad_english english = english_of(codegen);
    mad_english_uses(&english, verb, text, sizeof text);
    return text[0] != '\0' ? mad_codegen_keep_text(codegen, text) : NULL;
}

/* What options are about because of which a line says nothing is said behind the line above it. */
static void tell_silent(struct mad_codegen *codegen, struct mad_about_lines *about, uint32_t index,
                        const struct mad_node *line)
{
    char text[MOST_TOLD], both[MOST_TOLD];
    if (about->comments == NULL) {
        return;
    }
    const struct mad_english english = english_of(codegen);
    mad_english_options(&english, line, text, sizeof text);
    const char *more = text + strspn(text, " ");
    const char *said = about->comments[index];
    if (more[0] != '\0' && (said == NULL || strstr(said, more) == NULL)) {
        snprintf(both, sizeof both, "%s%s%s", said != NULL ? said : "", said != NULL ? " " : "",
                 more);
        about->comments[index] = mad_codegen_keep_text(codegen, both);
    }
}

/* --- lines --------------------------------------------------------------------------------------- */

static void tell_about(struct mad_codegen *codegen, struct mad_about_lines *about, uint32_t index,
                       enum mad_told_as as, const struct mad_node *line, const char *written)
{
    if (about->comments != NULL && about->blocks != NULL && about->told != NULL) {
        about->comments[index] = remark_at(codegen, line->span);
        about->blocks[index] = block_below(codegen, line);
        about->told[index] = told(codegen, as, line, written);
    }
}

/* Of those who are named with `worth 8 to 1 in this order` each is worth his own part of it. */
static const char *piece_line_text(struct mad_codegen *codegen, const struct mad_node *line)
{
    char text[32];
    if (line->kind != MAD_NODE_WORTH)
        return line_text(codegen, line);
    snprintf(text, sizeof text, "worth %d", (int)line->n0);
    return mad_codegen_keep_text(codegen, text);
}

static const char **make_lines(struct mad_codegen *codegen, const struct mad_rule_lines *lines,
                               struct mad_about_lines *about, uint32_t *count)
{
    const char **texts = mad_codegen_keep(codegen, (lines->count + 1) * sizeof *texts);
    *count = 0;
    for (uint32_t i = 0; texts != NULL && i < lines->count; i++) {
        if (says_something(codegen, lines->items[i])) {
            texts[*count] = piece_line_text(codegen, lines->items[i]);
            if (about != NULL) {
                tell_about(codegen, about, *count, MAD_TOLD_LINE, lines->items[i], texts[*count]);
            }
            ++*count;
        } else if (about != NULL && *count > 0) {
            tell_silent(codegen, about, *count - 1, lines->items[i]);
        }
    }
    return texts;
}

static void add_law(struct mad_codegen *codegen, enum mad_told_as as, const struct mad_node *node)
{
    struct mad_game_about *about = &codegen->game->info;
    const char *text = line_text(codegen, node);
    if (text == NULL) {
        return;
    }
    for (uint32_t i = about->first_end; i < about->law_count; i++) {
        if (strcmp(about->laws[i], text) == 0) {
            return; /* a sentence that stands for several */
        }
    }
    tell_about(codegen, &about->law_lines, about->law_count, as, node, text);
    about->laws[about->law_count++] = text;
}

/* Why the game has ended by the end, when that player has won; null: as it is written. */
static const char *reason_told(struct mad_codegen *codegen, const struct mad_node *end, int winner)
{
    char text[MOST_TOLD];
    const struct mad_english english = english_of(codegen);
    const struct mad_rule_player *players = codegen->rules->players;
    const bool is_enemy = mad_is_word(end->first, MAD_WORD_ENEMY);
    const bool is_seen =
        end->kind == MAD_NODE_END_FOR && (is_enemy || mad_is_word(end->first, MAD_WORD_MOVER));
    const bool mover_wins = (end->n0 == 1) != is_enemy;
    const int mover = mover_wins ? winner : 1 - winner;
    const char *const names[] = {players[mover].name, players[1 - mover].name};
    return mad_english_reason(&english, end, is_seen ? names : NULL, text, sizeof text)
               ? mad_codegen_keep_text(codegen, text)
               : NULL;
}

/* Of two players: of more each has ends of his own. */
static void make_reasons(struct mad_codegen *codegen)
{
    struct mad_game_about *about = &codegen->game->info;
    const struct mad_rule_lines *ends = &codegen->rules->ends;
    for (int winner = 0; winner < 2 && codegen->rules->player_count == 2; winner++) {
        MAD_KEEP(codegen, about->end_reasons[winner], ends->count + 1);
        for (uint32_t i = 0; about->end_reasons[winner] != NULL && i < ends->count; i++) {
            about->end_reasons[winner][i] = reason_told(codegen, ends->items[i], winner);
        }
    }
}

/* Laws and ends, each as written; the sentence of a truth or a call is the line it stands on. */
static void make_laws(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game_about *about = &codegen->game->info;
    const struct mad_rule_lines *parts[] = {&rules->player_may, &rules->illegal, &rules->laws,
                                            &rules->turn_ends, &rules->ends};
    enum { PARTS = sizeof parts / sizeof *parts };
    uint32_t total = rules->fate_count + rules->mark_count + 1;
    for (uint32_t i = 0; i < PARTS; i++) {
        total += parts[i]->count;
    }
    MAD_KEEP(codegen, about->laws, total + 1);
    make_abouts(codegen, &about->law_lines, total);
    if (about->laws != NULL && rules->player_count > 2) {
        add_law(codegen, MAD_TOLD_LINE, &(struct mad_node){.span = rules->players[0].span});
    }
    for (uint32_t i = 0; about->laws != NULL && i < rules->fate_count; i++) {
        add_law(codegen, MAD_TOLD_LINE, &(struct mad_node){.span = rules->fates[i].span});
    }
    for (uint32_t i = 0; about->laws != NULL && i < rules->mark_count; i++) {
        if (rules->marks[i].is_height && rules->marks[i].plane == 0) {
            add_law(codegen, MAD_TOLD_LINE, &(struct mad_node){.span = rules->marks[i].span});
        }
    }
    for (uint32_t p = 0; about->laws != NULL && p < PARTS; p++) {
        about->first_end = about->law_count; /* when it stops, of the ends */
        for (uint32_t i = 0; i < parts[p]->count; i++) {
            add_law(codegen, p + 1 == PARTS ? MAD_TOLD_END : MAD_TOLD_LAW, parts[p]->items[i]);
        }
    }
    about->end_texts = make_lines(codegen, &rules->ends, NULL, &about->end_count);
    make_reasons(codegen);
}

static const char *meaning_told(struct mad_codegen *codegen, const struct mad_node *expression)
{
    char text[MOST_TOLD];
    const struct mad_english english = english_of(codegen);
    mad_english_meaning(&english, expression, text, sizeof text);
    return mad_codegen_keep_text(codegen, text);
}

/* What the sentence at the span says of the name behind its first words: `verb rampage along [ways: directions]`,
 * `mark wet lasts until cleared`. `what` is said before it; block: what stands below. */
static void add_word(struct mad_codegen *codegen, const char *first, const char *name,
                     const char *what, struct mad_span span, const struct mad_node *block)
{
    struct mad_game_about *about = &codegen->game->info;
    const char *text = line_text(codegen, &(struct mad_node){.span = span});
    const size_t skipped = strlen(first) + strlen(name);
    if (strncmp(text, first, strlen(first)) != 0 || strlen(text) < skipped) {
        return;
    }
    const size_t bytes = strlen(what) + strlen(text + skipped) + 1;
    const char *remark = remark_at(codegen, span);
    char *meaning = mad_codegen_keep(codegen, bytes);
    if (meaning != NULL) {
        snprintf(meaning, bytes, "%s%s", what, text + skipped);
        about->words[about->word_count++] =
            (struct mad_word_said){.name = mad_codegen_keep_text(codegen, name),
                                   .meaning = meaning,
                                   .told = block != NULL    ? uses_of(codegen, block)
                                           : remark != NULL ? ""
                                                            : meaning,
                                   .about = remark,
                                   .block = block != NULL ? block_below(codegen, block) : NULL};
    }
}

/* A mark, or a number on squares, with where it starts. */
static void add_mark(struct mad_codegen *codegen, const struct mad_rule_mark *mark)
{
    struct mad_game_about *about = &codegen->game->info;
    const bool is_number = mark->most > 0;
    const uint32_t said = about->word_count;
    if (mark->plane > 0 || mark->is_height) {
        return; /* another digit of a number that has been told of, or a line of its own */
    }
    add_word(codegen, is_number ? "number " : "mark ", mark->said != NULL ? mark->said : mark->name,
             is_number ? "a number" : "squares that are noted; the note", mark->span, NULL);
    for (uint32_t i = 0; about->word_count > said && i < mark->starts.count; i++) {
        const struct mad_node *start = mark->starts.items[i];
        const char *text = line_text(codegen, start), *at = strstr(text, "starts ");
        struct mad_word_said *word = &about->words[said];
        const size_t bytes = strlen(word->meaning) + strlen(text) + sizeof "; it starts on ";
        char *more = mad_codegen_keep(codegen, bytes);
        if (more != NULL) {
            snprintf(more, bytes, "%s; it %s%s", word->meaning, at != NULL ? "" : "starts on ",
                     at != NULL ? at : text);
            word->told = word->told[0] != '\0' ? more : word->told; /* a comment says it */
            word->meaning = more;
        }
    }
}

/* Ways, and steps that are no king's: nobody knows by their names where they lead. */
static void add_direction(struct mad_codegen *codegen, const struct mad_rule_direction *direction)
{
    struct mad_game_about *about = &codegen->game->info;
    const int right = direction->right, up = direction->up;
    if (direction->track != NULL) {
        add_word(codegen, direction->own ? "own track " : "track ", direction->name,
                 direction->own ? "a track, turned round for the other player, that"
                                : "a track that",
                 direction->span, NULL);
    } else if (direction->on == 0 && (abs(right) > 1 || abs(up) > 1)) {
        char text[120];
        snprintf(text, sizeof text, "%d %s and %d %s, whoever stands between", abs(right),
                 direction->own ? (right < 0 ? "to the left" : "to the right")
                                : (right < 0 ? "west" : "east"),
                 abs(up),
                 direction->own ? (up < 0 ? "backward" : "forward") : (up < 0 ? "south" : "north"));
        const char *said = mad_codegen_keep_text(codegen, text);
        about->words[about->word_count++] =
            (struct mad_word_said){.name = mad_codegen_keep_text(codegen, direction->name),
                                   .meaning = said,
                                   .told = said,
                                   .about = remark_at(codegen, direction->span)};
    }
}

/* `X means Y`, as long as it stands on one line, directions, marks, counters and verbs. */
static void make_words(struct mad_codegen *codegen)
{
    static const char MEANS[] = " means ";
    const struct mad_ruleset *rules = codegen->rules, *said = codegen->said.rules;
    struct mad_game_about *about = &codegen->game->info;
    const uint32_t most = rules->definition_count + rules->direction_count + rules->mark_count +
                          rules->counter_count + said->verb_count;
    MAD_KEEP(codegen, about->words, most + 1);
    if (about->words == NULL) {
        return;
    }
    for (uint32_t i = 0; i < rules->definition_count; i++) {
        const struct mad_rule_definition *rule = &rules->definitions[i];
        const char *text = line_text(codegen, &(struct mad_node){.span = rule->span});
        const char *means = strstr(text, MEANS);
        if (means != NULL) {
            about->words[about->word_count++] =
                (struct mad_word_said){.name = mad_codegen_keep_text(codegen, rule->name),
                                       .meaning = means + sizeof MEANS - 1,
                                       .about = remark_at(codegen, rule->span),
                                       .told = meaning_told(codegen, rule->expression)};
        }
    }
    for (uint32_t i = 0; i < rules->direction_count; i++) {
        add_direction(codegen, &rules->directions[i]);
    }
    for (uint32_t i = 0; i < rules->mark_count; i++) {
        const char *said_name = rules->marks[i].said;
        if (said_name == NULL || i == 0 || rules->marks[i - 1].said != said_name)
            add_mark(codegen, &rules->marks[i]);
    }
    for (uint32_t i = 0; i < rules->counter_count; i++) {
        const struct mad_rule_counter *counter = &rules->counters[i];
        if (counter->said == NULL || i == 0 || rules->counters[i - 1].said != counter->said)
            add_word(codegen, "counter ", counter->said != NULL ? counter->said : counter->name,
                     "a number:", counter->span, NULL);
    }
    for (uint32_t i = 0; i < said->verb_count; i++) {
        add_word(codegen, "verb ", said->verbs[i].name, "", said->verbs[i].node->span,
                 said->verbs[i].node);
    }
}

void mad_make_rule_texts(struct mad_codegen *codegen)
{
    for (uint32_t i = 0; i < codegen->game->type_count; i++) {
        const struct mad_rule_piece *piece = &codegen->rules->pieces[i];
        struct mad_piece_type *type = &codegen->game->types[i];
        type->about = codegen->with_comments ? remark_at(codegen, piece->span) : NULL;
        make_abouts(codegen, &type->lines, piece->lines.count);
        type->rules = make_lines(codegen, &piece->lines, &type->lines, &type->rule_count);
    }
    make_laws(codegen);
    if (codegen->with_comments) {
        make_words(codegen);
    }
}

void mad_check_blanks(struct mad_codegen *codegen, struct mad_span span, const char *text)
{
    const char *odd = mad_notation_odd_blank(text);
    if (odd != NULL) {
        mad_codegen_error(
            codegen, MAD_FINDING_SYNTAX, span,
            "`%.*s` is no blank: there are {letter}, {from}, {to}, {from file}, {x}, {man}, "
            "{:taken}, {:more}, {-to}, {put}, {others from} and {others to}",
            (int)strcspn(odd, "}") + (strchr(odd, '}') != NULL), odd);
    }
}

/* Which templates write the moves of each line. */
void mad_make_templates(struct mad_codegen *codegen)
{
    const struct mad_rule_lines *templates = &codegen->rules->templates;
    struct mad_game *game = codegen->game;
    for (uint32_t i = 0; i < templates->count; i++) {
        mad_check_blanks(codegen, templates->items[i]->span, templates->items[i]->text);
    }
    for (uint32_t l = 0; l < game->line_count; l++) {
        const char **written = &game->lines[l].written;
        struct mad_template *made =
            mad_codegen_keep(codegen, (templates->count + 1) * sizeof *made);
        uint32_t count = 0;
        if (made != NULL && *written != NULL && strchr(*written, '{') != NULL) {
            made[count++] = (struct mad_template){mad_codegen_keep_text(codegen, *written), false};
            *written = NULL;
        }
        for (uint32_t i = 0; made != NULL && i < templates->count; i++) {
            const struct mad_node *node = templates->items[i];
            if (strcmp(node->name, game->lines[l].verb) == 0) {
                made[count++] =
                    (struct mad_template){mad_codegen_keep_text(codegen, node->text),
                                          mad_child_of_kind(node, MAD_NODE_WHEN) != NULL};
            }
        }
        game->lines[l].templates = made;
        game->lines[l].template_count = made != NULL ? count : 0;
    }
    for (uint32_t l = 1; l < game->line_count; l++) {
        game->lines[l].verb = mad_codegen_keep_text(codegen, game->lines[l].verb);
        game->lines[l].written = mad_codegen_keep_text(codegen, game->lines[l].written);
    }
}
