/* test_inherit.c - what `use`, `like`, `new`, `change`, `without`, `replace`, variants and options
 * make of small rule texts, and which finding comes at which place when they go wrong.
 *
 * The texts live in this file; the shipped games are checked at the end from the embedded ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../grammar/parse.h"
#include "../../interp/rules/inherit.h"
#include "../../interp/embedded.h"

/* --- texts ----------------------------------------------------------------------------------------- */

struct text {
    enum mad_text_kind kind;
    const char *name, *text;
};

static const struct text texts[] = {
    {MAD_TEXT_LIBRARY, "ways",
     "mad 1\n"
     "direction north 0,1\n"
     "direction south 0,-1\n"
     "direction east 1,0\n"
     "straight means north, south or east\n"},
    {MAD_TEXT_LIBRARY, "danger",
     "mad 1\n"
     "in check means own royal is attacked\n"
     "illegal when mover is in check\n"},
    {MAD_TEXT_LIBRARY, "drops",
     "mad 1\n"
     "pocket hand\n"
     "captured pieces change sides and go to hand\n"
     "verb drop from [pile: pocket]\n"
     "  choose man from pile\n"
     "  put man on empty from pile\n"
     "end\n"
     "a player may drop from hand\n"
     "add to every piece except Pawn\n"
     "  drop on empty\n"
     "add to Pawn\n"
     "  drop on empty except last rank\n"
     "notation\n"
     "  drop is \"{man}@{to}\"\n"},
    {MAD_TEXT_LIBRARY, "circle", "mad 1\nuse circle\n"},
    {MAD_TEXT_LIBRARY, "herd",
     "mad 1\n"
     "direction west -1,0\n"
     "piece Camel (C)\n"
     "  move step west\n"
     "piece Cow (C)\n"
     "  move leap 1,1\n"
     "piece Round (R)\n"
     "  move leap 2,2\n"},
    {MAD_TEXT_LIBRARY, "ring", "mad 1\nuse Round from ring\npiece Round (R)\n  move leap 1,1\n"},
    {MAD_TEXT_GAME, "tiny",
     "mad 1\n"
     "use ways and danger\n"
     "option speed is slow or fast, normally slow\n"
     "mark fresh lasts until its piece moves or is taken\n"
     "game \"Tiny\"\n"
     "  year 1999\n"
     "players White (w) in capitals going north and Black (b) in small letters going south\n"
     "board 3 by 3\n"
     "array\n"
     "  k b b\n"
     "  . . .\n"
     "  B . K\n"
     "piece King (K)\n"
     "  royal\n"
     "  move or capture step straight\n"
     "piece Bishop (B)\n"
     "  move step north\n"
     "  capture step south\n"
     "ends in this order\n"
     "  mover wins when enemy cannot move and enemy is in check\n"
     "  draw when enemy cannot move\n"
     "notation\n"
     "  Bishop is written without letter\n"
     "test \"of tiny\"\n"
     "  count is 3\n"},
};

static bool find_text(void *context, enum mad_text_kind kind, const char *name,
                      struct mad_rule_text *out)
{
    (void)context;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].kind == kind && strcmp(texts[i].name, name) == 0) {
            *out = (struct mad_rule_text){
                .shown = name, .text = texts[i].text, .bytes = strlen(texts[i].text)};
            return true;
        }
    const struct mad_embedded *found = mad_embedded_find(
        kind == MAD_TEXT_LIBRARY ? mad_embedded_library : mad_embedded_rules, name);
    if (found == NULL)
        return false;
    *out = (struct mad_rule_text){
        .shown = name, .text = (const char *)found->text, .bytes = found->bytes};
    return true;
}

static const char *name_text(void *context, enum mad_text_kind kind, size_t index)
{
    (void)context;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].kind == kind && index-- == 0)
            return texts[i].name;
    return NULL;
}

/* --- loading ----------------------------------------------------------------------------------------- */

struct loaded {
    struct mad_arena *arena;
    struct mad_sources *sources;
    struct mad_inherit_load load;
    struct mad_ruleset *rules;
};

static struct loaded prepare(const char *text, const char *variant)
{
    struct loaded l = {.rules = NULL};
    l.arena = test_malloc(sizeof *l.arena);
    mad_arena_init(l.arena, &mad_allocator_default, 0);
    l.sources = MAD_ARENA_NEW(l.arena, struct mad_sources);
    mad_sources_init(l.sources, l.arena);
    l.load = (struct mad_inherit_load){.arena = l.arena,
                                       .sources = l.sources,
                                       .variant = variant,
                                       .texts = {.text = find_text, .name = name_text}};
    l.load.names = MAD_ARENA_NEW(l.arena, struct mad_intern);
    mad_intern_init(l.load.names, l.arena);
    l.load.findings = MAD_ARENA_NEW(l.arena, struct mad_findings);
    mad_findings_init(l.load.findings, l.arena, 20);
    assert_true(mad_sources_add(l.sources, "main.mad", text, strlen(text), &l.load.main_source));
    return l;
}

static void unload(struct loaded *l)
{
    mad_arena_free(l->arena);
    test_free(l->arena);
}

static void print_findings(const struct loaded *l)
{
    for (const struct mad_finding *f = l->load.findings->first; f != NULL; f = f->next) {
        struct mad_position_in_text place = mad_sources_place(l->sources, f->span);
        print_message("%s:%u:%u: %s %s\n", place.name, place.line, place.column,
                      mad_finding_about(f->kind)->id, f->text);
        for (const struct mad_finding_note *note = f->notes; note != NULL; note = note->next)
            print_message("    %s\n", note->text);
    }
}

static struct loaded load_ok(const char *text, const char *variant)
{
    struct loaded l = prepare(text, variant);
    enum mad_status status = mad_inherit(&l.load, &l.rules);
    if (status != MAD_OK)
        print_findings(&l);
    assert_int_equal(status, MAD_OK);
    return l;
}

/* The first finding is this one, in the main file, and there is no second. */
static void expect(const char *text, const char *variant, enum mad_status status, const char *id,
                   uint32_t line, uint32_t column)
{
    struct loaded l = prepare(text, variant);
    enum mad_status got = mad_inherit(&l.load, &l.rules);
    const struct mad_finding *first = l.load.findings->first;
    assert_int_equal(got, status);
    assert_non_null(first);
    struct mad_position_in_text place = mad_sources_place(l.sources, first->span);
    if (strcmp(mad_finding_about(first->kind)->id, id) != 0 || place.line != line ||
        place.column != column || l.load.findings->count != 1)
        print_findings(&l);
    assert_string_equal(mad_finding_about(first->kind)->id, id);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
    assert_string_equal(place.name, "main.mad");
    assert_int_equal(l.load.findings->count, 1);
    unload(&l);
}

static void expect_anywhere(const char *text, const char *id)
{
    struct loaded l = prepare(text, NULL);
    assert_int_equal(mad_inherit(&l.load, &l.rules), MAD_ERROR_RULES);
    assert_string_equal(mad_finding_about(l.load.findings->first->kind)->id, id);
    unload(&l);
}

/* --- asking a ruleset -------------------------------------------------------------------------------- */

static const struct mad_rule_piece *piece(const struct loaded *l, const char *name)
{
    for (uint32_t i = 0; i < l->rules->piece_count; i++)
        if (strcmp(l->rules->pieces[i].name, name) == 0)
            return &l->rules->pieces[i];
    return NULL;
}

/* Its lines as they are written, joined by ` / `. */
static const char *lines_text(struct loaded *l, const struct mad_rule_lines *lines)
{
    static char buffer[4000];
    size_t used = 0;
    buffer[0] = '\0';
    for (uint32_t i = 0; i < lines->count; i++)
        used += (size_t)snprintf(buffer + used, sizeof buffer - used, "%s%s", i == 0 ? "" : " / ",
                                 mad_inherit_line_text(l->arena, l->sources, lines->items[i]));
    return buffer;
}

static const char *piece_text(struct loaded *l, const char *name)
{
    const struct mad_rule_piece *found = piece(l, name);
    return found == NULL ? "no such piece" : lines_text(l, &found->lines);
}

/* The array as in a rule file, rows separated by `/`. */
static const char *array_text(const struct loaded *l)
{
    static char buffer[2000];
    const struct mad_ruleset *rules = l->rules;
    size_t used = 0;
    for (int32_t i = 0; i < rules->files * rules->ranks; i++) {
        const struct mad_rule_cell *cell = &rules->array[i];
        char letter = cell->piece == -1   ? '.'
                      : cell->piece == -2 ? '*'
                                          : rules->pieces[cell->piece].letter[0];
        bool is_small = cell->piece >= 0 && !rules->players[cell->owner].capitals;
        if (i > 0 && i % rules->files == 0)
            buffer[used++] = '/';
        buffer[used++] = (char)(is_small ? letter - 'A' + 'a' : letter);
    }
    buffer[used] = '\0';
    return buffer;
}

static const struct mad_rule_option *option(const struct loaded *l, const char *name)
{
    for (uint32_t i = 0; i < l->rules->option_count; i++)
        if (strcmp(l->rules->options[i].name, name) == 0)
            return &l->rules->options[i];
    return NULL;
}

static bool has_definition(const struct loaded *l, const char *name)
{
    for (uint32_t i = 0; i < l->rules->definition_count; i++)
        if (strcmp(l->rules->definitions[i].name, name) == 0)
            return true;
    return false;
}

static const struct mad_rule_verb *verb(const struct loaded *l, const char *name)
{
    for (uint32_t i = 0; i < l->rules->verb_count; i++)
        if (strcmp(l->rules->verbs[i].name, name) == 0)
            return &l->rules->verbs[i];
    return NULL;
}

#define LIKE_TINY "mad 1\ngame \"New\" like tiny\n" /* the file's own sentences begin on line 3 */

/* --- what is inherited ----------------------------------------------------------------------------------- */

static void inherits_everything_but_credits_and_tests(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY, NULL);
    assert_string_equal(l.rules->info.title, "New");
    assert_int_equal(l.rules->info.year, 0);
    assert_int_equal(l.rules->tests.count, 0);
    assert_int_equal(l.rules->files, 3);
    assert_int_equal(l.rules->ranks, 3);
    assert_string_equal(l.rules->players[0].name, "White");
    assert_string_equal(l.rules->players[1].letter, "b");
    assert_string_equal(array_text(&l), "kbb/.../B.K");
    assert_int_equal(l.rules->piece_count, 2);
    assert_int_equal(l.rules->direction_count, 3);
    assert_int_equal(l.rules->illegal.count, 1);
    assert_int_equal(l.rules->ends.count, 2);
    assert_int_equal(l.rules->letterless.count, 1);
    assert_true(has_definition(&l, "in check"));
    unload(&l);
}

static void uses_a_library_once(void **state)
{
    (void)state;
    struct loaded l =
        load_ok("mad 1\nuse ways\ngame \"New\" like tiny\nuse ways and danger\n", NULL);
    assert_int_equal(l.rules->direction_count, 3);
    assert_int_equal(l.rules->illegal.count, 1);
    unload(&l);
}

static void picks_pieces_of_a_library(void **state)
{
    (void)state;
    struct loaded l = load_ok("mad 1\nuse Cow and Camel (H) from herd\ngame \"New\" like tiny\n"
                              "use Round from herd\n",
                              NULL);
    assert_int_equal(l.rules->piece_count, 5);
    assert_int_equal(l.rules->direction_count, 4); /* said once, though it was used twice */
    assert_string_equal(piece(&l, "Cow")->letter, "C");
    assert_string_equal(piece(&l, "Camel")->letter, "H");
    assert_string_equal(piece(&l, "Round")->letter, "R");
    unload(&l);
    l = load_ok("mad 1\nuse Cow from herd\ngame \"New\" like tiny\n", NULL);
    assert_int_equal(l.rules->piece_count, 3);
    unload(&l);
    expect(LIKE_TINY "use Cow and Sheep from herd\n", NULL, MAD_ERROR_RULES, "MAD031", 3, 13);
    expect(LIKE_TINY "use Cow from heard\n", NULL, MAD_ERROR_RULES, "MAD037", 3, 14);
    expect(LIKE_TINY "use Bishop from herd\n", NULL, MAD_ERROR_RULES, "MAD031", 3, 5);
    expect(LIKE_TINY "use Cow\n", NULL, MAD_ERROR_RULES, "MAD037", 3, 5);
    expect_anywhere(LIKE_TINY "use Round from ring\n", "MAD006");
}

static void picks_a_variant_and_its_tests(void **state)
{
    (void)state;
    static const char text[] = LIKE_TINY "year 2000\n"
                                         "about \"a game\"\n"
                                         "test \"of the game\"\n  count is 1\n"
                                         "variant \"New One\"\n"
                                         "  about \"a variant\"\n"
                                         "  test \"of one\"\n  count is 2\n"
                                         "variant \"Old New One Two\"\n"
                                         "  add to Bishop\n    move step east\n";
    struct loaded l = load_ok(text, NULL);
    assert_int_equal(l.rules->tests.count, 1);
    assert_string_equal(l.rules->tests.items[0]->text, "of the game");
    unload(&l);
    l = load_ok(text, "new-one");
    assert_string_equal(l.rules->info.title, "New One");
    assert_int_equal(l.rules->info.year, 2000);
    assert_int_equal(l.rules->info.about_count, 1);
    assert_string_equal(l.rules->info.about[0], "a variant");
    assert_int_equal(l.rules->tests.count, 1);
    assert_string_equal(l.rules->tests.items[0]->text, "of one");
    unload(&l);
    l = load_ok(text, "Two");
    assert_string_equal(l.rules->info.title, "Old New One Two");
    assert_string_equal(piece_text(&l, "Bishop"),
                        "move step north / capture step south / move step east");
    unload(&l);
    expect(text, "wo", MAD_ERROR_NOT_FOUND, "MAD101", 2, 1);
    expect(text, "three", MAD_ERROR_NOT_FOUND, "MAD101", 2, 1);
}

static void lists_titles(void **state)
{
    (void)state;
    struct loaded l = prepare(LIKE_TINY "variant \"A\"\nvariant \"B C\"\n", NULL);
    struct mad_inherit_titles titles;
    assert_int_equal(mad_inherit_titles(&l.load, &titles), MAD_OK);
    assert_string_equal(titles.game, "New");
    assert_int_equal(titles.variant_count, 2);
    assert_string_equal(titles.variants[1], "B C");
    unload(&l);
}

/* --- pieces ------------------------------------------------------------------------------------------------ */

static void adds_to_every_piece_declared_later_too(void **state)
{
    (void)state;
    struct loaded l = load_ok("mad 1\nuse drops\ngame \"New\" like tiny\n"
                              "piece Pawn (P)\n  move step north\n"
                              "piece Rook (R)\n  move slide straight\n",
                              NULL);
    assert_string_equal(piece_text(&l, "Pawn"), "move step north / drop on empty except last rank");
    assert_string_equal(piece_text(&l, "Rook"), "move slide straight / drop on empty");
    assert_string_equal(piece_text(&l, "Bishop"),
                        "move step north / capture step south / drop on empty");
    assert_int_equal(l.rules->fate_count, 1);
    assert_int_equal(l.rules->player_may.count, 1);
    unload(&l);
}

static void adds_no_line_twice(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "add to Bishop\n  move step north\n  move step east\n"
                                        "add to every piece\n  move step east\n",
                              NULL);
    assert_string_equal(piece_text(&l, "Bishop"),
                        "move step north / capture step south / move step east");
    unload(&l);
}

static void changes_a_piece(void **state)
{
    (void)state;
    struct loaded l =
        load_ok(LIKE_TINY "change Bishop\n  move step east\n  no longer move\n", NULL);
    assert_string_equal(piece_text(&l, "Bishop"), "capture step south / move step east");
    unload(&l);
    expect(LIKE_TINY "change Bishop\n  no longer royal\n", NULL, MAD_ERROR_RULES, "MAD038", 4, 13);
    l = load_ok(LIKE_TINY "change Bishop\n  new move step east\n  new move step west\n", NULL);
    assert_string_equal(piece_text(&l, "Bishop"),
                        "capture step south / move step east / move step west");
    unload(&l);
    l = load_ok(LIKE_TINY "change Bishop\n  move step east\n  new capture step west\n", NULL);
    assert_string_equal(piece_text(&l, "Bishop"),
                        "move step north / move step east / capture step west");
    unload(&l);
    expect(LIKE_TINY "change Bishop\n  new worth 3\n", NULL, MAD_ERROR_RULES, "MAD038", 4, 7);
    expect(LIKE_TINY "add to Bishop\n  new move step east\n", NULL, MAD_ERROR_RULES, "MAD015", 4,
           7);
    expect(LIKE_TINY "change Bishup\n  move step east\n", NULL, MAD_ERROR_RULES, "MAD031", 3, 8);
}

static void says_a_piece_anew(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "new piece Bishop (A)\n  move slide straight\n", NULL);
    assert_string_equal(piece_text(&l, "Bishop"), "move slide straight");
    assert_string_equal(piece(&l, "Bishop")->letter, "A");
    assert_string_equal(array_text(&l), "kaa/.../A.K");
    unload(&l);
    expect(LIKE_TINY "piece Bishop (A)\n  move slide straight\n", NULL, MAD_ERROR_RULES, "MAD032",
           3, 1);
    expect(LIKE_TINY "new piece Rook (R)\n  move slide straight\n", NULL, MAD_ERROR_RULES, "MAD038",
           3, 5);
    expect(LIKE_TINY "piece Boat (B)\n  move slide straight\n", NULL, MAD_ERROR_RULES, "MAD040", 3,
           1);
}

static void lets_armies_share_letters(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "new piece Bishop (B) of White\n  move step north\n"
                                        "piece Boat (B) of Black\n  move step south\n"
                                        "new array\n  b . k\n  . . .\n  B . K\n",
                              NULL);
    assert_int_equal(piece(&l, "Boat")->owner, 1);
    assert_string_equal(l.rules->pieces[l.rules->array[0].piece].name, "Boat");
    assert_string_equal(l.rules->pieces[l.rules->array[6].piece].name, "Bishop");
    unload(&l);
}

/* --- names --------------------------------------------------------------------------------------------------- */

static void refuses_names_said_twice(void **state)
{
    (void)state;
    expect(LIKE_TINY "straight means north\n", NULL, MAD_ERROR_RULES, "MAD032", 3, 1);
    expect(LIKE_TINY "direction north 1,1\n", NULL, MAD_ERROR_RULES, "MAD032", 3, 1);
    expect(LIKE_TINY "mark fresh lasts until its piece moves or is taken\n", NULL, MAD_ERROR_RULES,
           "MAD032", 3, 1);
    expect(LIKE_TINY "option speed is one or two, normally one\n", NULL, MAD_ERROR_RULES, "MAD032",
           3, 1);
    expect("mad 1\nuse drops\ngame \"New\" like tiny\npocket hand\n", NULL, MAD_ERROR_RULES,
           "MAD032", 4, 1);
    expect("mad 1\nuse drops\ngame \"New\" like tiny\nverb drop from [pile: pocket]\n"
           "  choose man from pile\nend\n",
           NULL, MAD_ERROR_RULES, "MAD032", 4, 1);
    struct loaded l = load_ok(LIKE_TINY "new straight means east\n", NULL);
    assert_int_equal(l.rules->definition_count, 2);
    unload(&l);
    expect(LIKE_TINY "new crooked means east\n", NULL, MAD_ERROR_RULES, "MAD038", 3, 5);
}

static void settles_options(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY, NULL);
    assert_string_equal(option(&l, "speed")->value, "slow");
    unload(&l);
    l = load_ok(LIKE_TINY "set speed to fast\n", NULL);
    assert_string_equal(option(&l, "speed")->value, "fast");
    unload(&l);
    const struct mad_setting outside = {"speed", "slow"};
    l = prepare(LIKE_TINY "set speed to fast\n", NULL); /* and no sentence asks for it */
    l.load.settings = &outside;
    l.load.setting_count = 1;
    assert_int_equal(mad_inherit(&l.load, &l.rules), MAD_ERROR_NOT_FOUND);
    unload(&l);
    l = prepare(LIKE_TINY "set speed to fast\nillegal when speed is fast\n", NULL);
    l.load.settings = &outside;
    l.load.setting_count = 1;
    assert_int_equal(mad_inherit(&l.load, &l.rules), MAD_OK);
    assert_string_equal(option(&l, "speed")->value, "slow");
    unload(&l);
    expect(LIKE_TINY "set sped to fast\n", NULL, MAD_ERROR_RULES, "MAD039", 3, 5);
    expect(LIKE_TINY "set speed to quick\n", NULL, MAD_ERROR_RULES, "MAD030", 3, 14);
}

static void starts_marks(void **state)
{
    (void)state;
    struct loaded l =
        load_ok(LIKE_TINY "mark fresh starts on Bishop\nmark fresh starts on King\n", NULL);
    assert_int_equal(l.rules->mark_count, 1);
    assert_int_equal(l.rules->marks[0].starts.count, 2);
    unload(&l);
    l = load_ok(LIKE_TINY, NULL); /* nobody asks for the mark */
    assert_int_equal(l.rules->mark_count, 0);
    unload(&l);
    l = load_ok(LIKE_TINY "illegal when fresh has a square\n", NULL);
    assert_int_equal(l.rules->mark_count, 1);
    unload(&l);
    expect(LIKE_TINY "mark frsh starts on Bishop\n", NULL, MAD_ERROR_RULES, "MAD030", 3, 6);
}

/* --- taking out ------------------------------------------------------------------------------------------------ */

static void takes_check_out(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "without check\n", NULL);
    assert_false(has_definition(&l, "in check"));
    assert_int_equal(l.rules->illegal.count, 0);
    assert_string_equal(lines_text(&l, &l.rules->ends), "draw when enemy cannot move");
    unload(&l);
    expect(LIKE_TINY "without chek\n", NULL, MAD_ERROR_RULES, "MAD038", 3, 9);
}

static void takes_a_verb_out(void **state)
{
    (void)state;
    struct loaded l =
        load_ok("mad 1\nuse drops\ngame \"New\" like tiny\nwithout drop and captured\n", NULL);
    assert_null(verb(&l, "drop"));
    assert_int_equal(l.rules->player_may.count, 0);
    assert_int_equal(l.rules->templates.count, 0);
    assert_int_equal(l.rules->fate_count, 0);
    assert_string_equal(piece_text(&l, "Bishop"), "move step north / capture step south");
    unload(&l);
}

static void takes_a_piece_out(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "piece Rook (R)\n  capture enemy (King or Bishop)\n"
                                        "  move step north when own Bishop is attacked\n"
                                        "without Bishop\n",
                              NULL);
    assert_null(piece(&l, "Bishop"));
    assert_string_equal(array_text(&l), "k../.../..K");
    assert_int_equal(l.rules->letterless.count, 0);
    assert_int_equal(piece(&l, "Rook")->lines.count, 1);
    unload(&l);
}

static void replaces_on_squares(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "replace Bishop on b3 and a1 with Rook\n"
                                        "piece Rook (R)\n  move slide straight\n",
                              NULL);
    assert_string_equal(array_text(&l), "krb/.../R.K");
    assert_non_null(piece(&l, "Bishop"));
    unload(&l);
    expect(LIKE_TINY "replace Bishop on b3 and c1 with King\n", NULL, MAD_ERROR_RULES, "MAD038", 3,
           26);
    expect(LIKE_TINY "replace Bishop on b3 and d9 with King\n", NULL, MAD_ERROR_RULES, "MAD051", 3,
           26);
    expect(LIKE_TINY "replace Bishop on b3 with Rok\n", NULL, MAD_ERROR_RULES, "MAD031", 3, 1);
}

static void replaces_everywhere(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "piece Rook (R)\n  capture enemy Bishop\n"
                                        "replace Bishop with Boat\n"
                                        "piece Boat (B)\n  move slide straight\n",
                              NULL);
    assert_null(piece(&l, "Bishop"));
    assert_string_equal(array_text(&l), "kbb/.../B.K");
    assert_string_equal(l.rules->letterless.items[0]->name, "Boat");
    assert_string_equal(l.rules->pieces[l.rules->array[6].piece].name, "Boat");
    unload(&l);
    expect(LIKE_TINY "replace Rook with King\n", NULL, MAD_ERROR_RULES, "MAD031", 3, 1);
}

/* --- array --------------------------------------------------------------------------------------------------------- */

static void places_and_borrows(void **state)
{
    (void)state;
    struct loaded l = load_ok(LIKE_TINY "place White's Bishop on b2\n", NULL);
    assert_string_equal(array_text(&l), "kbb/.B./B.K");
    unload(&l);
    l = load_ok(LIKE_TINY "replace Bishop on b3 with King\nvariant \"A\"\narray of tiny\n", "a");
    assert_string_equal(array_text(&l), "kbb/.../B.K");
    unload(&l);
    expect(LIKE_TINY "without Bishop\narray of tiny\n", NULL, MAD_ERROR_RULES, "MAD031", 4, 1);
    expect(LIKE_TINY "array of tny\n", NULL, MAD_ERROR_RULES, "MAD037", 3, 10);
}

static void checks_the_array(void **state)
{
    (void)state;
    expect(LIKE_TINY "array\n  k . .\n  . . .\n  . . K\n", NULL, MAD_ERROR_RULES, "MAD005", 3, 1);
    expect(LIKE_TINY "new array\n  k . .\n  . . . .\n  . . K\n", NULL, MAD_ERROR_RULES, "MAD050", 5,
           3);
    expect(LIKE_TINY "new array\n  k . .\n  . . K\n", NULL, MAD_ERROR_RULES, "MAD050", 5, 3);
    expect(LIKE_TINY "new array\n  k . .\n  . x .\n  . X K\n", NULL, MAD_ERROR_RULES, "MAD031", 5,
           5);
    expect(LIKE_TINY "new board 4 by 4\n", NULL, MAD_ERROR_RULES, "MAD050", 3, 5);
    expect(LIKE_TINY "new board 27 by 3\n", NULL, MAD_ERROR_RULES, "MAD004", 3, 5);
    expect(LIKE_TINY "board 4 by 3\n", NULL, MAD_ERROR_RULES, "MAD005", 3, 1);
}

/* --- ends and notation ------------------------------------------------------------------------------------------------ */

static void orders_ends(void **state)
{
    (void)state;
    struct loaded l = load_ok(
        LIKE_TINY "add to ends before the others\n  draw when nobody has a Bishop\n"
                  "add to ends after the others\n  draw when position has occurred 3 times\n",
        NULL);
    assert_string_equal(lines_text(&l, &l.rules->ends),
                        "draw when nobody has a Bishop / "
                        "mover wins when enemy cannot move and enemy is in check / "
                        "draw when enemy cannot move / draw when position has occurred 3 times");
    unload(&l);
    l = load_ok(LIKE_TINY "new ends in this order\n  draw when enemy cannot move\n", NULL);
    assert_int_equal(l.rules->ends.count, 1);
    unload(&l);
    expect(LIKE_TINY "ends in this order\n  draw when enemy cannot move\n", NULL, MAD_ERROR_RULES,
           "MAD005", 3, 1);
}

static void says_notation_anew(void **state)
{
    (void)state;
    struct loaded l = load_ok("mad 1\nuse drops\ngame \"New\" like tiny\nnotation\n"
                              "  drop is \"{man}\" when nothing is taken\n  drop is \"*{to}\"\n",
                              NULL);
    assert_int_equal(l.rules->templates.count, 2);
    assert_string_equal(l.rules->templates.items[1]->text, "*{to}");
    unload(&l);
}

/* --- files -------------------------------------------------------------------------------------------------------------- */

static void reports_files(void **state)
{
    (void)state;
    expect("mad 1\ngame \"New\" like tinny\n", NULL, MAD_ERROR_RULES, "MAD037", 2, 17);
    expect(LIKE_TINY "use wayz\n", NULL, MAD_ERROR_RULES, "MAD037", 3, 5);
    expect("mad 1\nuse ways\n", NULL, MAD_ERROR_RULES, "MAD101", 1, 1);
    expect_anywhere(LIKE_TINY "use circle\n", "MAD006");
}

/* --- shipped games -------------------------------------------------------------------------------------------------------- */

static struct loaded load_shipped(const char *name, const char *variant)
{
    return load_ok((const char *)mad_embedded_find(mad_embedded_rules, name)->text, variant);
}

static void hears_chess(void **state)
{
    (void)state;
    struct loaded l = load_shipped("chess", NULL);
    assert_string_equal(array_text(&l),
                        "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR");
    assert_int_equal(l.rules->piece_count, 6);
    assert_int_equal(l.rules->ends.count, 4);
    assert_int_equal(l.rules->info.year, 1851);
    assert_string_equal(option(&l, "castling-under-attack")->value, "forbidden");
    assert_int_equal(l.rules->mark_count, 2);
    assert_int_equal(l.rules->verb_count, 4);
    unload(&l);
}

static const char elephant_array[] =
    "rnmqkenr/pppppppp/......../......../......../......../PPPPPPPP/RNMQKENR";
static const char elephant_pawn[] =
    "move step forward / capture step forward-diagonal / "
    "double-step along forward when here is on own rank 2 / en-passant along forward-diagonal / "
    "promote to Elephant, Mad Elephant, Knight, Bishop, Rook or Queen / "
    "convert in place to Elephant / taunt-every-adjacent enemy Mad Elephant";

static void hears_mad_elephant_chess(void **state)
{
    (void)state;
    struct loaded l = load_shipped("mad-elephant-chess", NULL);
    assert_string_equal(l.rules->info.title, "Mad Elephant Chess");
    assert_string_equal(l.rules->info.inventor, "Peter Aronson");
    assert_string_equal(array_text(&l), elephant_array);
    assert_string_equal(piece_text(&l, "Pawn"), elephant_pawn);
    assert_int_equal(l.rules->illegal.count, 0);
    assert_false(has_definition(&l, "in check"));
    assert_non_null(verb(&l, "castle"));
    assert_int_equal(l.rules->ends.count, 4);
    assert_string_equal(option(&l, "castling-under-attack")->value, "allowed");
    assert_int_equal(piece(&l, "King")->lines.count, 4);
    unload(&l);
}

static void hears_its_variants(void **state)
{
    (void)state;
    struct loaded l = load_shipped("mad-elephant-chess", "no-starting-elephants");
    assert_string_equal(array_text(&l),
                        "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR");
    assert_string_equal(l.rules->info.inventor, "Peter Aronson");
    unload(&l);
    l = load_shipped("mad-elephant-chess", "everyone-can-taunt");
    assert_string_equal(array_text(&l), elephant_array);
    assert_string_equal(piece_text(&l, "Pawn"), elephant_pawn);
    assert_string_equal(piece_text(&l, "Knight"),
                        "move or capture leap 1,2 / taunt-every-adjacent enemy Mad Elephant");
    unload(&l);
    l = load_shipped("mad-elephant-chess", "chessgi");
    assert_string_equal(l.rules->info.title, "Mad Elephant Chessgi");
    assert_int_equal(l.rules->fate_count, 2);
    assert_int_equal(l.rules->pocket_count, 1);
    assert_string_equal(piece_text(&l, "Knight"),
                        "move or capture leap 1,2 / drop on empty / "
                        "when taken: if captured-promoted-pieces is pawns and "
                        "here is promoted: become Pawn");
    assert_non_null(strstr(piece_text(&l, "Pawn"), "drop on empty except last rank"));
    unload(&l);
}

static void hears_games_with_hands(void **state)
{
    (void)state;
    struct loaded l = load_shipped("crazyhouse", NULL);
    assert_string_equal(piece_text(&l, "Knight"),
                        "move or capture leap 1,2 / drop on empty / "
                        "when taken: if captured-promoted-pieces is pawns and "
                        "here is promoted: become Pawn");
    assert_int_equal(verb(&l, "promote")->node->flags & MAD_FLAG_NEW, MAD_FLAG_NEW);
    assert_int_equal(l.rules->mark_count, 3);
    unload(&l);
    l = load_shipped("chessgi", NULL);
    assert_string_equal(piece_text(&l, "Knight"),
                        "move or capture leap 1,2 / drop on empty / "
                        "when taken: if captured-promoted-pieces is pawns and "
                        "here is promoted: become Pawn");
    assert_null(l.rules->info.inventor);
    unload(&l);
}

/* --- memory ---------------------------------------------------------------------------------------------------------------- */

struct failing { /* lets the allocation with this number fail, and all behind it */
    size_t left;
};

static void *resize_while_left(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    struct failing *failing = context;
    if (new_bytes > 0 && failing->left-- == 0) {
        failing->left = 0;
        return NULL;
    }
    return mad_allocator_default.resize(mad_allocator_default.ctx, block, old_bytes, new_bytes);
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    const char *text =
        (const char *)mad_embedded_find(mad_embedded_rules, "mad-elephant-chess")->text;
    enum mad_status status = MAD_ERROR_MEMORY;
    for (size_t n = 0; status == MAD_ERROR_MEMORY; n++) {
        struct loaded l = prepare(text, "chessgi");
        struct failing failing = {.left = n};
        struct mad_arena arena;
        mad_arena_init(&arena, &(struct mad_allocator){resize_while_left, &failing}, 0);
        l.load.arena = &arena;
        status = mad_inherit(&l.load, &l.rules);
        assert_true(status == MAD_ERROR_MEMORY || status == MAD_OK);
        mad_arena_free(&arena);
        unload(&l);
    }
}

/* A line that could not be carried out makes no second finding, and none in another file. */
static void a_failed_replace_is_told_once(void **state)
{
    (void)state;
    expect(LIKE_TINY "replace Bishop with Elefant\n", NULL, MAD_ERROR_RULES, "MAD031", 3, 1);
}

static void players_have_letters_of_their_own(void **state)
{
    (void)state;
    expect(LIKE_TINY "new players White (w) in capitals going north and Black (w) in small letters "
                     "going south\n",
           NULL, MAD_ERROR_RULES, "MAD040", 3, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_replace_is_told_once),
        cmocka_unit_test(players_have_letters_of_their_own),
        cmocka_unit_test(inherits_everything_but_credits_and_tests),
        cmocka_unit_test(uses_a_library_once),
        cmocka_unit_test(picks_pieces_of_a_library),
        cmocka_unit_test(picks_a_variant_and_its_tests),
        cmocka_unit_test(lists_titles),
        cmocka_unit_test(adds_to_every_piece_declared_later_too),
        cmocka_unit_test(adds_no_line_twice),
        cmocka_unit_test(changes_a_piece),
        cmocka_unit_test(says_a_piece_anew),
        cmocka_unit_test(lets_armies_share_letters),
        cmocka_unit_test(refuses_names_said_twice),
        cmocka_unit_test(settles_options),
        cmocka_unit_test(starts_marks),
        cmocka_unit_test(takes_check_out),
        cmocka_unit_test(takes_a_verb_out),
        cmocka_unit_test(takes_a_piece_out),
        cmocka_unit_test(replaces_on_squares),
        cmocka_unit_test(replaces_everywhere),
        cmocka_unit_test(places_and_borrows),
        cmocka_unit_test(checks_the_array),
        cmocka_unit_test(orders_ends),
        cmocka_unit_test(says_notation_anew),
        cmocka_unit_test(reports_files),
        cmocka_unit_test(hears_chess),
        cmocka_unit_test(hears_mad_elephant_chess),
        cmocka_unit_test(hears_its_variants),
        cmocka_unit_test(hears_games_with_hands),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
