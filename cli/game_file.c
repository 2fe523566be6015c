/* game_file.c - see game_file.h. Layer: cli. */
#include "game_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../interp/mad_record.h"
#include "interrupt.h"
#include "open_file.h"
#include "print_diagnostic.h"
#include "rule_folders.h"
#include "shelf.h"
#include "suggest.h"
#include "text.h"

enum cli_exit cli_exit_of(enum mad_status status)
{
    switch (status) {
    case MAD_OK: return CLI_FINE;
    case MAD_ERROR_RULES:
    case MAD_ERROR_ILLEGAL:
    case MAD_ERROR_AMBIGUOUS:
    case MAD_ERROR_CHANCE:
    case MAD_ERROR_OVER:
    case MAD_ERROR_LIMIT:
    case MAD_ERROR_STOPPED: return CLI_FINDINGS;
    case MAD_ERROR_NOT_FOUND:
    case MAD_ERROR_READ:
    case MAD_ERROR_TEXT: return CLI_USAGE;
    case MAD_ERROR_MEMORY:
    case MAD_ERROR_MISUSE: break;
    }
    return CLI_INTERNAL;
}

enum cli_exit cli_status_failed(const struct cli_args *args, const char *what,
                                enum mad_status status)
{
    if (status == MAD_ERROR_STOPPED && cli_interrupt_tell("%s was not finished", what)) {
        return CLI_INTERRUPTED;
    }
    fprintf(stderr, "mad %s: %s: ", args->command->name, what);
    cli_put(stderr, mad_status_text(status));
    fputc('\n', stderr);
    return cli_exit_of(status);
}

enum cli_exit cli_game_failed(const struct cli_args *args, const mad_game *game, const char *what,
                              enum mad_status status)
{
    struct mad_limit_info limit;
    if (status != MAD_ERROR_LIMIT || !mad_game_limit(game, &limit)) {
        return cli_status_failed(args, what, status);
    }
    fprintf(stderr, "mad %s: %s: ", args->command->name, what);
    if (limit.file != NULL) {
        cli_put(stderr, limit.file);
        fprintf(stderr, ":%u: ", (unsigned)limit.line);
    }
    fprintf(stderr, "%s\n", limit.text);
    return cli_exit_of(status);
}

static char *copy_text(const char *text, size_t bytes)
{
    char *copy = malloc(bytes + 1);
    if (copy == NULL) {
        fputs("mad: out of memory\n", stderr);
        return NULL;
    }
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    return copy;
}

/* Where the colon of FILE:NAME is: the first one behind the last slash; null when there is none, or
 * when a file has the whole name. */
static const char *find_colon(const char *operand)
{
    const char *slash = strrchr(operand, '/');
    const char *colon = strchr(slash != NULL ? slash : operand, ':');
    struct stat status;
    return colon == operand || stat(operand, &status) == 0 ? NULL : colon;
}

static enum cli_exit take_apart(struct cli_file_name *name, const struct cli_args *args,
                                const char *operand)
{
    const char *variant = args->value[CLI_OPTION_VARIANT], *colon = find_colon(operand);
    size_t path_bytes = colon != NULL ? (size_t)(colon - operand) : strlen(operand);
    if (colon != NULL && variant != NULL) {
        return cli_usage_error(args->command, "'%s' names a variant and so does --variant",
                               operand);
    }
    if (colon != NULL) {
        variant = colon + 1;
    }
    if (path_bytes == 0 || (variant != NULL && variant[0] == '\0')) {
        return cli_usage_error(args->command, "'%s' lacks a name", operand);
    }
    struct cli_file_name made = {.path = copy_text(operand, path_bytes)};
    if (made.path != NULL && variant != NULL) {
        made.variant = copy_text(variant, strlen(variant));
    }
    if (made.path == NULL || (variant != NULL && made.variant == NULL)) {
        cli_file_name_free(&made);
        return CLI_INTERNAL;
    }
    *name = made;
    return CLI_FINE;
}

void cli_file_name_free(struct cli_file_name *name)
{
    free(name->path);
    free(name->variant);
    *name = (struct cli_file_name){0};
}

/* --- other names ------------------------------------------------------------------------------- */

static enum cli_exit rename_file(struct cli_file_name *name, const char *path, const char *variant)
{
    struct cli_file_name made = {.path = copy_text(path, strlen(path))};
    if (variant[0] == '\0') {
        variant = name->variant != NULL ? name->variant : "";
    }
    if (variant[0] != '\0') {
        made.variant = copy_text(variant, strlen(variant));
    }
    if (made.path == NULL || (made.variant == NULL && variant[0] != '\0')) {
        cli_file_name_free(&made);
        return CLI_INTERNAL;
    }
    cli_file_name_free(name);
    *name = made;
    return CLI_FINE;
}

/* "mad: 'FOUND' is ..." for words that fit no name in full: the one game that they fit, or all. */
static void say_found(const struct cli_shelf *shelf, const char *words, size_t count)
{
    fputs("mad: '", stderr);
    cli_put(stderr, words);
    fputs(count == 1 ? "' is taken for " : "' may be one of these:\n", stderr);
    for (size_t i = 0; i < shelf->count; i++) {
        const struct cli_shelf_game *game = &shelf->games[i];
        if (cli_shelf_matches(game, words)) {
            fprintf(stderr, "%s%s (", count == 1 ? "" : "  ", game->name);
            cli_put(stderr, game->title);
            fputs(")\n", stderr);
        }
    }
}

enum { MOST_FOUND = 20 };

static enum cli_exit search_name(struct cli_file_name *name, const mad_engine *engine)
{
    struct cli_shelf shelf = {0};
    const struct cli_shelf_game *found = NULL;
    enum cli_exit code = cli_shelf_fill(&shelf, engine);
    size_t count = 0;
    for (size_t i = 0; i < shelf.count; i++) {
        if (cli_shelf_matches(&shelf.games[i], name->path)) {
            found = &shelf.games[i];
            count++;
        }
    }
    code = code < CLI_USAGE ? CLI_FINE : code;
    count = count <= MOST_FOUND ? count : 0; /* too many to be what was meant */
    if (count > 0) {
        say_found(&shelf, name->path, count);
        code = count == 1 ? CLI_FINE : CLI_USAGE;
    }
    if (count == 1) {
        const char *colon = strchr(found->name, ':');
        size_t bytes = colon != NULL ? (size_t)(colon - found->name) : strlen(found->name);
        char *path = copy_text(found->name, bytes);
        code =
            path == NULL ? CLI_INTERNAL : rename_file(name, path, colon != NULL ? colon + 1 : "");
        free(path);
    }
    cli_shelf_free(&shelf);
    return code;
}

/* The file as it is, when it is one or looks like one; else what it is the name of. */
static enum cli_exit find_name(struct cli_file_name *name, const struct cli_args *args,
                               const mad_engine *engine, const char *operand)
{
    struct mad_game_name found;
    size_t length = strlen(name->path);
    bool is_path = strchr(name->path, '/') != NULL ||
                   (length > 4 && strcmp(name->path + length - 4, ".mad") == 0);
    char *file = cli_rule_file_find(engine, name->path);
    free(file);
    if (is_path || file != NULL || mad_shipped_text(engine, name->path) != NULL) {
        return CLI_FINE;
    }
    if (mad_find_game(engine, name->path, &found) == MAD_OK ||
        (strcmp(operand, name->path) != 0 && mad_find_game(engine, operand, &found) == MAD_OK)) {
        if (found.variant[0] != '\0' && name->variant != NULL) {
            return cli_usage_error(args->command,
                                   "'%s' is %s:%s already, and '%s' one variant more", name->path,
                                   found.path, found.variant, name->variant);
        }
        return rename_file(name, found.path, found.variant);
    }
    return name->variant == NULL ? search_name(name, engine) : CLI_FINE;
}

enum cli_exit cli_file_name_parse(struct cli_file_name *name, const struct cli_args *args,
                                  const mad_engine *engine, const char *operand)
{
    struct cli_file_name made = {0};
    enum cli_exit code = take_apart(&made, args, operand);
    if (code == CLI_FINE) {
        code = find_name(&made, args, engine, operand);
    }
    if (code != CLI_FINE) {
        cli_file_name_free(&made);
        return code;
    }
    *name = made;
    return CLI_FINE;
}

/* Whether the command can do with a game of more than two players what it says. */
static bool plays_many(const struct cli_command *command)
{
    static const char *const others[] = {"report", "solve", "learn",  "disasm",
                                         "uci",    "usi",   "xboard", "serve"};
    bool is_one = true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        is_one = is_one && strcmp(command->name, others[i]) != 0;
    }
    return is_one;
}

struct mad_load cli_load(const struct cli_args *args, const char *path, const char *variant)
{
    return (struct mad_load){
        .path = path,
        .variant = variant,
        .settings = args->settings,
        .setting_count = args->setting_count,
        .with_seats = plays_many(args->command),
        .with_plan = args->value[CLI_OPTION_PLAN] != NULL,
        .without_learned = (args->command->options & CLI_BIT(UNLEARNED)) == 0 ||
                           args->value[CLI_OPTION_UNLEARNED] != NULL,
    };
}

char *cli_variant_slug(const char *title)
{
    char *slug = copy_text(title, strlen(title));
    size_t length = 0;
    for (const char *c = title; slug != NULL && *c != '\0'; c++) {
        if (isalnum((unsigned char)*c) || (unsigned char)*c >= 0x80) {
            slug[length++] = (char)tolower((unsigned char)*c);
        } else if (length > 0 && slug[length - 1] != '-') {
            slug[length++] = '-';
        }
    }
    if (slug != NULL) {
        slug[length - (length > 0 && slug[length - 1] == '-')] = '\0';
    }
    return slug;
}

static void say_no_file(const mad_engine *engine, const char *path)
{
    struct cli_suggest suggest = cli_suggest_start(path);
    const char *shipped;
    for (size_t i = 0; (shipped = mad_shipped_name(engine, i)) != NULL; i++) {
        cli_suggest_offer(&suggest, shipped);
    }
    fputs("mad: there is no rule file '", stderr);
    cli_put(stderr, path);
    fputs("' and no game of that name comes with mad", stderr);
    cli_suggest_put(stderr, &suggest);
    fputs("\n`mad list` shows the games that come with mad.\n", stderr);
}

static void say_no_variant(const mad_engine *engine, const struct mad_load *load)
{
    struct mad_load plain = {.path = load->path};
    char **titles = NULL;
    size_t count = 0;
    fputs("mad: '", stderr);
    cli_put(stderr, load->path);
    fputs("' has no variant '", stderr);
    cli_put(stderr, load->variant);
    if (mad_list_variants(engine, &plain, &titles, &count) != MAD_OK || count == 0) {
        fputs("'; it has none\n", stderr);
        return;
    }
    fputs("'; its variants:\n", stderr);
    for (size_t i = 0; i < count; i++) {
        char *slug = cli_variant_slug(titles[i]);
        fputs("  ", stderr);
        cli_put(stderr, slug != NULL ? slug : titles[i]);
        fputc('\n', stderr);
        free(slug);
    }
    mad_strings_free(titles, count);
}

static void say_option(const mad_game *game, size_t index)
{
    const char *value, *const *values;
    size_t value_count;
    cli_put(stderr, mad_game_option(game, index, &value, &values, &value_count));
    fputs(" = ", stderr);
    cli_put(stderr, value);
    for (size_t i = 0; i < value_count; i++) {
        fputs(i == 0 ? "  (" : " or ", stderr);
        cli_put(stderr, values[i]);
    }
    fputs(value_count > 0 ? ")" : "", stderr);
}

/* The game loads without --set, so one of the settings is to blame: show what there is. */
static void say_options(const struct mad_load *load, const mad_game *game)
{
    fputs("mad: '", stderr);
    cli_put(stderr, load->path);
    fputs("' does not know what to do with --set", stderr);
    for (size_t i = 0; i < load->setting_count; i++) {
        fputc(' ', stderr);
        cli_put(stderr, load->settings[i].option);
        fputc('=', stderr);
        cli_put(stderr, load->settings[i].value);
    }
    size_t count = mad_game_option_count(game);
    fputs(count == 0 ? "; it has no options\n" : "; its options:\n", stderr);
    for (size_t i = 0; i < count; i++) {
        fputs("  ", stderr);
        say_option(game, i);
        fputc('\n', stderr);
    }
}

static void say_not_found(const mad_engine *engine, const struct mad_load *load)
{
    char *path = cli_rule_file_find(engine, load->path);
    free(path);
    if (path == NULL && mad_shipped_text(engine, load->path) == NULL) {
        say_no_file(engine, load->path);
        return;
    }
    struct mad_load plain = *load;
    plain.settings = NULL;
    plain.setting_count = 0;
    mad_game *game = NULL;
    if (load->setting_count > 0 && mad_game_load(engine, &plain, &game, NULL) == MAD_OK) {
        say_options(load, game);
        mad_game_free(game);
    } else if (load->variant != NULL) {
        say_no_variant(engine, load);
    } else {
        say_no_file(engine, load->path);
    }
}

static void say_unreadable(const mad_engine *engine, const char *name)
{
    char *found = cli_rule_file_find(engine, name);
    const char *path = found != NULL ? found : name;
    struct stat status;
    const char *why = "it is larger than 1 MB; rule files are a few pages of text";
    if (stat(path, &status) != 0) {
        why = strerror(errno);
    } else if (cli_strange_kind(status.st_mode) != NULL) {
        why = cli_strange_kind(status.st_mode);
    } else {
        FILE *file = fopen(path, "rb");
        why = file == NULL ? strerror(errno) : why;
        if (file != NULL) {
            fclose(file);
        }
    }
    fputs("mad: cannot read '", stderr);
    cli_put(stderr, path);
    fprintf(stderr, "': %s\n", why);
    free(found);
}

enum cli_exit cli_load_failed(const mad_engine *engine, const struct mad_load *load,
                              enum mad_status status)
{
    if (status == MAD_ERROR_NOT_FOUND) {
        say_not_found(engine, load);
    } else if (status == MAD_ERROR_READ) {
        say_unreadable(engine, load->path);
    } else {
        fputs("mad: ", stderr);
        cli_put(stderr, load->path);
        fprintf(stderr, ": %s\n", mad_status_text(status));
    }
    return cli_exit_of(status);
}

enum cli_exit cli_engine_open(mad_engine **engine)
{
    enum mad_status status = cli_engine_new(engine);
    if (status != MAD_OK) {
        fprintf(stderr, "mad: %s\n", mad_status_text(status));
    }
    return cli_exit_of(status);
}

bool cli_is_file_missing(enum mad_status status, const mad_diagnostics *diagnostics)
{
    bool is_outside = status == MAD_ERROR_NOT_FOUND || status == MAD_ERROR_READ;
    return is_outside && (diagnostics == NULL || mad_diagnostics_count(diagnostics) == 0 ||
                          mad_diagnostics_at(diagnostics, 0)->place.line == 0);
}

enum cli_exit cli_diagnostics_failed(const mad_engine *engine, const struct mad_load *load,
                                     enum mad_status status, const mad_diagnostics *diagnostics)
{
    if (cli_is_file_missing(status, diagnostics)) {
        return cli_load_failed(engine, load, status);
    }
    size_t count = diagnostics != NULL ? mad_diagnostics_count(diagnostics) : 0, errors = 0;
    for (size_t i = 0; i < count; i++) {
        const struct mad_diagnostic *diagnostic = mad_diagnostics_at(diagnostics, i);
        if (diagnostic->severity == MAD_SEVERITY_ERROR &&
            !cli_diagnostic_is_known(diagnostics, i)) {
            cli_diagnostic_print(stderr, diagnostic, CLI_DIAGNOSTIC_HUMAN);
            errors++;
        }
    }
    return errors > 0 ? cli_exit_of(status) : cli_load_failed(engine, load, status);
}

/* Warnings are for `mad lint`; here their number. */
static void mention_warnings(const mad_diagnostics *list, const char *path)
{
    size_t warnings = 0;
    for (size_t i = 0; i < mad_diagnostics_count(list); i++) {
        warnings += mad_diagnostics_at(list, i)->severity == MAD_SEVERITY_WARNING;
    }
    if (warnings > 0) {
        fprintf(stderr, "%zu warning%s; `mad lint ", warnings, warnings == 1 ? "" : "s");
        cli_put(stderr, path);
        fputs("` shows them\n", stderr);
    }
}

static enum cli_exit load_game(struct cli_game *game, const struct mad_load *load)
{
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = mad_game_load(game->engine, load, &game->game, &diagnostics);
    enum cli_exit code = cli_exit_of(status);
    if (status != MAD_OK) {
        code = cli_diagnostics_failed(game->engine, load, status, diagnostics);
    } else if (diagnostics != NULL) {
        mention_warnings(diagnostics, load->path);
        cli_mention_shadowed(game->engine, load->path);
    }
    mad_diagnostics_free(diagnostics);
    return code;
}

/* What was learned may no longer fit: that is no fault of the game. */
void cli_mention_unused(const mad_game *game)
{
    struct mad_learned_info learned;
    if (mad_game_learned(game, &learned) && learned.fault != NULL) {
        fputs("mad: note: '", stderr);
        cli_put(stderr, learned.path);
        fputs("' is not used: ", stderr);
        cli_put(stderr, learned.fault);
        fputc('\n', stderr);
    }
}

enum cli_exit cli_game_open(struct cli_game *game, const struct cli_args *args, const char *operand)
{
    struct cli_game made = {0};
    enum cli_exit code = cli_engine_open(&made.engine);
    if (code == CLI_FINE) {
        code = cli_file_name_parse(&made.name, args, made.engine, operand);
    }
    if (code == CLI_FINE) {
        struct mad_load load = cli_load(args, made.name.path, made.name.variant);
        code = load_game(&made, &load);
    }
    if (code != CLI_FINE) {
        cli_game_close(&made);
        return code;
    }
    if ((args->command->options & CLI_BIT(PLAIN)) == 0) { /* else on its screen */
        cli_mention_unused(made.game);
    }
    *game = made;
    return CLI_FINE;
}

void cli_game_close(struct cli_game *game)
{
    cli_file_name_free(&game->name);
    mad_position_free(game->position);
    mad_game_free(game->game);
    mad_engine_free(game->engine);
    *game = (struct cli_game){0};
}

enum cli_exit cli_variants_find(struct cli_variants *variants, const mad_engine *engine,
                                const char *path, const char *variant)
{
    char **found = NULL;
    size_t count = 0;
    enum mad_status status = MAD_OK;
    if (variant == NULL) {
        struct mad_load load = {.path = path};
        status = mad_list_variants(engine, &load, &found, &count);
        if (status != MAD_OK) {
            count = 0; /* loading the game itself will tell why */
        }
    }
    struct cli_variants made = {.titles = calloc(count + 1, sizeof *made.titles),
                                .count = count + 1};
    bool is_whole = made.titles != NULL && status != MAD_ERROR_MEMORY;
    if (is_whole && variant != NULL) {
        made.titles[0] = copy_text(variant, strlen(variant));
        is_whole = made.titles[0] != NULL;
    }
    for (size_t i = 0; i < count && is_whole; i++) {
        made.titles[i + 1] = copy_text(found[i], strlen(found[i]));
        is_whole = made.titles[i + 1] != NULL;
    }
    if (found != NULL) {
        mad_strings_free(found, count);
    }
    if (!is_whole) {
        cli_variants_free(&made);
        return CLI_INTERNAL;
    }
    *variants = made;
    return CLI_FINE;
}

void cli_variants_free(struct cli_variants *variants)
{
    for (size_t i = 0; variants->titles != NULL && i < variants->count; i++) {
        free(variants->titles[i]);
    }
    free(variants->titles);
    *variants = (struct cli_variants){0};
}

enum { CLI_CARET_LONGEST = 100 }; /* a longer text would not stay on one line */

void cli_text_failed(FILE *stream, const char *what, const char *text, enum mad_status status,
                     const struct mad_text_error *error)
{
    fputs(what, stream);
    fputs(": ", stream);
    cli_put(stream, error->text[0] != '\0' ? error->text : mad_status_text(status));
    fputc('\n', stream);
    size_t length = strlen(text);
    if (status != MAD_ERROR_TEXT || error->offset > length || length == 0) {
        return;
    }
    if (length > CLI_CARET_LONGEST) {
        fprintf(stream, "  at character %zu of the text\n", error->offset + 1);
        return;
    }
    char before[CLI_CARET_LONGEST + 1];
    memcpy(before, text, error->offset);
    before[error->offset] = '\0';
    fputs("  ", stream);
    cli_put(stream, text);
    fputs("\n  ", stream);
    cli_put_repeated(stream, ' ', cli_width(before));
    fputs("^\n", stream);
}

enum mad_dialect cli_fen_style(const struct cli_args *args)
{
    const char *word = args->value[CLI_OPTION_FEN_STYLE];
    int dialect = word != NULL ? MAD_DIALECT_PDN : MAD_DIALECT_ANY;
    while (dialect > MAD_DIALECT_ANY &&
           strcmp(mad_dialect_name((enum mad_dialect)dialect), word) != 0) {
        dialect--;
    }
    return (enum mad_dialect)dialect;
}

static enum cli_exit set_fen(mad_position *position, const struct cli_args *args)
{
    const char *text = args->value[CLI_OPTION_FEN];
    struct mad_text_error error = {0};
    enum mad_status status = mad_position_set_as(position, text, cli_fen_style(args), &error);
    if (status == MAD_ERROR_TEXT && cli_fen_style(args) != MAD_DIALECT_ANY) {
        status = mad_position_set(position, text, &error); /* the style is for what is printed */
    }
    if (status != MAD_OK || error.text[0] != '\0') {
        cli_text_failed(stderr, status == MAD_OK ? "mad: --fen: note" : "mad: --fen", text, status,
                        &error);
    }
    return cli_exit_of(status);
}

/* Makes the moves of --play: words between blanks, or the moves of a PGN file. */
static enum cli_exit play_moves(const struct cli_args *args, mad_position *position,
                                const char *text)
{
    struct mad_movetext walk = {.at = text};
    enum mad_status status = MAD_OK;
    while (status == MAD_OK && mad_movetext_next(&walk)) {
        struct mad_text_error error = {0};
        status = mad_position_play(position, walk.move, &error);
        if (status == MAD_ERROR_LIMIT) {
            cli_game_failed(args, mad_position_game(position), "--play", status);
        } else if (status != MAD_OK) {
            char what[60];
            snprintf(what, sizeof what, "mad: --play, move %u",
                     (unsigned)mad_position_ply(position) + 1);
            cli_text_failed(stderr, what, walk.move, status, &error);
        }
    }
    if (status == MAD_OK && walk.fault != NULL) {
        fprintf(stderr, "mad: --play: %s\n", walk.fault);
        return CLI_USAGE;
    }
    return cli_exit_of(status);
}

char *cli_styled_text(const struct cli_args *args, const mad_position *position)
{
    enum mad_dialect style = cli_fen_style(args);
    struct mad_text_error error = {0};
    size_t length = 0;
    enum mad_status status = mad_position_text_as(position, style, NULL, 0, &length, &error);
    char *text = status == MAD_OK ? malloc(length + 1) : NULL;
    if (status != MAD_OK) {
        fprintf(stderr, "mad %s: --fen-style %s: ", args->command->name,
                args->value[CLI_OPTION_FEN_STYLE]);
        cli_put(stderr, error.text);
        fputc('\n', stderr);
    } else if (text == NULL ||
               mad_position_text_as(position, style, text, length + 1, &length, &error) != MAD_OK) {
        fputs("mad: out of memory\n", stderr);
    }
    return text;
}

enum cli_exit cli_game_open_position(struct cli_game *game, const struct cli_args *args,
                                     const char *operand)
{
    enum cli_exit code = cli_game_open(game, args, operand);
    if (code != CLI_FINE) {
        return code;
    }
    enum mad_status status = mad_position_new(game->game, &game->position);
    if (status != MAD_OK) {
        code = cli_game_failed(args, game->game, "new position", status);
    }
    if (code == CLI_FINE && args->value[CLI_OPTION_FEN] != NULL) {
        code = set_fen(game->position, args);
    }
    if (code == CLI_FINE && args->value[CLI_OPTION_PLAY] != NULL) {
        code = play_moves(args, game->position, args->value[CLI_OPTION_PLAY]);
    }
    if (code != CLI_FINE) {
        cli_game_close(game);
    }
    return code;
}

char *cli_game_name(const char *file, const char *title)
{
    char *slug = title != NULL ? cli_variant_slug(title) : NULL;
    size_t size = strlen(file) + (slug != NULL ? strlen(slug) : 0) + 2;
    char *name = title != NULL && slug == NULL ? NULL : malloc(size);
    if (name != NULL) {
        snprintf(name, size, "%s%s%s", file, slug != NULL ? ":" : "", slug != NULL ? slug : "");
    }
    free(slug);
    return name;
}
