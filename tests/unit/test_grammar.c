/* test_grammar.c - the front end: memory, names, places, and rule texts against their expected trees
 * and findings.
 *
 * In tests/grammar each NAME.mad stands beside NAME.tree, the tree it gives, or NAME.err, what is
 * found in it; adding a case needs no C. In meant/ are lines of other notations. With MAD_BLESS=1 in the environment the expected files are
 * written anew (read them before believing them). Files in later/, rules/ and stdlib/ have to parse.
 * Hostile texts and failing allocations are made here. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../grammar/ast_dump.h"
#include "../../grammar/limits.h"
#include "../../grammar/parse.h"
#include "../../grammar/build.h"

#ifndef MAD_TESTS_DIR
#define MAD_TESTS_DIR "tests"
#endif

enum { MAX_PATH_LENGTH = 400, MAX_FINDINGS = 40 };

/* --- one parse --------------------------------------------------------------------------------------- */

struct parse {
    struct mad_arena arena;
    struct mad_intern intern;
    struct mad_sources sources;
    struct mad_findings findings;
    struct mad_parse_context context;
    struct mad_node *file;
    enum mad_parse_status status;
};

static void parse_with(struct parse *p, const struct mad_allocator *allocator, const char *text,
                       size_t bytes)
{
    uint16_t index;
    *p = (struct parse){.status = MAD_PARSE_MEMORY};
    mad_arena_init(&p->arena, allocator, 0);
    mad_intern_init(&p->intern, &p->arena);
    mad_sources_init(&p->sources, &p->arena);
    mad_findings_init(&p->findings, &p->arena, MAX_FINDINGS);
    p->context = (struct mad_parse_context){&p->arena, &p->intern, &p->sources, &p->findings, NULL};
    if (mad_sources_add(&p->sources, "test", text, bytes, &index))
        p->status = mad_parse(&p->context, index, &p->file);
}

static void parse(struct parse *p, const char *text)
{
    parse_with(p, NULL, text, strlen(text));
}

/* --- files --------------------------------------------------------------------------------------------- */

/* Malloced, or null when there is no such file. */
static char *read_file(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t room = (2u << 20) + 1;
    if (file == NULL)
        return NULL;
    char *text = malloc(room);
    assert_non_null(text);
    *bytes = fread(text, 1, room - 1, file);
    text[*bytes] = '\0';
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

struct growing {
    char text[1 << 16];
    size_t length;
};

static void add(struct growing *out, const char *format, ...) MAD_PRINTF(2, 3);

static void add(struct growing *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(out->text + out->length, sizeof out->text - out->length, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof out->text - out->length);
    out->length += (size_t)length;
}

/* line:column+length id text, then label and notes below it. */
static void show_findings(struct parse *p, struct growing *out)
{
    for (const struct mad_finding *f = p->findings.first; f != NULL; f = f->next) {
        struct mad_position_in_text at = mad_sources_place(&p->sources, f->span);
        add(out, "%u:%u+%u %s %s\n", at.line, at.column, at.length, mad_finding_about(f->kind)->id,
            f->text);
        if (f->label != NULL)
            add(out, "    ^ %s\n", f->label);
        for (const struct mad_finding_note *n = f->notes; n != NULL; n = n->next) {
            at = mad_sources_place(&p->sources, n->span);
            if (n->has_span)
                add(out, "    %u:%u+%u %s\n", at.line, at.column, at.length, n->text);
            else
                add(out, "    %s\n", n->text);
        }
        for (const struct mad_finding_fix *fix = f->fixes; fix != NULL; fix = fix->next) {
            at = mad_sources_place(&p->sources, fix->at);
            add(out, "    %s %u:%u+%u `%s`\n", fix->is_safe ? "surely" : "perhaps", at.line,
                at.column, fix->at.length, fix->text);
        }
    }
}

static void expect_file(const char *path, const char *extension, const char *got)
{
    char name[MAX_PATH_LENGTH];
    size_t bytes = 0;
    snprintf(name, sizeof name, "%.*s%s", (int)(strlen(path) - 4), path, extension);
    if (getenv("MAD_BLESS") != NULL)
        write_file(name, got);
    char *expected = read_file(name, &bytes);
    if (expected == NULL || strcmp(expected, got) != 0)
        print_error("%s is not what came:\n%s\n", name, got);
    assert_non_null(expected);
    assert_string_equal(expected, got);
    free(expected);
}

static void check_golden(const char *path)
{
    static struct growing out;
    struct parse p;
    size_t bytes = 0;
    char *text = read_file(path, &bytes);
    assert_non_null(text);
    parse_with(&p, NULL, text, bytes);
    out.length = 0;
    out.text[0] = '\0';
    show_findings(&p, &out);
    if (p.status == MAD_PARSE_OK) {
        char *tree = mad_ast_dump(&p.arena, p.file);
        assert_non_null(tree);
        assert_string_equal(out.text, "");
        expect_file(path, ".tree", tree);
    } else {
        assert_int_equal(p.status, MAD_PARSE_ERRORS);
        expect_file(path, ".err", out.text);
    }
    mad_arena_free(&p.arena);
    free(text);
}

static void check_parses(const char *path)
{
    static struct growing out;
    struct parse p;
    size_t bytes = 0;
    char *text = read_file(path, &bytes);
    assert_non_null(text);
    parse_with(&p, NULL, text, bytes);
    out.length = 0;
    show_findings(&p, &out);
    if (p.status != MAD_PARSE_OK)
        print_error("%s:\n%s\n", path, out.text);
    assert_int_equal(p.status, MAD_PARSE_OK);
    mad_arena_free(&p.arena);
    free(text);
}

/* Every .mad file of a folder; returns how many there are. */
static int each_file(const char *folder, void (*check)(const char *path))
{
    char path[MAX_PATH_LENGTH];
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".mad") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check(path);
        count++;
    }
    closedir(directory);
    return count;
}

static void test_golden(void **state)
{
    (void)state;
    assert_true(each_file(MAD_TESTS_DIR "/grammar", check_golden) > 10);
    assert_true(each_file(MAD_TESTS_DIR "/grammar/meant", check_golden) > 3);
}

static void test_rule_files_parse(void **state)
{
    (void)state;
    assert_true(each_file(MAD_TESTS_DIR "/grammar/later", check_parses) > 10);
    assert_true(each_file(MAD_TESTS_DIR "/../rules", check_parses) > 2);
    assert_true(each_file(MAD_TESTS_DIR "/../stdlib", check_parses) > 5);
}

/* --- failing memory -------------------------------------------------------------------------------------- */

struct failing {
    long until_failure; /* allocations that still succeed */
    long made, live;
};

static void *resize_failing(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    struct failing *failing = ctx;
    (void)old_bytes;
    if (new_bytes == 0) {
        failing->live -= p != NULL;
        free(p);
        return NULL;
    }
    if (failing->made++ >= failing->until_failure)
        return NULL;
    failing->live += p == NULL;
    return realloc(p, new_bytes);
}

/* An arena asks for memory rarely; a chunk for each request makes every one of them fail once. */
static void check_every_failure(const char *text, size_t bytes)
{
    struct parse p;
    long allocations = 1;
    for (long n = 0; n <= allocations; n++) {
        struct failing failing = {.until_failure = n};
        struct mad_allocator allocator = {resize_failing, &failing};
        parse_with(&p, &allocator, text, bytes);
        if (p.status == MAD_PARSE_MEMORY)
            allocations = n + 1;
        else
            assert_true(failing.made <= n);
        mad_arena_free(&p.arena);
        assert_int_equal(failing.live, 0);
    }
}

/* The same inside the chunks: the arena's limit cuts the parse off at every size. */
static void check_every_limit(const char *text, size_t bytes)
{
    struct parse p;
    size_t needed = 1 << 20;
    parse_with(&p, NULL, text, bytes);
    enum mad_parse_status status = p.status;
    needed = p.arena.total;
    mad_arena_free(&p.arena);
    const size_t step = 61 + needed / 400; /* of long texts not more than of others */
    for (size_t limit = 64; limit < needed; limit += step) {
        p = (struct parse){.status = MAD_PARSE_MEMORY};
        uint16_t index;
        mad_arena_init(&p.arena, NULL, limit);
        mad_intern_init(&p.intern, &p.arena);
        mad_sources_init(&p.sources, &p.arena);
        mad_findings_init(&p.findings, &p.arena, MAX_FINDINGS);
        p.context = (struct mad_parse_context){&p.arena, &p.intern, &p.sources, &p.findings, NULL};
        if (mad_sources_add(&p.sources, "test", text, bytes, &index))
            p.status = mad_parse(&p.context, index, &p.file);
        assert_true(p.status == MAD_PARSE_MEMORY || p.status == status);
        assert_true(p.arena.total <= limit);
        mad_arena_free(&p.arena);
    }
}

static void check_memory(const char *path)
{
    size_t bytes = 0;
    char *text = read_file(path, &bytes);
    assert_non_null(text);
    check_every_failure(text, bytes);
    check_every_limit(text, bytes);
    free(text);
}

static void test_failing_memory(void **state)
{
    (void)state;
    each_file(MAD_TESTS_DIR "/grammar", check_memory);
}

/* --- hostile texts ---------------------------------------------------------------------------------------- */

static const char *first_id(const struct parse *p)
{
    return p->findings.first != NULL ? mad_finding_about(p->findings.first->kind)->id : "";
}

/* `head`, then `count` times `part`, then `tail`; freed by the caller. */
static char *repeated(const char *head, const char *part, size_t count, const char *tail)
{
    size_t length = strlen(part), before = strlen(head);
    char *text = malloc(before + count * length + strlen(tail) + 1);
    assert_non_null(text);
    strcpy(text, head);
    for (size_t i = 0; i < count; i++)
        memcpy(text + before + i * length, part, length);
    strcpy(text + before + count * length, tail);
    return text;
}

static void test_nesting(void **state)
{
    static const struct {
        const char *head, *part, *tail;
    } cases[] = {
        {"mad 1\nx means ", "(", "\n"},
        {"mad 1\nx means ", "(a-b and ", "\n"},
        {"mad 1\nx means ", "next to ", "here\n"},
        {"mad 1\nx means ", "nearest of ", "here\n"},
        {"mad 1\nx means ", "line of 3 ", "here\n"},
        {"mad 1\nx means a-b", " on c", "\n"},
        {"mad 1\nx means a-b", " except c", "\n"},
        {"mad 1\nx means step c", " then step c", "\n"},
        {"mad 1\nverb v\n", "if here is empty: ", "land on here\nend\n"},
        {"mad 1\nverb v\n", "if here is empty:\n", "end\n"},
        {"mad 1\nverb v\n", "toss a coin\nheads:\n", "end\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct parse p;
        char *text = repeated(cases[i].head, cases[i].part, 50000, cases[i].tail);
        parse(&p, text);
        assert_int_equal(p.status, MAD_PARSE_ERRORS);
        assert_string_equal(first_id(&p), "MAD013");
        mad_arena_free(&p.arena);
        free(text);
    }
}

static void test_many_brackets_are_fine(void **state)
{
    struct parse p;
    char *brackets = repeated("mad 1\nx means ", "(a-b and not (c or (d on ", 15, "here");
    char *text = repeated(brackets, ")))", 15, "\n");
    (void)state;
    parse(&p, text);
    assert_int_equal(p.status, MAD_PARSE_OK);
    mad_arena_free(&p.arena);
    free(text);
    free(brackets);
}

static void test_long_lines(void **state)
{
    static const char *const parts[] = {"a-b or ", "a-b, ", "Mad ", "\"x\" or ", "1 ", "x"};
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct parse p;
        char *text = repeated("mad 1\nx means ", parts[i], 900000 / strlen(parts[i]), "\n");
        parse(&p, text);
        assert_int_not_equal(p.status, MAD_PARSE_MEMORY);
        mad_arena_free(&p.arena);
        free(text);
    }
}

static void test_large_files(void **state)
{
    struct parse p;
    char *text = repeated("mad 1\n", "# rem\n", MAD_GRAMMAR_MAX_BYTES / 6, "");
    (void)state;
    parse(&p, text);
    assert_int_equal(p.status, MAD_PARSE_ERRORS);
    assert_string_equal(first_id(&p), "MAD014");
    mad_arena_free(&p.arena);
    text[MAD_GRAMMAR_MAX_BYTES - 8] = '\0';
    parse(&p, text);
    assert_int_equal(p.status, MAD_PARSE_OK);
    mad_arena_free(&p.arena);
    free(text);
}

/* Every prefix of a file, and the file with one byte changed, ends in a status. */
static void test_damaged_texts(void **state)
{
    size_t bytes = 0;
    char *text = read_file(MAD_TESTS_DIR "/grammar/sentences.mad", &bytes);
    uint32_t seed = 1;
    (void)state;
    assert_non_null(text);
    for (size_t length = 0; length < bytes; length += 23) {
        struct parse p;
        parse_with(&p, NULL, text, length);
        mad_arena_free(&p.arena);
    }
    for (int i = 0; i < 500; i++) { /* `make fuzz` has more */
        struct parse p;
        seed = seed * 1664525u + 1013904223u;
        size_t at = (seed >> 8) % bytes;
        char kept = text[at];
        text[at] = (char)(seed >> 3);
        parse_with(&p, NULL, text, bytes);
        assert_int_not_equal(p.status, MAD_PARSE_MEMORY);
        mad_arena_free(&p.arena);
        text[at] = kept;
    }
    free(text);
}

static void test_garbage(void **state)
{
    static char bytes[1 << 16];
    uint32_t seed = 7;
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct parse p;
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = (char)(seed >> 24);
        }
        parse_with(&p, NULL, bytes, sizeof bytes);
        assert_int_equal(p.status, MAD_PARSE_ERRORS);
        assert_true(p.findings.count <= MAX_FINDINGS);
        mad_arena_free(&p.arena);
    }
}

/* --- small parts --------------------------------------------------------------------------------------------- */

static void test_comments_are_kept(void **state)
{
    struct parse p;
    (void)state;
    parse(&p, "mad 1 # one\n# two\narray # three\n . K # four\n# five\ntest \"t\"\n play e4 # six");
    assert_int_equal(p.status, MAD_PARSE_OK);
    const char *const expected[] = {"# one", "# two", "# three", "# four", "# five", "# six"};
    const struct mad_comment *comment = p.context.comments;
    for (size_t i = 0; i < 6; i++, comment = comment->next) {
        assert_non_null(comment);
        assert_memory_equal(p.sources.items[0].text + comment->span.begin, expected[i],
                            strlen(expected[i]));
        assert_int_equal(comment->span.length, strlen(expected[i]));
    }
    assert_null(comment);
    mad_arena_free(&p.arena);
}

static void test_arena(void **state)
{
    struct mad_arena arena;
    (void)state;
    mad_arena_init(&arena, NULL, 100000);
    char *byte = mad_arena_new(&arena, 1, 1);
    uint64_t *number = MAD_ARENA_NEW(&arena, uint64_t);
    assert_non_null(byte);
    assert_non_null(number);
    assert_int_equal((uintptr_t)number % _Alignof(uint64_t), 0);
    char *large = mad_arena_new(&arena, 50000, 1);
    assert_non_null(large);
    for (size_t i = 0; i < 50000; i++)
        assert_int_equal(large[i], 0);
    assert_null(mad_arena_new(&arena, 60000, 1));
    assert_null(MAD_ARENA_ARRAY(&arena, uint64_t, SIZE_MAX / 4));
    assert_string_equal(mad_arena_copy(&arena, "abcdef", 3), "abc");
    mad_arena_free(&arena);
    mad_arena_free(&arena);
}

static void test_intern(void **state)
{
    struct mad_arena arena;
    struct mad_intern intern;
    char name[32];
    const char *first[2000];
    (void)state;
    mad_arena_init(&arena, NULL, 0);
    mad_intern_init(&intern, &arena);
    assert_null(mad_intern_find(&intern, "x", 1));
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "name-%d", i);
        first[i] = mad_intern_string(&intern, name);
        assert_string_equal(first[i], name);
    }
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "name-%d and more", i);
        assert_ptr_equal(mad_intern_text(&intern, name, strcspn(name, " ")), first[i]);
        assert_ptr_equal(mad_intern_find(&intern, name, strcspn(name, " ")), first[i]);
    }
    assert_int_equal(intern.used, 2000);
    mad_arena_free(&arena);
}

static void test_places(void **state)
{
    struct mad_arena arena;
    struct mad_sources sources;
    uint16_t index = 0;
    const char *text = "one\r\nzw\xc3\xb6lf xyz\n\xff!";
    (void)state;
    mad_arena_init(&arena, NULL, 0);
    mad_sources_init(&sources, &arena);
    assert_true(mad_sources_add(&sources, "a", "", 0, &index));
    assert_true(mad_sources_add(&sources, "b", text, strlen(text), &index));
    assert_int_equal(index, 1);
    struct mad_position_in_text at = mad_sources_place(&sources, (struct mad_span){12, 3, 1});
    assert_string_equal(at.name, "b");
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, 7);
    assert_int_equal(at.length, 3);
    assert_int_equal(at.line_bytes, 10);
    at = mad_sources_place(&sources, (struct mad_span){17, 100, 1});
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 2);
    assert_int_equal(at.length, 1);
    at = mad_sources_place(&sources, (struct mad_span){0, 0, 0});
    assert_int_equal(at.line, 1);
    assert_int_equal(at.length, 1);
    mad_arena_free(&arena);
}

static void test_did_you_mean(void **state)
{
    static const char *const names[] = {"Queen", "Bishop", NULL, "Mad Elephant", "Elephant"};
    (void)state;
    assert_string_equal(mad_did_you_mean("Quene", names, 5), "Queen");
    assert_string_equal(mad_did_you_mean("queen", names, 5), "Queen");
    assert_string_equal(mad_did_you_mean("Elephants", names, 5), "Elephant");
    assert_string_equal(mad_did_you_mean("MadElephant", names, 5), "Mad Elephant");
    assert_null(mad_did_you_mean("Rook", names, 5));
    assert_null(mad_did_you_mean("x", names, 5));
    assert_null(mad_did_you_mean("x", names, 0));
    assert_int_equal(mad_slips("abcd", "acbd", 3), 1);
    assert_int_equal(mad_slips("abcd", "", 3), 4);
}

/* Every id is there once and well formed. */
static void test_finding_table(void **state)
{
    (void)state;
    for (int kind = 0; kind < MAD_FINDING_KINDS; kind++) {
        const struct mad_finding_about *about = mad_finding_about((enum mad_finding_kind)kind);
        assert_int_equal(strlen(about->id), 6);
        assert_ptr_equal(mad_finding_find(about->id), about);
        assert_ptr_equal(mad_finding_find(about->name), about);
        assert_true(strlen(about->explanation) > 20);
    }
    assert_null(mad_finding_find("MAD999"));
}

/* Whether the table of what people say has a row for the words: how it is meant, without the gap in it. */
static bool has_meant_row(const char *words)
{
    static const char *const meant[] = {
#define MAD_MEANT(cost, from, to) to,
#define MAD_MISSING(cost, word)
#include "../../grammar/nearest.def"
#undef MAD_MEANT
#undef MAD_MISSING
    };
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) {
        const char *gap = strstr(meant[i], " ... ");
        const size_t bytes = gap != NULL ? (size_t)(gap - meant[i]) : strlen(meant[i]);
        if (strlen(words) >= bytes && strncmp(words, meant[i], bytes) == 0 &&
            (gap == NULL ? words[bytes] == '\0' : strcmp(words + bytes, gap + 4) == 0))
            return true;
    }
    return false;
}

/* Every word of the language is looked for in what people write in its place, but for signs, for what has another form each
 * time, and for words that are parts of one that has a row. */
static void test_words_are_meant(void **state)
{
    static const char *const bare[] = {
        "mad",
        ", or",
        ", and",
        ", then",
        "an",
        "are",
        "a move",
        "of a square",
        "a number",
        "a name in small letters",
        "the end of the line",
        "a capitalised name",
        "a text in quotation marks",
        "a letter in brackets",
        "a square like e4",
        "a rectangle like d1..f3",
        "a row of the array",
        "a pair like 1,2",
        "three numbers like 0,0,1",
    };
    enum { FIRST = 258, LAST = 700, COUNT = sizeof bare / sizeof *bare }; /* tokens */
    unsigned count = 0;
    (void)state;
    for (int token = FIRST; token < LAST; token++) {
        const char *text = mad_token_text(token);
        bool is_bare = text == NULL || strpbrk(text, "abcdefghijklmnopqrstuvwxyz") == NULL ||
                       strcmp(text, "'s") == 0;
        for (size_t i = 0; i < COUNT && !is_bare; i++)
            is_bare = strcmp(text, bare[i]) == 0;
        if (!is_bare && !has_meant_row(text))
            fail_msg("nearest.def has no row for `%s`", text);
        count += !is_bare;
    }
    assert_true(count > 200);
}

static void test_findings_are_capped(void **state)
{
    struct parse p;
    char *text = repeated("mad 1\n", "move\n", 1000, "");
    (void)state;
    parse(&p, text);
    assert_int_equal(p.findings.count, MAX_FINDINGS);
    assert_int_equal(p.findings.errors, 1000);
    assert_int_equal(p.findings.dropped, 1000 - MAX_FINDINGS);
    mad_arena_free(&p.arena);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_intern),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_did_you_mean),
        cmocka_unit_test(test_finding_table),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_rule_files_parse),
        cmocka_unit_test(test_comments_are_kept),
        cmocka_unit_test(test_words_are_meant),
        cmocka_unit_test(test_findings_are_capped),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_many_brackets_are_fine),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_large_files),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_damaged_texts),
        cmocka_unit_test(test_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
