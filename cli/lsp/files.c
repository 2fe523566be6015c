/* files.c - see files.h. Layer: cli. */
#include "files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../open_file.h"

enum { MOST_BYTES = 1 << 20 };

static char *read_path(const char *path)
{
    const char *why;
    FILE *stream = cli_open_file(path, &why);
    char *text = stream != NULL ? calloc(1, MOST_BYTES + 1) : NULL;
    if (text != NULL && fread(text, 1, MOST_BYTES, stream) == MOST_BYTES) {
        text[0] = '\0';
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return text;
}

/* "FOLDER/BELOW/NAME.mad", FOLDER being the first `bytes` of a path. */
static char *path_of(const char *path, size_t bytes, const char *below, const char *name)
{
    size_t size = bytes + strlen(below) + strlen(name) + 8;
    char *made = malloc(size);
    if (made != NULL) {
        snprintf(made, size, "%.*s%s%s.mad", (int)bytes, path, below, name);
    }
    return made;
}

static size_t folder_bytes(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* A file with the text that the program holds, beside the document or above it: that of the sources. */
static char *shipped_path(const struct lsp_document *document, const struct lsp_file *file)
{
    const char *below = file->is_library ? "stdlib/" : "rules/";
    size_t bytes = document->path != NULL ? folder_bytes(document->path) : 0;
    while (bytes > 0 && bytes < PATH_MAX) {
        char *path = path_of(document->path, bytes, below, file->name);
        char *text = path != NULL ? read_path(path) : NULL;
        bool is_it = text != NULL && strcmp(text, file->text) == 0;
        free(text);
        if (is_it) {
            return path;
        }
        free(path);
        do {
            bytes--;
        } while (bytes > 0 && document->path[bytes - 1] != '/');
    }
    return NULL;
}

static void find_text(struct lsp_files *files, struct lsp_file *file)
{
    const mad_engine *engine = files->server->engine;
    const struct lsp_document *document = files->document, *open;
    file->text = file->is_library ? mad_library_text(engine, file->name)
                                  : mad_shipped_text(engine, file->name);
    if (file->text != NULL) {
        file->path = shipped_path(document, file);
        return;
    }
    if (file->is_library || document->path == NULL) {
        return;
    }
    file->path = path_of(document->path, folder_bytes(document->path), "", file->name);
    open = file->path != NULL ? lsp_document_of_path(&files->server->documents, file->path) : NULL;
    file->read = open == NULL && file->path != NULL ? read_path(file->path) : NULL;
    file->text = open != NULL ? open->text : file->read;
}

static bool add_file(void *context, const char *name, bool is_library)
{
    struct lsp_files *files = context;
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->items[i].name, name) == 0 && files->items[i].is_library == is_library) {
            return true;
        }
    }
    if (files->count == LSP_MOST_FILES) {
        return false;
    }
    struct lsp_file *file = &files->items[files->count++];
    *file = (struct lsp_file){.is_library = is_library};
    snprintf(file->name, sizeof file->name, "%s", name);
    find_text(files, file);
    if (file->text != NULL && lsp_symbols_read(files->server->engine, file->text,
                                               strlen(file->text), &file->symbols) != MAD_OK) {
        file->symbols = (struct lsp_symbols){0};
    }
    return true;
}

bool lsp_symbols_asked(struct lsp_server *server, const struct lsp_document *document,
                       struct lsp_symbols *symbols)
{
    enum mad_status status =
        lsp_symbols_read(server->engine, document->text, document->bytes, symbols);
    if (status != MAD_OK) {
        lsp_refuse(server, LSP_REQUEST_FAILED, mad_status_text(status));
    }
    return status == MAD_OK;
}

struct lsp_files *lsp_files_find(struct lsp_server *server, const struct lsp_document *document,
                                 const struct lsp_symbols *symbols)
{
    struct lsp_files *files = calloc(1, sizeof *files);
    if (files == NULL) {
        return NULL;
    }
    files->server = server;
    files->document = document;
    lsp_files_visit(symbols, add_file, files);
    for (size_t i = 0; i < files->count; i++) {
        lsp_files_visit(&files->items[i].symbols, add_file, files);
    }
    return files;
}

void lsp_files_free(struct lsp_files *files)
{
    for (size_t i = 0; files != NULL && i < files->count; i++) {
        lsp_symbols_free(&files->items[i].symbols);
        free(files->items[i].path);
        free(files->items[i].read);
    }
    free(files);
}
