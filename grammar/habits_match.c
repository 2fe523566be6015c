/* habits_match.c - see habits_match.h.
 *
 * Layer: grammar. A pattern is matched against a line by trying, element by element; what `<rest>` and lists take is
 * tried shorter or longer until the rest of the pattern fits. */
#include "habits_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "betza.h"
#include "kin.h"
#include "rows.h"

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

static char char_at(const struct mad_habit_match *m, size_t at)
{
    return at < m->bytes ? m->line[at] : '\0';
}

static bool keep(struct mad_habit_match *m, const char *text, size_t bytes)
{
    if (m->count == MAD_HABIT_BLANKS || bytes >= MAD_HABIT_KEPT)
        return false;
    memcpy(m->kept[m->count], text, bytes);
    m->kept[m->count++][bytes] = '\0';
    return true;
}

/* --- single elements: behind what they take, or 0 ------------------------------------------------------------- */

static bool begins_word(const struct mad_habit_match *m, size_t at)
{
    return at == 0 || !(is_letter(m->line[at - 1]) || m->line[at - 1] == '-');
}

static size_t word_length(const char *text, size_t bytes)
{
    size_t end = 0;
    while (end < bytes &&
           (is_letter(text[end]) || (text[end] == '\'' && end + 1 < bytes && text[end + 1] == 't')))
        end++;
    return end;
}

/* The same words, or others of their rows of kin.def. */
static size_t take_kin(const struct mad_habit_match *m, size_t at, const char *text, size_t bytes)
{
    if (!begins_word(m, at))
        return 0;
    for (size_t i = 0; i < bytes;) {
        const size_t typed = at < m->bytes ? word_length(m->line + at, m->bytes - at) : 0,
                     wanted = word_length(text + i, bytes - i);
        const bool is_same =
            typed == wanted && typed > 0 && strncasecmp(m->line + at, text + i, typed) == 0;
        if (typed == 0 || wanted == 0 ||
            (!is_same && (m->kin[at] == 0 || !mad_kin_has(m->kin[at], text + i, wanted))))
            return 0;
        at += typed;
        i += wanted;
        if (i < bytes && text[i++] != ' ')
            return 0;
        at = i < bytes ? mad_habit_skip(m, at) : at;
    }
    return char_at(m, at) == '-' ? 0 : at;
}

/* The words of `text`, with any blanks between them. */
static size_t take_literal(const struct mad_habit_match *m, size_t at, const char *text,
                           size_t bytes)
{
    if (m->kin != NULL && is_letter(text[0]))
        return take_kin(m, at, text, bytes);
    if (is_letter(text[0]) && !begins_word(m, at))
        return 0;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == ' ') {
            size_t behind = mad_habit_skip(m, at);
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

/* A word whose first letter is of one kind; one that is small has no capitals behind it either. */
static size_t take_letters(const struct mad_habit_match *m, size_t at, bool is_name)
{
    const char first = char_at(m, at);
    size_t end = at;
    if (!begins_word(m, at) || !(is_name ? is_capital(first) : is_small(first)))
        return 0;
    while (is_letter(char_at(m, end)) || is_digit(char_at(m, end)) || char_at(m, end) == '-') {
        if (!is_name && is_capital(char_at(m, end)))
            return 0;
        end++;
    }
    return end;
}

static size_t take_word(const struct mad_habit_match *m, size_t at)
{
    return take_letters(m, at, false);
}

static size_t take_capital(const struct mad_habit_match *m, size_t at)
{
    return take_letters(m, at, true);
}

static size_t take_name(const struct mad_habit_match *m, size_t at)
{
    size_t end = take_capital(m, at);
    while (end != 0) {
        size_t next = mad_habit_skip(m, end), more = next > end ? take_capital(m, next) : 0;
        if (more == 0)
            break;
        end = more;
    }
    return end;
}

/* A capitalised word in the plural, kept as one. */
static size_t take_plural(struct mad_habit_match *m, size_t at)
{
    const size_t end = take_capital(m, at);
    const bool is_one = end < at + 3 || m->line[end - 1] != 's';
    return !is_one && keep(m, m->line + at, end - at - 1) ? end : 0;
}

/* The name of a man, kept as one man with a capital letter: a capitalised word, or what pages call `pawns`. */
static size_t take_man(struct mad_habit_match *m, size_t at)
{
    static const char *const usual[] = {
        "king",    "queen", "rook",    "bishop", "knight",  "pawn",  "cannon",     "elephant",
        "general", "horse", "soldier", "guard",  "advisor", "lance", "archbishop", "chancellor"};
    const bool is_capital_typed = is_capital(char_at(m, at));
    const size_t end = is_capital_typed ? take_capital(m, at) : take_word(m, at);
    const size_t bytes = end > at ? end - at : 0;
    bool is_player =
        strncmp(m->line + at, "White", 5) == 0 || strncmp(m->line + at, "Black", 5) == 0;
    bool is_man = is_capital_typed && bytes > 2 && !is_player;
    char one[32] = "";
    if (bytes < 3 || bytes >= sizeof one)
        return 0;
    memcpy(one, m->line + at, bytes);
    if (one[bytes - 1] == 's' && one[bytes - 2] != 's')
        one[bytes - 1] = '\0';
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        is_man = is_man || strcmp(usual[i], one) == 0;
    one[0] = one[0] >= 'a' ? (char)(one[0] - 'a' + 'A') : one[0];
    return is_man && keep(m, one, strlen(one)) ? end : 0;
}

/* The letters of a direction of the compass, kept as its word. */
static size_t take_compass(struct mad_habit_match *m, size_t at)
{
    static const struct {
        const char *letters, *word;
    } ways[] = {{"n", "north"},       {"s", "south"},       {"e", "east"},
                {"w", "west"},        {"ne", "north-east"}, {"nw", "north-west"},
                {"se", "south-east"}, {"sw", "south-west"}};
    size_t end = at;
    while (isalpha((unsigned char)char_at(m, end)) ||
           (char_at(m, end) == '-' && strncmp(m->line + end, "-slide", 6) != 0 &&
            strncmp(m->line + end, "-shift", 6) != 0 && strncmp(m->line + end, "-step", 5) != 0))
        end++;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strlen(ways[i].letters) == end - at &&
            strncasecmp(m->line + at, ways[i].letters, end - at) == 0)
            return keep(m, ways[i].word, strlen(ways[i].word)) ? end : 0;
    return 0;
}

static size_t take_number(const struct mad_habit_match *m, size_t at)
{
    size_t end = at;
    while (is_digit(char_at(m, end)))
        end++;
    return end > at ? end : 0;
}

static size_t take_square(const struct mad_habit_match *m, size_t at)
{
    if ((at > 0 && is_letter(m->line[at - 1])) || !is_letter(char_at(m, at)))
        return 0;
    size_t end = at + 1;
    while (is_digit(char_at(m, end)))
        end++;
    return end > at + 1 && end < at + 4 && !is_letter(char_at(m, end)) ? end : 0;
}

static size_t take_token(const struct mad_habit_match *m, size_t at)
{
    size_t end = at;
    while (end < m->bytes && !mad_habit_is_blank(m->line[end]) &&
           strchr("()[]:=,", m->line[end]) == NULL)
        end++;
    return end > at ? end : 0;
}

/* A list of squares or of small words, of `most` items; 0 when it has not so many, or one. */
static size_t take_list(const struct mad_habit_match *m, size_t at, bool is_squares, unsigned most)
{
    size_t end = 0;
    for (unsigned items = 0; items < most; items++) {
        size_t next = is_squares ? take_square(m, at) : take_word(m, at);
        if (next == 0)
            return 0;
        end = next;
        at = mad_habit_skip(m, end);
        size_t joined = char_at(m, at) == ',' ? at + 1 : take_literal(m, at, "or", 2);
        at = joined != 0 ? mad_habit_skip(m, joined) : m->bytes;
    }
    return end;
}

static size_t take_count(struct mad_habit_match *m, size_t at)
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
static size_t take_beside(struct mad_habit_match *m, size_t at, int step)
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

static size_t take_betza(struct mad_habit_match *m, size_t at, const char *modes,
                         enum mad_betza wanted)
{
    char out[MAD_HABIT_KEPT];
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
static size_t take_dashes(struct mad_habit_match *m, size_t at)
{
    char row[MAD_HABIT_KEPT];
    size_t count = 0, cells = 0, strange = 0;
    for (size_t i = at; i < m->bytes && count + 1 < sizeof row; i++) {
        char c = m->line[i];
        bool is_strange = strchr("-_+0~:o", c) != NULL && c != '\0';
        if (mad_habit_is_blank(c) == (count % 2 == 0) &&
            !(mad_habit_is_blank(c) && i + 1 >= m->bytes))
            return 0; /* single characters, single blanks */
        cells += !mad_habit_is_blank(c);
        strange += is_strange && c != 'o';
        row[count++] = is_strange && c != 'o' ? '.' : mad_habit_is_blank(c) ? ' ' : c;
    }
    return cells > 1 && strange > 0 && keep(m, row, count) ? m->bytes : 0;
}

/* Adds the signs of a row of a position text, with a blank between them and a dot for each empty square; how many bytes. */
static size_t put_row(const char *row, size_t bytes, char *out, size_t room)
{
    size_t used = 0, cells = 0;
    for (size_t i = 0; i < bytes; cells = 0) {
        const size_t sign = row[i] == '+';
        while (i < bytes && is_digit(row[i]))
            cells = 10 * cells + (size_t)(row[i++] - '0');
        const bool is_man = cells == 0;
        if ((is_man && (i + sign >= bytes || !is_letter(row[i + sign]))) || cells > room)
            return 0;
        for (cells += is_man; cells > 0; cells--) {
            if (used + 4 > room)
                return 0;
            out[used] = ' ';
            memcpy(out + used + (used > 0), is_man ? row + i : ".", is_man ? sign + 1 : 1);
            used += (used > 0) + (is_man ? sign + 1 : 1);
        }
        i += is_man ? sign + 1 : 0;
    }
    return used;
}

/* The rows of a position text, with or without quotation marks and what stands behind them; kept as those of an array. */
static size_t take_fen(struct mad_habit_match *m, size_t at)
{
    char out[MAD_HABIT_KEPT];
    size_t used = 0, rows = 0, end = at + (char_at(m, at) == '"');
    for (;; end++) {
        size_t bytes = 0;
        while (end + bytes < m->bytes && strchr("/\" ", m->line[end + bytes]) == NULL)
            bytes++;
        size_t more = bytes > 0 && used + 1 < sizeof out
                          ? put_row(m->line + end, bytes, out + used, sizeof out - used - 1)
                          : 0;
        if (more == 0)
            return 0;
        used += more;
        rows++;
        end += bytes;
        if (char_at(m, end) != '/')
            break;
        out[used++] = '\n';
    }
    return rows > 2 && keep(m, out, used) ? m->bytes : 0;
}

/* --- patterns ----------------------------------------------------------------------------------------------------- */

static bool match_from(struct mad_habit_match *m, const char *pattern, size_t at);

/* What an element took from `at` to `end` is kept, and the rest has to fit. */
static bool go_on(struct mad_habit_match *m, const char *pattern, size_t at, size_t end)
{
    unsigned count = m->count;
    if (end != 0 && keep(m, m->line + at, end - at) && match_from(m, pattern, end))
        return true;
    m->count = count;
    return false;
}

static bool match_rest(struct mad_habit_match *m, const char *pattern, size_t at)
{
    for (size_t end = at + 1; end <= m->bytes; end++)
        if (!mad_habit_is_blank(m->line[end - 1]) && go_on(m, pattern, at, end))
            return true;
    return false;
}

static bool match_list(struct mad_habit_match *m, const char *pattern, size_t at, bool is_squares)
{
    for (unsigned most = 6; most > 1; most--)
        if (go_on(m, pattern, at, take_list(m, at, is_squares, most)))
            return true;
    return false;
}

/* Elements that keep something else than what stands there have done so already. */
static bool go_on_kept(struct mad_habit_match *m, const char *pattern, size_t end, unsigned count)
{
    if (end != 0 && match_from(m, pattern, end))
        return true;
    m->count = count;
    return false;
}

static bool match_words(struct mad_habit_match *m, const char *words, size_t bytes,
                        const char *pattern, size_t at)
{
    for (size_t begin = 0; begin < bytes;) {
        const char *bar = memchr(words + begin, '|', bytes - begin);
        size_t end = bar != NULL ? (size_t)(bar - words) : bytes;
        const unsigned count = m->count;
        const size_t behind = take_literal(m, at, words + begin, end - begin);
        if (m->kin == NULL && go_on(m, pattern, at, behind))
            return true;
        if (m->kin != NULL && behind != 0 && keep(m, words + begin, end - begin) &&
            match_from(m, pattern, behind))
            return true;
        m->count = count;
        begin = end + 1;
    }
    bool may_miss = bytes > 0 && words[bytes - 1] == '|';
    return may_miss && keep(m, "", 0) && match_from(m, pattern, at);
}

static bool is_kind(const char *text, size_t bytes, const char *kind)
{
    return strlen(kind) == bytes && memcmp(text, kind, bytes) == 0;
}

static bool match_kind(struct mad_habit_match *m, const char *kind, size_t bytes,
                       const char *pattern, size_t at)
{
    static const struct {
        const char *kind;
        size_t (*take)(const struct mad_habit_match *m, size_t at);
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
    if (is_kind(kind, bytes, "man"))
        return go_on_kept(m, pattern, take_man(m, at), count);
    if (is_kind(kind, bytes, "compass"))
        return go_on_kept(m, pattern, take_compass(m, at), count);
    if (is_kind(kind, bytes, "less") || is_kind(kind, bytes, "more"))
        return go_on_kept(m, pattern, take_beside(m, at, kind[0] == 'l' ? -1 : 1), count);
    if (is_kind(kind, bytes, "fen"))
        return go_on_kept(m, pattern, take_fen(m, at), count);
    if (is_kind(kind, bytes, "dashes"))
        return go_on_kept(m, pattern, take_dashes(m, at), count);
    if (is_kind(kind, bytes, "row"))
        return go_on(m, pattern, at, mad_rows_is_row(m->line + at, m->bytes - at) ? m->bytes : 0);
    return match_words(m, kind, bytes, pattern, at);
}

static bool match_at(struct mad_habit_match *m, const char *pattern, size_t at);

/* Where words stand for others, an article may stand before any of them. */
static bool match_from(struct mad_habit_match *m, const char *pattern, size_t at)
{
    static const char *const articles[] = {"the", "a", "an"};
    if (match_at(m, pattern, at))
        return true;
    at = mad_habit_skip(m, at);
    for (size_t i = 0; m->kin != NULL && i < sizeof articles / sizeof *articles; i++) {
        const size_t bytes = strlen(articles[i]);
        if (at + bytes < m->bytes && begins_word(m, at) &&
            mad_habit_is_blank(m->line[at + bytes]) &&
            strncasecmp(m->line + at, articles[i], bytes) == 0)
            return match_at(m, pattern, at + bytes);
    }
    return false;
}

static bool match_at(struct mad_habit_match *m, const char *pattern, size_t at)
{
    pattern += strspn(pattern, " ");
    if (m->steps == 0 || pattern[0] == '\0') {
        m->end = at;
        return m->steps != 0;
    }
    m->steps--;
    at = mad_habit_skip(m, at);
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
static bool is_inside(const struct mad_habit_match *m, size_t at)
{
    char c = m->line[at], before = at > 0 ? m->line[at - 1] : ' ';
    return mad_habit_is_blank(c) ||
           ((is_letter(c) || is_digit(c)) && (is_letter(before) || is_digit(before)));
}

bool mad_habit_find(struct mad_habit_match *m, const char *pattern, size_t from)
{
    bool is_begin = pattern[0] == '^', is_text = false;
    size_t first = mad_habit_skip(m, 0);
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
