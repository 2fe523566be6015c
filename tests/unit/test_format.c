/* test_format.c - mad_format: what is laid out stays so, and keeps its meaning. That the tree is the same
 * is asked by mad_format itself, which fails otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interp/mad_rules.h"

static mad_engine *engine;

static int open_engine(void **state)
{
    (void)state;
    return mad_engine_new(&engine) == MAD_OK ? 0 : -1;
}

static int close_engine(void **state)
{
    (void)state;
    mad_engine_free(engine);
    return 0;
}

static char *lay_out(const char *name, const char *text)
{
    char *made = NULL;
    if (mad_format(engine, name, text, strlen(text), &made, NULL) != MAD_OK) {
        fail_msg("%s cannot be laid out", name);
    }
    return made;
}

static void check(const char *name, const char *text, const char *expected)
{
    char *made = lay_out(name, text);
    if (strcmp(made, expected) != 0) {
        print_error("%s\n", made);
        fail_msg("%s is laid out otherwise", name);
    }
    free(made);
}

/* The text without its indentation, with blanks where they mean nothing. */
static char *untidy(const char *text)
{
    char *out = malloc(4 * strlen(text) + 1), *to = out;
    bool begins = true;
    assert_non_null(out);
    for (; *text != '\0'; text++) {
        if (begins && *text == ' ') {
            continue;
        }
        if (*text == '\n') {
            to = stpcpy(to, begins ? "\n\n" : " \t");
        }
        begins = *text == '\n';
        *to++ = *text;
    }
    *to = '\0';
    return out;
}

static void check_text(const char *name, const char *text)
{
    char *made = lay_out(name, text), *scattered = untidy(text);
    check(name, made, made);
    check(name, scattered, made);
    free(scattered);
    free(made);
}

static void shipped_texts_have_one_layout(void **state)
{
    (void)state;
    const char *name;
    for (size_t i = 0; (name = mad_shipped_name(engine, i)) != NULL; i++) {
        check_text(name, mad_shipped_text(engine, name));
    }
    for (size_t i = 0; (name = mad_library_name(engine, i)) != NULL; i++) {
        check_text(name, mad_library_text(engine, name));
    }
}

static void what_is_no_rule_text_is_told(void **state)
{
    (void)state;
    static const char text[] = "mad 1\npiece\n";
    char *made = NULL;
    mad_diagnostics *told = NULL;
    assert_int_equal(mad_format(engine, "text", text, sizeof text - 1, &made, &told),
                     MAD_ERROR_RULES);
    assert_null(made);
    assert_int_equal(mad_diagnostics_errors(told), 1);
    mad_diagnostics_free(told);
    static const char zero[] = "mad 1\n# nothing \0 here\n";
    assert_int_equal(mad_format(engine, "text", zero, sizeof zero - 1, &made, NULL),
                     MAD_ERROR_RULES);
}

static void odd_texts(void **state)
{
    (void)state;
    check("empty", "mad 1", "mad 1\n");
    check("comments alone", "\n\n #one\n\n\n#two\r\nmad 1\n#three",
          "# one\n\n# two\nmad 1\n# three\n");
    check("a text with blanks", "mad 1\ngame \"A  B , C\"", "mad 1\n\ngame \"A  B , C\"\n");
    check("commas of moves", "mad 1\ntest \"X\"\nplay a ,b  c,\ncount is 3\n",
          "mad 1\n\ntest \"X\"\n  play a ,b c,\n  count is 3\n");
    check("a sentence that goes on", "mad 1\ngame \"X\"\nwithout x ,\n\n# and\ny and\tz\n",
          "mad 1\n\ngame \"X\"\nwithout x,\n\n    # and\n    y and z\n");
    check(
        "a toss",
        "mad 1\nverb cast\nby chance\n1 in 6, far, which must be legal:\ntake here\n"
        "5 in 6, near: nothing happens\nend\nend\n",
        "mad 1\n\nverb cast\n  by chance\n    1 in 6, far, which must be legal:\n      take here\n"
        "    5 in 6, near: nothing happens\n  end\nend\n");
}

struct failing {
    size_t left;
};

static void *resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    struct failing *failing = context;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return failing->left == 0 ? NULL : (failing->left--, realloc(block, new_bytes));
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const char *text = mad_shipped_text(engine, "chess");
    for (size_t allowed = 0;; allowed++) {
        struct failing failing = {SIZE_MAX};
        mad_engine *poor = NULL;
        char *made = NULL;
        mad_diagnostics *told = NULL;
        assert_int_equal(mad_engine_new_with(&(struct mad_memory){resize, &failing}, &poor),
                         MAD_OK);
        failing.left = allowed;
        enum mad_status status = mad_format(poor, "chess", text, strlen(text), &made, &told);
        failing.left = SIZE_MAX;
        free(made);
        mad_diagnostics_free(told);
        mad_engine_free(poor);
        if (status == MAD_OK) {
            break;
        }
        assert_int_equal(status, MAD_ERROR_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_texts_have_one_layout),
        cmocka_unit_test(what_is_no_rule_text_is_told),
        cmocka_unit_test(odd_texts),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
