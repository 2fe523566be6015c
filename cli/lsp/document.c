/* document.c - see document.h. Layer: cli. */
#include "document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../text.h"

/* --- texts ----------------------------------------------------------------------------------------- */

static bool find_lines(struct lsp_document *document)
{
    size_t count = 1;
    for (size_t i = 0; i < document->bytes; i++) {
        count += document->text[i] == '\n';
    }
    size_t *lines = realloc(document->lines, count * sizeof *lines);
    if (lines == NULL) {
        return false;
    }
    document->lines = lines;
    document->line_count = 1;
    lines[0] = 0;
    for (size_t i = 0; i < document->bytes; i++) {
        if (document->text[i] == '\n') {
            lines[document->line_count++] = i + 1;
        }
    }
    return true;
}

static void free_document(struct lsp_document *document)
{
    mad_diagnostics_free(document->found);
    free(document->uri);
    free(document->path);
    free(document->text);
    free(document->lines);
    free(document);
}

void lsp_documents_free(struct lsp_documents *documents)
{
    for (size_t i = 0; i < documents->count; i++) {
        free_document(documents->items[i]);
    }
    free(documents->items);
    *documents = (struct lsp_documents){0};
}

struct lsp_document *lsp_document_find(const struct lsp_documents *documents, const char *uri)
{
    for (size_t i = 0; i < documents->count; i++) {
        if (strcmp(documents->items[i]->uri, uri) == 0) {
            return documents->items[i];
        }
    }
    return NULL;
}

struct lsp_document *lsp_document_of_path(const struct lsp_documents *documents, const char *path)
{
    for (size_t i = 0; i < documents->count; i++) {
        const char *own = documents->items[i]->path;
        if (own != NULL && strcmp(own, path) == 0) {
            return documents->items[i];
        }
    }
    return NULL;
}

static bool make_room(struct lsp_documents *documents)
{
    if (documents->count < documents->capacity) {
        return true;
    }
    size_t capacity = documents->capacity * 2 + 8;
    struct lsp_document **items = realloc(documents->items, capacity * sizeof *items);
    if (items == NULL) {
        return false;
    }
    documents->items = items;
    documents->capacity = capacity;
    return true;
}

bool lsp_document_edit(struct lsp_documents *documents, struct lsp_document *document, size_t begin,
                       size_t end, const char *text, const char **why)
{
    size_t added = strlen(text), bytes = document->bytes - (end - begin) + added;
    *why = "the open rule files are too long together";
    if (documents->bytes - document->bytes + bytes > LSP_MOST_BYTES) {
        return false;
    }
    *why = "out of memory";
    char *made = malloc(bytes + 1);
    if (made == NULL) {
        return false;
    }
    struct lsp_document before = *document;
    memcpy(made, before.text, begin);
    memcpy(made + begin, text, added);
    memcpy(made + begin + added, before.text + end, before.bytes - end);
    made[bytes] = '\0';
    document->text = made;
    document->bytes = bytes;
    if (!find_lines(document)) {
        document->text = before.text;
        document->bytes = before.bytes;
        free(made);
        return false;
    }
    documents->bytes += bytes;
    documents->bytes -= before.bytes;
    free(before.text);
    document->age++;
    return true;
}

struct lsp_document *lsp_document_open(struct lsp_documents *documents, const char *uri,
                                       const char *text, const char **why)
{
    struct lsp_document *document = lsp_document_find(documents, uri);
    if (document != NULL) {
        return lsp_document_edit(documents, document, 0, document->bytes, text, why) ? document
                                                                                     : NULL;
    }
    *why = "too many rule files are open";
    if (documents->count >= LSP_MOST_DOCUMENTS) {
        return NULL;
    }
    *why = "out of memory";
    document = make_room(documents) ? calloc(1, sizeof *document) : NULL;
    if (document == NULL) {
        return NULL;
    }
    document->uri = strdup(uri);
    document->path = lsp_path_of_uri(uri);
    document->text = calloc(1, 1);
    if (document->uri == NULL || document->text == NULL || !find_lines(document) ||
        !lsp_document_edit(documents, document, 0, 0, text, why)) {
        free_document(document);
        return NULL;
    }
    documents->items[documents->count++] = document;
    return document;
}

void lsp_document_close(struct lsp_documents *documents, struct lsp_document *document)
{
    size_t i = 0;
    while (documents->items[i] != document) {
        i++;
    }
    documents->bytes -= document->bytes;
    documents->items[i] = documents->items[--documents->count];
    free_document(document);
}

const char *lsp_document_name(const struct lsp_document *document)
{
    return document->path != NULL ? document->path : document->uri;
}

struct mad_load lsp_document_load(const struct lsp_document *document)
{
    return (struct mad_load){.path = lsp_document_name(document),
                             .text = document->text,
                             .text_bytes = document->bytes,
                             .text_is_of_path = document->path != NULL};
}

/* --- places ---------------------------------------------------------------------------------------- */

static uint32_t units_of(enum lsp_units units, uint32_t code, size_t bytes)
{
    return units == LSP_UTF8 ? (uint32_t)bytes : units == LSP_UTF16 && code > 0xffff ? 2 : 1;
}

uint32_t lsp_units_in(enum lsp_units units, const char *text, size_t bytes)
{
    uint32_t count = 0, code;
    for (size_t i = 0, step; i < bytes; i += step) {
        step = cli_utf8_next(text + i, &code);
        count += units_of(units, code, step);
    }
    return count;
}

/* Where the text of a line ends, its line end not counted. */
static size_t end_of_line(const struct lsp_document *document, size_t line)
{
    size_t begin = document->lines[line];
    size_t end = line + 1 < document->line_count ? document->lines[line + 1] - 1 : document->bytes;
    return end > begin && end < document->bytes && document->text[end - 1] == '\r' ? end - 1 : end;
}

size_t lsp_offset(const struct lsp_document *document, enum lsp_units units, struct lsp_place place)
{
    if (place.line >= document->line_count) {
        return document->bytes;
    }
    size_t at = document->lines[place.line], end = end_of_line(document, place.line);
    uint32_t passed = 0;
    while (at < end) {
        uint32_t code;
        size_t step = cli_utf8_next(document->text + at, &code);
        passed += units_of(units, code, step);
        if (passed > place.character) {
            break;
        }
        at += step;
    }
    return at;
}

struct lsp_place lsp_place_at(const struct lsp_document *document, enum lsp_units units,
                              size_t offset)
{
    size_t low = 0, high = document->line_count;
    offset = offset < document->bytes ? offset : document->bytes;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (document->lines[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    size_t begin = document->lines[low];
    return (struct lsp_place){(uint32_t)low,
                              lsp_units_in(units, document->text + begin, offset - begin)};
}

size_t lsp_offset_of_column(const struct lsp_document *document, uint32_t line, uint32_t column)
{
    struct lsp_place place = {line > 0 ? line - 1 : 0, column > 0 ? column - 1 : 0};
    return lsp_offset(document, LSP_UTF32, place);
}

/* --- names of files -------------------------------------------------------------------------------- */

static int hex_digit(char digit)
{
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
           : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                          : -1;
}

char *lsp_path_of_uri(const char *uri)
{
    if (strncasecmp(uri, "file://", 7) != 0) {
        return NULL;
    }
    uri += 7;
    uri += strncasecmp(uri, "localhost/", 10) == 0 ? 9 : 0;
    char *path = uri[0] == '/' ? malloc(strlen(uri) + 1) : NULL;
    size_t used = 0;
    while (path != NULL && *uri != '\0') {
        int high = *uri == '%' ? hex_digit(uri[1]) : -1;
        int low = high >= 0 ? hex_digit(uri[2]) : -1;
        path[used] = low >= 0 ? (char)(high * 16 + low) : *uri;
        uri += low >= 0 ? 3 : 1;
        if (path[used++] == '\0') {
            free(path);
            path = NULL;
        }
    }
    if (path != NULL) {
        path[used] = '\0';
    }
    return path;
}

char *lsp_uri_of_path(const char *path)
{
    static const char plain[] = "/-._~";
    char *uri = malloc(strlen(path) * 3 + 8), *out = uri;
    if (uri == NULL) {
        return NULL;
    }
    out += sprintf(out, "file://");
    for (; *path != '\0'; path++) {
        unsigned char byte = (unsigned char)*path;
        bool is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                        (byte >= '0' && byte <= '9') || strchr(plain, byte) != NULL;
        out += is_plain ? sprintf(out, "%c", byte) : sprintf(out, "%%%02X", byte);
    }
    return uri;
}
