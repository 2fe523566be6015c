/* guess.c - see guess.h. Layer: interp. */
#include "guess.h"

#include <stdio.h>
#include <string.h>

#include "embedded.h"
#include "load.h"

/* --- names -------------------------------------------------------------------------------------------------- */

static void add(struct mad_guess_names *names, const char *text, size_t bytes,
                enum mad_nearest_kind kind)
{
    enum { MOST = 600 };
    for (size_t i = 0; i < names->count; i++)
        if ((names->items[i].kind == MAD_NEAREST_FILE) == (kind == MAD_NEAREST_FILE) &&
            strlen(names->items[i].text) == bytes && memcmp(names->items[i].text, text, bytes) == 0)
            return;
    if (names->count == names->room) {
        size_t room = names->room + 64;
        struct mad_nearest_name *more =
            names->room < MOST ? MAD_ARENA_ARRAY(names->arena, struct mad_nearest_name, room)
                               : NULL;
        names->out_of_memory = names->out_of_memory || (more == NULL && names->room < MOST);
        if (more == NULL)
            return;
        if (names->count > 0)
            memcpy(more, names->items, names->count * sizeof *more);
        names->items = more;
        names->room = room;
    }
    const char *copy = mad_arena_copy(names->arena, text, bytes);
    names->out_of_memory = names->out_of_memory || copy == NULL;
    if (copy != NULL)
        names->items[names->count++] = (struct mad_nearest_name){copy, kind};
}

static void add_text(struct mad_guess_names *names, const char *text, enum mad_nearest_kind kind)
{
    if (text != NULL)
        add(names, text, strlen(text), kind);
}

static bool is_direction(const struct mad_guess_names *names, const char *name)
{
    for (size_t i = 0; name != NULL && i < names->count; i++)
        if (names->items[i].kind == MAD_NEAREST_DIRECTION &&
            strcmp(names->items[i].text, name) == 0)
            return true;
    return false;
}

/* `queenwise means orthogonal or diagonal`: directions, as its first name is one. */
static enum mad_nearest_kind kind_of(const struct mad_guess_names *names,
                                     const struct mad_node *expression)
{
    while (expression != NULL && expression->first != NULL && expression->name == NULL)
        expression = expression->first;
    bool is_one = expression != NULL && expression->kind == MAD_NODE_REF &&
                  is_direction(names, expression->name);
    return is_one ? MAD_NEAREST_DIRECTION : MAD_NEAREST_OTHER;
}

/* Of `in check` the word behind `in`. */
static const char *definition_word(const char *name)
{
    return strncmp(name, "in ", 3) == 0 ? name + 3 : name;
}

static void add_rules(struct mad_guess_names *names, const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->piece_count; i++)
        add_text(names, rules->pieces[i].name, MAD_NEAREST_PIECE);
    for (int i = 0; i < 2; i++)
        add_text(names, rules->players[i].name, MAD_NEAREST_PLAYER);
    for (uint32_t i = 0; i < rules->direction_count; i++)
        add_text(names, rules->directions[i].name, MAD_NEAREST_DIRECTION);
    for (uint32_t i = 0; i < rules->definition_count; i++)
        add_text(names, definition_word(rules->definitions[i].name),
                 kind_of(names, rules->definitions[i].expression));
    for (uint32_t i = 0; i < rules->verb_count; i++)
        add_text(names, rules->verbs[i].name, MAD_NEAREST_VERB);
    for (uint32_t i = 0; i < rules->option_count; i++) {
        add_text(names, rules->options[i].name, MAD_NEAREST_OTHER);
        for (uint32_t v = 0; v < rules->options[i].value_count; v++)
            add_text(names, rules->options[i].values[v], MAD_NEAREST_OTHER);
    }
    for (uint32_t i = 0; i < rules->mark_count; i++)
        add_text(names, rules->marks[i].name, MAD_NEAREST_OTHER);
    for (uint32_t i = 0; i < rules->counter_count; i++)
        add_text(names, rules->counters[i].name, MAD_NEAREST_OTHER);
    for (uint32_t i = 0; i < rules->pocket_count; i++)
        add_text(names, rules->pockets[i].name, MAD_NEAREST_OTHER);
    /* The effects, which are verbs without a text. */
    static const char *const effects[] = {"land",  "take",     "put",      "become", "set", "clear",
                                          "bring", "increase", "decrease", "swap",   "turn"};
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        add_text(names, effects[i], MAD_NEAREST_VERB);
    add_text(names, "captured",
             MAD_NEAREST_GIVEN); /* as which men are taken where nothing else is said */
}

static void add_files(struct mad_guess_names *names)
{
    for (const struct mad_embedded *file = mad_embedded_library; file->name != NULL; file++)
        add_text(names, file->name, MAD_NEAREST_FILE);
    for (const struct mad_embedded *file = mad_embedded_rules; file->name != NULL; file++)
        add_text(names, file->name, MAD_NEAREST_FILE);
}

static enum mad_status gather(void *context, struct mad_ruleset *rules,
                              const struct mad_sources *sources)
{
    struct mad_guess_names *names = context;
    (void)sources;
    add_rules(names, rules);
    names->is_filled = true;
    return names->out_of_memory ? MAD_ERROR_MEMORY : MAD_ERROR_RULES; /* no game is wanted */
}

enum mad_status mad_guess_game(const mad_engine *engine, const struct mad_load *load,
                               struct mad_guess_names *names, mad_diagnostics **found)
{
    enum mad_status status = mad_load_tried(engine, load, gather, names, found);
    return status == MAD_ERROR_MEMORY ? status : MAD_OK;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* Behind the word at `begin`. */
static size_t word_end(const char *text, size_t bytes, size_t begin)
{
    size_t end = begin;
    while (end < bytes && is_word(text[end]))
        end++;
    return end;
}

void mad_guess_local(struct mad_guess_names *names, const char *text, size_t bytes)
{
    enum { LOCALS = 4 }; /* the first of them */
    static const char *const makers[] = {"let ",  "choose ",  "for each ", "[",
                                         "mark ", "counter ", "pocket ",   "option "};
    static const char *const givers[] = {" means ", " pieces "}; /* `burnt pieces leave the game` */
    add_files(names);
    for (size_t at = 0; at < bytes; at++) {
        for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
            size_t begin = at + strlen(makers[i]), end = begin;
            if (begin >= bytes || memcmp(text + at, makers[i], begin - at) != 0 ||
                (at > 0 && is_word(text[at - 1])))
                continue;
            end = word_end(text, bytes, begin);
            bool is_local =
                i < LOCALS && at > 0 && text[at - 1] != '\n'; /* such lines are indented */
            if (end > begin)
                add(names, text + begin, end - begin,
                    is_local     ? MAD_NEAREST_LOCAL
                    : i < LOCALS ? MAD_NEAREST_GIVEN
                                 : MAD_NEAREST_OTHER);
        }
        size_t end = at == 0 || text[at - 1] == '\n' ? word_end(text, bytes, at) : at;
        for (size_t i = 0; end > at && i < sizeof givers / sizeof *givers; i++)
            if (bytes - end > strlen(givers[i]) &&
                memcmp(text + end, givers[i], strlen(givers[i])) == 0)
                add(names, text + at, end - at, MAD_NEAREST_GIVEN);
    }
}

/* --- corrections ---------------------------------------------------------------------------------------------- */

bool mad_guess_may(const struct mad_diagnostic *item)
{
    static const enum mad_finding_kind kinds[] = {
        MAD_FINDING_SYNTAX,       MAD_FINDING_BAD_CHAR,
        MAD_FINDING_RESERVED,     MAD_FINDING_ARTICLE,
        MAD_FINDING_UNDEF_NAME,   MAD_FINDING_UNDEF_PIECE,
        MAD_FINDING_TYPE,         MAD_FINDING_WRONG_PLACE,
        MAD_FINDING_CALL_SHAPE,   MAD_FINDING_NOTHING_TO_CHANGE,
        MAD_FINDING_MIXED_JOINERS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(item->id, mad_finding_about(kinds[i])->id) == 0)
            return true;
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct mad_guess_line mad_guess_line(const char *text, size_t bytes, uint32_t number)
{
    struct mad_guess_line line = {0, 0};
    bool is_text = false;
    for (uint32_t l = 1; l < number && line.begin < bytes; line.begin++)
        l += text[line.begin] == '\n';
    while (line.begin < bytes && is_blank(text[line.begin]))
        line.begin++;
    for (line.end = line.begin;
         line.end < bytes && text[line.end] != '\n' && (text[line.end] != '#' || is_text);
         line.end++)
        is_text = is_text != (text[line.end] == '"');
    while (line.end > line.begin && is_blank(text[line.end - 1]))
        line.end--;
    return line;
}

size_t mad_guess_first(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

uint32_t mad_guess_columns(const char *text, size_t begin, size_t end)
{
    uint32_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* The lines of a text, each but the first behind the blanks given. */
static const char *indented(struct mad_arena *arena, const char *blanks, size_t count,
                            const char *text)
{
    size_t lines = 0, used = 0;
    for (const char *c = text; *c != '\0'; c++)
        lines += *c == '\n';
    if (lines == 0)
        return text;
    char *out = mad_arena_new(arena, strlen(text) + lines * count + 1, 1);
    if (out == NULL)
        return NULL;
    for (const char *c = text; *c != '\0'; c++) {
        out[used++] = *c;
        if (*c == '\n') {
            memcpy(out + used, blanks, count);
            used += count;
        }
    }
    out[used] = '\0';
    return out;
}

bool mad_guess_fix(struct mad_diagnostics *list, const struct mad_diagnostic *item,
                   struct mad_guess_line line, const char *meant, struct mad_fix *out)
{
    const char *text = list->main.text;
    const size_t first = mad_guess_first(text, line.begin);
    size_t last = line.end;
    meant = indented(&list->arena, text + first, line.begin - first, meant);
    if (meant == NULL)
        return false;
    size_t bytes = strlen(meant);
    while (last < list->main.bytes && text[last] != '\n')
        last++;
    char *shown =
        mad_arena_new(&list->arena, line.begin - first + bytes + (last - line.end) + 1, 1);
    char *copy = mad_arena_copy(&list->arena, meant, bytes);
    if (shown == NULL || copy == NULL)
        return false;
    memcpy(shown, text + first, line.begin - first);
    memcpy(shown + (line.begin - first), meant, bytes);
    memcpy(shown + (line.begin - first) + bytes, text + line.end, last - line.end);
    *out = (struct mad_fix){.file = list->main.name,
                            .begin = (uint32_t)line.begin,
                            .end = (uint32_t)line.end,
                            .first_line = item->place.line,
                            .text = copy,
                            .shown = shown};
    return true;
}

/* It has been asked whether another word was meant; then that is told, and the line shows it. */
static bool is_asked(const struct mad_diagnostic *item)
{
    for (size_t i = 0; i < item->note_count; i++) {
        const char *text = item->notes[i].text;
        if (item->notes[i].place.file == NULL && strchr(text, '?') != NULL)
            return true;
    }
    return false;
}

bool mad_guess_tell(struct mad_diagnostics *list, struct mad_diagnostic *item,
                    struct mad_guess_line line, const struct mad_nearest *meant, size_t count)
{
    struct mad_fix *fixes = MAD_ARENA_ARRAY(&list->arena, struct mad_fix, count);
    struct mad_note *notes = MAD_ARENA_ARRAY(&list->arena, struct mad_note, item->note_count + 1);
    char *told = mad_arena_copy(&list->arena, meant[0].told, strlen(meant[0].told));
    const char *text = list->main.text;
    size_t kept = 0;
    if (fixes == NULL || notes == NULL || told == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!mad_guess_fix(list, item, line, meant[i].text, &fixes[i]))
            return false;
    item->fixes = fixes;
    item->fix_count = count;
    if (is_asked(item))
        return true;
    for (size_t i = 0; i < item->note_count; i++)
        if (item->notes[i].place.file != NULL)
            notes[kept++] = item->notes[i];
    item->notes = notes;
    item->note_count = kept;
    item->text = told;
    item->label = NULL;
    item->place.column = mad_guess_columns(text, mad_guess_first(text, line.begin), line.begin) + 1;
    item->place.length = mad_guess_columns(text, line.begin, line.end);
    return true;
}
