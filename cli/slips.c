/* slips.c - see slips.h.
 *
 * Layer: cli. The text is changed in one place: a word for another that is taken for it (slips.def), a number by one, a
 * sentence left out. What compiles goes through the tests; what passes them is played beside the rules as they are, and
 * where the two part is told. A slip that changes nothing as far as was looked counts for nothing: it may be none. */
#include "slips.h"

#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "json.h"
#include "lists.h"
#include "part.h"
#include "rule_text.h"
#include "text.h"

enum { TEXT_BYTES = 200 };

struct slip {
    uint32_t begin, end; /* bytes that are replaced */
    uint32_t line;
    char text[40]; /* by this */
};

struct slips {
    const struct cli_args *args;
    const mad_engine *engine;
    const char *path;
    const struct cli_variants *variants;
    struct cli_rule_text text;
    mad_game **games; /* [variant]: as they are */
    struct slip *items;
    size_t count, capacity;
    char **told; /* tests that were proposed */
    size_t told_count;
    size_t noticed, missed, idle, refused;
    uint64_t asked,
        most; /* by the tests in progress, whether to go on; so often by those of the rules as they are */
    bool is_trouble;
};

/* --- drawing them ------------------------------------------------------------------------------------- */

static const char *const pairs[][2] = {
#define CLI_SLIP(one, other) {one, other},
#include "slips.def"
};

static void add(struct slips *slips, const struct slip *slip)
{
    struct slip *grown = cli_room(slips->items, slips->count, &slips->capacity, sizeof *grown);
    if (grown == NULL) {
        slips->is_trouble = true;
        return;
    }
    slips->items = grown;
    slips->items[slips->count++] = *slip;
}

static void add_word(struct slips *slips, const struct mad_text_word *word, uint32_t line)
{
    const char *text = slips->text.bytes + word->begin;
    size_t length = word->end - word->begin;
    struct slip slip = {.begin = word->begin, .end = word->end, .line = line};
    if (word->sort == MAD_SORT_NUMBER && length < 6) {
        long number = strtol(text, NULL, 10);
        for (long by = -1; by <= 1; by += 2) {
            snprintf(slip.text, sizeof slip.text, "%ld", number + by);
            if (number + by >= 0) {
                add(slips, &slip);
            }
        }
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        for (int side = 0; side < 2; side++) {
            if (length == strlen(pairs[i][side]) && memcmp(text, pairs[i][side], length) == 0) {
                snprintf(slip.text, sizeof slip.text, "%s", pairs[i][1 - side]);
                add(slips, &slip);
            }
        }
    }
}

static uint32_t column_of(const struct slips *slips, uint32_t at)
{
    uint32_t column = 0;
    while (at > 0 && slips->text.bytes[at - 1] != '\n') {
        at--;
        column++;
    }
    return column;
}

static bool begins_with(const struct slips *slips, const struct mad_text_word *word,
                        const char *text)
{
    return word->end - word->begin >= strlen(text) &&
           memcmp(slips->text.bytes + word->begin, text, strlen(text)) == 0;
}

/* What stands in the file and is no rule of play. */
static bool is_aside(const struct slips *slips, const struct mad_text_word *word)
{
    static const char *const asides[] = {"mad",  "game",   "variant", "inventor",
                                         "year", "source", "about",   "family",
                                         "also", "test",   "notation"};
    for (size_t i = 0; i < sizeof asides / sizeof asides[0]; i++) {
        if (begins_with(slips, word, asides[i])) {
            return true;
        }
    }
    return false;
}

/* Goes through the words: sentence by sentence, tests and notation with all that is below them left out. */
static void draw(struct slips *slips, const struct mad_text_word *words, size_t count)
{
    uint32_t line = 1, at = 0, aside = UINT32_MAX; /* column of a heading that is aside */
    bool is_sentence = false;
    for (size_t i = 0; i < count && !slips->is_trouble; i++) {
        const struct mad_text_word *word = &words[i];
        for (; at < word->begin; at++) {
            line += slips->text.bytes[at] == '\n';
        }
        if (word->sort == MAD_SORT_COMMENT) {
            continue;
        }
        if (word->is_first) {
            uint32_t column = column_of(slips, word->begin);
            aside = column <= aside ? UINT32_MAX : aside;
            is_sentence = aside == UINT32_MAX && !is_aside(slips, word);
            if (begins_with(slips, word, "test") || begins_with(slips, word, "notation")) {
                aside = aside == UINT32_MAX ? column : aside;
            }
            size_t last = i;
            while (last + 1 < count && !words[last + 1].is_first &&
                   words[last + 1].sort != MAD_SORT_COMMENT) {
                last++;
            }
            if (is_sentence) {
                add(slips,
                    &(struct slip){.begin = word->begin, .end = words[last].end, .line = line});
            }
        }
        if (is_sentence) {
            add_word(slips, word, line);
        }
    }
}

/* Leaves so many of them, drawn, in the order of the text. */
static void thin(struct slips *slips, size_t most)
{
    uint64_t seed = (uint64_t)cli_args_number(slips->args, CLI_OPTION_SEED, 1) * 2 + 1;
    size_t kept = 0, wanted = most;
    for (size_t i = 0; i < slips->count; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        if ((seed >> 11) % (slips->count - i) < wanted) {
            slips->items[kept++] = slips->items[i];
            wanted--;
        }
    }
    slips->count = kept;
}

/* --- trying one ---------------------------------------------------------------------------------------- */

enum outcome { REFUSED, NOTICED, MISSED, IDLE };

static char *put_in(const struct slips *slips, const struct slip *slip)
{
    size_t added = strlen(slip->text), rest = slips->text.count - slip->end;
    char *out = malloc(slip->begin + added + rest + 1);
    if (out != NULL) {
        memcpy(out, slips->text.bytes, slip->begin);
        memcpy(out + slip->begin, slip->text, added);
        memcpy(out + slip->begin + added, slips->text.bytes + slip->end, rest);
        out[slip->begin + added + rest] = '\0';
    }
    return out;
}

static bool stop_tests(void *context)
{
    struct slips *slips = context;
    return ++slips->asked > slips->most || cli_interrupted();
}

static enum mad_status load_variant(struct slips *slips, const char *text, size_t variant,
                                    mad_game **game)
{
    struct mad_load load = cli_load(slips->args, slips->path, slips->variants->titles[variant]);
    load.text = text;
    load.text_bytes = strlen(text);
    load.text_is_of_path = true;
    load.without_learned = true;
    return mad_game_load(slips->engine, &load, game, NULL);
}

static bool is_trouble(struct slips *slips, enum mad_status status)
{
    slips->is_trouble = slips->is_trouble || status == MAD_ERROR_MEMORY;
    return slips->is_trouble;
}

/* Runs the tests of a variant; what they take too long with, or a limit, is noticed. */
static enum outcome try_tests(struct slips *slips, const mad_game *game)
{
    size_t run = 0, failed = 0;
    slips->asked = 0; /* twice as much work as the tests are can only be another game */
    enum mad_status status = mad_game_run_tests_until(game, NULL, stop_tests, slips, &run, &failed);
    (void)is_trouble(slips, status);
    return status != MAD_OK || failed > 0 ? NOTICED : MISSED;
}

static bool has_same_board(const mad_game *one, const mad_game *other)
{
    struct mad_game_info a = mad_game_info(one), b = mad_game_info(other);
    return a.files == b.files && a.ranks == b.ranks && a.hexagons == b.hexagons;
}

static enum outcome try_slip(struct slips *slips, const struct slip *slip, size_t *variant,
                             struct cli_parting *parting)
{
    static const struct cli_parting_limits limits = {
        .positions = 400, .plies = 3, .games = 12, .game_plies = 120, .seed = 1, .moves = 150000};
    enum outcome outcome = IDLE;
    char *text = put_in(slips, slip);
    *parting = (struct cli_parting){.position = NULL};
    slips->is_trouble = slips->is_trouble || text == NULL;
    /* All tests first: where games part is looked for when no variant has one that fails. */
    for (int round = 0; round < 2 && outcome == IDLE; round++) {
        for (size_t i = 0; i < slips->variants->count && outcome == IDLE && !slips->is_trouble;
             i++) {
            mad_game *game = NULL;
            enum mad_status status = load_variant(slips, text, i, &game);
            if (is_trouble(slips, status) || status != MAD_OK) {
                outcome = REFUSED;
            } else if (round == 0) {
                outcome = try_tests(slips, game) == NOTICED ? NOTICED : IDLE;
            } else if (has_same_board(slips->games[i], game)) {
                const mad_game *games[2] = {slips->games[i], game};
                status = cli_find_parting(games, &limits, parting);
                (void)is_trouble(slips, status);
                outcome = parting->position != NULL ? MISSED : IDLE;
                *variant = i;
            }
            mad_game_free(game);
        }
    }
    free(text);
    return outcome;
}

/* --- telling ------------------------------------------------------------------------------------------- */

/* A step that holds in the game as it is, and does not with the slip. */
static void describe_step(const mad_game *game, const struct cli_parting *parting, char *out,
                          size_t size)
{
    char move[TEXT_BYTES];
    const bool is_result = parting->results[0] != parting->results[1];
    const char *only = parting->only[0][0] != '\0' ? parting->only[0] : parting->only[1];
    snprintf(move, sizeof move, "%.*s", (int)strcspn(only, " "), only);
    if (is_result && (parting->results[0] == MAD_GOES_ON || parting->results[0] == MAD_DRAW)) {
        snprintf(out, size, "result %s", parting->results[0] == MAD_DRAW ? "draw" : "none");
    } else if (is_result) {
        snprintf(out, size, "result %s wins",
                 mad_game_info(game).player_name[mad_winner(parting->results[0])]);
    } else {
        snprintf(out, size, "moves %s %s", only == parting->only[0] ? "include" : "exclude", move);
    }
}

static void print_json(const struct slips *slips, const struct slip *slip, const char *was,
                       const struct cli_parting *parting, const char *step)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", slips->path);
    cli_json_count(&json, "line", slip->line);
    cli_json_text(&json, "was", was);
    cli_json_text(&json, "slip", slip->text);
    cli_json_text(&json, "position", parting->position);
    cli_json_text(&json, "step", step);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

/* The line as it is, and with the slip. */
static void print_lines(const struct slips *slips, const struct slip *slip)
{
    const char *text = slips->text.bytes;
    size_t from = slip->begin, to = slip->end;
    while (from > 0 && text[from - 1] != '\n') {
        from--;
    }
    to += strcspn(text + to, "\n");
    char line[4 * TEXT_BYTES];
    for (int side = 0; side < 2; side++) {
        const char *word = side == 0 ? text + slip->begin : slip->text;
        const size_t length = side == 0 ? slip->end - slip->begin : strlen(slip->text);
        snprintf(line, sizeof line, "%.*s%.*s%.*s", (int)(slip->begin - from), text + from,
                 (int)length, word, (int)(to - slip->end), text + slip->end);
        if (strspn(line, " ") == strlen(line)) {
            continue; /* left out */
        }
        cli_tone(stdout, side == 0 ? CLI_RED : CLI_GREEN);
        printf("%5u %c ", (unsigned)slip->line, side == 0 ? '-' : '+');
        cli_put(stdout, line);
        cli_tone(stdout, CLI_PLAIN);
        fputc('\n', stdout);
    }
}

/* A title has no quotation marks in it. */
static void print_title(const struct slips *slips, const struct slip *slip)
{
    const char *text = slips->text.bytes;
    size_t from = slip->begin;
    while (from > 0 && text[from - 1] != '\n') {
        from--;
    }
    from += strspn(text + from, " \t");
    char title[TEXT_BYTES];
    snprintf(title, sizeof title, "%.*s", (int)strcspn(text + from, "#\r\n"), text + from);
    for (char *c = title; *c != '\0'; c++) {
        *c = *c == '"' ? '\'' : *c;
    }
    while (title[0] != '\0' && title[strlen(title) - 1] == ' ') {
        title[strlen(title) - 1] = '\0';
    }
    fputs("  test \"", stdout);
    cli_put(stdout, title);
    fputs("\"\n", stdout);
}

/* Notes what is proposed; false when it has been before. */
static bool is_new(struct slips *slips, const char *position, const char *step)
{
    size_t bytes = strlen(position) + strlen(step) + 2;
    char *test = malloc(bytes);
    char **grown = realloc(slips->told, (slips->told_count + 1) * sizeof *grown);
    slips->told = grown != NULL ? grown : slips->told;
    slips->is_trouble = slips->is_trouble || test == NULL || grown == NULL;
    if (test == NULL || grown == NULL) {
        free(test);
        return true;
    }
    snprintf(test, bytes, "%s %s", position, step);
    for (size_t i = 0; i < slips->told_count; i++) {
        if (strcmp(slips->told[i], test) == 0) {
            free(test);
            return false;
        }
    }
    slips->told[slips->told_count++] = test;
    return true;
}

static void print_missed(struct slips *slips, const struct slip *slip, size_t variant,
                         const struct cli_parting *parting)
{
    char was[TEXT_BYTES], step[TEXT_BYTES + 40];
    const char *title = slips->variants->titles[variant];
    snprintf(was, sizeof was, "%.*s", (int)(slip->end - slip->begin),
             slips->text.bytes + slip->begin);
    describe_step(slips->games[variant], parting, step, sizeof step);
    if (slips->args->value[CLI_OPTION_JSON] != NULL) {
        print_json(slips, slip, was, parting, step);
        return;
    }
    print_lines(slips, slip);
    if (!is_new(slips, parting->position, step)) {
        fputs("  no test fails with it; one above would\n", stdout);
        return;
    }
    fputs("  no test fails with it; one that would", stdout);
    if (title != NULL) {
        fputs(", below the variant \"", stdout);
        cli_put(stdout, title);
        fputc('"', stdout);
    }
    fputs(":\n", stdout);
    print_title(slips, slip);
    fputs("    position \"", stdout);
    cli_put(stdout, parting->position);
    fputs("\"\n    ", stdout);
    cli_put(stdout, step);
    fputc('\n', stdout);
}

static enum cli_exit tell(const struct slips *slips)
{
    const struct cli_args *args = slips->args;
    const size_t counted = slips->noticed + slips->missed;
    const unsigned percent = counted == 0 ? 100 : (unsigned)(slips->noticed * 100 / counted);
    if (args->value[CLI_OPTION_JSON] == NULL) {
        cli_put(stdout, slips->path);
        printf(
            ": tests notice %zu of %zu slips, %u %%; %zu more change no game as far as was looked, "
            "%zu are refused\n",
            slips->noticed, counted, percent, slips->idle, slips->refused);
    }
    fflush(stdout);
    if (cli_interrupt_tell("not all slips were tried")) {
        return CLI_INTERRUPTED;
    }
    if (args->value[CLI_OPTION_FAIL_UNDER] != NULL &&
        percent < (unsigned)args->number[CLI_OPTION_FAIL_UNDER]) {
        fprintf(stderr, "mad cover: tests notice %u %% of the slips, fewer than %.0f\n", percent,
                args->number[CLI_OPTION_FAIL_UNDER]);
        return CLI_FINDINGS;
    }
    return CLI_FINE;
}

/* --- the whole ----------------------------------------------------------------------------------------- */

static void try_all(struct slips *slips)
{
    for (size_t i = 0; i < slips->count && !slips->is_trouble && !cli_interrupted(); i++) {
        struct cli_parting parting;
        size_t variant = 0;
        enum outcome outcome = try_slip(slips, &slips->items[i], &variant, &parting);
        slips->refused += outcome == REFUSED;
        slips->noticed += outcome == NOTICED;
        slips->missed += outcome == MISSED;
        slips->idle += outcome == IDLE;
        if (outcome == MISSED) {
            print_missed(slips, &slips->items[i], variant, &parting);
        }
        free(parting.position);
    }
}

/* The text of a file, or of a game that comes with the program. */
static enum cli_exit read_text(struct slips *slips)
{
    const char *shipped = mad_shipped_text(slips->engine, slips->path);
    if (shipped == NULL) {
        return cli_rule_text_read(slips->args, slips->path, &slips->text);
    }
    slips->text.count = strlen(shipped);
    slips->text.bytes = strdup(shipped);
    return slips->text.bytes != NULL ? CLI_FINE
                                     : cli_status_failed(slips->args, "slips", MAD_ERROR_MEMORY);
}

static enum cli_exit load_all(struct slips *slips)
{
    uint64_t most = 0;
    slips->games = calloc(slips->variants->count + 1, sizeof(mad_game *));
    enum mad_status status = slips->games != NULL ? MAD_OK : MAD_ERROR_MEMORY;
    for (size_t i = 0; i < slips->variants->count && status == MAD_OK; i++) {
        struct mad_load load = cli_load(slips->args, slips->path, slips->variants->titles[i]);
        mad_diagnostics *found = NULL;
        status = mad_game_load(slips->engine, &load, &slips->games[i], &found);
        enum cli_exit code = status == MAD_OK
                                 ? CLI_FINE
                                 : cli_diagnostics_failed(slips->engine, &load, status, found);
        mad_diagnostics_free(found);
        if (code != CLI_FINE) {
            return code;
        }
        slips->most = UINT64_MAX;
        (void)try_tests(slips, slips->games[i]);
        most = slips->asked > most ? slips->asked : most;
    }
    slips->most = 2 * most + 1000;
    return status == MAD_OK ? CLI_FINE : cli_status_failed(slips->args, "slips", status);
}

enum cli_exit cli_cover_slips(const struct cli_args *args, const mad_engine *engine,
                              const char *path, const struct cli_variants *variants)
{
    struct slips slips = {.args = args, .engine = engine, .path = path, .variants = variants};
    struct mad_text_word *words = NULL;
    size_t count = 0;
    enum cli_exit code = load_all(&slips);
    code = code == CLI_FINE ? read_text(&slips) : code;
    if (code == CLI_FINE) {
        enum mad_status status =
            mad_text_words(engine, slips.text.bytes, slips.text.count, &words, &count);
        if (status == MAD_OK) {
            draw(&slips, words, count);
            thin(&slips, (size_t)args->number[CLI_OPTION_SLIPS]);
            try_all(&slips);
            status = slips.is_trouble ? MAD_ERROR_MEMORY : MAD_OK;
        }
        code = status == MAD_OK ? tell(&slips) : cli_status_failed(args, "trying slips", status);
    }
    for (size_t i = 0; slips.games != NULL && i < variants->count; i++) {
        mad_game_free(slips.games[i]);
    }
    free(slips.games);
    free(slips.items);
    for (size_t i = 0; i < slips.told_count; i++) {
        free(slips.told[i]);
    }
    free(slips.told);
    free(words);
    cli_rule_text_free(&slips.text);
    return code;
}
