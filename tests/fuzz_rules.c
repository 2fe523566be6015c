/* fuzz_rules.c - throws damaged rule files, position texts and move texts at the library.
 *
 * Each round takes one of the files, damages it a little (bytes, words, lines), and loads it; what
 * still loads is played for some plies, with damaged position and move texts on the way. A status
 * other than MAD_OK is fine; a crash, a sanitizer's finding, a round that takes longer than
 * ROUND_SECONDS or a broken promise of mad_rules.h is not. The rounds depend on the seed alone, so
 * a finding can be had again: `--seed S --rounds N --only` repeats one round, whose text is in
 * build/fuzz-last.mad.
 *
 * A file without a game, from the library, is tried as the beginning of a game like chess.
 *
 * usage: fuzz_rules [--seconds S] [--seed S] [--rounds N] [--only] FILE.mad ... */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "../interp/mad_rules.h"
#include "random.h"

enum {
    ROUND_SECONDS =
        30, /* of processor time, behind which an alarm ends the program; the sanitizer build is
                           some ten times slower */
    MAX_TEXT = 1 << 17,
    MAX_PLIES = 24,
    POSITION_TEXT = 4096,
};

static const char last_text[] = "build/fuzz-last.mad";
static const char game_line[] = "\ngame \"Fuzz\" like chess\n";

struct text {
    char *bytes; /* MAX_TEXT + 1 of them */
    size_t count;
};

struct counts {
    unsigned long rounds, loaded, plies, texts;
};

/* --- damage -------------------------------------------------------------------------------------- */

static void remove_bytes(struct text *text, size_t at, size_t count)
{
    memmove(text->bytes + at, text->bytes + at + count, text->count - at - count);
    text->count -= count;
}

/* `bytes` may lie inside the text, before `at`. */
static void insert_bytes(struct text *text, size_t at, const char *bytes, size_t count)
{
    char copy[256];
    if (count > sizeof copy || text->count + count > MAX_TEXT)
        return;
    memcpy(copy, bytes, count);
    memmove(text->bytes + at + count, text->bytes + at, text->count - at);
    memcpy(text->bytes + at, copy, count);
    text->count += count;
}

/* The bounds of a random piece of the text whose ends `is_end` marks; `*end` excludes the mark. */
static void pick_piece(const struct text *text, uint64_t *random, bool (*is_end)(char),
                       size_t *start, size_t *end)
{
    size_t at = random_below(random, text->count);
    *start = *end = at;
    while (*start > 0 && !is_end(text->bytes[*start - 1]))
        --*start;
    while (*end < text->count && !is_end(text->bytes[*end]))
        ++*end;
}

static bool is_line_end(char byte)
{
    return byte == '\n';
}

static bool is_word_end(char byte)
{
    return byte == ' ' || byte == '\n' || byte == ',' || byte == '(' || byte == ')';
}

static void flip_byte(struct text *text, uint64_t *random)
{
    text->bytes[random_below(random, text->count)] ^= (char)(1 << random_below(random, 8));
}

static void insert_byte(struct text *text, uint64_t *random)
{
    char byte = (char)random_below(random, 256);
    insert_bytes(text, random_below(random, text->count + 1), &byte, 1);
}

static void change_digit(struct text *text, uint64_t *random)
{
    static const char *const numbers[] = {
        "0", "1", "9", "-1", "16", "17", "256", "65536", "4294967296", "99999999999999999999"};
    size_t at = random_below(random, text->count);
    for (size_t i = 0; i < text->count; i++, at = (at + 1) % text->count) {
        if (text->bytes[at] < '0' || text->bytes[at] > '9')
            continue;
        const char *number = numbers[random_below(random, sizeof numbers / sizeof numbers[0])];
        remove_bytes(text, at, 1);
        insert_bytes(text, at, number, strlen(number));
        return;
    }
}

static void remove_line(struct text *text, uint64_t *random)
{
    size_t start, end;
    pick_piece(text, random, is_line_end, &start, &end);
    remove_bytes(text, start, end < text->count ? end + 1 - start : end - start);
}

static void move_piece(struct text *text, uint64_t *random, bool (*is_end)(char), bool is_copy)
{
    size_t start, end;
    char piece[256];
    pick_piece(text, random, is_end, &start, &end);
    size_t count = end - start < sizeof piece ? end - start : sizeof piece;
    memcpy(piece, text->bytes + start, count);
    if (!is_copy)
        remove_bytes(text, start, count);
    if (text->count == 0)
        return;
    pick_piece(text, random, is_end, &start, &end);
    insert_bytes(text, start, is_end == is_line_end ? "\n" : " ", 1);
    insert_bytes(text, start, piece, count);
}

static void copy_line(struct text *text, uint64_t *random)
{
    move_piece(text, random, is_line_end, true);
}

static void move_line(struct text *text, uint64_t *random)
{
    move_piece(text, random, is_line_end, false);
}

static void copy_word(struct text *text, uint64_t *random)
{
    move_piece(text, random, is_word_end, true);
}

static void move_word(struct text *text, uint64_t *random)
{
    move_piece(text, random, is_word_end, false);
}

static void cut_off(struct text *text, uint64_t *random)
{
    text->count = random_below(random, text->count) + 1;
}

static void damage(struct text *text, uint64_t *random)
{
    static void (*const ways[])(struct text *, uint64_t *) = {
        flip_byte,   insert_byte, change_digit, change_digit, remove_line,
        remove_line, copy_line,   copy_line,    move_line,    move_line,
        copy_word,   copy_word,   move_word,    move_word,    cut_off,
    };
    size_t ways_count = sizeof ways / sizeof ways[0];
    for (size_t times = 1 + random_below(random, 4); times > 0 && text->count > 0; times--) {
        size_t way = random_below(random, ways_count);
        if (way == ways_count - 1 && random_below(random, 8) != 0)
            continue;
        ways[way](text, random);
    }
    text->bytes[text->count] = 0;
}

/* --- one round ------------------------------------------------------------------------------------- */

static void broken(const char *promise)
{
    fprintf(stderr, "fuzz: broken promise: %s\n", promise);
    abort();
}

/* Damages a text that fits a small buffer; keeps it free of NUL, which ends the C string anyway. */
static void damage_small(char *buffer, size_t size, uint64_t *random)
{
    static const char signs[] = "/ 19[]wbKQp+~*=:-@";
    char space[MAX_TEXT / 16 + 1];
    struct text text = {space, strlen(buffer)};
    memcpy(space, buffer, text.count);
    for (size_t times = 1 + random_below(random, 3); times > 0 && text.count > 0; times--) {
        size_t at = random_below(random, text.count);
        switch (random_below(random, 4)) {
        case 0: text.bytes[at] ^= (char)(1 << random_below(random, 7)); break;
        case 1: remove_bytes(&text, at, 1); break;
        case 2: insert_bytes(&text, at, &signs[random_below(random, sizeof signs - 1)], 1); break;
        case 3: insert_bytes(&text, at, text.bytes + random_below(random, at + 1), 1); break;
        }
    }
    text.count = text.count < size ? text.count : size - 1;
    memcpy(buffer, space, text.count);
    buffer[text.count] = 0;
}

static void try_texts(mad_position *other, const mad_position *position, const mad_moves *moves,
                      uint64_t *random, struct counts *counts)
{
    struct mad_text_error error;
    char text[POSITION_TEXT], again[POSITION_TEXT];
    size_t index;
    counts->texts++;
    mad_position_text(position, text, sizeof text);
    damage_small(text, sizeof text, random);
    if (mad_position_set(other, text, &error) == MAD_OK) {
        mad_position_text(other, text, sizeof text);
        if (mad_position_set(other, text, &error) != MAD_OK)
            broken("a position that was read cannot be read back");
        mad_position_text(other, again, sizeof again);
        if (strcmp(text, again) != 0)
            broken("a position text reads back differently");
    }
    index = random_below(random, mad_moves_count(moves));
    if (mad_moves_at(moves, index).outcomes != 0)
        index = mad_moves_outcome(moves, index, 0).index;
    snprintf(text, sizeof text, "%s", mad_moves_at(moves, index).text);
    damage_small(text, 64, random);
    if (mad_moves_find(moves, text, &index, &error) == MAD_OK &&
        mad_moves_at(moves, index).coord == NULL)
        broken("a move was found that is not in the list");
}

static void play(const mad_game *game, uint64_t *random, struct counts *counts)
{
    mad_position *position = NULL, *other = NULL;
    mad_moves *moves = NULL;
    if (mad_position_new(game, &position) != MAD_OK || mad_position_new(game, &other) != MAD_OK ||
        mad_moves_new(game, &moves) != MAD_OK)
        goto end;
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        struct mad_result result;
        if (mad_moves_list(moves, position) != MAD_OK || mad_moves_count(moves) == 0)
            break;
        if (random_below(random, 4) == 0)
            try_texts(other, position, moves, random, counts);
        size_t index = random_below(random, mad_moves_count(moves));
        size_t outcomes = mad_moves_at(moves, index).outcomes;
        if (outcomes != 0)
            index = mad_moves_outcome(moves, index, random_below(random, outcomes)).index;
        if (mad_position_apply(position, moves, index) != MAD_OK ||
            mad_position_result(position, &result) != MAD_OK)
            break;
        if (mad_position_key(position) != mad_position_key_from_scratch(position))
            broken("the key is not the key from scratch");
        counts->plies++;
    }
end:
    mad_position_free(position);
    mad_position_free(other);
    mad_moves_free(moves);
}

static void note_text(const struct text *text)
{
    FILE *file = fopen(last_text, "wb");
    if (!file)
        return;
    fwrite(text->bytes, 1, text->count, file);
    fclose(file);
}

/* What is let be by one variant and found in another, and all that moves are made for. */
static void lint(const mad_engine *engine, const struct mad_load *load, uint64_t *random)
{
    struct mad_lint_options options = {.games = random_below(random, 4) == 0, .seed = *random};
    mad_diagnostics *diagnostics = NULL;
    options.is_static = options.games == 0;
    if (mad_lint(engine, load, &options, &diagnostics) == MAD_ERROR_MISUSE)
        broken("lint refuses to look");
    mad_diagnostics_free(diagnostics);
}

/* What parses can be laid out, to the same meaning (mad_format compares), and only once. */
static void lay_out(const mad_engine *engine, const struct text *text)
{
    char *once = NULL, *twice = NULL;
    enum mad_status status = mad_format(engine, "fuzz.mad", text->bytes, text->count, &once, NULL);
    if (status != MAD_OK && status != MAD_ERROR_RULES)
        broken("a text that parses cannot be laid out");
    if (status == MAD_OK) {
        status = mad_format(engine, "fuzz.mad", once, strlen(once), &twice, NULL);
        if (status != MAD_OK || strcmp(once, twice) != 0)
            broken("what was laid out is laid out otherwise");
    }
    free(once);
    free(twice);
}

/* The machine may be busy with others: no time on the clock. */
static void limit_time(int seconds)
{
    const struct itimerval most = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &most, NULL);
}

static void run_round(const mad_engine *engine, const struct text *original, struct text *work,
                      uint64_t random, struct counts *counts)
{
    memcpy(work->bytes, original->bytes, original->count);
    work->count = original->count;
    damage(work, &random);
    note_text(work);
    struct mad_load load = {.path = "fuzz.mad", .text = work->bytes, .text_bytes = work->count};
    mad_diagnostics *diagnostics = NULL;
    mad_game *game = NULL;
    limit_time(ROUND_SECONDS);
    lay_out(engine, work);
    enum mad_status status = mad_game_load(engine, &load, &game, &diagnostics);
    if (status == MAD_ERROR_RULES && mad_diagnostics_errors(diagnostics) == 0)
        broken("rules are refused without a word");
    if (status == MAD_OK) {
        counts->loaded++;
        play(game, &random, counts);
        lint(engine, &load, &random);
    }
    limit_time(0);
    mad_game_free(game);
    mad_diagnostics_free(diagnostics);
    counts->rounds++;
}

/* --- all rounds -------------------------------------------------------------------------------------- */

static bool read_text(const char *path, struct text *text)
{
    FILE *file = fopen(path, "rb");
    text->bytes = malloc(MAX_TEXT + 1);
    if (!file || !text->bytes) {
        perror(path);
        if (file)
            fclose(file);
        return false;
    }
    text->count = fread(text->bytes, 1, MAX_TEXT, file);
    fclose(file);
    text->bytes[text->count] = 0;
    if (strstr(text->bytes, "\ngame ") == NULL)
        insert_bytes(text, text->count, game_line, strlen(game_line));
    return text->count > 0;
}

struct request {
    double seconds;
    uint64_t seed;
    unsigned long rounds; /* 0: as many as the time allows */
    bool only;            /* the last of the rounds alone */
};

static void run_rounds(const mad_engine *engine, const struct text *texts, size_t count,
                       struct request request, struct counts *counts)
{
    struct text work = {malloc(MAX_TEXT + 1), 0};
    time_t start = time(NULL);
    unsigned long round = request.only && request.rounds > 0 ? request.rounds - 1 : 0;
    for (; work.bytes && (request.rounds == 0 || round < request.rounds); round++) {
        uint64_t random = request.seed * 0x100000001b3u + round;
        if (difftime(time(NULL), start) >= request.seconds)
            break;
        run_round(engine, &texts[random_below(&random, count)], &work, random, counts);
    }
    free(work.bytes);
}

/* Reads the options; returns the index of the first file. */
static int read_request(int argc, char **argv, struct request *request)
{
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        if (strcmp(argv[i], "--only") == 0)
            request->only = true;
        else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            request->seconds = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            request->seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            request->rounds = strtoul(argv[++i], NULL, 10);
        else
            return argc;
    }
    return i;
}

int main(int argc, char **argv)
{
    struct request request = {.seconds = 60, .seed = 1};
    struct counts counts = {0};
    mad_engine *engine = NULL;
    int first = read_request(argc, argv, &request);
    size_t count = (size_t)(argc - first);
    struct text *texts = calloc(count + 1, sizeof *texts);
    bool is_ready = count > 0 && texts && mad_engine_new(&engine) == MAD_OK;
    for (size_t i = 0; is_ready && i < count; i++)
        is_ready = read_text(argv[first + (int)i], &texts[i]);
    if (is_ready) {
        run_rounds(engine, texts, count, request, &counts);
        printf("fuzz: seed %" PRIu64 ", %lu rounds, %lu loaded, %lu plies, %lu texts\n",
               request.seed, counts.rounds, counts.loaded, counts.plies, counts.texts);
    } else {
        fputs("usage: fuzz_rules [--seconds S] [--seed S] [--rounds N] [--only] FILE.mad ...\n",
              stderr);
    }
    for (size_t i = 0; texts && i < count; i++)
        free(texts[i].bytes);
    free(texts);
    mad_engine_free(engine);
    return is_ready ? 0 : 2;
}
