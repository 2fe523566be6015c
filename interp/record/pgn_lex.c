/* pgn_lex.c - see pgn_lex.h. Layer: record.
 *
 * Moves of other games than chess have signs that mean something else in PGN: `P*5e`, `d5(T)`, `a3:a8`.
 * A word therefore goes on to the next blank, brace or bracket, and `(T)` or `(hop)` right behind a move
 * belongs to it. */
#include "pgn_lex.h"

#include "words.h"

enum { NO_BYTE = -1 };

/* --- bytes -------------------------------------------------------------------------------------------- */

enum mad_status mad_pgn_lexer_start(struct mad_pgn_lexer *lexer, const struct mad_memory *memory,
                                    mad_text_source source, void *context)
{
    *lexer = (struct mad_pgn_lexer){
        .memory = memory, .source = source, .context = context, .line = 1, .column = 1};
    lexer->input = mad_memory_new(memory, MAD_PGN_INPUT);
    lexer->text = mad_memory_new(memory, MAD_PGN_COMMENT_BYTES + 1);
    if (lexer->input != NULL && lexer->text != NULL)
        return MAD_OK;
    mad_pgn_lexer_end(lexer);
    return MAD_ERROR_MEMORY;
}

void mad_pgn_lexer_end(struct mad_pgn_lexer *lexer)
{
    mad_memory_free(lexer->memory, lexer->input, MAD_PGN_INPUT);
    mad_memory_free(lexer->memory, lexer->text, MAD_PGN_COMMENT_BYTES + 1);
    lexer->input = lexer->text = NULL;
}

/* Sees to it that `ahead` bytes lie ready, if the text has so many. */
static bool fill(struct mad_pgn_lexer *lexer, size_t ahead)
{
    while (lexer->count - lexer->at < ahead && !lexer->is_over) {
        memmove(lexer->input, lexer->input + lexer->at, lexer->count - lexer->at);
        lexer->count -= lexer->at;
        lexer->at = 0;
        size_t more = lexer->source(lexer->context, lexer->input + lexer->count,
                                    MAD_PGN_INPUT - lexer->count);
        lexer->count += more;
        lexer->is_over = more == 0;
    }
    return lexer->count - lexer->at >= ahead;
}

static int peek(struct mad_pgn_lexer *lexer, size_t ahead)
{
    return fill(lexer, ahead + 1) ? (unsigned char)lexer->input[lexer->at + ahead] : NO_BYTE;
}

static int take(struct mad_pgn_lexer *lexer)
{
    int c = peek(lexer, 0);
    if (c == NO_BYTE)
        return c;
    lexer->at++;
    lexer->offset++;
    lexer->column++;
    if (c == '\n') {
        lexer->line++;
        lexer->column = 1;
    }
    return c;
}

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_line(struct mad_pgn_lexer *lexer)
{
    int c;
    do
        c = take(lexer);
    while (c != '\n' && c != NO_BYTE);
}

/* Blanks, lines that begin with `%`, and the mark of UTF-8 at the beginning of a file. */
static void skip_blanks(struct mad_pgn_lexer *lexer)
{
    if (lexer->offset == 0 && peek(lexer, 0) == 0xef && peek(lexer, 1) == 0xbb &&
        peek(lexer, 2) == 0xbf)
        for (int i = 0; i < 3; i++)
            lexer->column -= take(lexer) != NO_BYTE;
    for (;;) {
        if (is_blank(peek(lexer, 0)))
            take(lexer);
        else if (lexer->column == 1 && peek(lexer, 0) == '%')
            skip_line(lexer);
        else
            return;
    }
}

bool mad_pgn_at_tag(struct mad_pgn_lexer *lexer)
{
    skip_blanks(lexer);
    int c = peek(lexer, 0);
    return c == '[' || c == NO_BYTE;
}

/* --- tokens -------------------------------------------------------------------------------------------- */

static struct mad_pgn_token bad_tag(struct mad_pgn_lexer *lexer, struct mad_pgn_token token,
                                    const char *fault)
{
    skip_line(lexer);
    token.kind = MAD_PGN_BAD_TAG;
    token.text = fault;
    token.bytes = strlen(fault);
    return token;
}

static bool is_name_byte(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+' || c == ':' || c == '#';
}

static void skip_within_line(struct mad_pgn_lexer *lexer)
{
    while (peek(lexer, 0) == ' ' || peek(lexer, 0) == '\t')
        take(lexer);
}

/* The value up to its closing quotation mark, which some programs do not escape inside: the last one of
 * the line before `]` closes. False when the line ends first. */
static bool take_value(struct mad_pgn_lexer *lexer, struct mad_pgn_token *token)
{
    size_t bytes = 0;
    for (;;) {
        int c = peek(lexer, 0);
        if (c == NO_BYTE || c == '\n')
            return false;
        take(lexer);
        if (c == '"' &&
            (peek(lexer, 0) == ']' || is_blank(peek(lexer, 0)) || peek(lexer, 0) == NO_BYTE))
            break;
        if (c == '\\' && (peek(lexer, 0) == '"' || peek(lexer, 0) == '\\'))
            c = take(lexer);
        if (bytes < MAD_PGN_VALUE_BYTES)
            lexer->text[bytes++] = (char)c;
        else
            token->is_cut = true;
    }
    lexer->text[bytes] = '\0';
    token->text = lexer->text;
    token->bytes = bytes;
    return true;
}

static struct mad_pgn_token take_tag(struct mad_pgn_lexer *lexer, struct mad_pgn_token token)
{
    size_t bytes = 0;
    take(lexer);
    skip_within_line(lexer);
    while (is_name_byte(peek(lexer, 0)) && bytes < MAD_PGN_WORD_BYTES)
        lexer->name[bytes++] = (char)take(lexer);
    lexer->name[bytes] = '\0';
    if (bytes == 0)
        return bad_tag(lexer, token, "a tag begins with its name: [Event \"...\"]");
    skip_within_line(lexer);
    if (peek(lexer, 0) != '"')
        return bad_tag(lexer, token,
                       "the value of a tag stands in quotation marks: [Event \"...\"]");
    take(lexer);
    token.kind = MAD_PGN_TAG;
    token.name = lexer->name;
    if (!take_value(lexer, &token))
        return bad_tag(lexer, token, "the quotation mark of this tag is not closed");
    skip_within_line(lexer);
    if (peek(lexer, 0) != ']')
        return bad_tag(lexer, token, "this tag is not closed with `]`");
    take(lexer);
    return token;
}

static void add_byte(struct mad_pgn_lexer *lexer, struct mad_pgn_token *token, int c)
{
    if (token->bytes < MAD_PGN_COMMENT_BYTES)
        lexer->text[token->bytes++] = (char)c;
    else
        token->is_cut = true;
}

/* Blanks at both ends are cut, line ends become blanks. */
static struct mad_pgn_token take_comment(struct mad_pgn_lexer *lexer, struct mad_pgn_token token,
                                         int end)
{
    take(lexer);
    token.kind = MAD_PGN_COMMENT;
    for (int c = take(lexer); c != end; c = take(lexer)) {
        if (c == NO_BYTE) {
            token.kind = end == '\n' ? MAD_PGN_COMMENT : MAD_PGN_UNCLOSED;
            break;
        }
        if (!is_blank(c) && c != '\0')
            add_byte(lexer, &token, c);
        else if (token.bytes > 0 && lexer->text[token.bytes - 1] != ' ')
            add_byte(lexer, &token, ' ');
    }
    while (token.bytes > 0 && lexer->text[token.bytes - 1] == ' ')
        token.bytes--;
    lexer->text[token.bytes] = '\0';
    token.text = lexer->text;
    return token;
}

/* Bytes that belong to the word from here on: 0 at its end. */
static size_t word_goes_on(struct mad_pgn_lexer *lexer)
{
    int c = peek(lexer, 0);
    if (c == NO_BYTE || is_blank(c) || strchr("{};[]$<>)", c) != NULL)
        return 0;
    if (c != '(')
        return 1;
    (void)fill(lexer, MAD_PGN_WORD_BYTES);
    return mad_bracketed(lexer->input + lexer->at, lexer->count - lexer->at);
}

static struct mad_pgn_token take_word(struct mad_pgn_lexer *lexer, struct mad_pgn_token token)
{
    token.kind = MAD_PGN_WORD;
    for (size_t left = 1; left > 0; left = word_goes_on(lexer))
        for (; left > 0; left--) {
            int c = take(lexer);
            if (token.bytes < MAD_PGN_WORD_BYTES)
                lexer->text[token.bytes++] = (char)(c == '\0' ? '?' : c);
            else
                token.kind = MAD_PGN_LONG;
        }
    lexer->text[token.bytes] = '\0';
    token.text = lexer->text;
    return token;
}

static struct mad_pgn_token take_nag(struct mad_pgn_lexer *lexer, struct mad_pgn_token token)
{
    take(lexer);
    token.kind = MAD_PGN_NAG;
    while (peek(lexer, 0) >= '0' && peek(lexer, 0) <= '9' && token.bytes < 8)
        lexer->text[token.bytes++] = (char)take(lexer);
    lexer->text[token.bytes] = '\0';
    token.text = lexer->text;
    return token;
}

struct mad_pgn_token mad_pgn_next_token(struct mad_pgn_lexer *lexer)
{
    skip_blanks(lexer);
    struct mad_pgn_token token = {.line = lexer->line, .column = lexer->column, .text = ""};
    switch (peek(lexer, 0)) {
    case NO_BYTE: token.kind = MAD_PGN_END; return token;
    case '[': return take_tag(lexer, token);
    case '{': return take_comment(lexer, token, '}');
    case ';': return take_comment(lexer, token, '\n');
    case '$': return take_nag(lexer, token);
    case '(':
        take(lexer);
        token.kind = MAD_PGN_OPEN;
        return token;
    case ')':
        take(lexer);
        token.kind = MAD_PGN_CLOSE;
        return token;
    default: return take_word(lexer, token);
    }
}
