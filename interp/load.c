/* load.c - from the name or text of a rule file to a game.
 *
 * Layer: interp. A load reads the text (read_file.c), then parses, inherits, lowers and adds what play needs; texts,
 * trees and rulesets lie in scratch memory that is dropped at the end. What remains is the game in an arena of its own,
 * and the findings. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../grammar/arena.h"
#include "../grammar/diagnostic.h"
#include "../grammar/habits.h"
#include "../grammar/intern.h"
#include "../grammar/sources.h"
#include "rules/blame.h"
#include "rules/inherit.h"
#include "plan/lower.h"
#include "plan/tests_compile.h"
#include "diagnostics.h"
#include "embedded.h"
#include "engine.h"
#include "game/learned.h"
#include "identity.h"
#include "limits.h"
#include "load.h"
#include "read_file.h"

enum {
    MAX_SCRATCH = 4 * MAD_MAX_TABLE_BYTES,      /* trees, rulesets, tables in the making */
    MAX_GAME = MAD_MAX_TABLE_BYTES + (1 << 20), /* tables, and the texts beside them */
};

static const char suffix[] = ".mad";
static const size_t any_folder = SIZE_MAX; /* links may lead anywhere: they are the user's own */

struct loading {
    const struct mad_memory *memory;
    const struct mad_load *what;
    struct mad_load_ways ways;
    struct mad_arena scratch;
    struct mad_intern names;
    struct mad_sources sources;
    struct mad_findings findings;
    struct mad_inherit_load inherit;
    struct mad_diagnostics *told; /* handed out at the end */
    mad_rules_edit edit;          /* or null */
    void *edit_context;
    bool has_file_finding; /* told says why the file was not read */
    const struct mad_engine *engine;
    const char *path; /* from which the main text was read; null: it is shipped, or was given */
    enum mad_status trouble; /* inside of callbacks */
};

/* The memory of a game; game->memory points at the arena. */
struct game_memory {
    struct mad_arena arena;
    struct mad_memory memory;
};

/* --- files --------------------------------------------------------------------------------------- */

/* A file as a text that lives as long as the load. */
static enum mad_status read_text(struct loading *loading, const char *path,
                                 struct mad_rule_text *out)
{
    struct mad_text_file file;
    enum mad_status status = mad_read_file(loading->memory, path, &file);
    int reason = errno;
    if (status == MAD_OK) {
        const char *copy = mad_arena_copy(&loading->scratch, file.bytes, file.count);
        if (copy == NULL)
            status = MAD_ERROR_MEMORY;
        else
            *out = (struct mad_rule_text){.shown = path, .text = copy, .bytes = file.count};
    }
    mad_memory_free(loading->memory, file.bytes, file.capacity);
    errno = reason;
    return status;
}

static const char *why_unreadable(int reason)
{
    switch (reason) {
    case EISDIR: return "this is a directory, not a rule file";
    case EACCES: return "there is no permission to read this file";
    default: return "this file cannot be read";
    }
}

static const char *shipped_like(const char *path)
{
    const char *best = NULL;
    for (const struct mad_embedded *entry = mad_embedded_rules; entry->name != NULL; entry++) {
        const char *pair[] = {best, entry->name};
        best = mad_did_you_mean(path, pair, 2);
    }
    return best;
}

/* Tells why the main file was not read; `status` is what read_text said. */
static enum mad_status tell_unread(struct loading *loading, enum mad_status status, int reason)
{
    const char *path = loading->what->path, *text = why_unreadable(reason), *remedy = NULL;
    enum mad_finding_kind kind = MAD_FINDING_NO_FILE;
    if (status == MAD_ERROR_MEMORY)
        return status;
    if (status == MAD_ERROR_NOT_FOUND) {
        const char *similar = shipped_like(path);
        text = "there is no such file, and no game of this name is shipped";
        if (similar != NULL)
            remedy = mad_findings_text(&loading->findings, "did you mean '%s'?", similar);
    } else if (reason == 0) {
        kind = MAD_FINDING_FILE_SIZE;
        text = mad_findings_text(&loading->findings, "the file is larger than %d bytes",
                                 MAD_MAX_FILE_BYTES);
    }
    loading->has_file_finding = true;
    if (mad_diagnostics_fill_file(loading->told, kind, path, text, remedy) != MAD_OK)
        return MAD_ERROR_MEMORY;
    return status;
}

/* --- texts of one load ----------------------------------------------------------------------------- */

static const struct mad_embedded *table_of(enum mad_text_kind kind)
{
    return kind == MAD_TEXT_LIBRARY ? mad_embedded_library : mad_embedded_rules;
}

static bool embedded_text(struct loading *loading, enum mad_text_kind kind, const char *name,
                          struct mad_rule_text *out)
{
    const struct mad_embedded *found = mad_embedded_find(table_of(kind), name);
    if (found == NULL)
        return false;
    out->shown = mad_findings_text(&loading->findings, "%s/%s%s",
                                   kind == MAD_TEXT_LIBRARY ? "stdlib" : "rules", name, suffix);
    out->text = (const char *)found->text;
    out->bytes = found->bytes;
    return true;
}

static const char *say_of(struct loading *loading, const char *path, const char *what)
{
    return mad_findings_text(&loading->findings, "%s %s", path, what);
}

/* Whether the file lies in that folder: the path of `folder` bytes, its slash among them. A symbolic link
 * may lead elsewhere. */
static bool is_in_folder(const char *path, size_t folder)
{
    char *name = strdup(path), *home = NULL, *real = NULL;
    if (name != NULL) {
        real = realpath(name, NULL);
        strcpy(name + folder, folder == 0 ? "" : ".");
        home = realpath(folder == 0 ? "." : name, NULL);
    }
    const char *slash = real != NULL ? strrchr(real, '/') : NULL;
    bool is_in =
        slash != NULL && home != NULL &&
        ((size_t)(slash - real) == strlen(home) ? strncmp(real, home, (size_t)(slash - real)) == 0
                                                : slash == real && strcmp(home, "/") == 0);
    free(name);
    free(real);
    free(home);
    return is_in;
}

/* Why a file beside the main one is not read, before it is tried: a pipe would never end. Null when it can
 * be, or is not there. */
static const char *why_refused(struct loading *loading, const char *path, size_t folder)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return errno == ENOENT || errno == ENOTDIR ? NULL
               : errno == ELOOP  ? say_of(loading, path, "is a symbolic link to itself")
               : errno == EACCES ? say_of(loading, path, "cannot be read: there is no permission")
                                 : say_of(loading, path, "cannot be read");
    const char *kind = mad_strange_kind(status.st_mode);
    if (kind != NULL)
        return say_of(loading, path, kind);
    if (folder != any_folder && !is_in_folder(path, folder))
        return say_of(loading, path, "is a symbolic link that leads out of its folder");
    if (status.st_size > MAD_MAX_FILE_BYTES)
        return mad_findings_text(&loading->findings, "%s is larger than %d bytes", path,
                                 MAD_MAX_FILE_BYTES);
    return access(path, R_OK) == 0
               ? NULL
               : say_of(loading, path, "cannot be read: there is no permission");
}

static bool has_suffix(const char *path)
{
    size_t bytes = strlen(path), tail = sizeof suffix - 1;
    return bytes > tail && strcmp(path + bytes - tail, suffix) == 0;
}

/* The first `bytes` of a folder, a name, and the suffix unless the name has it. Null: no memory. */
static char *path_in(struct loading *loading, const char *folder, size_t bytes, const char *name)
{
    char *whole = mad_arena_new(&loading->scratch, bytes + strlen(name) + sizeof suffix, 1);
    if (whole == NULL) {
        loading->trouble = MAD_ERROR_MEMORY;
        return NULL;
    }
    memcpy(whole, folder, bytes);
    strcpy(whole + bytes, name);
    if (!has_suffix(name))
        strcat(whole, suffix);
    return whole;
}

/* Reads a file that rules or a bare name ask for, not a path. What hinders it is out->problem. */
static bool asked_text(struct loading *loading, const char *path, size_t folder,
                       struct mad_rule_text *out)
{
    out->problem = why_refused(loading, path, folder);
    if (out->problem != NULL)
        return false;
    enum mad_status status = read_text(loading, path, out);
    if (status == MAD_ERROR_MEMORY)
        loading->trouble = status;
    else if (status != MAD_OK && status != MAD_ERROR_NOT_FOUND)
        out->problem = say_of(loading, path, "cannot be read");
    return status == MAD_OK;
}

/* A file beside the main one: NAME.mad in its folder. */
static bool neighbour_text(struct loading *loading, const char *name, struct mad_rule_text *out)
{
    if (loading->path == NULL || strchr(name, '/') != NULL)
        return false;
    const char *slash = strrchr(loading->path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - loading->path) + 1;
    const char *whole = path_in(loading, loading->path, folder, name);
    return whole != NULL && asked_text(loading, whole, folder, out);
}

/* NAME.mad in one of the engine's folders; the first that has it is the one that counts. */
static bool folder_text(struct loading *loading, const char *name, struct mad_rule_text *out)
{
    if (strchr(name, '/') != NULL)
        return false;
    for (size_t i = 0; i < loading->engine->folder_count; i++) {
        const char *folder =
            mad_findings_text(&loading->findings, "%s/", loading->engine->folders[i]);
        const char *whole = path_in(loading, folder, strlen(folder), name);
        if (whole == NULL || asked_text(loading, whole, any_folder, out))
            return whole != NULL;
        if (out->problem != NULL)
            return false;
    }
    return false;
}

/* For inherit.h: what comes with the program goes before what lies beside the main file, and that before what lies in
 * the engine's folders. */
static bool other_text(void *context, enum mad_text_kind kind, const char *name,
                       struct mad_rule_text *out)
{
    struct loading *loading = context;
    return embedded_text(loading, kind, name, out) || neighbour_text(loading, name, out) ||
           (out->problem == NULL && folder_text(loading, name, out));
}

static const char *other_name(void *context, enum mad_text_kind kind, size_t index)
{
    (void)context;
    const struct mad_embedded *entry = table_of(kind);
    for (; entry->name != NULL && index > 0; index--)
        entry++;
    return entry->name;
}

/* Is the path a bare name of a shipped file, `chess` or `chess.mad`? */
static bool is_shipped(struct loading *loading, const char *path, struct mad_rule_text *out)
{
    char name[64];
    size_t bytes = strlen(path) - (has_suffix(path) ? sizeof suffix - 1 : 0);
    if (bytes >= sizeof name)
        return false;
    memcpy(name, path, bytes);
    name[bytes] = '\0';
    return embedded_text(loading, MAD_TEXT_GAME, name, out);
}

/* NAME.mad in the working folder. */
static bool working_text(struct loading *loading, const char *name, struct mad_rule_text *out)
{
    if (strchr(name, '/') != NULL || has_suffix(name))
        return false;
    const char *whole = path_in(loading, "", 0, name);
    return whole != NULL && asked_text(loading, whole, any_folder, out);
}

/* The main text is meant by its bare name: in the working folder, in one of the engine's folders, or nowhere. */
static enum mad_status text_of_folders(struct loading *loading, struct mad_rule_text *out)
{
    const char *name = loading->what->path;
    out->problem = NULL;
    if (working_text(loading, name, out) ||
        (out->problem == NULL && folder_text(loading, name, out))) {
        loading->path = out->shown;
        return MAD_OK;
    }
    if (loading->trouble != MAD_OK || out->problem == NULL)
        return loading->trouble != MAD_OK ? loading->trouble
                                          : tell_unread(loading, MAD_ERROR_NOT_FOUND, ENOENT);
    loading->has_file_finding = true;
    return mad_diagnostics_fill_file(loading->told, MAD_FINDING_NO_FILE, name, out->problem,
                                     NULL) == MAD_OK
               ? MAD_ERROR_READ
               : MAD_ERROR_MEMORY;
}

/* The text that was asked for. A shipped name goes first; `chess.mad` names a file of that name, and
 * the shipped game when there is none. */
static enum mad_status main_text(struct loading *loading, struct mad_rule_text *out)
{
    const struct mad_load *what = loading->what;
    if (what->text != NULL) {
        *out = (struct mad_rule_text){.shown = what->path != NULL ? what->path : "text",
                                      .text = what->text,
                                      .bytes = what->text_bytes};
        loading->path = what->text_is_of_path ? what->path : NULL;
        return MAD_OK;
    }
    if (!has_suffix(what->path) && is_shipped(loading, what->path, out))
        return MAD_OK;
    enum mad_status status = read_text(loading, what->path, out);
    int reason = errno;
    if (status == MAD_ERROR_NOT_FOUND && is_shipped(loading, what->path, out))
        return MAD_OK;
    if (status == MAD_ERROR_NOT_FOUND)
        return text_of_folders(loading, out);
    if (status == MAD_OK)
        loading->path = what->path;
    return status == MAD_OK ? status : tell_unread(loading, status, reason);
}

/* --- a load ------------------------------------------------------------------------------------------ */

static enum mad_status begin(struct loading *loading, const mad_engine *engine,
                             const struct mad_load *what)
{
    *loading = (struct loading){
        .memory = &engine->memory, .what = what, .ways = engine->ways, .engine = engine};
    struct mad_allocator allocator = mad_memory_allocator(&engine->memory);
    mad_arena_init(&loading->scratch, &allocator, MAX_SCRATCH);
    mad_intern_init(&loading->names, &loading->scratch);
    mad_sources_init(&loading->sources, &loading->scratch);
    mad_findings_init(&loading->findings, &loading->scratch, MAD_MAX_ERRORS);
    return mad_diagnostics_new(&engine->memory, &loading->told);
}

static enum mad_status open_main(struct loading *loading)
{
    struct mad_rule_text text;
    uint16_t source = 0;
    enum mad_status status = main_text(loading, &text);
    if (status != MAD_OK)
        return status;
    if (!mad_sources_add(&loading->sources, text.shown, text.text, text.bytes, &source))
        return MAD_ERROR_MEMORY;
    loading->inherit = (struct mad_inherit_load){
        .arena = &loading->scratch,
        .names = &loading->names,
        .sources = &loading->sources,
        .findings = &loading->findings,
        .texts = {loading, other_text, other_name},
        .main_source = source,
        .variant = loading->what->variant,
        .settings = loading->what->settings,
        .setting_count = loading->what->setting_count,
    };
    return MAD_OK;
}

/* Begins, and opens the main text. */
static enum mad_status begin_reading(struct loading *loading, const mad_engine *engine,
                                     const struct mad_load *what)
{
    enum mad_status status = begin(loading, engine, what);
    return status == MAD_OK ? open_main(loading) : status;
}

/* It was not the machine that had too little memory. */
static enum mad_status tell_full(struct loading *loading)
{
    char text[80];
    (void)snprintf(text, sizeof text, "reading this file takes more than %d MB", MAX_SCRATCH >> 20);
    loading->has_file_finding = true;
    const char *path = loading->what->path;
    return mad_diagnostics_fill_file(loading->told, MAD_FINDING_LIMIT, path != NULL ? path : "text",
                                     text, "make it shorter") == MAD_OK
               ? MAD_ERROR_RULES
               : MAD_ERROR_MEMORY;
}

/* Drops everything but the findings, which go to the caller. */
static enum mad_status finish(struct loading *loading, enum mad_status status,
                              mad_diagnostics **diagnostics)
{
    if (status == MAD_OK)
        status = loading->trouble;
    mad_habits_tell(&loading->findings, &loading->sources, NULL);
    if (loading->findings.out_of_memory)
        status = MAD_ERROR_MEMORY;
    if (status == MAD_ERROR_MEMORY && loading->scratch.is_full)
        status = tell_full(loading);
    if (status != MAD_ERROR_MEMORY && !loading->has_file_finding &&
        mad_diagnostics_fill(loading->told, &loading->findings, &loading->sources,
                             loading->inherit.main_source, loading->path) != MAD_OK)
        status = MAD_ERROR_MEMORY;
    mad_arena_free(&loading->scratch);
    if (status != MAD_ERROR_MEMORY && diagnostics != NULL)
        *diagnostics = loading->told;
    else
        mad_diagnostics_free(loading->told);
    return status;
}

/* --- games -------------------------------------------------------------------------------------------- */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The letter of each code in the case of its owner. */
static bool make_letters(struct mad_arena *arena, struct mad_game *game)
{
    game->code_letter = mad_arena_array(arena, game->code_count, sizeof *game->code_letter, 1);
    if (game->code_letter == NULL)
        return false;
    for (uint32_t code = 0; code < game->code_count; code++) {
        const char *letter = game->types[game->codes[code].type].letter;
        bool is_small = game->turn.seats == NULL && game->codes[code].owner != MAD_NOBODY &&
                        (game->codes[code].owner == 0) != game->writing.capitals_first;
        for (size_t i = 0; letter[i] != '\0' && i + 1 < sizeof *game->code_letter; i++)
            game->code_letter[code][i] = is_small ? small(letter[i]) : letter[i];
    }
    return true;
}

/* Whether this command plays with so many. */
static enum mad_status check_players(struct loading *loading, const struct mad_ruleset *rules)
{
    if (rules->player_count <= 2 || loading->what->with_seats)
        return MAD_OK;
    struct mad_finding *finding =
        mad_findings_add(&loading->findings, MAD_FINDING_GAME_SHAPE, rules->players[2].span,
                         "this command plays games of two alone");
    mad_finding_remedy(
        &loading->findings, finding,
        "`mad play`, `search` and most others know games of more; `report`, `solve`, `learn`, "
        "`disasm`, UCI, XBoard and USI know two players");
    return MAD_ERROR_RULES;
}

static enum mad_status compile(struct loading *loading, struct game_memory *memory,
                               struct mad_loaded *out)
{
    struct mad_ruleset *rules = NULL;
    struct mad_game *game = NULL;
    struct mad_lower_context context = {
        .scratch = &loading->scratch,
        .arena = &memory->arena,
        .diagnostics = &loading->findings,
        .sources = &loading->sources,
        .texts = &loading->inherit.texts,
        .left_out = loading->ways.left_out,
        .least_words = loading->ways.least_words,
        .with_plan = loading->what->with_plan,
        .with_comments = loading->what->with_comments,
    };
    enum mad_status status = mad_inherit(&loading->inherit, &rules);
    if (status == MAD_OK && loading->edit != NULL)
        status = loading->edit(loading->edit_context, rules, &loading->sources);
    if (status == MAD_OK)
        status = check_players(loading, rules);
    if (status == MAD_OK)
        status = rules->player_count > 2
                     ? mad_lower_seats(rules, loading->inherit.names, &context, &game)
                     : mad_lower(rules, &context, &game);
    if (status == MAD_OK)
        status = mad_tests_compile(&rules->tests, &loading->sources, &memory->arena, game);
    if (status == MAD_OK &&
        !(make_letters(&memory->arena, game) &&
          mad_identity_fill(&memory->arena, loading->what, &loading->sources, rules, game)))
        status = MAD_ERROR_MEMORY;
    if (status == MAD_ERROR_RULES && rules != NULL)
        mad_blame_own(&loading->findings, &loading->sources, rules, loading->inherit.main_source);
    if (status != MAD_OK)
        return status;
    game->memory = &memory->arena;
    game->allocator = &memory->memory;
    out->rules = rules;
    out->game = game;
    return MAD_OK;
}

static void free_game_memory(struct game_memory *game)
{
    struct mad_memory memory = game->memory;
    mad_arena_free(&game->arena);
    mad_memory_free(&memory, game, sizeof *game);
}

/* --- what was learned -------------------------------------------------------------------------------- */

/* The name of the file without suffix: NAME, or NAME.VARIANT. Null: no memory. */
static char *learned_name(struct loading *loading, const struct mad_game *game)
{
    char *name = mad_arena_copy(&loading->scratch, game->info.name, strlen(game->info.name));
    char *colon = name != NULL ? strchr(name, ':') : NULL;
    if (colon != NULL)
        *colon = '.';
    return name;
}

/* Reads it for the game; why it cannot be used is the game's to tell. */
static enum mad_status take_learned(const char *path, const struct mad_rule_text *text,
                                    struct mad_arena *arena, struct mad_game *game)
{
    struct mad_text_error error = {.text = ""};
    const char *fault = text->problem;
    if (fault == NULL) {
        enum mad_status status =
            mad_learned_new(game, text->text, text->bytes, &game->learned.use, &error);
        if (status == MAD_ERROR_MEMORY)
            return status;
        fault = status == MAD_OK ? NULL : error.text;
    }
    game->learned.path = mad_arena_copy(arena, path, strlen(path));
    if (fault != NULL)
        game->learned.fault = mad_arena_copy(arena, fault, strlen(fault));
    return game->learned.path == NULL || (fault != NULL && game->learned.fault == NULL)
               ? MAD_ERROR_MEMORY
               : MAD_OK;
}

/* Beside the rule file, else in the engine's folders, else shipped. */
static enum mad_status find_learned(struct loading *loading, struct mad_arena *arena,
                                    struct mad_game *game)
{
    struct mad_rule_text text = {.problem = NULL};
    const char *beside = loading->path, *path = NULL, *name = learned_name(loading, game);
    const char *slash = beside != NULL ? strrchr(beside, '/') : NULL;
    int bytes = slash != NULL ? (int)(slash - beside) + 1 : 0;
    if (name == NULL)
        return MAD_ERROR_MEMORY;
    for (size_t i = beside == NULL; i <= loading->engine->folder_count; i++) {
        const char *folder = i > 0 ? loading->engine->folders[i - 1] : NULL;
        path = folder == NULL
                   ? mad_findings_text(&loading->findings, "%.*s%s.learned", bytes, beside, name)
                   : mad_findings_text(&loading->findings, "%s/%s.learned", folder, name);
        if (asked_text(loading, path, any_folder, &text) || text.problem != NULL)
            return take_learned(path, &text, arena, game);
    }
    const struct mad_embedded *found =
        beside == NULL ? mad_embedded_find(mad_embedded_learned, name) : NULL;
    if (found == NULL)
        return loading->trouble;
    text = (struct mad_rule_text){.text = (const char *)found->text, .bytes = found->bytes};
    path = mad_findings_text(&loading->findings, "rules/%s.learned", name);
    return take_learned(path, &text, arena, game);
}

static enum mad_status load_game(struct loading *loading, mad_load_visit visit, void *context,
                                 struct mad_game **out)
{
    enum mad_status status = open_main(loading);
    if (status != MAD_OK)
        return status;
    struct game_memory *memory = mad_memory_new(loading->memory, sizeof *memory);
    if (memory == NULL)
        return MAD_ERROR_MEMORY;
    struct mad_allocator allocator = mad_memory_allocator(loading->memory);
    memory->memory = *loading->memory;
    mad_arena_init(&memory->arena, &allocator, MAX_GAME);
    struct mad_loaded loaded = {.scratch = &loading->scratch,
                                .sources = &loading->sources,
                                .findings = &loading->findings,
                                .main_source = loading->inherit.main_source};
    status = compile(loading, memory, &loaded);
    if (status == MAD_OK && visit != NULL)
        status = visit(context, &loaded);
    else if (status == MAD_OK && loading->edit == NULL && loading->what->text == NULL &&
             !loading->what->without_learned)
        status = find_learned(loading, &memory->arena, loaded.game);
    if (status != MAD_OK)
        free_game_memory(memory);
    else
        *out = loaded.game;
    return status;
}

enum told { AT_LENGTH, IN_BRIEF };

static enum mad_status load_whole(const mad_engine *engine, const struct mad_load *load,
                                  mad_load_visit visit, mad_rules_edit edit, void *context,
                                  enum told told, mad_game **out, mad_diagnostics **diagnostics)
{
    struct loading loading;
    struct mad_game *game = NULL;
    if (engine == NULL || load == NULL || out == NULL || (load->path == NULL && load->text == NULL))
        return MAD_ERROR_MISUSE;
    enum mad_status status = begin(&loading, engine, load);
    loading.edit = edit;
    loading.edit_context = context;
    loading.findings.is_brief = told == IN_BRIEF;
    if (status == MAD_OK)
        status = load_game(&loading, visit, context, &game);
    status = finish(&loading, status, diagnostics);
    if (status == MAD_OK)
        *out = game;
    else
        mad_game_free(game);
    return status;
}

enum mad_status mad_load_visited(const mad_engine *engine, const struct mad_load *load,
                                 mad_load_visit visit, void *context, mad_game **out,
                                 mad_diagnostics **diagnostics)
{
    return load_whole(engine, load, visit, NULL, context, AT_LENGTH, out, diagnostics);
}

enum mad_status mad_load_edited(const mad_engine *engine, const struct mad_load *load,
                                mad_rules_edit edit, void *context, mad_game **out,
                                mad_diagnostics **diagnostics)
{
    return load_whole(engine, load, NULL, edit, context, AT_LENGTH, out, diagnostics);
}

enum mad_status mad_load_tried(const mad_engine *engine, const struct mad_load *load,
                               mad_rules_edit edit, void *context, mad_diagnostics **diagnostics)
{
    mad_game *game = NULL;
    enum mad_status status =
        load_whole(engine, load, NULL, edit, context, IN_BRIEF, &game, diagnostics);
    if (status == MAD_OK)
        mad_game_free(game);
    return status;
}

void mad_game_free(mad_game *game)
{
    if (game == NULL)
        return;
    mad_learned_free(game, game->learned.use);
    free_game_memory(game->memory);
}

/* --- variants --------------------------------------------------------------------------------------------- */

/* One block: this, the pointers, the texts. Callers hold `titles`. */
struct title_list {
    struct mad_memory memory;
    size_t bytes;
    char *titles[];
};

static enum mad_status copy_titles(const struct mad_memory *memory,
                                   const struct mad_inherit_titles *from, char ***titles)
{
    size_t bytes = offsetof(struct title_list, titles) + from->variant_count * sizeof(char *);
    size_t at = bytes;
    for (uint32_t i = 0; i < from->variant_count; i++)
        bytes += strlen(from->variants[i]) + 1;
    struct title_list *list = mad_memory_new(memory, bytes);
    if (list == NULL)
        return MAD_ERROR_MEMORY;
    list->memory = *memory;
    list->bytes = bytes;
    for (uint32_t i = 0; i < from->variant_count; i++) {
        list->titles[i] = (char *)list + at;
        strcpy(list->titles[i], from->variants[i]);
        at += strlen(from->variants[i]) + 1;
    }
    *titles = list->titles;
    return MAD_OK;
}

enum mad_status mad_list_variants(const mad_engine *engine, const struct mad_load *load,
                                  char ***titles, size_t *count)
{
    struct loading loading;
    struct mad_inherit_titles found = {.game = NULL};
    char **copies = NULL;
    if (engine == NULL || load == NULL || (load->path == NULL && load->text == NULL))
        return MAD_ERROR_MISUSE;
    enum mad_status status = begin_reading(&loading, engine, load);
    if (status == MAD_OK)
        status = mad_inherit_titles(&loading.inherit, &found);
    if (status == MAD_OK)
        status = copy_titles(loading.memory, &found, &copies);
    status = finish(&loading, status, NULL);
    if (status == MAD_OK) {
        *titles = copies;
        *count = found.variant_count;
    } else if (copies != NULL) {
        mad_strings_free(copies, found.variant_count);
    }
    return status;
}

static void visit_names(const struct mad_inherit_titles *titles, mad_name_visit visit,
                        void *context)
{
    bool goes_on = titles->game == NULL || visit(context, NULL, titles->game);
    for (uint32_t i = 0; i < titles->variant_count && goes_on; i++)
        goes_on = visit(context, titles->variants[i], titles->variants[i]);
    for (uint32_t i = 0; i < titles->name_count && goes_on; i++)
        goes_on = visit(context, titles->names[i].variant, titles->names[i].name);
}

enum mad_status mad_visit_names(const mad_engine *engine, const struct mad_load *load,
                                mad_name_visit visit, void *context)
{
    struct loading loading;
    struct mad_inherit_titles found = {.game = NULL};
    enum mad_status status = begin_reading(&loading, engine, load);
    if (status == MAD_OK)
        status = mad_inherit_titles(&loading.inherit, &found);
    if (status == MAD_OK)
        visit_names(&found, visit, context);
    return finish(&loading, status, NULL);
}

/* --- headings --------------------------------------------------------------------------------------------- */

static struct mad_game_info heading_of(const struct mad_ruleset *rules)
{
    bool is_hexagon = false;
    for (uint32_t i = 0; i < rules->laws.count; i++)
        is_hexagon = is_hexagon || rules->laws.items[i]->kind == MAD_NODE_HEXBOARD;
    return (struct mad_game_info){
        .title = rules->info.title,
        .inventor = rules->info.inventor,
        .source = rules->info.source,
        .family = rules->info.family,
        .year = (int)rules->info.year,
        .about = rules->info.about,
        .about_count = rules->info.about_count,
        .called = rules->info.called,
        .called_count = rules->info.called_count,
        .files = (int)rules->files,
        .ranks = (int)rules->ranks,
        .hexagons = is_hexagon,
    };
}

enum mad_status mad_visit_heading(const mad_engine *engine, const struct mad_load *load,
                                  mad_heading_visit visit, void *context)
{
    struct loading loading;
    struct mad_ruleset *rules = NULL;
    if (engine == NULL || load == NULL || (load->path == NULL && load->text == NULL))
        return MAD_ERROR_MISUSE;
    enum mad_status status = begin_reading(&loading, engine, load);
    if (status == MAD_OK)
        status = mad_inherit(&loading.inherit, &rules);
    if (status == MAD_OK) {
        const struct mad_game_info info = heading_of(rules);
        visit(context, &info);
    }
    return finish(&loading, status, NULL);
}

void mad_strings_free(char **strings, size_t count)
{
    (void)count;
    if (strings == NULL)
        return;
    struct title_list *list =
        (struct title_list *)(void *)((char *)strings - offsetof(struct title_list, titles));
    struct mad_memory memory = list->memory;
    mad_memory_free(&memory, list, list->bytes);
}
