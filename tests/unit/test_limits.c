/* test_limits.c - every limit of limits.h that a rule file can cross: at it, the file loads and means what it
 * says; one beyond it, it is refused with MAD100 at the line that is too much.
 *
 * The files are made here, for they say the same thing hundreds of times. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/limits.h"
#include "../../interp/mad_rules.h"

/* --- texts ----------------------------------------------------------------------------------------- */

struct text {
    char *bytes;
    size_t used, room;
};

__attribute__((format(printf, 2, 3))) static void say(struct text *text, const char *format, ...)
{
    va_list arguments;
    if (text->room - text->used < 400) {
        text->room = 2 * text->room + 4000;
        text->bytes = realloc(text->bytes, text->room);
        assert_non_null(text->bytes);
    }
    va_start(arguments, format);
    int written = vsnprintf(text->bytes + text->used, text->room - text->used, format, arguments);
    va_end(arguments);
    assert_true(written >= 0 && (size_t)written < text->room - text->used);
    text->used += (size_t)written;
}

/* A small game with a Rook apiece; what follows goes on from the Rook's lines. */
static struct text begin(void)
{
    struct text text = {0};
    say(&text, "mad 1\nuse boards\ngame \"Limits\"\n"
               "players White (w) in capitals going north and Black (b) in small letters going "
               "south\nboard 16 by 16\nplace White's Rook on a1\nplace Black's Rook on p16\n"
               "ends in this order\n  mover wins when enemy has no Rook\n");
    return text;
}

/* A word of small letters for each number. */
static const char *word(int number)
{
    static char made[8];
    snprintf(made, sizeof made, "w%c%c%c", 'a' + number / 676 % 26, 'a' + number / 26 % 26,
             'a' + number % 26);
    return made;
}

static unsigned lines_of(const struct text *text)
{
    unsigned lines = 0;
    for (size_t i = 0; i < text->used; i++)
        lines += text->bytes[i] == '\n';
    return lines;
}

/* --- loading ---------------------------------------------------------------------------------------- */

static enum mad_status load(struct text *text, mad_game **game, mad_diagnostics **found)
{
    mad_engine *engine = NULL;
    struct mad_load what = {.path = "limit.mad", .text = text->bytes, .text_bytes = text->used};
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    enum mad_status status = mad_game_load(engine, &what, game, found);
    mad_engine_free(engine);
    free(text->bytes);
    return status;
}

/* The tests in it pass, and there are so many. */
static void expect_good(struct text text, size_t tests)
{
    mad_game *game = NULL;
    mad_diagnostics *found = NULL;
    size_t run = 0, failed = 0;
    enum mad_status status = load(&text, &game, &found);
    for (size_t i = 0; i < mad_diagnostics_count(found); i++)
        print_message("%u: %s\n", mad_diagnostics_at(found, i)->place.line,
                      mad_diagnostics_at(found, i)->text);
    assert_int_equal(status, MAD_OK);
    mad_diagnostics_free(found);
    assert_int_equal(mad_game_run_tests(game, NULL, NULL, &run, &failed), MAD_OK);
    assert_int_equal(run, tests);
    assert_int_equal(failed, 0);
    mad_game_free(game);
}

static void expect_told_at(struct text text, unsigned first_line, unsigned last_line,
                           const char *id, const char *words)
{
    mad_game *game = NULL;
    mad_diagnostics *found = NULL;
    assert_int_equal(load(&text, &game, &found), MAD_ERROR_RULES);
    assert_true(mad_diagnostics_count(found) >= 1);
    const struct mad_diagnostic *first = mad_diagnostics_at(found, 0);
    assert_string_equal(first->id, id);
    if (strstr(first->text, words) == NULL)
        print_message("%s\n", first->text);
    assert_non_null(strstr(first->text, words));
    assert_in_range(first->place.line, first_line, last_line);
    mad_diagnostics_free(found);
}

static void expect_refused_at(struct text text, unsigned first_line, unsigned last_line,
                              const char *words)
{
    expect_told_at(text, first_line, last_line, "MAD100", words);
}

static void expect_refused(struct text text, unsigned line, const char *words)
{
    expect_refused_at(text, line, line, words);
}

/* --- events ------------------------------------------------------------------------------------------ */

/* So many lines about where the Rook's move ends, on squares of rank 2 and up; the last on p16 before. */
static struct text with_events(int count)
{
    struct text text = begin();
    say(&text, "piece Queen (Q)\n  move step diagonal\npiece Rook (R)\n  move step orthogonal\n");
    for (int i = 0; i < count; i++)
        say(&text, "  when its own move ends on %c%d: become Queen\n", 'a' + i % 16, 2 + i / 16);
    return text;
}

static void events(void **state)
{
    (void)state;
    struct text text = with_events(MAD_MAX_EVENTS);
    say(&text,
        "test \"the last line\"\n  position \"16/16/16/16/16/16/16/16/16/16/15R/16/16/16/16/r15 "
        "w - - 0 1\"\n  moves exactly Ro6 Rp5=Q Rp7\n");
    expect_good(text, 1);
    text = with_events(MAD_MAX_EVENTS + 1);
    expect_refused(text, lines_of(&text), "at most 64 lines");
}

/* Each line makes two rows with each of those before it that its zone shares squares with: here every
 * square starts in a group of its own, and there are as many kinds of ends. */
static struct text with_arrivals(int starts)
{
    struct text text = begin();
    say(&text, "piece Queen (Q)\n  move step diagonal\npiece Bishop (B)\n  move step diagonal\n"
               "piece Rook (R)\n  move step orthogonal\n");
    for (int i = 0; i < starts; i++)
        say(&text, "  when its own move starts on %c%d: may become Queen\n", 'a' + i % 16,
            1 + i / 16);
    for (int i = 0; i < 16; i++)
        say(&text, "  when its own move ends on %c16: may become Bishop\n", 'a' + i);
    return text;
}

static void arrivals(void **state)
{
    (void)state;
    struct text text = with_arrivals(48);
    say(&text,
        "test \"from the last start\"\n  position \"16/16/16/16/16/16/16/16/16/16/16/16/16/15R/"
        "16/r15 w - - 0 1\"\n  moves exactly Ro3 Ro3=Q Rp2 Rp2=Q Rp4 Rp4=Q\n");
    expect_good(text, 1);
}

/* --- sets and numbers ----------------------------------------------------------------------------------- */

/* A sentence that joins so many different sets, each of which needs a register. */
static void say_sets(struct text *text, int count)
{
    for (int i = 0; i < count; i++)
        say(text, "%s(own Rook or %c%d)", i == 0 ? "" : " or ", 'a' + i % 16, 1 + i / 16);
}

static struct text with_sets(const char *head, int count)
{
    struct text text = begin();
    say(&text, "piece Rook (R)\n  move step orthogonal\n%s", head);
    say_sets(&text, count);
    return text;
}

/* However long a sentence is, what it has joined so far is one set. */
static void sets_in_a_verb(void **state)
{
    (void)state;
    struct text text = with_sets("  hop\nverb hop\n  choose goal from (", 200);
    say(&text, ") on empty\n  land on goal\nend\ntest \"200 sets\"\n  moves include Rh13\n"
               "  moves exclude Ri13\n");
    expect_good(text, 1);
}

static void sets_in_an_event(void **state)
{
    (void)state;
    struct text text = with_sets("  when its own move ends:\n    set red on ((", 200);
    say(&text, ") except (own Rook or p16))\n  end\nmark red lasts until cleared\n"
               "add to ends before the others\n  mover wins when h13 is on red and "
               "not (i13 is on red)\ntest \"200 sets\"\n  play Ra2\n  result White wins\n");
    expect_good(text, 1);
}

/* So many names, each for a set of its own. */
static struct text with_names(int count)
{
    struct text text = begin();
    say(&text, "piece Rook (R)\n  move step orthogonal\n  when its own move ends:\n");
    for (int i = 0; i < count; i++)
        say(&text, "    let %s be (own Rook or %c%d) except c%d\n", word(i), 'a' + i % 16,
            1 + i / 16, 1 + i % 16);
    return text;
}

/* However many sentences there are: what one has worked out does not take room from the next. */
static void many_sentences(void **state)
{
    (void)state;
    enum { NAMES = 80 };
    struct text text = with_names(NAMES);
    for (int i = 0; i < 256; i++)
        say(&text, "    if %s has a square: set red on %c%d\n", word(i % NAMES), 'a' + i % 16,
            1 + i / 16);
    say(&text, "  end\nmark red lasts until cleared\nadd to ends before the others\n"
               "  mover wins when p16 is on red\ntest \"the 256th sentence\"\n  play Ra2\n"
               "  result White wins\n");
    expect_good(text, 1);
    text = with_names(MAD_HANDLER_REGISTERS);
    const unsigned line = lines_of(&text);
    say(&text, "    if %s has a square: take a2\n  end\n", word(1));
    expect_refused_at(text, line - (MAD_HANDLER_REGISTERS - NAMES), line, "sets at once");
}

static struct text with_numbers(int count)
{
    struct text text = begin();
    say(&text, "counter sum starts at 0\npiece Rook (R)\n  move step orthogonal\n  hop\nverb hop\n"
               "  choose goal from step diagonal\n  land on goal\n  set sum to ");
    for (int i = 0; i < count; i++)
        say(&text, "1 plus %s", i + 1 < count ? "(" : "sum");
    for (int i = 0; i + 1 < count; i++)
        say(&text, ")");
    say(&text, "\nend\n");
    return text;
}

static void numbers(void **state)
{
    (void)state;
    struct text text = with_numbers(20);
    say(&text, "add to ends before the others\n  mover wins when sum is 20\ntest \"20 numbers\"\n"
               "  play Rb2\n  result White wins\n");
    expect_good(text, 1);
}

/* --- words, tables, operands --------------------------------------------------------------------------- */

/* All words for being taken that send men to the same place are one. */
static void fates(void **state)
{
    (void)state;
    struct text text = begin();
    say(&text, "use hands\npocket hand\na player may drop from hand\n");
    for (int i = 0; i < 310; i++)
        say(&text, "%sed pieces leave the game\n", word(i));
    say(&text, "zapped pieces change sides and go to hand\nnotation\n  show hand as \"[]\"\n"
               "piece Rook (R)\n  move step orthogonal\npiece Gun (G)\n  zap\n"
               "piece Man (M)\n  move step orthogonal\n  drop on rank 8\n"
               "verb zap\n  choose target from enemy Man\n  take target as zapped\nend\n"
               "test \"the 311th word\"\n"
               "  position \"15r/16/16/16/16/16/16/16/16/16/16/16/16/2G5m7/16/R15[] w - - 0 1\"\n"
               "  count is 3\n"
               "  play c3(Z) Ro16\n"
               "  moves include M@a8\n");
    expect_good(text, 1);
}

/* --- what is declared ------------------------------------------------------------------------------------ */

static struct text with_declared(const char *before, const char *behind, int count)
{
    struct text text = begin();
    say(&text, "piece Rook (R)\n  move or capture step orthogonal\n");
    for (int i = 0; i < count; i++)
        say(&text, "%s%s%s\n", before, word(i), behind);
    return text;
}

static void declared(void **state)
{
    (void)state;
    static const struct {
        const char *before, *behind, *words;
        int most;
    } kinds[] = {
        {"mark ", " lasts 1 turn", "more than 16 marks", MAD_MAX_MARKS},
        {"counter ", " starts at 0", "more than 6 counters", MAD_MAX_COUNTERS},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        expect_good(with_declared(kinds[i].before, kinds[i].behind, kinds[i].most - 1), 0);
        expect_good(with_declared(kinds[i].before, kinds[i].behind, kinds[i].most), 0);
        struct text text = with_declared(kinds[i].before, kinds[i].behind, kinds[i].most + 1);
        const unsigned line = lines_of(&text);
        expect_told_at(text, line, line, "MAD004", kinds[i].words);
    }
}

static struct text with_board(int files, int ranks)
{
    struct text text = {0};
    say(&text,
        "mad 1\nuse boards\ngame \"Limits\"\n"
        "players White (w) in capitals going north and Black (b) in small letters going south\n"
        "board %d by %d\nplace White's Rook on a1\nplace Black's Rook on b1\n"
        "ends in this order\n  mover wins when enemy has no Rook\n"
        "piece Rook (R)\n  move or capture step orthogonal\n",
        files, ranks);
    return text;
}

static void sides(void **state)
{
    (void)state;
    expect_good(with_board(MAD_MAX_SIDE, MAD_MAX_SIDE), 0);
    expect_good(with_board(MAD_MAX_SIDE - 1, MAD_MAX_SIDE), 0);
    expect_told_at(with_board(MAD_MAX_SIDE + 1, 2), 5, 5, "MAD004", "1 to 26 files");
    expect_told_at(with_board(2, MAD_MAX_SIDE + 1), 5, 5, "MAD004", "1 to 26 ranks");
}

/* A rider goes on until it is back where it began, which takes as many leaps as the board has squares. */
static struct text with_long_lines(int files, int ranks)
{
    struct text text = {0};
    say(&text,
        "mad 1\nuse boards\ngame \"Limits\"\n"
        "players White (w) in capitals going north and Black (b) in small letters going south\n"
        "board %d by %d\nwrap both\nplace White's Rider on a1\nplace Black's Rider on b1\n"
        "ends in this order\n  mover wins when enemy has no Rider\n"
        "piece Rider (R)\n  move or capture leap 1,1 repeatedly\n",
        files, ranks);
    return text;
}

static void long_lines(void **state)
{
    (void)state;
    expect_good(with_long_lines(17, 17), 0);
    expect_good(with_long_lines(26, 26), 0);
    expect_good(with_long_lines(26, 2), 0);
    expect_told_at(with_long_lines(16, 15), 12, 12, "MAD100", "lines this long");
    expect_told_at(with_long_lines(26, 25), 12, 12, "MAD100", "lines this long");
}

/* For each first step a piece that then slides along any three directions. */
static struct text with_rides(int pieces)
{
    static const char *const ways[] = {"north", "north-east", "east", "south-east",
                                       "south", "south-west", "west", "north-west"};
    struct text text = {0};
    say(&text, "mad 1\nuse boards\ngame \"Limits\"\n"
               "players White (w) in capitals going north and Black (b) in small letters going "
               "south\nboard 8 by 16\nplace White's Rider-0 on a1\nplace Black's Rider-0 on h8\n"
               "ends in this order\n  mover wins when enemy has no Rider-0\n");
    for (int p = 0; p < pieces; p++) {
        say(&text, "piece Rider-%d (%c)\n", p, 'A' + p);
        for (unsigned set = 0; set < 256; set++) {
            const char * or = "";
            if (__builtin_popcount(set) != 3) {
                continue;
            }
            say(&text, "  move step %s then slide (", ways[p]);
            for (unsigned w = 0; w < 8; w++) {
                if (set >> w & 1) {
                    say(&text, "%s%s", or, ways[w]);
                    or = " or ";
                }
            }
            say(&text, ")\n");
        }
    }
    return text;
}

static void tables(void **state)
{
    (void)state;
    expect_good(with_rides(1), 0);
    expect_refused(with_rides(8), 5, "more than 64 MB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events),         cmocka_unit_test(arrivals),
        cmocka_unit_test(sets_in_a_verb), cmocka_unit_test(sets_in_an_event),
        cmocka_unit_test(many_sentences), cmocka_unit_test(numbers),
        cmocka_unit_test(fates),          cmocka_unit_test(declared),
        cmocka_unit_test(sides),          cmocka_unit_test(long_lines),
        cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
