/* identity.c - see identity.h. Layer: interp. */
#include "identity.h"

#include <string.h>

#include "game/writer.h"
#include "hash.h"

static uint64_t digest_byte(uint64_t digest, char byte)
{
    return mad_hash(digest, (unsigned char)byte);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* A line without its comment, and with one blank for many but in quotes; one that is empty then counts for nothing. A `#`
 * behind something else may belong to a move, so it stays. */
static uint64_t digest_line(uint64_t digest, const char *line, size_t bytes)
{
    bool is_quoted = false, was_blank = true, is_empty = true;
    for (size_t at = 0; at < bytes && !(line[at] == '#' && was_blank && !is_quoted); at++) {
        bool blank = !is_quoted && is_blank(line[at]);
        if (!blank && was_blank && !is_empty)
            digest = digest_byte(digest, ' ');
        if (!blank)
            digest = digest_byte(digest, line[at]);
        is_quoted ^= line[at] == '"';
        is_empty &= blank;
        was_blank = blank;
    }
    return is_empty ? digest : digest_byte(digest, '\n');
}

/* Of what the texts say: comments and layout leave it as it is. */
static uint64_t digest_of(const struct mad_sources *sources)
{
    uint64_t digest = MAD_HASH_START;
    for (uint16_t i = 0; i < sources->count; i++) {
        const struct mad_source *source = &sources->items[i];
        for (size_t at = 0, next; at < source->bytes; at = next + 1) {
            const char *end = memchr(source->text + at, '\n', source->bytes - at);
            next = end != NULL ? (size_t)(end - source->text) : source->bytes;
            digest = digest_line(digest, source->text + at, next - at);
        }
        digest = digest_byte(digest, '\xff'); /* no text holds this byte: it is no UTF-8 */
    }
    return digest;
}

static void write_digest(uint64_t digest, char text[17])
{
    for (int i = 15; i >= 0; i--, digest >>= 4)
        text[i] = "0123456789abcdef"[digest & 15];
    text[16] = '\0';
}

/* "/home/rules/giraffe.mad" is called giraffe. */
static void write_base(const char *path, struct mad_writer *writer)
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    size_t bytes = strlen(base);
    if (bytes > 4 && strcmp(base + bytes - 4, ".mad") == 0)
        bytes -= 4;
    mad_writer_bytes(writer, base, bytes);
}

/* Small letters, and one dash for whatever lies between letters and digits. */
static void write_folded(const char *title, struct mad_writer *writer)
{
    bool is_between = false, is_first = true;
    for (; *title; title++) {
        unsigned char c = (unsigned char)*title;
        bool is_capital = c >= 'A' && c <= 'Z';
        if (!is_capital && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c < 0x80) {
            is_between = true;
            continue;
        }
        if (is_between && !is_first)
            mad_writer_char(writer, '-');
        mad_writer_char(writer, (char)(is_capital ? c - 'A' + 'a' : c));
        is_between = is_first = false;
    }
}

static void write_name(const struct mad_load *load, const char *title, struct mad_writer *writer)
{
    write_base(load->path != NULL ? load->path : "text", writer);
    if (load->variant == NULL)
        return;
    mad_writer_char(writer, ':');
    write_folded(title, writer);
}

/* Options that were told another value than the rules say, however often and in whatever order. */
static void write_settings(const struct mad_ruleset *rules, struct mad_writer *writer)
{
    for (uint32_t i = 0, written = 0; i < rules->option_count; i++) {
        const struct mad_rule_option *option = &rules->options[i];
        if (strcmp(option->value, option->said) == 0)
            continue;
        if (written++ > 0)
            mad_writer_char(writer, ' ');
        mad_writer_text(writer, option->name);
        mad_writer_char(writer, '=');
        mad_writer_text(writer, option->value);
    }
}

bool mad_identity_fill(struct mad_arena *arena, const struct mad_load *load,
                       const struct mad_sources *sources, const struct mad_ruleset *rules,
                       struct mad_game *game)
{
    struct mad_writer name = mad_writer_on(NULL, 0), settings = name;
    write_name(load, game->info.title, &name);
    write_settings(rules, &settings);
    char *texts = mad_arena_new(arena, name.length + settings.length + 2, 1);
    if (texts == NULL)
        return false;
    name = mad_writer_on(texts, name.length + 1);
    write_name(load, game->info.title, &name);
    settings = mad_writer_on(texts + name.length + 1, settings.length + 1);
    write_settings(rules, &settings);
    game->info.name = texts;
    game->info.settings = texts + name.length + 1;
    write_digest(digest_of(sources), game->info.digest);
    return true;
}
