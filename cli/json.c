/* json.c - see json.h. Layer: cli. */
#include "json.h"

#include <inttypes.h>
#include <stddef.h>

#include "text.h"

/* Signs that turn the words around them the other way, and so show another text than there is. */
static bool turns_words(uint32_t code)
{
    return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

static void put_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    while (*text != '\0') {
        uint32_t code;
        size_t bytes = cli_utf8_next(text, &code);
        if (code == '"' || code == '\\') {
            fprintf(stream, "\\%c", (char)code);
        } else if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || turns_words(code) ||
                   code == 0xfffd) {
            fprintf(stream, "\\u%04" PRIx32, code);
        } else {
            fwrite(text, 1, bytes, stream);
        }
        text += bytes;
    }
    fputc('"', stream);
}

static void put_key(struct cli_json *json, const char *key)
{
    if (json->needs_comma) {
        fputc(',', json->stream);
    }
    if (key != NULL) {
        put_string(json->stream, key);
        fputc(':', json->stream);
    }
    json->needs_comma = true;
}

struct cli_json cli_json_start(FILE *stream)
{
    return (struct cli_json){.stream = stream};
}

void cli_json_end(struct cli_json *json)
{
    fputc('\n', json->stream);
    json->needs_comma = false;
}

void cli_json_open(struct cli_json *json, const char *key, char bracket)
{
    put_key(json, key);
    fputc(bracket, json->stream);
    json->needs_comma = false;
}

void cli_json_close(struct cli_json *json, char bracket)
{
    fputc(bracket, json->stream);
    json->needs_comma = true;
}

void cli_json_text(struct cli_json *json, const char *key, const char *text)
{
    put_key(json, key);
    if (text == NULL) {
        fputs("null", json->stream);
    } else {
        put_string(json->stream, text);
    }
}

void cli_json_count(struct cli_json *json, const char *key, int64_t number)
{
    put_key(json, key);
    fprintf(json->stream, "%" PRId64, number);
}

void cli_json_real(struct cli_json *json, const char *key, double number)
{
    put_key(json, key);
    fprintf(json->stream, "%.6f", number);
}

void cli_json_raw(struct cli_json *json, const char *key, const char *text)
{
    put_key(json, key);
    fputs(text, json->stream);
}

void cli_json_truth(struct cli_json *json, const char *key, bool truth)
{
    put_key(json, key);
    fputs(truth ? "true" : "false", json->stream);
}
