/* test_cli_print.c - what stands between untrusted text and the terminal: safe output, widths, JSON,
 * diagnostics with their carets; and the suggestions. Layer: tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cli/json.h"
#include "../../cli/options.h"
#include "../../cli/print_diagnostic.h"
#include "../../cli/suggest.h"
#include "../../cli/text.h"

/* A stream that is no terminal and whose text is kept. */
struct sink {
    FILE *stream;
    char *text;
    size_t size;
};

static struct sink sink_open(void)
{
    struct sink sink = {0};
    sink.stream = tmpfile();
    assert_non_null(sink.stream);
    return sink;
}

static const char *sink_close(struct sink *sink)
{
    long size = ftell(sink->stream);
    assert_true(size >= 0);
    sink->text = calloc(1, (size_t)size + 1);
    assert_non_null(sink->text);
    rewind(sink->stream);
    assert_int_equal(fread(sink->text, 1, (size_t)size, sink->stream), size);
    fclose(sink->stream);
    return sink->text;
}

static void check_put(const char *text, const char *expected)
{
    struct sink sink = sink_open();
    cli_put(sink.stream, text);
    assert_string_equal(sink_close(&sink), expected);
    free(sink.text);
    char copy[100];
    assert_int_equal(cli_copy_safe(copy, sizeof copy, text), strlen(expected));
    assert_string_equal(copy, expected);
}

static void test_control_characters_are_dropped(void **state)
{
    (void)state;
    check_put("a\033[31mb\r\n\x7f", "a[31mb");
    check_put("tab\there", "tab here");
    check_put("c1 \xc2\x9b"
              "31m",
              "c1 31m");
    check_put("bidi \xe2\x80\xae"
              "txt",
              "bidi txt");
    check_put("王将 é", "王将 é");
}

static void test_broken_utf8_becomes_replacement(void **state)
{
    (void)state;
    check_put("\xff", "\xef\xbf\xbd");
    check_put("a\xe2\x82", "a\xef\xbf\xbd\xef\xbf\xbd");
    check_put("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");                 /* overlong */
    check_put("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); /* surrogate */
}

static void test_copy_cuts_between_characters(void **state)
{
    (void)state;
    char out[6];
    assert_int_equal(cli_copy_safe(out, sizeof out, "王将"), 3);
    assert_string_equal(out, "王");
}

static void test_widths_are_columns(void **state)
{
    (void)state;
    assert_int_equal(cli_width(""), 0);
    assert_int_equal(cli_width("Bauer"), 5);
    assert_int_equal(cli_width("王将"), 4);
    assert_int_equal(cli_width("e\xcc\x81"), 1); /* e with a combining accent */
    assert_int_equal(cli_width("a\033b"), 2);
}

static void test_json_is_valid_whatever_the_text(void **state)
{
    (void)state;
    struct sink sink = sink_open();
    struct cli_json json = cli_json_start(sink.stream);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "a\"b", "\\\n\x01\xff é");
    cli_json_open(&json, "list", '[');
    cli_json_count(&json, NULL, -3);
    cli_json_truth(&json, NULL, true);
    cli_json_text(&json, NULL, NULL);
    cli_json_close(&json, ']');
    cli_json_open(&json, "empty", '{');
    cli_json_close(&json, '}');
    cli_json_real(&json, "seconds", 0.25);
    cli_json_close(&json, '}');
    cli_json_end(&json);
    assert_string_equal(sink_close(&sink),
                        "{\"a\\\"b\":\"\\\\\\u000a\\u0001\\ufffd é\",\"list\":[-3,true,null],"
                        "\"empty\":{},\"seconds\":0.250000}\n");
    free(sink.text);
}

static void check_diagnostic(const struct mad_diagnostic *diagnostic, enum cli_diagnostic_form form,
                             const char *expected)
{
    struct sink sink = sink_open();
    cli_diagnostic_print(sink.stream, diagnostic, form);
    assert_string_equal(sink_close(&sink), expected);
    free(sink.text);
}

static void test_diagnostic_has_place_line_carets_notes(void **state)
{
    (void)state;
    struct mad_note notes[] = {
        {{"gothic.mad", 9, 7, 10, "piece Chancellor (C)"}, "did you mean this one?", false},
        {{"stdlib/boards.mad", 3, 1, 4, "zone camp"}, "not this one", false},
        {{NULL, 0, 0, 0, NULL}, "write Chancellor", false},
    };
    struct mad_diagnostic diagnostic = {
        "MAD031",
        "undef-piece",
        MAD_SEVERITY_ERROR,
        {"gothic.mad", 14, 21, 9, "  promote to Queen, Chancelor"},
        "unknown piece 'Chancelor'",
        "no piece has this name",
        notes,
        3,
        NULL,
        0,
    };
    check_diagnostic(&diagnostic, CLI_DIAGNOSTIC_SHORT,
                     "gothic.mad:14:21: error[MAD031] unknown piece 'Chancelor'\n");
    check_diagnostic(&diagnostic, CLI_DIAGNOSTIC_HUMAN,
                     "gothic.mad:14:21: error[MAD031] unknown piece 'Chancelor'\n"
                     "   14 |   promote to Queen, Chancelor\n"
                     "      |                     ^^^^^^^^^ no piece has this name\n"
                     "    9 | piece Chancellor (C)\n"
                     "      |       ---------- did you mean this one?\n"
                     "   in stdlib/boards.mad:3:1\n"
                     "    3 | zone camp\n"
                     "      | ---- not this one\n"
                     "   fix: write Chancellor\n");
}

static void test_carets_stand_below_wide_characters_and_tabs(void **state)
{
    (void)state;
    struct mad_diagnostic diagnostic = {
        "MAD001",
        "syntax",
        MAD_SEVERITY_WARNING,
        {"a.mad", 1, 5, 2, "\t王\té将x"},
        "odd",
        NULL,
        NULL,
        0,
        NULL,
        0,
    };
    /* tab to 4, the wide one to 6, tab to 8, é to 9; marked: the wide one and x */
    check_diagnostic(&diagnostic, CLI_DIAGNOSTIC_HUMAN,
                     "a.mad:1:5: warning[MAD001] odd\n"
                     "    1 |     王  é将x\n"
                     "      |          ^^^\n"
                     "   if meant: `# mad: allow(MAD001) the reason` above this line\n");
}

static void test_place_behind_the_line_gets_a_caret(void **state)
{
    (void)state;
    struct mad_diagnostic diagnostic = {
        "MAD001",
        "syntax",
        MAD_SEVERITY_INFO,
        {"a.mad", 2, 4, 1, "abc"},
        "unexpected end",
        "",
        NULL,
        0,
        NULL,
        0,
    };
    check_diagnostic(&diagnostic, CLI_DIAGNOSTIC_HUMAN,
                     "a.mad:2:4: info[MAD001] unexpected end\n"
                     "    2 | abc\n"
                     "      |    ^\n");
}

static void test_long_lines_are_shown_around_the_caret(void **state)
{
    (void)state;
    char line[1000];
    memset(line, 'a', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    memcpy(line + 499, "BUG", 3);
    struct mad_diagnostic diagnostic = {
        "MAD001", "syntax", MAD_SEVERITY_ERROR, {"a.mad", 1, 500, 3, line}, "odd", NULL, NULL, 0,
        NULL,     0,
    };
    struct sink sink = sink_open();
    cli_diagnostic_print(sink.stream, &diagnostic, CLI_DIAGNOSTIC_HUMAN);
    const char *text = sink_close(&sink);
    const char *bug = strstr(text, "BUG"), *carets = strstr(text, "^^^");
    assert_non_null(bug);
    assert_non_null(carets);
    assert_true(strlen(text) < 400);
    const char *source = strstr(text, " | "), *below = strstr(source + 3, " | ");
    assert_int_equal(bug - source, carets - below);
    free(sink.text);
}

static const char *nearest(const char *word)
{
    static const char *const words[] = {"play", "perft", "moves", "no-starting-elephants"};
    struct cli_suggest suggest = cli_suggest_start(word);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        cli_suggest_offer(&suggest, words[i]);
    }
    return suggest.best;
}

static void test_suggestions_are_near(void **state)
{
    (void)state;
    assert_string_equal(nearest("paly"), "play");
    assert_string_equal(nearest("MOVE"), "moves");
    assert_string_equal(nearest("no-starting-elefants"), "no-starting-elephants");
    assert_null(nearest("xyzzy"));
    assert_null(nearest(""));
    char word[5000];
    memset(word, 'p', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    assert_null(nearest(word));
}

static void test_counts_are_plain_decimal(void **state)
{
    (void)state;
    double out = -1;
    assert_true(cli_parse_count("12", 0, 100, &out) && out == 12);
    assert_false(cli_parse_count("", 0, 100, &out));
    assert_false(cli_parse_count("-1", 0, 100, &out));
    assert_false(cli_parse_count("1e1", 0, 100, &out));
    assert_false(cli_parse_count("101", 0, 100, &out));
    assert_false(cli_parse_count("99999999999999999999", 0, 1e30, &out));
    assert_true(out == 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_control_characters_are_dropped),
        cmocka_unit_test(test_broken_utf8_becomes_replacement),
        cmocka_unit_test(test_copy_cuts_between_characters),
        cmocka_unit_test(test_widths_are_columns),
        cmocka_unit_test(test_json_is_valid_whatever_the_text),
        cmocka_unit_test(test_diagnostic_has_place_line_carets_notes),
        cmocka_unit_test(test_carets_stand_below_wide_characters_and_tabs),
        cmocka_unit_test(test_place_behind_the_line_gets_a_caret),
        cmocka_unit_test(test_long_lines_are_shown_around_the_caret),
        cmocka_unit_test(test_suggestions_are_near),
        cmocka_unit_test(test_counts_are_plain_decimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
