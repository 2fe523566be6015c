/* text.c - see text.h. Layer: cli. */
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct range {
    uint32_t first, last;
};

/* Characters that steer the terminal or the reading direction. */
static const struct range dropped[] = {
    {0x00, 0x08},     {0x0a, 0x1f},     {0x7f, 0x9f},     {0x200e, 0x200f},   {0x2028, 0x202e},
    {0x2066, 0x2069}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

static const struct range without_width[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x064b, 0x065f},
    {0x200b, 0x200d}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};

/* Blocks of Unicode's East Asian Width table that are wide throughout, near enough. */
static const struct range wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
};

static bool is_in(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

#define IS_IN(code, ranges) is_in(code, ranges, sizeof ranges / sizeof ranges[0])

static size_t utf8_length(unsigned char lead)
{
    return lead < 0x80   ? 1
           : lead < 0xc2 ? 0
           : lead < 0xe0 ? 2
           : lead < 0xf0 ? 3
           : lead < 0xf5 ? 4
                         : 0;
}

size_t cli_utf8_next(const char *text, uint32_t *code)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = utf8_length(bytes[0]);
    uint32_t value = length < 2 ? bytes[0] : bytes[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80) { /* also stops at the end of the string */
            length = 0;
            break;
        }
        value = value << 6 | (bytes[i] & 0x3fU);
    }
    if (length == 0 || value < least[length] || value > 0x10ffff ||
        (value >= 0xd800 && value <= 0xdfff)) {
        *code = 0xfffd;
        return 1;
    }
    *code = value;
    return length;
}

int cli_code_width(uint32_t code)
{
    if (IS_IN(code, dropped) || IS_IN(code, without_width)) {
        return 0;
    }
    return IS_IN(code, wide) ? 2 : 1;
}

/* The bytes to show for the code point at `text`, none when it is dropped; steps over it. */
static const char *next_safe(const char **text, size_t *bytes)
{
    uint32_t code;
    const char *at = *text;
    *bytes = cli_utf8_next(at, &code);
    *text += *bytes;
    if (code == '\t') {
        return " ";
    }
    if (code == 0xfffd) {
        *bytes = 3;
        return "\xef\xbf\xbd";
    }
    *bytes = IS_IN(code, dropped) ? 0 : *bytes;
    return at;
}

void cli_put(FILE *stream, const char *text)
{
    while (*text != '\0') {
        size_t bytes;
        const char *safe = next_safe(&text, &bytes);
        fwrite(safe, 1, bytes, stream);
    }
}

void cli_put_xml(FILE *stream, const char *text)
{
    while (*text != '\0') {
        size_t bytes;
        const char *safe = next_safe(&text, &bytes);
        switch (bytes == 1 ? *safe : 0) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '"': fputs("&quot;", stream); break;
        default: fwrite(safe, 1, bytes, stream);
        }
    }
}

size_t cli_copy_safe(char *out, size_t size, const char *text)
{
    size_t used = 0;
    while (*text != '\0') {
        size_t bytes;
        const char *safe = next_safe(&text, &bytes);
        if (used + bytes >= size) {
            break;
        }
        memcpy(out + used, safe, bytes);
        used += bytes;
    }
    out[used] = '\0';
    return used;
}

int cli_width(const char *text)
{
    int width = 0;
    while (*text != '\0') {
        uint32_t code;
        text += cli_utf8_next(text, &code);
        width += cli_code_width(code);
    }
    return width;
}

size_t cli_fitting(const char *text, int width)
{
    size_t bytes = 0;
    while (text[bytes] != '\0') {
        uint32_t code;
        size_t length = cli_utf8_next(text + bytes, &code);
        width -= cli_code_width(code);
        if (width < 0) {
            break;
        }
        bytes += length;
    }
    return bytes;
}

/* How many bytes of the line fit into so many columns, up to the end of a word if it has to be cut; 0: not even
 * one word does. */
static size_t fitting(const char *text, int width)
{
    size_t at = 0, word_end = 0;
    while (text[at] != '\0' && text[at] != '\n') {
        uint32_t code;
        size_t bytes = cli_utf8_next(text + at, &code);
        if (code == ' ') {
            word_end = at;
        }
        width -= cli_code_width(code);
        if (width < 0) {
            return word_end;
        }
        at += bytes;
    }
    return at;
}

size_t cli_take_line(const char **text, int width)
{
    size_t bytes = fitting(*text, width);
    bytes = bytes > 0 ? bytes : strcspn(*text, " \n");
    *text += bytes;
    *text += **text == '\n' ? 1 : strspn(*text, " ");
    return bytes;
}

void cli_put_repeated(FILE *stream, char what, int count)
{
    for (int i = 0; i < count; i++) {
        fputc(what, stream);
    }
}

void cli_put_padded(FILE *stream, const char *text, int width)
{
    cli_put(stream, text);
    cli_put_repeated(stream, ' ', width - cli_width(text));
}

void cli_put_wrapped(FILE *stream, const char *text, int column, int indent, int last)
{
    for (bool begins = true; *text != '\0'; begins = false) {
        const char *line = text, *end = line + cli_take_line(&text, last - column);
        if (!begins) {
            fputc('\n', stream);
            cli_put_repeated(stream, ' ', indent);
        }
        column = indent;
        while (line < end) {
            size_t bytes;
            const char *safe = next_safe(&line, &bytes);
            fwrite(safe, 1, bytes, stream);
        }
    }
}

size_t cli_kept_column(const char *line, size_t bytes)
{
    size_t column = 0;
    for (size_t i = 0; i + 1 < bytes; i++) {
        if (line[i] == ' ' && (i == 0 || line[i + 1] == ' ')) {
            column = i + strspn(line + i, " ");
            i = column;
        }
    }
    return column;
}

/* The lines up to the first that is laid out by hand, as one; false, and nothing is taken: there is no room for it. */
static bool take_paragraph(const char **text, char *paragraph, size_t room)
{
    size_t bytes = strcspn(*text, "\n");
    while ((*text)[bytes] != '\0') {
        size_t next = strcspn(*text + bytes + 1, "\n");
        if (next == 0 || cli_kept_column(*text + bytes + 1, next) > 0) {
            break;
        }
        bytes += 1 + next;
    }
    if (bytes >= room) {
        return false;
    }
    for (size_t i = 0; i < bytes; i++) {
        paragraph[i] = (*text)[i] == '\n' ? ' ' : (*text)[i];
    }
    paragraph[bytes] = '\0';
    *text += bytes + ((*text)[bytes] == '\n');
    return true;
}

void cli_put_prose(FILE *stream, const char *text, int last)
{
    char paragraph[8192];
    while (*text != '\0') {
        size_t bytes = strcspn(text, "\n"), kept = cli_kept_column(text, bytes);
        if (kept > 0 && bytes < sizeof paragraph) {
            memcpy(paragraph, text, bytes);
            paragraph[bytes] = '\0';
            text += bytes + (text[bytes] == '\n');
        } else if (kept > 0 || !take_paragraph(&text, paragraph, sizeof paragraph)) {
            fputs(text, stream);
            return;
        }
        fprintf(stream, "%.*s", (int)kept, paragraph);
        cli_put_wrapped(stream, paragraph + kept, (int)kept, (int)kept, last);
        fputc('\n', stream);
    }
}

bool cli_is_terminal(FILE *stream)
{
    return isatty(fileno(stream)) == 1;
}

/* Said through the environment, as other programs are told: nothing has to be remembered here. */
void cli_tone_choose(const char *when)
{
    if (when != NULL && strcmp(when, "always") == 0) {
        (void)setenv("CLICOLOR_FORCE", "1", 1);
        (void)unsetenv("NO_COLOR");
    } else if (when != NULL && strcmp(when, "never") == 0) {
        (void)setenv("NO_COLOR", "1", 1);
    }
}

static bool has_colour(FILE *stream)
{
    const char *force = getenv("CLICOLOR_FORCE");
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no_colour != NULL && no_colour[0] != '\0') {
        return false;
    }
    return (force != NULL && force[0] != '\0' && strcmp(force, "0") != 0) ||
           (term != NULL && strcmp(term, "dumb") != 0 && cli_is_terminal(stream));
}

void cli_tone(FILE *stream, enum cli_tone tone)
{
    static const char *const codes[] = {
        [CLI_PLAIN] = "\033[0m",    [CLI_BOLD] = "\033[1m",    [CLI_DIM] = "\033[2m",
        [CLI_RED] = "\033[1;31m",   [CLI_YELLOW] = "\033[33m", [CLI_GREEN] = "\033[32m",
        [CLI_CYAN] = "\033[36m",    [CLI_REVERSE] = "\033[7m", [CLI_BLUE] = "\033[1;34m",
        [CLI_MAGENTA] = "\033[35m",
    };
    if (has_colour(stream)) {
        fputs(codes[tone], stream);
    }
}
