/* scanner.c - tokens for tree-sitter, as grammar/lexer.l reads them.
 *
 * The words are those of words.h, which is made from grammar/parser.y; the shapes of everything else are small enough to be
 * said here again, and tests/editors.py holds each token against the lexer's. What hangs on words before (rows of an array,
 * moves of a test, words that are known only where a sentence begins) is kept in four bytes, so that tree-sitter can begin
 * anywhere. Whatever is no token is an error of tree-sitter's. */
#include <stdlib.h>
#include <string.h>

#include "language.h"

enum role { ROLE_NONE, ROLE_NEW, ROLE_ARRAY, ROLE_MOVES };

struct phrase {
    const char *text;
    unsigned char symbol, role;
    bool only_first; /* known only where a sentence begins */
};

#include "words.h"

enum line { LINE_WORDS, LINE_ROW, LINE_MOVES };
enum last { LAST_NOTHING, LAST_NEW, LAST_COLON, LAST_COMMA, LAST_ARRAY, LAST_OF, LAST_OTHER };

struct state {
    unsigned char line, last;
    bool in_blank;       /* between [ and ] */
    bool may_open_array; /* the sentence began with `array` or `new` */
};

/* --- characters ---------------------------------------------------------------------------------- */

static bool is_space(int32_t c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_digit(int32_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_small(int32_t c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(int32_t c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_letter(int32_t c)
{
    return is_small(c) || is_capital(c);
}

static bool ends_line(const struct lexer *lexer)
{
    return lexer->lookahead == '\n' || lexer->is_end(lexer);
}

static int32_t next(struct lexer *lexer)
{
    lexer->advance(lexer, false);
    return lexer->lookahead;
}

static bool found(struct lexer *lexer, enum symbol symbol)
{
    lexer->result = (uint16_t)symbol;
    lexer->mark_end(lexer);
    return true;
}

/* --- rows of an array ---------------------------------------------------------------------------- */

/* A run of anything but blanks: its length, and whether it is a cell: `.` or `*`, a line, a letter, `+K`, `pK`. */
static unsigned run(struct lexer *lexer, bool *is_cell)
{
    int32_t first = lexer->lookahead, second = 0;
    unsigned length = 0;
    for (; !ends_line(lexer) && !is_space(lexer->lookahead); length++) {
        second = lexer->lookahead;
        (void)next(lexer);
    }
    *is_cell = length == 1 ? first == '.' || first == '*' || first == '-' || first == '|' ||
                                 first == '/' || first == '\\' || is_letter(first)
               : length == 2
                   ? (first == '+' && is_letter(second)) || (is_small(first) && is_capital(second))
                   : false;
    return length;
}

static void skip_line(struct lexer *lexer)
{
    while (!ends_line(lexer))
        (void)next(lexer);
}

/* Is the next line that is neither blank nor a comment a row? Cells and nothing else, or two cells and whatever follows, or
 * single characters. */
static bool row_follows(struct lexer *lexer)
{
    while (is_space(lexer->lookahead) || lexer->lookahead == '\n' || lexer->lookahead == '#') {
        if (lexer->lookahead == '#')
            skip_line(lexer);
        else
            (void)next(lexer);
    }
    unsigned runs = 0, cells = 0, singles = 0;
    bool begins_with_cells = true;
    while (!ends_line(lexer)) {
        if (is_space(lexer->lookahead)) {
            (void)next(lexer);
            continue;
        }
        if (lexer->lookahead == '#' && cells == runs && runs > 0)
            return true;
        bool is_cell = false;
        singles += run(lexer, &is_cell) == 1;
        cells += is_cell;
        runs++;
        begins_with_cells = begins_with_cells && (is_cell || runs > 2);
    }
    return runs > 0 && (cells == runs || (runs > 1 && (begins_with_cells || singles == runs)));
}

static bool cell(struct lexer *lexer)
{
    bool is_cell = false;
    (void)run(lexer, &is_cell);
    return found(lexer, SYMBOL_CELL) && is_cell;
}

/* --- squares and numbers ------------------------------------------------------------------------- */

/* At most two digits of a rank. */
static bool rank(struct lexer *lexer)
{
    if (!is_digit(lexer->lookahead) || lexer->lookahead == '0')
        return false;
    if (is_digit(next(lexer)))
        (void)next(lexer);
    return true;
}

/* `e4` or `4e` */
static bool one_square(struct lexer *lexer)
{
    if (is_small(lexer->lookahead)) {
        (void)next(lexer);
        return rank(lexer);
    }
    if (!rank(lexer) || !is_small(lexer->lookahead))
        return false;
    (void)next(lexer);
    return true;
}

/* Behind a square: `..f3` makes a rectangle of it. */
static bool square(struct lexer *lexer)
{
    (void)found(lexer, SYMBOL_SQUARE);
    if (lexer->lookahead == '.' && next(lexer) == '.') {
        (void)next(lexer);
        if (one_square(lexer))
            (void)found(lexer, SYMBOL_SQUARE);
    }
    return true;
}

/* Behind a number: how many more stand behind it with a comma each, at most two. */
static unsigned more_numbers(struct lexer *lexer)
{
    unsigned more = 0;
    while (more < 2 && lexer->lookahead == ',') {
        if (next(lexer) == '-')
            (void)next(lexer);
        if (!is_digit(lexer->lookahead))
            break;
        while (is_digit(lexer->lookahead))
            (void)next(lexer);
        (void)found(lexer, SYMBOL_NUMBER);
        more++;
    }
    return more;
}

static bool number(struct lexer *lexer)
{
    bool is_negative = lexer->lookahead == '-', is_rank = lexer->lookahead != '0';
    if (is_negative && !is_digit(next(lexer)))
        return false;
    unsigned digits = 0;
    for (; is_digit(lexer->lookahead); digits++)
        (void)next(lexer);
    if (!is_negative && is_rank && digits <= 2 && is_small(lexer->lookahead)) {
        (void)next(lexer);
        return square(lexer);
    }
    (void)found(lexer, SYMBOL_NUMBER);
    return more_numbers(lexer) > 0 || !is_negative;
}

/* --- words --------------------------------------------------------------------------------------- */

/* The phrases that begin with what was read of the text, and how much that is. */
struct reading {
    unsigned low, high, depth;
};

static int32_t at(const struct reading *reading, unsigned i)
{
    return (unsigned char)phrases[i].text[reading->depth];
}

static void narrow(struct reading *reading, int32_t c)
{
    while (reading->low < reading->high && at(reading, reading->low) < c)
        reading->low++;
    while (reading->low < reading->high && at(reading, reading->high - 1) > c)
        reading->high--;
    if (c == '\0') /* no character of a text, but the end of every phrase */
        reading->low = reading->high;
    reading->depth++;
}

static bool goes_on_word(int32_t c)
{
    return is_letter(c) || is_digit(c) || c == '-';
}

/* Reads on while a phrase may come of it, and beyond the word that stands here. The longest phrase counts. */
static bool words(struct lexer *lexer, const struct state *state, const struct phrase **phrase)
{
    const bool starts = state->last == LAST_NOTHING || state->last == LAST_NEW ||
                        (state->last == LAST_COLON && !state->in_blank);
    struct reading reading = {0, PHRASE_COUNT, 0};
    bool is_comma = lexer->lookahead == ',', in_word = !is_comma, is_square = !is_comma,
         behind_dash = false;
    unsigned length = 0;
    *phrase = NULL;
    do {
        int32_t c = lexer->lookahead;
        if (is_space(c) || (is_comma && c == '\n')) {
            narrow(&reading, ' ');
            while (reading.low < reading.high &&
                   (is_space(lexer->lookahead) || (is_comma && lexer->lookahead == '\n')))
                (void)next(lexer);
        } else {
            narrow(&reading, c);
            is_square = is_square &&
                        (length == 0 || (is_digit(c) && length < 3 && (length > 1 || c != '0')));
            (void)next(lexer);
            length++;
            behind_dash = c == '-';
        }
        c = lexer->lookahead;
        if (in_word && !behind_dash)
            (void)found(lexer, SYMBOL_WORD);
        if (length == 1 && is_comma)
            (void)found(lexer, SYMBOL_MARK);
        in_word = in_word && (is_small(c) || is_digit(c) || (c == '-' && !behind_dash));
        if (!in_word && is_square && length > 1)
            return square(lexer);
        if (reading.low < reading.high && at(&reading, reading.low) == '\0' && !goes_on_word(c) &&
            (starts || !phrases[reading.low].only_first)) {
            *phrase = &phrases[reading.low];
            (void)found(lexer, (enum symbol)(*phrase)->symbol);
        }
        is_square = is_square && in_word;
    } while (!lexer->is_end(lexer) && (in_word || reading.low < reading.high));
    return true;
}

/* Capitalised words, joined by blanks. */
static bool name(struct lexer *lexer)
{
    while (is_capital(lexer->lookahead)) {
        bool behind_dash = false;
        while (is_letter(lexer->lookahead) || is_digit(lexer->lookahead) ||
               (lexer->lookahead == '-' && !behind_dash)) {
            behind_dash = lexer->lookahead == '-';
            (void)next(lexer);
            if (!behind_dash)
                (void)found(lexer, SYMBOL_NAME);
        }
        while (!behind_dash && (lexer->lookahead == ' ' || lexer->lookahead == '\t'))
            (void)next(lexer);
        if (behind_dash)
            break;
    }
    return true;
}

/* --- everything else ----------------------------------------------------------------------------- */

static bool string(struct lexer *lexer)
{
    do
        (void)next(lexer);
    while (!ends_line(lexer) && lexer->lookahead != '"');
    bool is_closed = lexer->lookahead == '"';
    if (is_closed)
        (void)next(lexer);
    return found(lexer, SYMBOL_STRING) && is_closed;
}

/* `(`, or `(+K)` */
static bool opening(struct lexer *lexer)
{
    (void)next(lexer);
    (void)found(lexer, SYMBOL_MARK);
    if (lexer->lookahead == '+')
        (void)next(lexer);
    if (is_letter(lexer->lookahead) && next(lexer) == ')') {
        (void)next(lexer);
        (void)found(lexer, SYMBOL_LETTER);
    }
    return true;
}

static bool mark(struct lexer *lexer)
{
    int32_t c = lexer->lookahead;
    if (c == '\'' && next(lexer) != 's')
        return false;
    if (c == '\0' || strchr(":)[]'", c) == NULL)
        return false;
    (void)next(lexer);
    return found(lexer, SYMBOL_MARK);
}

/* `of e4` is two tokens, of which the second is read next. */
static bool move(struct lexer *lexer, struct state *state)
{
    if (state->last == LAST_OF)
        return one_square(lexer) && found(lexer, SYMBOL_SQUARE);
    int32_t first = lexer->lookahead, second = 0;
    unsigned length = 0;
    for (; lexer->lookahead > ' ' && lexer->lookahead < 0x7f; length++) {
        second = lexer->lookahead;
        (void)next(lexer);
    }
    (void)found(lexer, SYMBOL_MOVE);
    if (first == 'o' && second == 'f' && length == 2 && is_space(lexer->lookahead)) {
        while (is_space(lexer->lookahead))
            (void)next(lexer);
        if (one_square(lexer)) {
            state->last = LAST_OF;
            lexer->result = SYMBOL_JOINING;
            return true;
        }
    }
    state->last = LAST_OTHER;
    return length > 0;
}

static bool token(struct lexer *lexer, struct state *state)
{
    const struct phrase *phrase = NULL;
    int32_t c = lexer->lookahead;
    bool is_first = state->last == LAST_NOTHING, is_found;
    if (is_first)
        state->in_blank = state->may_open_array = false;
    if (c < 0 || c >= 0x7f)
        return false;
    if (state->line == LINE_MOVES) {
        bool was_of = state->last == LAST_OF;
        is_found = move(lexer, state);
        if (was_of)
            state->last = LAST_OTHER;
        return is_found;
    }
    if (state->line == LINE_ROW)
        is_found = cell(lexer);
    else if (is_small(c) || c == ',')
        is_found = words(lexer, state, &phrase);
    else if (is_capital(c))
        is_found = name(lexer);
    else if (is_digit(c) || c == '-')
        is_found = number(lexer);
    else
        is_found = c == '"' ? string(lexer) : c == '(' ? opening(lexer) : mark(lexer);
    unsigned role = phrase == NULL ? ROLE_NONE : phrase->role;
    state->may_open_array =
        is_first ? role == ROLE_NEW || role == ROLE_ARRAY : state->may_open_array;
    state->in_blank = c == '[' || (state->in_blank && c != ']');
    state->last = role == ROLE_NEW             ? LAST_NEW
                  : role == ROLE_ARRAY         ? LAST_ARRAY
                  : c == ':'                   ? LAST_COLON
                  : c == ',' && phrase == NULL ? LAST_COMMA
                                               : LAST_OTHER;
    if (role == ROLE_MOVES)
        state->line = LINE_MOVES;
    return is_found;
}

/* The next line may be a row: that is seen now, for there is no way back from the middle of a token. */
static bool sentence_ends(struct lexer *lexer, struct state *state)
{
    if (!lexer->is_end(lexer))
        (void)next(lexer);
    (void)found(lexer, SYMBOL_END_OF_SENTENCE);
    bool may_be_row =
        state->line == LINE_ROW || (state->last == LAST_ARRAY && state->may_open_array);
    state->line = may_be_row && row_follows(lexer) ? LINE_ROW : LINE_WORDS;
    state->last = LAST_NOTHING;
    return true;
}

bool tree_sitter_mad_external_scanner_scan(void *memory, struct lexer *lexer, const bool *wanted)
{
    struct state *state = memory;
    (void)wanted; /* everything, always */
    while (is_space(lexer->lookahead) ||
           (lexer->lookahead == '\n' && (state->last == LAST_NOTHING || state->last == LAST_COMMA)))
        lexer->advance(lexer, true);
    if (lexer->is_end(lexer))
        return state->last != LAST_NOTHING && sentence_ends(lexer, state);
    if (lexer->lookahead == '\n')
        return sentence_ends(lexer, state);
    if (lexer->lookahead == '#') {
        skip_line(lexer);
        return found(lexer, SYMBOL_COMMENT);
    }
    return token(lexer, state);
}

/* --- the state, in bytes ------------------------------------------------------------------------- */

void *tree_sitter_mad_external_scanner_create(void)
{
    return calloc(1, sizeof(struct state));
}

void tree_sitter_mad_external_scanner_destroy(void *state)
{
    free(state);
}

unsigned tree_sitter_mad_external_scanner_serialize(void *state, char *bytes)
{
    memcpy(bytes, state, sizeof(struct state));
    return sizeof(struct state);
}

void tree_sitter_mad_external_scanner_deserialize(void *state, const char *bytes, unsigned count)
{
    memset(state, 0, sizeof(struct state));
    if (count == sizeof(struct state))
        memcpy(state, bytes, sizeof(struct state));
}
