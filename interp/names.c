/* names.c - which shipped game a name means that people or other programs give it.
 *
 * Layer: interp. Names are compared letter by letter, capitals and all signs between words aside, so that
 * "Three-check", "3 Check" and "king_of_the_hill" find what a rule file calls itself or is also called.
 * The rule files are read for it and nothing is remembered: ask once for each name. */
#include <string.h>

#include "embedded.h"
#include "game/game.h"
#include "load.h"

static char next_letter(const char **at)
{
    for (; **at != '\0'; ++*at) {
        char c = **at;
        bool is_capital = c >= 'A' && c <= 'Z';
        if (is_capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
            (unsigned char)c >= 0x80) {
            ++*at;
            return is_capital ? (char)(c - 'A' + 'a') : c;
        }
    }
    return '\0';
}

/* Whether the letters of the name stand at the beginning of the text; where they end there. */
static const char *behind_name(const char *text, const char *name)
{
    for (char c = next_letter(&name); c != '\0'; c = next_letter(&name))
        if (next_letter(&text) != c)
            return NULL;
    return text;
}

static bool is_same_name(const char *a, const char *b)
{
    const char *rest = behind_name(a, b);
    return rest != NULL && next_letter(&rest) == '\0';
}

bool mad_game_is_called(const mad_game *game, const char *name)
{
    bool is_called = is_same_name(game->info.name, name) || is_same_name(game->info.title, name);
    for (uint32_t i = 0; i < game->info.called_count && !is_called; i++)
        is_called = is_same_name(game->info.called[i], name);
    return is_called;
}

/* --- among the shipped ------------------------------------------------------------------------------------ */

static bool copy(char *out, size_t size, const char *text, size_t bytes)
{
    if (bytes >= size)
        return false;
    memcpy(out, text, bytes);
    out[bytes] = '\0';
    return true;
}

/* "chess", or "chess:variant" whose variant the load will look for. */
static bool find_file(const char *name, struct mad_game_name *out)
{
    struct mad_game_name found = {.variant = ""};
    const char *colon = strchr(name, ':');
    size_t bytes = colon != NULL ? (size_t)(colon - name) : strlen(name);
    if (!copy(found.path, sizeof found.path, name, bytes) ||
        (colon != NULL && !copy(found.variant, sizeof found.variant, colon + 1, strlen(colon + 1))))
        return false;
    for (const struct mad_embedded *entry = mad_embedded_rules; entry->name != NULL; entry++)
        if (is_same_name(entry->name, found.path) &&
            copy(found.path, sizeof found.path, entry->name, strlen(entry->name))) {
            *out = found;
            return true;
        }
    return false;
}

struct search {
    const char *name;
    struct mad_game_name *found;
    bool is_found;
};

/* Whether the letters of the name stand in the text, one behind the other: else it calls nothing so, and need not be
 * loaded. */
static bool is_said(const struct mad_embedded *entry, const char *name)
{
    const char *text = (const char *)entry->text, *letters = name;
    if (next_letter(&letters) == '\0')
        return false;
    while (*text != '\0' && behind_name(text, name) == NULL)
        text++;
    return *text != '\0';
}

static bool look(void *context, const char *variant, const char *name)
{
    struct search *search = context;
    if (!is_same_name(name, search->name))
        return true;
    search->is_found = copy(search->found->variant, sizeof search->found->variant,
                            variant != NULL ? variant : "", variant != NULL ? strlen(variant) : 0);
    return !search->is_found;
}

enum mad_status mad_find_game(const mad_engine *engine, const char *name, struct mad_game_name *out)
{
    struct mad_game_name found;
    struct search search = {.name = name, .found = &found};
    if (engine == NULL || name == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    if (name[0] == '\0')
        return MAD_ERROR_NOT_FOUND;
    if (find_file(name, out))
        return MAD_OK;
    for (const struct mad_embedded *entry = mad_embedded_rules; entry->name != NULL; entry++) {
        struct mad_load load = {.path = entry->name};
        if (!is_said(entry, name))
            continue;
        enum mad_status status = mad_visit_names(engine, &load, look, &search);
        if (status == MAD_ERROR_MEMORY)
            return status;
        if (search.is_found &&
            copy(found.path, sizeof found.path, entry->name, strlen(entry->name))) {
            *out = found;
            return MAD_OK;
        }
    }
    return MAD_ERROR_NOT_FOUND;
}
