/* nearest_cut.c - see nearest_cut.h. Layer: grammar. */
#include "nearest_cut.h"

#include <string.h>

#include "parser.h"

static char peek(const struct mad_nearest_cut *c, size_t ahead)
{
    return (size_t)(c->end - c->at) > ahead ? c->at[ahead] : '\0';
}

static size_t digits_at(const struct mad_nearest_cut *c, size_t from)
{
    size_t bytes = 0;
    while (mad_nearest_is_digit(peek(c, from + bytes)))
        bytes++;
    return bytes;
}

static bool ends_at(const struct mad_nearest_cut *c, size_t at)
{
    return !mad_nearest_is_letter(peek(c, at)) && !mad_nearest_is_digit(peek(c, at));
}

/* Of a file: an x stands between two numbers rather, `8x8`. */
static bool is_file(char c)
{
    return mad_nearest_is_small(c) && c != 'x';
}

static size_t square_at(const struct mad_nearest_cut *c, size_t from)
{
    char letter = peek(c, from);
    size_t digits = is_file(letter) ? digits_at(c, from + 1) : 0;
    return digits > 0 && digits < 3 && ends_at(c, from + 1 + digits) ? digits + 1 : 0;
}

static void take(struct mad_nearest_cut *c, size_t bytes, int literal)
{
    c->bytes = bytes;
    c->literal = literal;
}

static void cut_number(struct mad_nearest_cut *c)
{
    size_t sign = peek(c, 0) == '-', one = digits_at(c, sign), next = sign + one;
    size_t two_sign = peek(c, next + 1) == '-', two = digits_at(c, next + 1 + two_sign);
    char behind = peek(c, next);
    if (behind == ',' && two > 0)
        take(c, next + 1 + two_sign + two, MAD_T_OFFSET);
    else if (is_file(behind) && ends_at(c, next + 1))
        take(c, next + 1, MAD_T_SQUARE);
    else if (mad_nearest_is_letter(behind) && mad_nearest_is_letter(peek(c, next + 1)) &&
             ends_at(c, next + 2))
        take(c, next + 2, 0); /* `2nd` */
    else
        take(c, next, MAD_T_NUMBER);
}

static void cut_word(struct mad_nearest_cut *c)
{
    size_t square = square_at(c, 0), bytes = 0;
    size_t other = square > 0 && peek(c, square) == '.' ? square_at(c, square + 2) : 0;
    if (square > 0) {
        take(c, other > 0 ? square + 2 + other : square,
             other > 0 ? MAD_T_RECTANGLE : MAD_T_SQUARE);
        return;
    }
    while (mad_nearest_is_letter(peek(c, bytes)) || mad_nearest_is_digit(peek(c, bytes)))
        bytes++;
    if (peek(c, bytes) == '\'' && mad_nearest_is_letter(peek(c, bytes + 1)) &&
        peek(c, bytes + 1) != 's')
        while (peek(c, bytes) == '\'' || mad_nearest_is_letter(peek(c, bytes)))
            bytes++;
    if (peek(c, 0) == 'x' && (bytes == 1 || mad_nearest_is_digit(peek(c, 1))))
        take(c, 1, 0); /* `8x8` */
    else
        take(c, bytes, bytes == 1 && peek(c, 0) > 'a' && is_file(peek(c, 0)) ? MAD_T_WORD : 0);
}

static void cut_sign(struct mad_nearest_cut *c)
{
    size_t bytes = 1;
    char sign = peek(c, 0);
    if (sign == '\'' && peek(c, 1) == 's')
        bytes = 2;
    while (sign != '\0' && strchr("&|=<>!", sign) != NULL && peek(c, bytes) != '\0' &&
           strchr("&|=>", peek(c, bytes)) != NULL)
        bytes++;
    take(c, bytes, 0);
}

bool mad_nearest_cut_next(struct mad_nearest_cut *c)
{
    c->at += c->bytes;
    c->bytes = 0;
    while (c->at < c->end && (strchr(" \t\r", *c->at) != NULL ||
                              (*c->at == '-' && mad_nearest_is_letter(peek(c, 1)))))
        c->at++;
    if (c->at >= c->end || *c->at == '#' || *c->at == '\0')
        return false;
    if (*c->at == '"') {
        const char *quote = memchr(c->at + 1, '"', (size_t)(c->end - c->at - 1));
        take(c, quote != NULL ? (size_t)(quote - c->at) + 1 : (size_t)(c->end - c->at),
             MAD_T_STRING);
    } else if (*c->at == '(' && mad_nearest_is_letter(peek(c, 1 + (peek(c, 1) == '+'))) &&
               peek(c, 2 + (peek(c, 1) == '+')) == ')') {
        take(c, 3 + (peek(c, 1) == '+'), MAD_T_LETTER);
    } else if (mad_nearest_is_digit(*c->at) ||
               (*c->at == '-' && mad_nearest_is_digit(peek(c, 1)))) {
        cut_number(c);
    } else if (mad_nearest_is_letter(*c->at)) {
        cut_word(c);
    } else {
        cut_sign(c);
    }
    return true;
}
