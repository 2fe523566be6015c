/* habits.c - see habits.h.
 *
 * Layer: grammar. A pattern is matched against a line by trying, element by element; what `<rest>` and lists take is
 * tried shorter or longer until the rest of the pattern fits. Lines of more than MAX_LINE bytes are passed over, and
 * one line takes MAX_STEPS steps at most. */
#include "habits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "betza.h"
#include "repair.h"

enum { MAX_LINE = 400, MAX_BLANKS = 8, MAX_KEPT = 400, MAX_TOLD = 1000, MAX_STEPS = 200000 };

enum certainty { SURE, GUESS, UNTRIED, SETTLED };

static const struct habit {
    enum certainty certainty;
    const char *pattern, *meant, *cause, *advice;
} habits[] = {
#define MAD_HABIT(certainty, ...) {certainty, __VA_ARGS__},
#include "habits.def"
#undef MAD_HABIT
};

struct match {
    const char *line; /* without its comment */
    size_t bytes, begin, end;
    unsigned steps; /* left */
    char indent[32];
    char kept[MAX_BLANKS][MAX_KEPT];
    unsigned count;
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static char lower(char c)
{
    return is_capital(c) ? (char)(c - 'A' + 'a') : c;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static char char_at(const struct match *m, size_t at)
{
    return at < m->bytes ? m->line[at] : '\0';
}

static size_t skip_blanks(const struct match *m, size_t at)
{
    while (is_blank(char_at(m, at)))
        at++;
    return at;
}

static bool keep(struct match *m, const char *text, size_t bytes)
{
    if (m->count == MAX_BLANKS || bytes >= MAX_KEPT)
        return false;
    memcpy(m->kept[m->count], text, bytes);
    m->kept[m->count++][bytes] = '\0';
    return true;
}

/* --- single elements: behind what they take, or 0 ------------------------------------------------------------- */

static bool begins_word(const struct match *m, size_t at)
{
    return at == 0 || !(is_letter(m->line[at - 1]) || m->line[at - 1] == '-');
}

/* The words of `text`, with any blanks between them. */
static size_t take_literal(const struct match *m, size_t at, const char *text, size_t bytes)
{
    if (is_letter(text[0]) && !begins_word(m, at))
        return 0;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == ' ') {
            size_t behind = skip_blanks(m, at);
            if (behind == at && is_letter(text[i - 1]) && is_letter(text[i + 1]))
                return 0;
            at = behind;
        } else if (lower(char_at(m, at)) == lower(text[i])) {
            at++;
        } else {
            return 0;
        }
    }
    char next = char_at(m, at);
    return is_letter(text[bytes - 1]) && (is_letter(next) || next == '-') ? 0 : at;
}

static size_t take_word(const struct match *m, size_t at)
{
    size_t end = at;
    if (!begins_word(m, at) || !is_small(char_at(m, at)))
        return 0;
    while (is_small(char_at(m, end)) || is_digit(char_at(m, end)) || char_at(m, end) == '-')
        end++;
    return is_letter(char_at(m, end)) ? 0 : end;
}

static size_t take_capital(const struct match *m, size_t at)
{
    size_t end = at;
    if (!begins_word(m, at) || !is_capital(char_at(m, at)))
        return 0;
    while (is_letter(char_at(m, end)) || is_digit(char_at(m, end)) || char_at(m, end) == '-')
        end++;
    return end;
}

static size_t take_name(const struct match *m, size_t at)
{
    size_t end = take_capital(m, at);
    while (end != 0) {
        size_t next = skip_blanks(m, end), more = next > end ? take_capital(m, next) : 0;
        if (more == 0)
            break;
        end = more;
    }
    return end;
}

/* A capitalised word in the plural, kept as one. */
static size_t take_plural(struct match *m, size_t at)
{
    const size_t end = take_capital(m, at);
    const bool is_one = end < at + 3 || m->line[end - 1] != 's';
    return !is_one && keep(m, m->line + at, end - at - 1) ? end : 0;
}

static size_t take_number(const struct match *m, size_t at)
{
    size_t end = at;
    while (is_digit(char_at(m, end)))
        end++;
    return end > at ? end : 0;
}

static size_t take_square(const struct match *m, size_t at)
{
    if ((at > 0 && is_letter(m->line[at - 1])) || !is_letter(char_at(m, at)))
        return 0;
    size_t end = at + 1;
    while (is_digit(char_at(m, end)))
        end++;
    return end > at + 1 && end < at + 4 && !is_letter(char_at(m, end)) ? end : 0;
}

static size_t take_token(const struct match *m, size_t at)
{
    size_t end = at;
    while (end < m->bytes && !is_blank(m->line[end]) && strchr("()[]:=,", m->line[end]) == NULL)
        end++;
    return end > at ? end : 0;
}

/* A list of squares or of small words, of `most` items; 0 when it has not so many, or one. */
static size_t take_list(const struct match *m, size_t at, bool is_squares, unsigned most)
{
    size_t end = 0;
    for (unsigned items = 0; items < most; items++) {
        size_t next = is_squares ? take_square(m, at) : take_word(m, at);
        if (next == 0)
            return 0;
        end = next;
        at = skip_blanks(m, end);
        size_t joined = char_at(m, at) == ',' ? at + 1 : take_literal(m, at, "or", 2);
        at = joined != 0 ? skip_blanks(m, joined) : m->bytes;
    }
    return end;
}

static size_t take_count(struct match *m, size_t at)
{
    static const char *const numbers[] = {"one",   "two",   "three", "four", "five",   "six",
                                          "seven", "eight", "nine",  "ten",  "eleven", "twelve"};
    size_t end = take_number(m, at);
    if (end != 0)
        return keep(m, m->line + at, end - at) ? end : 0;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char digits[16];
        end = take_literal(m, at, numbers[i], strlen(numbers[i]));
        (void)snprintf(digits, sizeof digits, "%u", i + 1);
        if (end != 0)
            return keep(m, digits, strlen(digits)) ? end : 0;
    }
    return 0;
}

/* A count, kept as the number beside it. */
static size_t take_beside(struct match *m, size_t at, int step)
{
    char digits[16];
    const unsigned count = m->count;
    const size_t end = take_count(m, at);
    const long number = end != 0 ? strtol(m->kept[count], NULL, 10) + step : -1;
    m->count = count;
    if (number < 0 || number > 9999)
        return 0;
    (void)snprintf(digits, sizeof digits, "%ld", number);
    return keep(m, digits, strlen(digits)) ? end : 0;
}

static size_t take_betza(struct match *m, size_t at, const char *modes, enum mad_betza wanted)
{
    char out[MAX_KEPT];
    size_t end = at;
    for (size_t next = at; next != 0; next = take_token(m, end)) /* brackets are a part of it */
        for (end = next; char_at(m, end) == '[' || char_at(m, end) == ']';)
            end++;
    if (end == at || mad_betza_lines(m->line + at, end - at, modes, out, sizeof out) != wanted)
        return 0;
    if (wanted == MAD_BETZA_READ)
        return keep(m, m->line + at, end - at) ? end : 0;
    return keep(m, out, strlen(out)) ? end : 0;
}

/* The whole rest of the line; it is kept with dots. */
static size_t take_dashes(struct match *m, size_t at)
{
    char row[MAX_KEPT];
    size_t count = 0, cells = 0, strange = 0;
    for (size_t i = at; i < m->bytes && count + 1 < sizeof row; i++) {
        char c = m->line[i];
        bool is_strange = strchr("-_+0~:o", c) != NULL && c != '\0';
        if (is_blank(c) == (count % 2 == 0) && !(is_blank(c) && i + 1 >= m->bytes))
            return 0; /* single characters, single blanks */
        cells += !is_blank(c);
        strange += is_strange && c != 'o';
        row[count++] = is_strange && c != 'o' ? '.' : is_blank(c) ? ' ' : c;
    }
    return cells > 1 && strange > 0 && keep(m, row, count) ? m->bytes : 0;
}

/* --- patterns ----------------------------------------------------------------------------------------------------- */

static bool match_from(struct match *m, const char *pattern, size_t at);

/* What an element took from `at` to `end` is kept, and the rest has to fit. */
static bool go_on(struct match *m, const char *pattern, size_t at, size_t end)
{
    unsigned count = m->count;
    if (end != 0 && keep(m, m->line + at, end - at) && match_from(m, pattern, end))
        return true;
    m->count = count;
    return false;
}

static bool match_rest(struct match *m, const char *pattern, size_t at)
{
    for (size_t end = at + 1; end <= m->bytes; end++)
        if (!is_blank(m->line[end - 1]) && go_on(m, pattern, at, end))
            return true;
    return false;
}

static bool match_list(struct match *m, const char *pattern, size_t at, bool is_squares)
{
    for (unsigned most = 6; most > 1; most--)
        if (go_on(m, pattern, at, take_list(m, at, is_squares, most)))
            return true;
    return false;
}

/* Elements that keep something else than what stands there have done so already. */
static bool go_on_kept(struct match *m, const char *pattern, size_t end, unsigned count)
{
    if (end != 0 && match_from(m, pattern, end))
        return true;
    m->count = count;
    return false;
}

static bool match_words(struct match *m, const char *words, size_t bytes, const char *pattern,
                        size_t at)
{
    for (size_t begin = 0; begin < bytes;) {
        const char *bar = memchr(words + begin, '|', bytes - begin);
        size_t end = bar != NULL ? (size_t)(bar - words) : bytes;
        if (go_on(m, pattern, at, take_literal(m, at, words + begin, end - begin)))
            return true;
        begin = end + 1;
    }
    return false;
}

static bool is_kind(const char *text, size_t bytes, const char *kind)
{
    return strlen(kind) == bytes && memcmp(text, kind, bytes) == 0;
}

static bool match_kind(struct match *m, const char *kind, size_t bytes, const char *pattern,
                       size_t at)
{
    static const struct {
        const char *kind;
        size_t (*take)(const struct match *m, size_t at);
    } plain[] = {{"word", take_word},     {"Name", take_name},     {"One", take_capital},
                 {"number", take_number}, {"square", take_square}, {"token", take_token}};
    static const struct {
        const char *kind, *modes;
        enum mad_betza wanted;
    } betza[] = {{"betza", "move or capture", MAD_BETZA_LINES},
                 {"betza-move", "move", MAD_BETZA_LINES},
                 {"betza-capture", "capture", MAD_BETZA_LINES},
                 {"untold-betza", "", MAD_BETZA_READ}};
    unsigned count = m->count;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (is_kind(kind, bytes, plain[i].kind))
            return go_on(m, pattern, at, plain[i].take(m, at));
    for (size_t i = 0; i < sizeof betza / sizeof *betza; i++)
        if (is_kind(kind, bytes, betza[i].kind))
            return go_on_kept(m, pattern, take_betza(m, at, betza[i].modes, betza[i].wanted),
                              count);
    if (is_kind(kind, bytes, "rest"))
        return match_rest(m, pattern, at);
    if (is_kind(kind, bytes, "words") || is_kind(kind, bytes, "squares"))
        return match_list(m, pattern, at, bytes == strlen("squares"));
    if (is_kind(kind, bytes, "count"))
        return go_on_kept(m, pattern, take_count(m, at), count);
    if (is_kind(kind, bytes, "plural"))
        return go_on_kept(m, pattern, take_plural(m, at), count);
    if (is_kind(kind, bytes, "less") || is_kind(kind, bytes, "more"))
        return go_on_kept(m, pattern, take_beside(m, at, kind[0] == 'l' ? -1 : 1), count);
    if (is_kind(kind, bytes, "dashes"))
        return go_on_kept(m, pattern, take_dashes(m, at), count);
    return match_words(m, kind, bytes, pattern, at);
}

static bool match_from(struct match *m, const char *pattern, size_t at)
{
    pattern += strspn(pattern, " ");
    if (m->steps == 0 || pattern[0] == '\0') {
        m->end = at;
        return m->steps != 0;
    }
    m->steps--;
    at = skip_blanks(m, at);
    if (pattern[0] == '$')
        return at == m->bytes && match_from(m, pattern + 1, at);
    if (pattern[0] == '<') {
        size_t bytes = strcspn(pattern + 1, ">");
        return match_kind(m, pattern + 1, bytes, pattern + bytes + 2, at);
    }
    size_t bytes = strcspn(pattern, " <");
    const char *behind = pattern + bytes;
    for (size_t begin = 0; begin < bytes;) {
        size_t word = strcspn(pattern + begin, " <|");
        size_t end = take_literal(m, at, pattern + begin, word);
        if (end != 0 && match_from(m, behind, end))
            return true;
        begin += word + 1;
    }
    return false;
}

/* A blank, or what goes on from a word or number. */
static bool is_inside(const struct match *m, size_t at)
{
    char c = m->line[at], before = at > 0 ? m->line[at - 1] : ' ';
    return is_blank(c) ||
           ((is_letter(c) || is_digit(c)) && (is_letter(before) || is_digit(before)));
}

/* Where the pattern fits first, behind `from`; texts in quotation marks are passed over. */
static bool find(struct match *m, const char *pattern, size_t from)
{
    bool is_begin = pattern[0] == '^', is_text = false;
    size_t first = skip_blanks(m, 0);
    for (size_t at = first; at < m->bytes && !(is_begin && at > first); at++) {
        bool may_begin = at >= from && !is_text && !is_inside(m, at);
        is_text = (m->line[at] == '"') != is_text;
        if (!may_begin)
            continue;
        m->count = 0;
        m->begin = at;
        if (match_from(m, pattern + is_begin, at))
            return true;
    }
    return false;
}

/* --- telling --------------------------------------------------------------------------------------------------------- */

/* Adds a line feed, and the blanks with which lines begin there. */
static size_t add_line(char *out, size_t used, const char *indent)
{
    size_t bytes = strlen(indent);
    out[used] = '\n';
    memcpy(out + used + 1, indent, bytes);
    return used + 1 + bytes;
}

/* What was kept goes on in lines that begin as the one where it stands. */
static size_t add_kept(const struct match *m, const char *kept, char *out, size_t used, size_t size)
{
    char indent[sizeof m->indent * 2];
    size_t line = used, blanks = 0;
    while (line > 0 && out[line - 1] != '\n')
        line--;
    while (line + blanks < used && is_blank(out[line + blanks]) && blanks + 1 < sizeof indent)
        blanks++;
    memcpy(indent, out + line, blanks);
    indent[blanks] = '\0';
    if (*kept == ',' && used > 0 && out[used - 1] == ' ')
        used--;
    for (; *kept != '\0' && used + sizeof indent + 2 < size; kept++)
        if (*kept == '\n')
            used = add_line(out, used, line == 0 ? m->indent : indent);
        else
            out[used++] = *kept;
    return used;
}

/* `text` to its end or to ` || `, with what was kept in place of $1. False when it is too long. */
static bool fill(const struct match *m, const char *text, char *out, size_t size)
{
    const char *end = strstr(text, " || ");
    size_t used = 0;
    end = end != NULL ? end : text + strlen(text);
    for (; text < end && used + sizeof m->indent + 2 < size; text++) {
        bool is_capital_wanted = text[0] == '$' && text[1] == '^';
        unsigned index = (unsigned)(text[1 + is_capital_wanted] - '1');
        size_t first = used;
        if (*text == '\n')
            used = add_line(out, used, m->indent);
        else if (*text != '$' || !is_digit(text[1 + is_capital_wanted]))
            out[used++] = *text;
        else if ((text += 1 + is_capital_wanted) != NULL && index < m->count)
            used = add_kept(m, m->kept[index], out, used, size);
        if (is_capital_wanted && first < used && is_small(out[first]))
            out[first] = (char)(out[first] - 'a' + 'A');
    }
    if (text < end)
        return false;
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
    return true;
}

struct place { /* of the finding that is looked at */
    struct mad_findings *list;
    struct mad_finding *finding;
    struct mad_repair_text of; /* its sentence */
    struct mad_arena *room;    /* to read others in */
    uint32_t line;             /* where its line begins */
    bool has_way;              /* to write it was found */
};

static struct mad_span span_of(const struct place *place, const struct match *m)
{
    return (struct mad_span){place->line + (uint32_t)m->begin, (uint16_t)(m->end - m->begin),
                             place->of.source};
}

/* What was said of the error gives way to what is known now. */
static void forget(struct mad_finding *finding)
{
    finding->notes = NULL;
    finding->fixes = NULL;
}

static void tell(struct place *place, const struct match *m, const struct habit *habit)
{
    char text[MAX_TOLD];
    place->finding->is_habit = true;
    place->finding->is_settled = habit->certainty == SETTLED;
    place->finding->span = span_of(place, m);
    place->finding->label = NULL;
    if (fill(m, habit->cause, text, sizeof text))
        place->finding->text = mad_findings_text(place->list, "%s", text);
    if (habit->advice != NULL && fill(m, habit->advice, text, sizeof text))
        mad_finding_remedy(place->list, place->finding, "%s", text);
}

/* One way to write it, when the sentence can be read so. */
static bool add_way(struct place *place, const struct match *m, const struct habit *habit,
                    const char *meant)
{
    char text[MAX_TOLD];
    struct mad_span at = span_of(place, m);
    if (!fill(m, meant, text, sizeof text) ||
        (strlen(text) == at.length && memcmp(text, m->line + m->begin, at.length) == 0))
        return false;
    at.length = (uint16_t)(at.length + (text[0] == '\0' && is_blank(char_at(m, m->end))));
    bool begins = meant[0] == '$' && m->begin == skip_blanks(m, 0);
    if (habit->certainty < UNTRIED &&
        !mad_repair_reads(&place->of, place->room, at.begin, at.begin + at.length, text,
                          strlen(text), begins, &place->list->out_of_memory))
        return false;
    if (meant == habit->meant || !place->has_way)
        forget(place->finding);
    place->has_way = true;
    mad_finding_fix(place->list, place->finding, at, habit->certainty == SURE, "%s", text);
    return true;
}

static bool touches(const struct place *place, const struct match *m, bool is_sentence)
{
    struct mad_span at = span_of(place, m), fault = place->finding->span;
    return is_sentence ||
           (at.begin <= fault.begin + fault.length && fault.begin <= at.begin + at.length);
}

static bool try_habit(struct place *place, struct match *m, const struct habit *habit,
                      bool is_sentence)
{
    for (size_t from = 0; find(m, habit->pattern, from); from = m->begin + 1) {
        if (!touches(place, m, is_sentence))
            continue;
        bool is_told = habit->meant[0] == '\0' && habit->certainty >= UNTRIED;
        is_told = is_told || (habit->meant[0] == '\0' && habit->advice != NULL);
        if (!is_told)
            for (const char *meant = habit->meant; meant != NULL;) {
                is_told = add_way(place, m, habit, meant) || is_told;
                meant = strstr(meant, " || ");
                meant = meant != NULL ? meant + strlen(" || ") : NULL;
            }
        if (is_told) {
            if (!place->has_way)
                forget(place->finding);
            tell(place, m, habit);
            return true;
        }
    }
    return false;
}

/* --- several habits in one line ----------------------------------------------------------------------------------- */

enum { MAX_CHAIN = 4, MAX_CHAIN_TRIES = 240, MAX_CHAIN_STEPS = 20 * MAX_STEPS };

struct chain {
    struct place *place;
    uint32_t begin, end; /* of what is changed: the line without its blanks in front */
    const struct habit *first;
    struct match first_match;
    unsigned tries, longest; /* links that may still be added */
    unsigned steps;          /* of matching that are left for all of them */
    char text[MAX_CHAIN + 1][MAX_LINE + MAX_TOLD];
};

static bool is_chain_good(struct chain *chain, const char *text)
{
    struct place *place = chain->place;
    chain->tries--;
    return mad_repair_reads(&place->of, place->room, chain->begin, chain->end, text, strlen(text),
                            true, &place->list->out_of_memory);
}

/* The text with what the match stands for in the place of it; false when it is too long. */
static bool change(const struct match *m, const char *meant, char *out, size_t size)
{
    char told[MAX_TOLD];
    size_t behind = m->bytes - m->end;
    if (!fill(m, meant, told, sizeof told) || m->begin + strlen(told) + behind >= size)
        return false;
    size_t bytes = strlen(told), end = m->end;
    if (bytes == 0 && behind > 0 && is_blank(m->line[end])) { /* one blank goes with the word */
        end++;
        behind--;
    }
    memcpy(out, m->line, m->begin);
    memcpy(out + m->begin, told, bytes);
    memcpy(out + m->begin + bytes, m->line + end, behind);
    out[m->begin + bytes + behind] = '\0';
    return true;
}

/* Whether habits that are changed one after the other make a sentence of it; the text of the last is kept at
 * `depth` 0. */
static bool add_link(struct chain *chain, unsigned depth)
{
    if (depth >= MAX_CHAIN || chain->tries == 0)
        return false;
    chain->tries--;
    const char *line = chain->text[depth];
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        const struct habit *habit = &habits[i];
        const unsigned steps = chain->steps < MAX_STEPS / 20 ? chain->steps : MAX_STEPS / 20;
        struct match m = {.line = line, .bytes = strlen(line), .steps = steps};
        if (habit->certainty >= UNTRIED || (habit->meant[0] == '\0' && habit->advice != NULL))
            continue;
        memcpy(m.indent, chain->first_match.indent, sizeof m.indent);
        for (size_t from = 0; chain->tries > 0 && find(&m, habit->pattern, from);
             from = m.begin + 1) {
            char *next = chain->text[depth + 1];
            if (depth == 0) {
                chain->first = habit;
                memcpy(&chain->first_match, &m, sizeof m);
            }
            if (!change(&m, habit->meant, next, sizeof chain->text[0]) || strcmp(next, line) == 0)
                continue;
            bool is_last = depth + 1 == chain->longest;
            if (is_last && is_chain_good(chain, next))
                memmove(chain->text[0], next, strlen(next) + 1);
            else if (is_last || !add_link(chain, depth + 1))
                continue;
            return true;
        }
        const unsigned used = steps - m.steps;
        chain->steps -= used < chain->steps ? used : chain->steps;
    }
    return false;
}

static bool try_chain(struct place *place, const struct match *m)
{
    struct chain *chain = MAD_ARENA_NEW(place->list->arena, struct chain);
    if (chain == NULL) {
        place->list->out_of_memory = true;
        return false;
    }
    size_t first = skip_blanks(m, 0), bytes = m->bytes;
    while (bytes > first && is_blank(m->line[bytes - 1]))
        bytes--;
    *chain = (struct chain){.place = place,
                            .begin = place->line + (uint32_t)first,
                            .end = place->line + (uint32_t)bytes,
                            .steps = MAX_CHAIN_STEPS};
    bool is_found = false;
    for (chain->longest = 2; chain->longest <= MAX_CHAIN && !is_found; chain->longest++) {
        memcpy(chain->text[0], m->line + first, bytes - first);
        chain->text[0][bytes - first] = '\0';
        memcpy(chain->first_match.indent, m->indent, sizeof m->indent);
        chain->tries = MAX_CHAIN_TRIES;
        is_found = add_link(chain, 0);
    }
    if (!is_found)
        return false;
    forget(place->finding);
    struct mad_span at = {chain->begin, (uint16_t)(bytes - first), place->of.source};
    mad_finding_fix(place->list, place->finding, at, false, "%s", chain->text[0]);
    place->finding->label = NULL;
    place->finding->span = at;
    place->finding->is_habit = true;
    char cause[MAX_TOLD];
    if (fill(&chain->first_match, chain->first->cause, cause, sizeof cause))
        place->finding->text = mad_findings_text(place->list, "%s", cause);
    return true;
}

/* --- the lines of findings --------------------------------------------------------------------------------------------- */

static uint32_t line_begin(const struct mad_source *source, uint32_t at)
{
    while (at > 0 && source->text[at - 1] != '\n')
        at--;
    return at;
}

/* A line behind one that ends in a comma goes on with its sentence. */
static uint32_t sentence_begin(const struct mad_source *source, uint32_t line)
{
    while (line > 0) {
        uint32_t last = line - 1;
        while (last > 0 && is_blank(source->text[last - 1]))
            last--;
        if (last == 0 || source->text[last - 1] != ',')
            break;
        line = line_begin(source, last - 1);
    }
    return line;
}

static size_t line_bytes(const char *text, size_t room)
{
    bool is_text = false;
    size_t bytes = 0;
    for (; bytes < room && text[bytes] != '\n' && (text[bytes] != '#' || is_text); bytes++)
        is_text = (text[bytes] == '"') != is_text;
    return bytes;
}

/* Found because a sentence could not be read, not because of what it says. */
static bool is_about_sentence(enum mad_finding_kind kind)
{
    return kind == MAD_FINDING_SYNTAX || kind == MAD_FINDING_BAD_CHAR ||
           kind == MAD_FINDING_RESERVED || kind == MAD_FINDING_ARRAY_SHAPE ||
           kind == MAD_FINDING_ARTICLE;
}

/* Other kinds of errors say all there is to say. */
static bool may_be_habit(enum mad_finding_kind kind)
{
    return is_about_sentence(kind) || kind == MAD_FINDING_TYPE || kind == MAD_FINDING_UNDEF_NAME ||
           kind == MAD_FINDING_UNDEF_PIECE || kind == MAD_FINDING_NOTHING_TO_CHANGE ||
           kind == MAD_FINDING_WRONG_PLACE || kind == MAD_FINDING_CALL_SHAPE ||
           kind == MAD_FINDING_NO_FILE;
}

static bool look(struct mad_findings *list, const struct mad_sources *sources,
                 struct mad_arena *room, struct mad_finding *finding)
{
    const struct mad_source *source = &sources->items[finding->span.source];
    if (finding->span.begin > source->bytes)
        return false;
    uint32_t line = line_begin(source, finding->span.begin);
    struct place place = {.list = list,
                          .finding = finding,
                          .room = room,
                          .of = {&list->arena->allocator, source->text, (uint32_t)source->bytes,
                                 sentence_begin(source, line), finding->span.source},
                          .line = line};
    size_t bytes = line_bytes(source->text + line, source->bytes - line);
    struct match m = {.line = source->text + line, .bytes = bytes, .steps = MAX_STEPS};
    if (bytes > MAX_LINE || memchr(m.line, '\0', bytes) != NULL)
        return false;
    size_t blanks = skip_blanks(&m, 0);
    if (blanks < sizeof m.indent)
        memcpy(m.indent, m.line, blanks);
    bool is_misspelt = finding->fixes != NULL && finding->fixes->at.length > 0;
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        bool only_takes_out = habits[i].meant[0] == '\0' && habits[i].advice == NULL;
        if (only_takes_out && (is_misspelt || !is_about_sentence(finding->kind)))
            continue;
        if (try_habit(&place, &m, &habits[i], is_about_sentence(finding->kind)))
            return true;
    }
    return is_about_sentence(finding->kind) && !is_misspelt && try_chain(&place, &m);
}

/* What was found in the same line besides. */
static void drop_followers(struct mad_findings *list, const struct mad_sources *sources,
                           const struct mad_finding *told, uint32_t line)
{
    const struct mad_source *source = &sources->items[told->span.source];
    for (struct mad_finding *before = NULL, *item = list->first; item != NULL;) {
        struct mad_finding *next = item->next;
        bool follows = item != told && item->span.source == told->span.source &&
                       item->span.begin <= source->bytes &&
                       line_begin(source, item->span.begin) == line &&
                       mad_finding_about(item->kind)->level == MAD_LEVEL_ERROR;
        if (follows)
            mad_findings_drop(list, before);
        before = follows ? before : item;
        item = next;
    }
}

void mad_habits_tell(struct mad_findings *list, const struct mad_sources *sources,
                     struct mad_finding *from)
{
    struct mad_finding *finding = from != NULL ? from->next : list->first;
    struct mad_arena room;
    mad_arena_init(&room, &list->arena->allocator, 0);
    for (; finding != NULL; finding = finding->next) {
        if (finding->is_looked_at || finding->span.source >= sources->count)
            continue;
        const struct mad_source *source = &sources->items[finding->span.source];
        bool is_error = mad_finding_about(finding->kind)->level == MAD_LEVEL_ERROR;
        uint32_t line =
            finding->span.begin <= source->bytes ? line_begin(source, finding->span.begin) : 0;
        finding->is_looked_at = true;
        if (is_error && may_be_habit(finding->kind) && look(list, sources, &room, finding))
            drop_followers(list, sources, finding, line);
    }
    mad_arena_free(&room);
}
