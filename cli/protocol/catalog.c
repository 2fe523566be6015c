/* catalog.c - see catalog.h. Layer: cli. */
#include "catalog.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../game_file.h"
#include "../lists.h"
#include "../rule_folders.h"

static bool add(struct cli_catalog *catalog, const char *stem, const char *path, const char *title)
{
    struct cli_listed *games =
        cli_room(catalog->games, catalog->count, &catalog->capacity, sizeof *games);
    if (games == NULL) {
        return false;
    }
    catalog->games = games;
    char *slug = title != NULL ? cli_variant_slug(title) : NULL;
    size_t size = strlen(stem) + (slug != NULL ? strlen(slug) : 0) + 2;
    struct cli_listed listed = {.name = malloc(size), .path = strdup(path), .variant = slug};
    bool is_whole = listed.name != NULL && listed.path != NULL && (slug != NULL || title == NULL);
    if (is_whole) {
        snprintf(listed.name, size, "%s%s%s", stem, slug != NULL ? ":" : "",
                 slug != NULL ? slug : "");
        catalog->games[catalog->count++] = listed;
        return true;
    }
    free(listed.name);
    free(listed.path);
    free(listed.variant);
    return false;
}

/* "giraffe" of "games/giraffe.mad"; blanks would not pass through a protocol. */
static char *stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *stem = strdup(slash != NULL ? slash + 1 : path);
    if (stem != NULL) {
        char *end = strrchr(stem, '.');
        if (end != NULL && end != stem && strcmp(end, ".mad") == 0) {
            *end = '\0';
        }
        for (char *c = stem; *c != '\0'; c++) {
            *c = isspace((unsigned char)*c) ? '-' : *c;
        }
    }
    return stem;
}

/* --- what others call it -------------------------------------------------------------------------- */

bool cli_catalog_is_other(const struct cli_listed *listed, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = listed->others; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strcspn(at, " ") == length && strncmp(at, word, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_taken(const struct cli_catalog *catalog, const char *word)
{
    bool is_there = word[0] == '\0';
    for (size_t i = 0; i < catalog->count && !is_there; i++) {
        is_there = strcmp(catalog->games[i].name, word) == 0 ||
                   cli_catalog_is_other(&catalog->games[i], word);
    }
    return is_there;
}

/* One more word, small and with or without its signs, unless something is called so. */
static bool add_other(struct cli_catalog *catalog, struct cli_listed *listed, const char *name,
                      bool keeps_signs)
{
    size_t before = listed->others != NULL ? strlen(listed->others) : 0, length = 0;
    char *word = malloc(strlen(name) + 1);
    char *others = realloc(listed->others, before + strlen(name) + 2);
    listed->others = others != NULL ? others : listed->others;
    for (const char *c = name; *c != '\0' && word != NULL; c++) {
        if (keeps_signs || isalnum((unsigned char)*c)) {
            word[length++] = (char)tolower((unsigned char)*c);
        }
    }
    bool is_whole = word != NULL && others != NULL;
    if (is_whole) {
        word[length] = '\0';
        others[before] = '\0';
    }
    if (is_whole && !is_taken(catalog, word)) {
        sprintf(others + before, "%s%s", before > 0 ? " " : "", word);
    }
    free(word);
    return is_whole;
}

struct naming {
    struct cli_catalog *catalog;
    size_t first; /* of the file */
    bool has_room;
};

/* Names of one word, such as 3check. */
static bool note_name(void *context, const char *variant, const char *name)
{
    struct naming *naming = context;
    const struct cli_catalog *catalog = naming->catalog;
    const char *path = catalog->games[naming->first].path;
    char *slug = variant != NULL ? cli_variant_slug(variant) : NULL;
    naming->has_room = slug != NULL || variant == NULL;
    for (size_t i = naming->first; i < catalog->count && naming->has_room; i++) {
        struct cli_listed *listed = &catalog->games[i];
        bool is_it =
            strcmp(listed->path, path) == 0 &&
            strcmp(listed->variant != NULL ? listed->variant : "", slug != NULL ? slug : "") == 0;
        if (is_it && name[strcspn(name, " ,;=")] == '\0') {
            naming->has_room = add_other(naming->catalog, listed, name, true);
        }
    }
    free(slug);
    return naming->has_room;
}

/* Of all games from `first` on, when all are listed: what they are called by themselves comes before that. False without
 * memory. */
static bool add_others(struct cli_catalog *catalog, const mad_engine *engine, size_t first)
{
    struct naming naming = {catalog, first, true};
    for (size_t i = first; i < catalog->count && naming.has_room; i++) {
        struct cli_listed *listed = &catalog->games[i];
        bool is_variant = listed->variant != NULL;
        const char *name = is_variant ? listed->variant : listed->name;
        naming.first = i;
        naming.has_room = (!is_variant || add_other(catalog, listed, name, true)) &&
                          add_other(catalog, listed, name, false);
        if (naming.has_room && !is_variant) {
            struct mad_load load = {.path = listed->path};
            enum mad_status status = mad_visit_names(engine, &load, note_name, &naming);
            naming.has_room &= status != MAD_ERROR_MEMORY;
        }
    }
    return naming.has_room;
}

/* --- the list --------------------------------------------------------------------------------------- */

static enum mad_status add_file(struct cli_catalog *catalog, const mad_engine *engine,
                                const char *path)
{
    struct mad_load load = {.path = path};
    char **titles = NULL;
    size_t count = 0;
    enum mad_status status = mad_list_variants(engine, &load, &titles, &count);
    if (status != MAD_OK) {
        return status;
    }
    char *stem = stem_of(path);
    bool is_whole = stem != NULL && add(catalog, stem, path, NULL);
    for (size_t i = 0; i < count && is_whole; i++) {
        is_whole = add(catalog, stem, path, titles[i]);
    }
    free(stem);
    mad_strings_free(titles, count);
    return is_whole ? MAD_OK : MAD_ERROR_MEMORY;
}

enum mad_status cli_catalog_add(struct cli_catalog *catalog, const mad_engine *engine,
                                const char *path)
{
    size_t before = catalog->count;
    enum mad_status status = add_file(catalog, engine, path);
    return status != MAD_OK || add_others(catalog, engine, before) ? status : MAD_ERROR_MEMORY;
}

bool cli_catalog_make(struct cli_catalog *catalog, const mad_engine *engine)
{
    const char *name;
    *catalog = (struct cli_catalog){0};
    for (size_t i = 0; (name = mad_shipped_name(engine, i)) != NULL; i++) {
        if (add_file(catalog, engine, name) == MAD_ERROR_MEMORY) {
            return false;
        }
    }
    char **names = NULL;
    size_t count = 0;
    bool is_whole = cli_rule_names(engine, &names, &count) == MAD_OK;
    for (size_t i = 0; i < count && is_whole; i++) {
        is_whole = add_file(catalog, engine, names[i]) != MAD_ERROR_MEMORY;
    }
    cli_rule_names_free(names, count);
    return is_whole && add_others(catalog, engine, 0);
}

void cli_listed_free(struct cli_listed *listed)
{
    free(listed->name);
    free(listed->path);
    free(listed->variant);
    free(listed->others);
    *listed = (struct cli_listed){0};
}

void cli_catalog_free(struct cli_catalog *catalog)
{
    for (size_t i = 0; i < catalog->count; i++) {
        cli_listed_free(&catalog->games[i]);
    }
    free(catalog->games);
    *catalog = (struct cli_catalog){0};
}

/* --- finding ------------------------------------------------------------------------------------- */

static const char *next_letter(const char *text)
{
    while (*text != '\0' && !isalnum((unsigned char)*text) && (unsigned char)*text < 0x80) {
        text++;
    }
    return text;
}

/* Letters and digits alike, capitals or not. */
static bool is_alike(const char *one, const char *other)
{
    for (;; one++, other++) {
        one = next_letter(one);
        other = next_letter(other);
        if (tolower((unsigned char)*one) != tolower((unsigned char)*other)) {
            return false;
        }
        if (*one == '\0') {
            return true;
        }
    }
}

/* What is called so in full, or, when nothing is, behind the colon. Files given last come first. */
static const struct cli_listed *find_alike(const struct cli_catalog *catalog, const char *name)
{
    const struct cli_listed *found = NULL;
    size_t count = 0;
    for (size_t i = catalog->count; i-- > 0;) {
        if (is_alike(catalog->games[i].name, name)) {
            return &catalog->games[i];
        }
    }
    for (size_t i = 0; i < catalog->count; i++) {
        if (cli_catalog_is_other(&catalog->games[i], name)) {
            return &catalog->games[i];
        }
    }
    for (size_t i = 0; i < catalog->count; i++) {
        const char *variant = catalog->games[i].variant;
        if (variant != NULL && is_alike(variant, name)) {
            found = &catalog->games[i];
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

/* The shipped game of which the name is a title, or another name. */
static const struct cli_listed *find_called(const struct cli_catalog *catalog,
                                            const mad_engine *engine, const char *name)
{
    struct mad_game_name found;
    if (mad_find_game(engine, name, &found) != MAD_OK) {
        return NULL;
    }
    char *slug = found.variant[0] != '\0' ? cli_variant_slug(found.variant) : NULL;
    const struct cli_listed *same = NULL;
    for (size_t i = 0; i < catalog->count && same == NULL; i++) {
        const struct cli_listed *one = &catalog->games[i];
        bool is_variant = one->variant == NULL ? found.variant[0] == '\0'
                                               : slug != NULL && strcmp(one->variant, slug) == 0;
        same = is_variant && strcmp(one->path, found.path) == 0 ? one : NULL;
    }
    free(slug);
    return same;
}

const struct cli_listed *cli_catalog_find(const struct cli_catalog *catalog,
                                          const mad_engine *engine, const char *name)
{
    if (next_letter(name)[0] == '\0') {
        return NULL;
    }
    const struct cli_listed *found = find_alike(catalog, name);
    return found != NULL ? found : find_called(catalog, engine, name);
}
