/* hints.c - words for what went wrong in a sentence, and a guess at what was meant.
 *
 * Layer: grammar. In this order: joiners side by side, a word of the language where a name should
 * be, a sentence that begins with no known word, and else what was found and what was expected. The
 * table `slips` holds what people write who know English and chess better than the language. */
#include "hints.h"

#include <stdio.h>
#include <string.h>

#include "nearest.h"
#include "parser.h"
#include "repair.h"
#include "rows.h"

/* --- joiners --------------------------------------------------------------------------------------- */

static const struct joiner {
    int token;
    uint8_t bit;
    uint8_t foes; /* may not stand beside them */
} joiners[] = {
    {MAD_T_AND, 1, 2},
    {MAD_T_OR, 2, 1},
    {MAD_T_COMMA, 4, 3},
    {MAD_T_ON, 8, 16 | 32 | 64},
    {MAD_T_EXCEPT, 16, 32 | 64},
    {MAD_T_NEXT_TO, 32, 16 | 64},
    {MAD_T_JOINED_TO, 64, 8 | 16 | 32},
};
enum { JOINERS = sizeof joiners / sizeof joiners[0] };

uint8_t mad_hint_joiner(int token)
{
    for (size_t i = 0; i < JOINERS; i++)
        if (joiners[i].token == token)
            return joiners[i].bit;
    return 0;
}

/* The joiner already seen in this sentence beside which `token` may not stand, or 0. */
static int foe_of(const struct mad_parser *parser, int token)
{
    uint8_t foes = 0;
    for (size_t i = 0; i < JOINERS; i++)
        if (joiners[i].token == token)
            foes = joiners[i].foes;
    for (size_t i = 0; i < JOINERS; i++)
        if (joiners[i].bit & foes & parser->joiners[parser->depth])
            return joiners[i].token;
    return 0;
}

/* --- slips ----------------------------------------------------------------------------------------- */

enum where { ANYWHERE, FIRST, LATER };

static const struct slip {
    const char *word;
    enum where where;
    const char *text;
} slips[] = {
#define MAD_SLIP(word, where, text) {word, where, text},
#include "hints.def"
#undef MAD_SLIP
};

static const char *slip_for(const char *word, size_t bytes, bool is_first)
{
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++)
        if (strlen(slips[i].word) == bytes && memcmp(slips[i].word, word, bytes) == 0 &&
            slips[i].where != (is_first ? LATER : FIRST))
            return slips[i].text;
    return NULL;
}

/* --- phrases ----------------------------------------------------------------------------------------- */

/* Words at which a sentence stopped being one, or right behind which it did. */
static const struct phrase {
    const char *words;
    int first;  /* only in lines that begin with this token; 0: in any */
    int wanted; /* only where this could have stood; 0: anywhere */
    const char *text;
} phrases[] = {
#define MAD_PHRASE(words, first, wanted, text) {words, first, wanted, text},
#include "hints.def"
#undef MAD_PHRASE
};

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '\'';
}

static bool stands_at(const struct mad_parser *parser, uint32_t begin, const char *words)
{
    size_t bytes = strlen(words);
    return begin + bytes <= parser->bytes && memcmp(parser->text + begin, words, bytes) == 0 &&
           (begin == 0 || !is_word_byte(parser->text[begin - 1])) &&
           (begin + bytes == parser->bytes || !is_word_byte(parser->text[begin + bytes]));
}

/* Whether the words stand in this line, and the fault within them or one blank behind; then `span`
 * becomes that of the words. */
static bool find_phrase(const struct mad_parser *parser, const char *words, struct mad_span *span)
{
    size_t bytes = strlen(words);
    uint32_t first = parser->line.span.begin;
    for (uint32_t begin = span->begin; begin + 1 > first && span->begin - begin <= bytes + 1;
         begin--) {
        if (stands_at(parser, begin, words)) {
            span->begin = begin;
            span->length = (uint16_t)bytes;
            return true;
        }
        if (begin == 0)
            break;
    }
    return false;
}

/* --- how sentences begin ---------------------------------------------------------------------------- */

enum { MAX_WORD = 40, MAX_SHOWN = 5, MAX_LINE = 400 };

static void first_word(char *out, const char *phrase)
{
    size_t bytes = strcspn(phrase, " ");
    bytes = bytes < MAX_WORD ? bytes : MAX_WORD - 1;
    memcpy(out, phrase, bytes);
    out[bytes] = '\0';
}

/* Adds "`a`", "`a` or `b`", "`a`, `b` or `c`" to a line. */
static void join(char *line, size_t size, const char *const *items, size_t count, bool is_quoted)
{
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(line);
        const char *joiner = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        const char *mark = is_quoted ? "`" : "";
        (void)snprintf(line + used, size - used, "%s%s%s%s", joiner, mark, items[i], mark);
    }
}

/* The beginnings of sentences that `word` may have been meant for; returns how many. */
static size_t beginnings_like(const char *word, const char **items, size_t room)
{
    size_t length = strlen(word);
    unsigned most = length < 3 ? 0 : length < 6 ? 1 : 2, fewest = most + 1;
    char best[MAX_WORD] = "", here[MAX_WORD];
    for (int token = MAD_T_EDITION; token <= MAD_T_OPPOSITE_OF; token++) {
        if (!mad_token_starts_sentence(token))
            continue;
        first_word(here, mad_token_text(token));
        unsigned distance = mad_slips(word, here, most);
        if (distance < fewest) {
            fewest = distance;
            memcpy(best, here, sizeof best);
        }
    }
    size_t count = 0;
    for (int token = MAD_T_EDITION; best[0] != '\0' && token <= MAD_T_OPPOSITE_OF; token++) {
        if (!mad_token_starts_sentence(token) || count == room)
            continue;
        first_word(here, mad_token_text(token));
        if (strcmp(here, best) == 0)
            items[count++] = mad_token_text(token);
    }
    return count;
}

static const char *sentence_like(struct mad_findings *findings, const char *word)
{
    const char *items[MAX_SHOWN] = {0};
    char line[MAX_LINE] = "";
    size_t count = beginnings_like(word, items, MAX_SHOWN);
    join(line, sizeof line, items, count, true);
    return count > 0 ? mad_findings_text(findings, "%s", line) : NULL;
}

/* --- what was expected ----------------------------------------------------------------------------------- */

struct wanted { /* the expected tokens, as a set */
    bool has[MAD_T_OFFSET - MAD_T_EDITION + 1];
    const char *items[MAX_SHOWN];
    size_t count;
};

static bool wants(const struct wanted *w, int token)
{
    return w->has[token - MAD_T_EDITION];
}

static void forget(struct wanted *w, int first, int last)
{
    for (int token = first; token <= last; token++)
        w->has[token - MAD_T_EDITION] = false;
}

static void show(struct wanted *w, const char *text)
{
    if (w->count < MAX_SHOWN)
        w->items[w->count++] = text;
}

/* Many tokens are the beginning of one thing: that thing is named instead. */
static void fold(struct wanted *w)
{
    if (wants(w, MAD_T_LET) && wants(w, MAD_T_REQUIRE)) {
        forget(w, MAD_T_EDITION, MAD_T_CAPTURE);
        forget(w, MAD_T_WORD, MAD_T_STRING);
        show(w, "a sentence");
    }
    if (wants(w, MAD_T_LPAREN) && wants(w, MAD_T_WORD)) {
        bool is_any = wants(w, MAD_T_STEP), is_operand = !wants(w, MAD_T_HERE);
        show(w, is_any       ? "squares, pieces or a condition"
                : is_operand ? "a name (or brackets)"
                             : "something simple (a name, a square, brackets)");
        if (is_any)
            forget(w, MAD_T_EVERY, MAD_T_EVERY);
        forget(w, MAD_T_PIECE, MAD_T_BOARD);
        forget(w, MAD_T_ROYAL, MAD_T_ROYAL);
        forget(w, MAD_T_TURN, MAD_T_TURN);
        forget(w, MAD_T_EMPTY, MAD_T_OPPOSITE_OF);
        forget(w, MAD_T_NEXT_TO, MAD_T_AT_MOST);
        forget(w, MAD_T_MOVE_WAS, MAD_T_AFTER_EVERY_TURN_OF);
        forget(w, MAD_T_LPAREN, MAD_T_LPAREN);
        forget(w, MAD_T_WORD, MAD_T_RECTANGLE);
        forget(w, MAD_T_NUMBER, MAD_T_NUMBER);
    }
    if (wants(w, MAD_T_AVOIDING) && wants(w, MAD_T_INTO)) {
        forget(w, MAD_T_BY, MAD_T_BY);
        forget(w, MAD_T_AS, MAD_T_AS);
        forget(w, MAD_T_ALONG, MAD_T_IN_PLACE);
        forget(w, MAD_T_ON, MAD_T_ON);
        show(w, "a word such as `along`, `to` or `with`");
    }
    if (wants(w, MAD_T_WORD))
        forget(w, MAD_T_TURN, MAD_T_TURN);
    if (wants(w, MAD_T_NAME))
        forget(w, MAD_T_STRING, MAD_T_STRING);
}

static void show_tokens(struct mad_parser *parser, struct wanted *w, int first, int last)
{
    for (int token = first; token <= last; token++)
        if (wants(w, token))
            show(w, token >= MAD_T_NEWLINE ? mad_token_text(token)
                                           : mad_findings_text(parser->context->findings, "`%s`",
                                                               mad_token_text(token)));
}

static void list_expected(struct mad_parser *parser, struct wanted *w)
{
    fold(w);
    show_tokens(parser, w, MAD_T_NEWLINE, MAD_T_OFFSET);
    show_tokens(parser, w, MAD_T_COLON, MAD_T_COLON);
    show_tokens(parser, w, MAD_T_LPAREN, MAD_T_RBRACKET);
    show_tokens(parser, w, MAD_T_EDITION, MAD_T_IN_PLACE);
    show_tokens(parser, w, MAD_T_AND, MAD_T_LESS_THAN);
    show_tokens(parser, w, MAD_T_COMMA, MAD_T_COMMA);
    show_tokens(parser, w, MAD_T_POSSESSIVE, MAD_T_POSSESSIVE);
    show_tokens(parser, w, MAD_T_IS, MAD_T_CANNOT_MOVE);
    show_tokens(parser, w, MAD_T_MOVE_WAS, MAD_T_OPPOSITE_OF);
}

static const char *join_meant(struct mad_findings *findings, const struct mad_repair *repair)
{
    const char *items[MAD_REPAIR_MAX_MEANT] = {0};
    char line[MAX_LINE] = "";
    for (size_t i = 0; i < repair->count; i++)
        items[i] = repair->meant[i];
    join(line, sizeof line, items, repair->count, true);
    return mad_findings_text(findings, "%s", line);
}

const char *mad_call_meant(const struct mad_sources *sources, struct mad_findings *findings,
                           struct mad_span call)
{
    const struct mad_source *source = &sources->items[call.source];
    struct mad_repair_text of = {&findings->arena->allocator, source->text, (uint32_t)source->bytes,
                                 call.begin, call.source};
    struct mad_repair repair;
    if (findings->count > findings->limit || call.begin >= of.bytes ||
        !mad_repair_call(&of, &findings->out_of_memory, &repair))
        return NULL;
    return join_meant(findings, &repair);
}

const char *mad_word_like(const char *word)
{
    const char *best = NULL;
    for (int token = MAD_T_EMPTY; token <= MAD_T_OUTWARD; token++) {
        const char *both[] = {best, mad_token_text(token)};
        best = strchr(both[1], ' ') == NULL ? mad_did_you_mean(word, both, 2) : best;
    }
    const char *pair[] = {best, mad_token_text(MAD_T_PIECE)};
    return mad_did_you_mean(word, pair, 2);
}

bool mad_hint_unknown_verb(struct mad_parser *parser, const struct mad_node *call)
{
    struct mad_findings *findings = parser->context->findings;
    if (mad_findings_are_full(findings)) {
        (void)mad_findings_add(findings, MAD_FINDING_SYNTAX, call->span, "");
        return true;
    }
    const char *slip = slip_for(call->name, strlen(call->name), true);
    const char *like = mad_call_meant(parser->context->sources, findings, call->span);
    if (slip == NULL && like == NULL)
        like = sentence_like(findings, call->name);
    if (slip == NULL && like == NULL)
        return false;
    const char *text = mad_findings_text(findings, "no sentence begins with `%s`", call->name);
    struct mad_span span = call->span;
    span.length = (uint16_t)strlen(call->name);
    struct mad_finding *finding = mad_findings_add(findings, MAD_FINDING_SYNTAX, span, text);
    if (like != NULL)
        mad_finding_label(findings, finding, "did you mean %s?", like);
    if (slip != NULL)
        mad_finding_remedy(findings, finding, "%s", slip);
    return true;
}

/* Headings and declarations that take the name of a piece, and those that take a text. */
static const char *const named_headings[] = {"change", "piece", "replace", "place", "add"};
static const char *const titled_headings[] = {"game", "variant", "test"};

static bool is_near(const char *word, const char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (mad_slips(word, items[i], 2) <= (strlen(word) < 6 ? 1u : 2u) ||
            mad_nearest_means(word, items[i]))
            return true;
    return false;
}

bool mad_hint_is_heading(const struct mad_parser *parser, const struct mad_node *call)
{
    const struct mad_node *arg = call->first;
    bool is_named = arg != NULL && arg->text == NULL && arg->first != NULL &&
                    arg->first->kind == MAD_NODE_REF && (arg->first->flags & MAD_FLAG_CAPITAL);
    if (!is_named)
        return false;
    if (parser->text[arg->first->span.begin] == '"')
        return is_near(call->name, titled_headings,
                       sizeof titled_headings / sizeof *titled_headings);
    return is_near(call->name, named_headings, sizeof named_headings / sizeof *named_headings);
}

/* --- one finding for a line -------------------------------------------------------------------------------- */

static const char *source_text(struct mad_parser *parser, struct mad_span span, size_t *bytes)
{
    size_t room = parser->bytes > span.begin ? parser->bytes - span.begin : 0;
    *bytes = span.length < room ? span.length : room;
    if (*bytes > MAX_WORD)
        *bytes = MAX_WORD;
    return parser->text + span.begin;
}

static struct mad_finding *report(struct mad_parser *parser, struct mad_span span, const char *text)
{
    return mad_parser_report(parser, MAD_FINDING_SYNTAX, span, text);
}

/* True when a joiner stands beside one that it may not stand beside. */
static bool hint_joiners(struct mad_parser *parser, int token, struct mad_span span)
{
    int foe = foe_of(parser, token);
    if (foe == 0)
        return false;
    parser->is_quiet = true;
    (void)mad_findings_add(parser->context->findings, MAD_FINDING_MIXED_JOINERS, span,
                           mad_token_text(foe), mad_token_text(token));
    return true;
}

/* Whether a name is given there, whatever else its words might say. */
static bool is_given(const struct mad_parser *parser, struct mad_span span)
{
    const char *text = mad_token_text(parser->line.first_token);
    if (!mad_nearest_makes_name(parser->line.first_token) || text == NULL)
        return false;
    const uint32_t behind = parser->line.span.begin + (uint32_t)strlen(text);
    return behind < span.begin &&
           strspn(parser->text + behind, " \t") == (size_t)(span.begin - behind);
}

/* The phrase in the line that people write in place of one of the language; `span` becomes its own. */
static const struct phrase *phrase_at(const struct mad_parser *parser, struct mad_span *span,
                                      const struct wanted *w)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        const struct phrase *phrase = &phrases[i];
        if ((phrase->first == 0 || phrase->first == parser->line.first_token) &&
            (phrase->wanted == 0 || (w != NULL && wants(w, phrase->wanted))) &&
            find_phrase(parser, phrase->words, span) && !is_given(parser, *span))
            return phrase;
    }
    return NULL;
}

static bool hint_phrase(struct mad_parser *parser, struct mad_span span, const struct wanted *w)
{
    char message[MAX_LINE];
    const struct phrase *phrase = phrase_at(parser, &span, w);
    if (phrase == NULL)
        return false;
    (void)snprintf(message, sizeof message, "`%s` cannot stand here", phrase->words);
    mad_finding_remedy(parser->context->findings, report(parser, span, message), "%s",
                       phrase->text);
    return true;
}

/* True when the line begins with a word of the language, but with a capital letter. */
static bool hint_capital(struct mad_parser *parser)
{
    struct mad_span first = parser->line.span;
    size_t bytes;
    char word[MAX_WORD + 1], here[MAX_WORD], message[MAX_LINE];
    const char *text = source_text(parser, first, &bytes);
    bytes = parser->line.first_token == MAD_T_NAME ? bytes : 0;
    for (size_t i = 0; i < bytes; i++)
        bytes = text[i] == ' ' ? i : bytes;
    if (bytes == 0 || text[0] < 'A' || text[0] > 'Z')
        return false;
    memcpy(word, text, bytes);
    word[0] = (char)(word[0] - 'A' + 'a');
    word[bytes] = '\0';
    for (int token = MAD_T_EDITION; token <= MAD_T_OPPOSITE_OF; token++) {
        if (!mad_token_starts_sentence(token))
            continue;
        first_word(here, mad_token_text(token));
        if (strcmp(here, word) != 0)
            continue;
        first.length = (uint16_t)bytes;
        (void)snprintf(message, sizeof message, "no sentence begins with `%.*s`", (int)bytes, text);
        struct mad_finding *finding = report(parser, first, message);
        mad_finding_label(parser->context->findings, finding, "sentences begin small: `%s`", word);
        mad_finding_fix(parser->context->findings, finding, first, true, "%s", word);
        return true;
    }
    return false;
}

/* True when a keyword stands where only a name can. */
static bool hint_reserved(struct mad_parser *parser, int token, struct mad_span span,
                          const struct wanted *w)
{
    bool is_keyword = token >= MAD_T_EDITION && token <= MAD_T_OPPOSITE_OF;
    const char *text = is_keyword ? mad_token_text(token) : NULL;
    if (!is_keyword || strchr(text, ' ') != NULL || text[0] == ',' || strlen(text) < 3 ||
        wants(w, MAD_T_LPAREN) || !wants(w, MAD_T_WORD) || wants(w, MAD_T_NEWLINE))
        return false;
    (void)mad_parser_report(parser, MAD_FINDING_RESERVED, span, text);
    return true;
}

/* Whether `verb WORD` stands in the text. */
static bool declares_verb(const struct mad_parser *parser, const char *word)
{
    size_t bytes = strlen(word);
    for (uint32_t at = 5; at + bytes <= parser->bytes; at++)
        if (stands_at(parser, at, word) && stands_at(parser, at - 5, "verb"))
            return true;
    return false;
}

/* True when the line's first word was the fault. */
static bool hint_beginning(struct mad_parser *parser, struct mad_span span)
{
    struct mad_span first = parser->line.span;
    size_t bytes;
    char word[MAX_WORD + 1], message[MAX_LINE];
    const char *text = source_text(parser, first, &bytes);
    memcpy(word, text, bytes);
    word[bytes] = '\0';
    const char *slip = slip_for(text, bytes, true);
    size_t between = first.begin + bytes;
    while (between < span.begin && strchr(" \t", parser->text[between]) != NULL)
        between++;
    bool is_first = span.begin <= first.begin, is_second = between >= span.begin;
    bool is_word = parser->line.first_token == MAD_T_WORD;
    bool is_slip = slip != NULL && !declares_verb(parser, word);
    if (!is_first && !((is_second || is_slip) && is_word))
        return false;
    const char *like = slip == NULL ? sentence_like(parser->context->findings, word) : NULL;
    if (!is_first && slip == NULL && like == NULL)
        return false;
    (void)snprintf(message, sizeof message, "no sentence begins with `%s`", word);
    struct mad_finding *finding = report(parser, first, message);
    if (like != NULL)
        mad_finding_label(parser->context->findings, finding, "did you mean %s?", like);
    if (slip != NULL)
        mad_finding_remedy(parser->context->findings, finding, "%s", slip);
    return true;
}

static int open_brackets(const struct mad_parser *parser, struct mad_span span)
{
    int open = 0;
    for (uint32_t at = parser->line.span.begin; at < span.begin; at++)
        open += (parser->text[at] == '(') - (parser->text[at] == ')');
    return open;
}

/* Whether a remedy has another word for the one written that could not stand there either. */
static bool is_vain(const char *remedy, const struct wanted *w)
{
    const size_t head = strlen("write `"), bytes = strlen(remedy);
    if (strncmp(remedy, "write `", head) != 0 || strchr(remedy + head, '`') != remedy + bytes - 1)
        return false;
    for (int token = MAD_T_EDITION; token <= MAD_T_OFFSET; token++) {
        const char *text = mad_token_text(token);
        if (text != NULL && strlen(text) == bytes - head - 1 &&
            strncmp(text, remedy + head, bytes - head - 1) == 0)
            return !wants(w, token);
    }
    return false;
}

static void add_remedies(struct mad_parser *parser, struct mad_finding *finding, int token,
                         struct mad_span span, const struct wanted *w, bool wants_end_of_list)
{
    struct mad_findings *findings = parser->context->findings;
    const bool wants_name = wants(w, MAD_T_NAME), wants_word = wants(w, MAD_T_WORD);
    size_t bytes;
    const char *text = source_text(parser, span, &bytes);
    const char *slip = slip_for(text, bytes, false);
    if (slip != NULL && is_vain(slip, w))
        slip = NULL;
    if (slip != NULL)
        mad_finding_remedy(findings, finding, "%s", slip);
    if (token == MAD_T_WORD && wants_name && !wants_word && slip == NULL)
        mad_finding_remedy(findings, finding,
                           "names of pieces and players begin with a capital letter: `%c%.*s`",
                           text[0] - 'a' + 'A', (int)bytes - 1, text + 1);
    if (token == MAD_T_WORD && wants_name && !wants_word && slip == NULL)
        mad_finding_fix(findings, finding, span, false, "%c%.*s", text[0] - 'a' + 'A',
                        (int)bytes - 1, text + 1);
    if (token == MAD_T_NAME && wants_word && !wants_name)
        mad_finding_remedy(findings, finding,
                           "capital letters are for pieces and players; write this in small "
                           "letters: `%c%.*s`",
                           text[0] - 'A' + 'a', (int)bytes - 1, text + 1);
    if (token == MAD_T_RPAREN && open_brackets(parser, span) <= 0)
        mad_finding_remedy(findings, finding, "no bracket is open here");
    if (token == MAD_T_NEWLINE && parser->depth > 0)
        mad_finding_remedy(findings, finding, "a bracket is still open");
    else if (token == MAD_T_NEWLINE && wants_end_of_list)
        mad_finding_remedy(findings, finding, "the last of a list is joined with `%s`",
                           wants(w, MAD_T_AND) ? "and" : "or");
    if (parser->line.first_token == MAD_T_WORD) {
        char word[MAX_WORD + 1];
        text = source_text(parser, parser->line.span, &bytes);
        memcpy(word, text, bytes);
        word[bytes] = '\0';
        const char *like = sentence_like(findings, word);
        slip = slip_for(word, bytes, true);
        if (slip != NULL)
            mad_finding_remedy(findings, finding, "%s", slip);
        else if (like != NULL)
            mad_finding_remedy(findings, finding, "sentences that begin nearly so: %s", like);
    }
}

/* --- one word for another ---------------------------------------------------------------------------- */

static struct mad_repair_text sentence_of(const struct mad_parser *parser)
{
    return (struct mad_repair_text){&parser->context->arena->allocator, parser->text, parser->bytes,
                                    parser->line.span.begin, parser->source};
}

/* True when with another word for one of its own the line is a sentence. */
static bool hint_word(struct mad_parser *parser, struct mad_span span, const struct wanted *w,
                      enum mad_repair_pass pass)
{
    struct mad_repair repair;
    char message[MAX_LINE];
    size_t bytes;
    struct mad_repair_text of = sentence_of(parser);
    if (!mad_repair_word(&of, span, pass, &parser->out_of_memory, &repair))
        return false;
    struct mad_span phrase = span;
    if (phrase_at(parser, &phrase, w) != NULL && phrase.begin <= repair.span.begin &&
        repair.span.begin < phrase.begin + phrase.length)
        return hint_phrase(parser, span, w);
    const char *text = source_text(parser, repair.span, &bytes);
    bool is_first = repair.span.begin == parser->line.span.begin;
    (void)snprintf(message, sizeof message,
                   is_first ? "no sentence begins with `%.*s`" : "`%.*s` cannot stand here",
                   (int)bytes, text);
    struct mad_findings *findings = parser->context->findings;
    struct mad_finding *finding = report(parser, repair.span, message);
    const char *slip = slip_for(text, bytes, is_first);
    mad_finding_label(findings, finding, "did you mean %s?", join_meant(findings, &repair));
    if (slip != NULL)
        mad_finding_remedy(findings, finding, "%s", slip);
    for (size_t i = 0; i < repair.count && pass != MAD_REPAIR_PARTLY; i++)
        mad_finding_fix(findings, finding, repair.span, false, "%s", repair.meant[i]);
    parser->line.first_token = repair.first_token;
    return true;
}

/* "`x` cannot stand here", or what is said in its place of the end of a line and of texts. */
static void say_fault(struct mad_parser *parser, int token, struct mad_span span, char *message,
                      size_t size)
{
    size_t bytes;
    const char *text = source_text(parser, span, &bytes);
    if (token == MAD_T_NEWLINE || token == MAD_T_EOF)
        (void)snprintf(message, size, "the sentence is not finished");
    else if (token == MAD_T_STRING)
        (void)snprintf(message, size, "a text cannot stand here");
    else
        (void)snprintf(message, size, "`%.*s` cannot stand here", (int)bytes, text);
}

static uint16_t word_length(const struct mad_parser *parser, uint32_t begin)
{
    uint32_t end = begin;
    while (end < parser->bytes && end - begin < MAX_WORD && is_word_byte(parser->text[end]))
        end++;
    return (uint16_t)(end > begin ? end - begin : 1);
}

/* Words stand between blanks; marks stand right behind the word before. */
static void add_missing_fixes(struct mad_parser *parser, struct mad_finding *finding,
                              const struct mad_repair *repair)
{
    uint32_t at = repair->span.begin, behind = at;
    while (behind > parser->line.span.begin && strchr(" \t\r\n", parser->text[behind - 1]) != NULL)
        behind--;
    for (size_t i = 0; i < repair->count; i++) {
        const char *meant = repair->meant[i];
        bool is_mark = !is_word_byte(meant[0]) && meant[0] != '(' && meant[0] != '[';
        bool is_last = at >= parser->bytes || parser->text[at] == '\n';
        struct mad_span place = {is_mark || is_last ? behind : at, 0, parser->source};
        mad_finding_fix(parser->context->findings, finding, place, false,
                        is_mark   ? "%s"
                        : is_last ? " %s"
                                  : "%s ",
                        meant);
    }
}

/* True when with one word or mark more the line is a sentence, and few would do. */
static bool hint_missing(struct mad_parser *parser, int token, struct mad_span span,
                         const struct wanted *w, const int *expected, int count)
{
    struct mad_findings *findings = parser->context->findings;
    struct mad_repair repair;
    struct mad_repair_text of = sentence_of(parser);
    char message[MAX_LINE];
    if (wants(w, MAD_T_WORD) || wants(w, MAD_T_NAME))
        count = 0; /* a name is missing, and nobody knows which */
    if (!mad_repair_missing(&of, span, expected, count, &parser->out_of_memory, &repair) ||
        repair.has_more)
        return false;
    bool is_end = repair.span.begin == span.begin && (token == MAD_T_NEWLINE || token == MAD_T_EOF);
    if (repair.span.begin != span.begin) {
        span.begin = repair.span.begin;
        span.length = word_length(parser, span.begin);
        token = MAD_T_WORD;
    }
    say_fault(parser, token, span, message, sizeof message);
    struct mad_finding *finding = report(parser, span, message);
    mad_finding_label(findings, finding, is_end ? "is %s missing?" : "is %s missing before this?",
                      join_meant(findings, &repair));
    add_missing_fixes(parser, finding, &repair);
    parser->line.first_token = repair.first_token;
    return true;
}

static void hint_expected(struct mad_parser *parser, int token, struct mad_span span,
                          struct wanted *w)
{
    char message[MAX_LINE] = "";
    const struct wanted all = *w;
    bool breaks_letter = token == MAD_T_LPAREN && wants(w, MAD_T_LETTER);
    bool has_comma = (parser->joiners[parser->depth] & mad_hint_joiner(MAD_T_COMMA)) != 0;
    bool wants_end_of_list =
        has_comma && wants(w, MAD_T_COMMA) && (wants(w, MAD_T_AND) || wants(w, MAD_T_OR));
    say_fault(parser, token, span, message, sizeof message);
    list_expected(parser, w);
    if (w->count > 0) {
        size_t used = strlen(message);
        (void)snprintf(message + used, sizeof message - used, "; expected ");
        join(message, sizeof message, w->items, w->count, false);
    }
    if (breaks_letter)
        (void)snprintf(message, sizeof message, "the letter of a piece is one letter in brackets");
    struct mad_finding *finding = report(parser, span, message);
    if (breaks_letter)
        mad_finding_remedy(parser->context->findings, finding,
                           "write one letter between two brackets: `(K)`");
    add_remedies(parser, finding, token, span, &all, wants_end_of_list);
}

void mad_hint_syntax(struct mad_parser *parser, int token, struct mad_span span,
                     const int *expected, int count)
{
    struct wanted w = {0};
    parser->is_quiet = parser->is_quiet || mad_rows_goes_on(parser, span.begin);
    if (parser->is_quiet || parser->out_of_memory)
        return;
    if (parser->is_trial || parser->context->findings->is_brief) {
        parser->fault = span.begin;
        (void)mad_parser_report(parser, MAD_FINDING_SYNTAX, span, "");
        return;
    }
    for (int i = 0; i < count; i++)
        if (expected[i] >= MAD_T_EDITION && expected[i] <= MAD_T_OFFSET)
            w.has[expected[i] - MAD_T_EDITION] = true;
    const struct mad_findings *findings = parser->context->findings;
    struct mad_finding *before = findings->last;
    bool is_hinted = hint_joiners(parser, token, span) || hint_capital(parser) ||
                     hint_word(parser, span, &w, MAD_REPAIR_UNKNOWN) ||
                     hint_beginning(parser, span) || hint_phrase(parser, span, &w) ||
                     hint_reserved(parser, token, span, &w) ||
                     hint_missing(parser, token, span, &w, expected, count) ||
                     hint_word(parser, span, &w, MAD_REPAIR_KNOWN) ||
                     hint_word(parser, span, &w, MAD_REPAIR_PARTLY);
    if (!is_hinted)
        hint_expected(parser, token, span, &w);
    if (findings->last != before)
        findings->last->is_unread = true;
}

/* --- characters ---------------------------------------------------------------------------------------------- */

static const struct strange {
    const char *bytes, *text;
} strange[] = {
    {"\xe2\x80\x9c", "curly quotation marks: write \" in their place"},
    {"\xe2\x80\x9d", "curly quotation marks: write \" in their place"},
    {"\xe2\x80\x9e", "curly quotation marks: write \" in their place"},
    {"\xc2\xab", "these quotation marks are not known here: write \""},
    {"\xc2\xbb", "these quotation marks are not known here: write \""},
    {"\xe2\x80\x98", "a curly apostrophe: write ' in its place"},
    {"\xe2\x80\x99", "a curly apostrophe: write ' in its place"},
    {"\xc2\xa0", "a blank that is not a plain one (NBSP): write a plain blank"},
    {"\xe2\x80\x93", "a dash: write - in its place"},
    {"\xe2\x80\x94", "a dash: write - in its place"},
    {"\xe2\x80\xa6", "three dots in one sign: rectangles are written with two dots, `d1..f3`"},
    {"\xef\xbb\xbf", "a byte order mark in the middle of a text: delete it"},
    {"'", "texts are written in double quotation marks, and 's stands right behind a name"},
    {"=", "write `is` to compare and `set ... to ...` to change"},
    {";", "a sentence ends with its line: delete the `;`"},
    {".", "a sentence ends with its line: delete the `.`"},
    {"{", "there are no braces: blocks are closed by `end`"},
    {"}", "there are no braces: blocks are closed by `end`"},
    {"!", "write `not`"},
    {"<", "write `less than`"},
    {">", "write `more than`"},
    {"&", "write `and`"},
    {"|", "write `or`"},
    {"/", "comments begin with `#`"},
};

/* A text saved in another encoding has such bytes all over: the first is told, the others break
 * their lines in silence. */
static void hint_encoding(struct mad_parser *parser, struct mad_span span)
{
    char message[MAX_LINE];
    span.length = 1;
    parser->is_quiet = parser->is_quiet || parser->has_foreign_bytes;
    parser->has_foreign_bytes = true;
    (void)snprintf(message, sizeof message, "this letter is not written in UTF-8 (byte 0x%02X)",
                   (unsigned)(unsigned char)parser->text[span.begin]);
    struct mad_finding *finding = mad_parser_report(parser, MAD_FINDING_BAD_CHAR, span, message);
    mad_finding_remedy(parser->context->findings, finding, "save the file as UTF-8");
    parser->is_quiet = true;
}

void mad_hint_bad_character(struct mad_parser *parser, struct mad_span span)
{
    const char *text = parser->text + span.begin;
    parser->is_quiet = parser->is_quiet || mad_rows_goes_on(parser, span.begin);
    if (text[0] == '\'' && !parser->is_quiet && hint_phrase(parser, span, NULL))
        return;
    size_t room = parser->bytes > span.begin ? parser->bytes - span.begin : 0;
    char message[MAX_LINE];
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        size_t bytes = strlen(strange[i].bytes);
        if (bytes <= room && memcmp(text, strange[i].bytes, bytes) == 0) {
            span.length = (uint16_t)bytes;
            bool is_plain = bytes == 1;
            (void)snprintf(message, sizeof message, "`%s` has no meaning here", strange[i].bytes);
            struct mad_finding *finding = mad_parser_report(parser, MAD_FINDING_BAD_CHAR, span,
                                                            is_plain ? message : strange[i].text);
            if (is_plain)
                mad_finding_remedy(parser->context->findings, finding, "%s", strange[i].text);
            return;
        }
    }
    size_t bytes = mad_utf8_length(text, room);
    unsigned char byte = room > 0 ? (unsigned char)text[0] : 0;
    if (bytes == 0 && byte >= 0x80) {
        hint_encoding(parser, span);
        return;
    }
    if (bytes == 0 || byte < ' ' || byte == 0x7f)
        (void)snprintf(message, sizeof message, "a rule file is a text; this is byte 0x%02X", byte);
    else
        (void)snprintf(message, sizeof message, "`%.*s` has no meaning here", (int)bytes, text);
    span.length = bytes > 1 ? (uint16_t)bytes : 1;
    struct mad_finding *finding = mad_parser_report(parser, MAD_FINDING_BAD_CHAR, span, message);
    if (bytes > 1)
        mad_finding_remedy(parser->context->findings, finding,
                           "names with letters beyond A to Z are written in quotation marks");
}

void mad_hint_no_rows(struct mad_parser *parser, struct mad_span span)
{
    struct mad_finding *finding =
        mad_findings_add(parser->context->findings, MAD_FINDING_ARRAY_SHAPE, span,
                         "here the rows of the array have to begin");
    mad_finding_remedy(parser->context->findings, finding,
                       "one row a line, blanks between its squares: `r n b q k b n r`");
}
